/**
 * Connects a mailbox without a password: the customer consents at the provider, whose refresh token is then saved like
 * a password. Only the account that began a connection can finish it, once and within a few minutes.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Deps } from '#api/deps.ts';
import {
  ConsentRefused,
  consentUrl,
  offeredProviders,
  redeemCode,
  type ConsentSecrets,
} from '#api/adapters/mail-consents.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import type { MailboxSettings } from '#contracts/calls/portals-answers.ts';
import { mailProviders, type MailProvider } from '#contracts/portals/mail-servers.ts';
import { portalOfCredential } from '#contracts/portals/portal-logins.ts';
import type { DatabaseOrTransaction } from '#prisma/client.ts';
import { hasConsent, storeCredential } from './credentials.ts';
import { updateRefusalCount } from './login-refusals.ts';
import { accountOf } from './portal-leases.ts';
import { sealBindings } from './sealed-columns.ts';

const MAILBOX = 'mailbox';
const SECRET_BYTES = 32;

type ConsentDeps = Pick<Deps, 'db' | 'vault' | 'env' | 'clock'>;
type Kept = ConsentSecrets & { consent: boolean };

/** Returns how a mailbox can be connected here. */
export async function mailboxSettings({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<MailboxSettings> {
  const portal = portalOfCredential[MAILBOX];
  const state = await db.portalState.findUnique({ where: { portal }, select: { address: true } });
  return {
    providers: offeredProviders(env),
    hasUsualServer: Boolean(state?.address),
    allowsPlain: env.MAILBOXES_TO_PRIVATE,
  };
}

/**
 * Returns the provider's address at which the customer consents. A connection that the customer had begun before can no
 * longer be finished. Throws MAILBOX_PROVIDER_OFF or CONSENT_REQUIRED.
 */
export async function beginConsent(
  { db, vault, env, clock }: ConsentDeps,
  { userId, provider, consent }: { userId: string; provider: MailProvider; consent: boolean },
): Promise<string> {
  if (!offeredProviders(env).includes(provider)) throw new DomainError('MAILBOX_PROVIDER_OFF');
  if (!consent && !(await hasConsent(db, { userId, portal: MAILBOX })))
    throw new DomainError('CONSENT_REQUIRED');
  const state = secretText();
  const kept: Kept = { verifier: secretText(), nonce: secretText(), consent };
  const id = idOf(state);
  const secret = await vault.seal(db, JSON.stringify(kept), sealBindings.mailboxConsent({ userId, id }));
  const begun = { id, provider, secret, begunAt: clock() };
  await db.mailboxConsent.upsert({ where: { userId }, create: { userId, ...begun }, update: begun });
  return consentUrl(env, provider, { state, ...kept });
}

/**
 * Saves the mailbox to which the provider has granted access. Throws MAILBOX_CONNECTION_OVER,
 * MAILBOX_CONNECTION_REFUSED or MAILBOX_PROVIDER_UNAVAILABLE.
 */
export async function finishConsent(
  deps: ConsentDeps,
  { userId, state, code }: { userId: string; state: string; code: string | null },
): Promise<{ provider: MailProvider; email: string }> {
  const { db, env, clock } = deps;
  const { provider, ...kept } = await takeConsent(deps, { userId, state });
  if (code === null) throw new DomainError('MAILBOX_CONNECTION_REFUSED');
  const { email, refreshToken } = await redeemCode(env, provider, { ...kept, code }).catch(asDomainError);
  const owner = { userId, portal: MAILBOX } as const;
  const login = { username: email, password: refreshToken, provider, managedBy: null };
  await storeCredential(deps, owner, { ...login, consent: kept.consent });
  // The provider has just accepted the login, so earlier refusals must not hold jobs back.
  const account = { portal: portalOfCredential[MAILBOX], username: accountOf({ username: email, provider }) };
  await updateRefusalCount(db, account, 'ok', clock());
  return { provider, email };
}

/** Deletes connections that were begun before the given time and never finished. */
export async function deleteMailboxConsents(db: DatabaseOrTransaction, before: Date): Promise<void> {
  await db.mailboxConsent.deleteMany({ where: { begunAt: { lt: before } } });
}

const secretText = (): string => randomBytes(SECRET_BYTES).toString('base64url');
/** Only a hash of the state is stored, so that nobody can finish a connection with a copy of the database. */
const idOf = (state: string): string => createHash('sha256').update(state).digest('hex');

async function takeConsent(
  { db, vault, clock }: ConsentDeps,
  { userId, state }: { userId: string; state: string },
): Promise<Kept & { provider: MailProvider }> {
  const id = idOf(state);
  const begun = await db.mailboxConsent.findFirst({ where: { userId, id } });
  const { count } = await db.mailboxConsent.deleteMany({ where: { userId, id } });
  const provider = mailProviders.find((known) => known === begun?.provider);
  const isLate = (at: Date): boolean => clock().getTime() - at.getTime() > limits.mailboxConsentMs;
  if (!begun || count === 0 || !provider || isLate(begun.begunAt))
    throw new DomainError('MAILBOX_CONNECTION_OVER');
  const kept = await vault.open(db, begun.secret, sealBindings.mailboxConsent({ userId, id }));
  return { ...(JSON.parse(kept) as Kept), provider };
}

function asDomainError(cause: unknown): never {
  const isRefused = cause instanceof ConsentRefused;
  throw new DomainError(isRefused ? 'MAILBOX_CONNECTION_REFUSED' : 'MAILBOX_PROVIDER_UNAVAILABLE', { cause });
}
