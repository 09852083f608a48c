/** Portal logins: encrypted at rest, decrypted only by the activity that logs in, and tested by actually logging in. */
import { randomUUID } from 'node:crypto';
import { refusal } from '#contracts/messages/refusal.ts';
import { isEmptyMessage, storedMessage } from '#contracts/messages/message.ts';
import type { Deps } from '#api/deps.ts';
import { isBankPlace } from '#contracts/portals/bank-places.ts';
import { bankMessages } from '#contracts/portals/bank-messages.ts';
import { banksMax } from '#contracts/portals/bank-keys.ts';
import {
  placeOfCredential,
  type CredentialName,
  type CredentialPortal,
} from '#contracts/portals/portal-logins.ts';
import {
  mailProviders,
  mailServerText,
  readMailServer,
  type MailProvider,
  type MailServer,
} from '#contracts/portals/mail-servers.ts';
import type { SavedCredential, ShownCredential } from '#contracts/calls/portals-answers.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import type { DatabaseOrTransaction } from '#prisma/client.ts';
import type { CredentialTestInput, CredentialTestResult } from '#workflows/messages.ts';
import { deskAddress } from './banks.ts';
import { closedUntil, readClosure } from './opening-hours.ts';
import { accountOf } from './portal-leases.ts';
import { sealBindings } from './sealed-columns.ts';

/** `portal` names the login. Each bank has its own, so it can be more specific than a portal. */
type Owner = { userId: string; portal: CredentialName };
type Login = { username: string; password: string };
/** A mailbox may have its own server; `provider` is the one that granted access, if no password is saved. */
type MailLogin = { server?: MailServer | null | undefined; provider?: MailProvider | null };
type VaultDeps = Pick<Deps, 'vault'> & { db: DatabaseOrTransaction };

/**
 * Saves the company's own login. Throws CONSENT_REQUIRED unless the customer has allowed the platform to act on the
 * portal with a login.
 */
export async function saveCredential(
  deps: VaultDeps & Pick<Deps, 'clock'>,
  owner: Owner,
  login: Login & Pick<MailLogin, 'server'> & { consent?: boolean | undefined },
): Promise<void> {
  await storeCredential(deps, owner, { ...login, managedBy: null });
}

/**
 * Saves a login. `managedBy` is the administrator who enters it for the company, or null. Throws like
 * `saveCredential`.
 */
export async function storeCredential(
  deps: VaultDeps & Pick<Deps, 'clock'>,
  owner: Owner,
  login: Login & MailLogin & { consent?: boolean | undefined; managedBy: string | null },
): Promise<void> {
  const { username, password, consent, managedBy, provider = null } = login;
  const { db, vault, clock } = deps;
  if (!consent && !(await hasConsent(db, owner))) throw new DomainError('CONSENT_REQUIRED');
  const server = serverText(login);
  const isKept = await isSaved(deps, owner, { username, password, server, provider });
  const saved = {
    username,
    server,
    provider,
    secret: await vault.seal(db, password, sealBindings.portalLogin(owner)),
    managedBy,
    ...(isKept ? {} : { testedAt: null, testOutcome: null }),
    ...(consent ? { consentAt: clock() } : {}),
  };
  await db.portalCredential.upsert({
    where: { userId_portal: owner },
    create: { ...owner, ...saved },
    update: saved,
  });
}

/** Returns whether the customer has consented for this portal; a consent holds for as long as a login is saved. */
export const hasConsent = async (db: DatabaseOrTransaction, owner: Owner): Promise<boolean> =>
  (await db.portalCredential.count({ where: { ...owner, consentAt: { not: null } } })) > 0;

const serverText = ({ server }: MailLogin): string | null => (server ? mailServerText(server) : null);

type StoredLogin = Login & { server: string | null; provider: string | null };

async function isSaved(deps: VaultDeps, owner: Owner, login: StoredLogin): Promise<boolean> {
  const { username, password, server, provider } = login;
  const where = { ...owner, username, server, provider };
  if ((await deps.db.portalCredential.count({ where })) === 0) return false;
  return (await openCredential(deps, owner))?.password === password;
}

/** Outcomes that say something about the login itself, unlike those of a portal that is down. */
const tellingOutcomes = ['ok', 'CREDENTIALS_INVALID', 'ACCOUNT_LOCKED', 'HUMAN_REQUIRED'];

/** Records the outcome of the test of a login, if the login is the saved one. */
export async function recordTestedLogin(
  deps: VaultDeps & Pick<Deps, 'clock'>,
  owner: Owner,
  { login, outcome }: { login: Login & MailLogin; outcome: string },
): Promise<void> {
  if (!tellingOutcomes.includes(outcome)) return;
  const { username, password } = login;
  if (!(await isSaved(deps, owner, { username, password, server: serverText(login), provider: null })))
    return;
  await deps.db.portalCredential.updateMany({
    where: owner,
    data: { testedAt: deps.clock(), testOutcome: outcome },
  });
}

/** Deletes the saved login, if there is one. */
export async function removeCredential({ db }: Pick<VaultDeps, 'db'>, owner: Owner): Promise<void> {
  await db.portalCredential.deleteMany({ where: owner });
}

/** Returns whether a login is saved, not whether the portal accepts it. */
export async function hasCredential(db: Deps['db'], owner: Owner): Promise<boolean> {
  return (await db.portalCredential.count({ where: owner })) > 0;
}

/** Returns what is shown of a login to its owner: nothing if none is saved, or if our team manages it. */
export async function shownCredential({ db }: Pick<Deps, 'db'>, owner: Owner): Promise<ShownCredential> {
  const saved = await db.portalCredential.findUnique({
    where: { userId_portal: owner },
    select: { username: true, server: true, provider: true, managedBy: true },
  });
  if (!saved || saved.managedBy !== null) return { username: null, server: null, provider: null };
  const { username, server, provider } = saved;
  return { username, server: readMailServer(server), provider: providerOf(provider) };
}

const providerOf = (provider: string | null): MailProvider | null =>
  mailProviders.find((known) => known === provider) ?? null;

/** Lists the saved logins without usernames and passwords. `managed` marks those entered by our team. */
export async function listCredentials({ db }: Pick<Deps, 'db'>, userId: string): Promise<SavedCredential[]> {
  const saved = await db.portalCredential.findMany({ where: { userId }, orderBy: { portal: 'asc' } });
  return saved.map(({ portal, updatedAt, consentAt, testedAt, testOutcome, managedBy, provider }) => ({
    portal_name: portal as CredentialName,
    updated_at: updatedAt.toISOString(),
    consent_at: consentAt?.toISOString() ?? null,
    managed: managedBy !== null,
    provider: providerOf(provider),
    tested_at: testedAt?.toISOString() ?? null,
    test_outcome: testOutcome,
  }));
}

/** Returns the saved login with its decrypted password; null if there is none. */
export async function openCredential({ db, vault }: VaultDeps, owner: Owner): Promise<Login | null> {
  const saved = await db.portalCredential.findUnique({ where: { userId_portal: owner } });
  if (!saved) return null;
  const password = await openPassword({ db, vault }, owner, { sealed: saved.secret });
  return { username: saved.username, password };
}

/**
 * A login as stored in the database. `account` identifies it on the portal (`accountOf`); `isProved` means that the
 * portal accepted it the last time.
 */
export type SavedLogin = {
  username: string;
  account: string;
  server: MailServer | null;
  provider: MailProvider | null;
  sealed: string;
  isProved: boolean;
};

/** Returns the company's login, still sealed, if the platform may use it. Each login belongs to one company. */
export async function savedLogin({ db }: Pick<VaultDeps, 'db'>, owner: Owner): Promise<SavedLogin | null> {
  const saved = await db.portalCredential.findUnique({ where: { userId_portal: owner } });
  if (!saved?.consentAt) return null;
  return {
    username: saved.username,
    account: accountOf(saved),
    server: readMailServer(saved.server),
    provider: providerOf(saved.provider),
    sealed: saved.secret,
    isProved: saved.testOutcome === 'ok',
  };
}

/** Returns the company's logins of this kind that the platform may use. For banks, there can be one for each. */
export async function usableLogins(
  db: DatabaseOrTransaction,
  userId: string,
  kind: CredentialPortal,
): Promise<{ portal: CredentialName; username: string }[]> {
  const saved = await db.portalCredential.findMany({
    where: {
      userId,
      consentAt: { not: null },
      OR: [{ portal: kind }, { portal: { startsWith: `${kind}:` } }],
    },
    orderBy: { portal: 'asc' },
    take: banksMax,
  });
  return saved.map(({ portal, username }) => ({ portal: portal as CredentialName, username }));
}

/** Decrypts the password. Call it when the password is typed, and again for the next time, instead of keeping it. */
export const openPassword = (
  { db, vault }: VaultDeps,
  owner: Owner,
  { sealed }: Pick<SavedLogin, 'sealed'>,
): Promise<string> => vault.open(db, sealed, sealBindings.portalLogin(owner));

/**
 * Replaces a login's secret by the new one that a provider has issued, unless a different login has been saved
 * meanwhile. Returns the new secret, sealed.
 */
export async function replaceSecret(
  { db, vault }: VaultDeps,
  owner: Owner,
  { sealed }: Pick<SavedLogin, 'sealed'>,
  secret: string,
): Promise<string> {
  const next = await vault.seal(db, secret, sealBindings.portalLogin(owner));
  await db.portalCredential.updateMany({ where: { ...owner, secret: sealed }, data: { secret: next } });
  return next;
}

/** Records how the portal answered a saved login, unless a different login has been saved meanwhile. */
export async function recordLoginUse(
  { db, clock }: Pick<Deps, 'clock'> & Pick<VaultDeps, 'db'>,
  owner: Owner,
  { login, outcome }: { login: Pick<SavedLogin, 'sealed'>; outcome: string },
): Promise<void> {
  if (!tellingOutcomes.includes(outcome)) return;
  const data = { testedAt: clock(), testOutcome: outcome };
  await db.portalCredential.updateMany({ where: { ...owner, secret: login.sealed }, data });
}

/** Returns whether jobs on the portal have a login to use. */
export const canLogIn = ({ db }: Pick<Deps, 'db'>, owner: Owner): Promise<boolean> => hasConsent(db, owner);

async function createDraft(
  { db, vault }: VaultDeps,
  owner: Owner,
  login: Login & MailLogin,
): Promise<string> {
  const id = randomUUID();
  const secret = await vault.seal(db, login.password, sealBindings.draft({ ...owner, id }));
  const { username } = login;
  await db.credentialDraft.create({ data: { ...owner, id, username, secret, server: serverText(login) } });
  return id;
}

export type Draft = Pick<SavedLogin, 'username' | 'account' | 'server'> & { password: () => Promise<string> };

/**
 * Takes the login that waits for its test and deletes the draft, so that a test reads it once; the password is
 * decrypted only where it is typed. Returns null if the draft is gone or too old.
 */
export async function takeDraft(
  { db, vault }: VaultDeps,
  input: { userId: string; draftId: string },
): Promise<Draft | null> {
  const draft = await db.credentialDraft.findFirst({ where: { id: input.draftId, userId: input.userId } });
  if (!draft) return null;
  const { count } = await db.credentialDraft.deleteMany({ where: { id: draft.id } });
  if (count === 0) return null;
  if (Date.now() - draft.createdAt.getTime() > limits.credentialDraftRetentionMs) return null;
  const password = () => vault.open(db, draft.secret, sealBindings.draft(draft));
  const { username, server } = draft;
  return { username, account: accountOf(draft), server: readMailServer(server), password };
}

/** Tests a login by logging in to the portal. Throws with the portal's reason if the portal refuses. */
export async function testCredential(
  deps: Pick<Deps, 'db' | 'vault' | 'workflows' | 'clock'>,
  owner: Owner,
  login: Login & Pick<MailLogin, 'server'>,
): Promise<void> {
  const portal = placeOfCredential(owner.portal);
  if (isBankPlace(portal) && !(await deskAddress(deps.db, portal)))
    throw refusal('CREDENTIALS_TEST_UNAVAILABLE', bankMessages.noAddress());
  // No leases are granted on a closed portal, so the test would wait in vain.
  const closure = await readClosure(deps.db, portal, deps.clock());
  if (closure) throw refusal('CREDENTIALS_TEST_UNAVAILABLE', closedUntil(closure));
  const draftId = await createDraft(deps, owner, login);
  const username = accountOf({ username: login.username, server: serverText(login) });
  const result = await runTest(deps, { userId: owner.userId, portal, draftId, username });
  await recordTestedLogin(deps, owner, { login, outcome: result.outcome });
  if (result.outcome === 'ok') return;
  const refused = ['CREDENTIALS_INVALID', 'ACCOUNT_LOCKED', 'HUMAN_REQUIRED'].includes(result.outcome);
  const code = refused ? 'CREDENTIALS_TEST_FAILED' : 'CREDENTIALS_TEST_UNAVAILABLE';
  const message = storedMessage(result.message);
  throw isEmptyMessage(message) ? new DomainError(code) : refusal(code, message);
}

async function runTest(
  { db, workflows }: Pick<Deps, 'db' | 'workflows'>,
  input: CredentialTestInput,
): Promise<CredentialTestResult> {
  try {
    return await workflows.testCredential(input);
  } catch (cause) {
    throw new DomainError('CREDENTIALS_TEST_UNAVAILABLE', { cause });
  } finally {
    // A test that never began has left the draft behind.
    await db.credentialDraft.deleteMany({ where: { id: input.draftId } });
  }
}

/** Deletes drafts of logins created before the given time. */
export async function deleteCredentialDrafts(db: DatabaseOrTransaction, before: Date): Promise<void> {
  await db.credentialDraft.deleteMany({ where: { createdAt: { lt: before } } });
}
