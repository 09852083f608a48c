/** Passkeys: adding one with the password, listing and removing them, and signing in with one. */
import { clientIpHeader } from '#api/adapters/auth.ts';
import type { Deps } from '#api/deps.ts';
import type { RateLimiter } from '#api/adapters/rate-limits.ts';
import type { OwnerProof } from '#contracts/accounts/account.ts';
import { DomainError } from '#contracts/errors.ts';
import { passkeysMax } from '#contracts/accounts/passkey-rules.ts';
import type { AddPasskeyBody, PasskeySignInBody } from '#contracts/accounts/passkeys.ts';
import type { OwnPasskey } from '#contracts/calls/accounts-answers.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { accountMessages } from '#contracts/accounts/messages.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import { codeOf, takeUpSession, type SignedIn, type SignInDeps } from './accounts.ts';
import { requireFactorLeft } from './admin-factor.ts';
import { lockedUser } from './admin-rights.ts';
import { hasSession, type SessionCaller } from './sessions.ts';
import { recordOwnChange } from './audit.ts';
import { headersOf, requireOwner, requirePassword, type Origin } from './owner-check.ts';

type Owner = { id: string; isAdmin: boolean };
/** A WebAuthn challenge for the browser, and the cookies that identify it. A challenge is valid once. */
type Question = { options: object; cookies: string[] };

/** Lists passkeys, oldest first. `lastUsedAt` is null for a passkey that was never used. */
export async function listPasskeys(db: Database, userId: string): Promise<OwnPasskey[]> {
  const passkeys = await db.passkey.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: passkeysMax,
  });
  return passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name: name ?? '',
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

/** Starts adding a passkey. Only the owner gets a challenge, proved by the password and the code. */
export async function beginPasskey(
  deps: Pick<Deps, 'auth' | 'db' | 'vault' | 'clock'> & { limiter: RateLimiter },
  user: Owner,
  proof: OwnerProof,
  origin: Origin,
): Promise<Question> {
  const { auth, db } = deps;
  await requireOwner(deps, user, proof, origin);
  await requireRoom(db, user.id);
  const asked = await auth.api.generatePasskeyRegistrationOptions({
    headers: headersOf(origin),
    returnHeaders: true,
  });
  return { options: asked.response, cookies: asked.headers.getSetCookie() };
}

/**
 * Adds the passkey with which the browser answered the challenge. Throws PASSKEY_NOT_ADDED, LIMIT_REACHED, or
 * UNAUTHENTICATED if the session has ended.
 */
export async function addPasskey(
  { auth, db }: Pick<Deps, 'auth' | 'db'>,
  user: Owner & SessionCaller,
  { name, credential }: AddPasskeyBody,
  origin: Origin,
): Promise<void> {
  await requireRoom(db, user.id);
  await auth.api
    .verifyPasskeyRegistration({ body: { name, response: credential }, headers: headersOf(origin) })
    .catch((error: unknown) => {
      if (codeOf(error) === undefined) throw error;
      throw new DomainError('PASSKEY_NOT_ADDED', { cause: error });
    });
  const refused = await db.$transaction(async (tx: Transaction) => {
    await lockedUser(tx, user.id);
    const why = await refusalOf(tx, user);
    // better-auth has stored it already.
    if (why) await tx.passkey.deleteMany({ where: { userId: user.id, credentialID: credential.id } });
    else await recordOwnChange(tx, user, { action: 'passkey added', before: null, after: null });
    return why;
  });
  if (refused) throw refused;
}

/** If several are added at once, each has passed the earlier check, so the limit is checked again under a lock. */
async function refusalOf(tx: Transaction, user: SessionCaller): Promise<DomainError | null> {
  if (!(await hasSession(tx, user))) return new DomainError('UNAUTHENTICATED');
  return (await tx.passkey.count({ where: { userId: user.id } })) > passkeysMax ? tooMany() : null;
}

async function requireRoom(db: Database, userId: string): Promise<void> {
  if ((await db.passkey.count({ where: { userId } })) >= passkeysMax) throw tooMany();
}

const tooMany = (): DomainError =>
  refusal('LIMIT_REACHED', accountMessages.tooManyPasskeys({ most: passkeysMax }));

/** Removes a passkey. Sessions started with it continue; they are listed and ended separately. */
export async function removePasskey(
  deps: Pick<Deps, 'auth' | 'db' | 'env'> & { limiter: RateLimiter },
  user: Owner,
  { id, currentPassword }: { id: string; currentPassword: string },
  origin: Origin,
): Promise<void> {
  await requirePassword(deps, user, currentPassword, origin);
  await deps.db.$transaction(async (tx: Transaction) => {
    const { count } = await tx.passkey.deleteMany({ where: { id, userId: user.id } });
    if (count === 0) throw refusal('NOT_FOUND', accountMessages.passkeyRemoved());
    await requireFactorLeft(tx, deps.env, user.id);
    await recordOwnChange(tx, user, { action: 'passkey removed', before: null, after: null });
  });
}

/** Starts signing in without naming an account: the browser offers its passkeys for this site. */
export async function askForPasskey({ auth }: Pick<Deps, 'auth'>): Promise<Question> {
  const asked = await auth.api.generatePasskeyAuthenticationOptions({
    headers: new Headers(),
    returnHeaders: true,
  });
  // By default the library only prefers user verification; here it is required.
  const options = { ...asked.response, userVerification: 'required' };
  return { options, cookies: asked.headers.getSetCookie() };
}

/**
 * Signs in with the browser's signed answer to `askForPasskey`, and ends the browser's earlier session.
 *
 * @throws DomainError PASSKEY_REFUSED, or ACCOUNT_SUSPENDED or EMAIL_NOT_VERIFIED if the passkey itself is valid
 */
export async function signInWithPasskey(
  deps: SignInDeps,
  credential: PasskeySignInBody['credential'],
  caller: { ip: string; userAgent: string; headers: Headers },
): Promise<SignedIn> {
  const { auth, db, clock } = deps;
  const headers = new Headers({
    [clientIpHeader]: caller.ip,
    'user-agent': caller.userAgent,
    cookie: caller.headers.get('cookie') ?? '',
  });
  const signedIn = await auth.api
    .verifyPasskeyAuthentication({ body: { response: credential }, headers, returnHeaders: true })
    .catch((error: unknown) => refuse(db, credential.id, error));
  await db.passkey.updateMany({ where: { credentialID: credential.id }, data: { lastUsedAt: clock() } });
  const { user, session } = signedIn.response;
  const taken = { userId: user.id, token: session.token, cookies: signedIn.headers.getSetCookie() };
  return takeUpSession(deps, taken, caller.headers);
}

/** Reveals the reason for a refusal only to someone who has the account's passkey; everything else is one error. */
async function refuse(db: Database, credentialID: string, error: unknown): Promise<never> {
  const code = codeOf(error);
  if (code === undefined) throw error;
  if (code === 'ACCOUNT_SUSPENDED') throw new DomainError(code);
  if (code === 'EMAIL_NOT_VERIFIED') {
    const { user } = await db.passkey.findUniqueOrThrow({
      where: { credentialID },
      select: { user: { select: { email: true } } },
    });
    throw new DomainError(code, { details: { email: user.email } });
  }
  throw new DomainError('PASSKEY_REFUSED', { cause: error });
}
