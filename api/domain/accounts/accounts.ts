/** Signing in and out, resetting the password, and a customer's view of their own account. */
import { clientIpHeader, secondFactorHeader } from '#api/adapters/auth.ts';
import { inPasswordTurn } from '#api/adapters/passwords.ts';
import type { Deps } from '#api/deps.ts';
import type { SignedInUser, User } from '#contracts/calls/accounts-answers.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { DomainError } from '#contracts/errors.ts';
import { bdtFromPoisha } from '#contracts/payments/purchase-rules.ts';
import type { Profile } from '#contracts/accounts/users.ts';
import type { Database, DatabaseOrTransaction } from '#prisma/client.ts';
import { adminFactorOf, hasFactor } from './admin-factor.ts';
import { creditsShownTo } from './customers.ts';
import { noteDevice, type DeviceDeps } from './known-devices.ts';
import { refuseGuessable, type KnownOfPerson } from './password-rules.ts';
import { notifyOfPasskeyChange } from './passkey-mails.ts';
import { preferencesOf } from './preferences.ts';
import { deleteRivals, isPasswordOfRival } from './rival-registrations.ts';
import { closeOtherWays, closeWaysAgain, removeAllPasskeys, notifyOfClosedWays } from './secure-account.ts';
import { spentPoishaByUser } from '#api/domain/payments/transactions.ts';

export type SignInDeps = Pick<Deps, 'auth' | 'clock'> & DeviceDeps;
/** A Set-Cookie header value as written by better-auth. */
type SetCookie = string;

export type SignedIn = { user: SignedInUser; cookies: SetCookie[] };

/** `askers` and `isKnown`: see fair-turns.ts. */
type Caller = {
  ip: string;
  userAgent: string;
  headers: Headers;
  askers: readonly string[];
  isKnown: boolean;
};

/** Signs in with a password. Ends any session the caller already had, because each sign-in gets its own session. */
export async function signIn(
  deps: SignInDeps,
  { code, ...login }: { email: string; password: string; code?: string | undefined },
  caller: Caller,
): Promise<SignedIn> {
  const { auth } = deps;
  const headers = new Headers({ [clientIpHeader]: caller.ip, 'user-agent': caller.userAgent });
  if (code) headers.set(secondFactorHeader, encodeURIComponent(code));
  const before = await storedHash(deps.db, login.email);
  const signedIn = await inPasswordTurn(
    () => auth.api.signInEmail({ body: login, headers, returnHeaders: true }),
    caller.askers,
    caller.isKnown,
  ).catch(async (error: unknown) => {
    const failure = signInFailure(error, login.email);
    const isGuess = failure instanceof DomainError && failure.code === 'LOGIN_FAILED';
    throw isGuess && (await isPasswordOfRival(deps, login, caller.askers))
      ? new DomainError('EMAIL_NOT_VERIFIED', { details: { email: login.email } })
      : failure;
  });
  const { user, token } = signedIn.response;
  await refuseFormerPassword(deps, { ...login, token, before }, caller.askers);
  await refuseMissingFactor(deps.db, { userId: user.id, token });
  const session = { userId: user.id, token, cookies: signedIn.headers.getSetCookie() };
  return takeUpSession(deps, session, caller.headers);
}

/** Returns the hash of the address's password; null if there is none. */
async function storedHash(db: Database, email: string): Promise<string | null> {
  const found = await db.account.findFirst({
    where: { user: { email }, password: { not: null } },
    select: { password: true },
  });
  return found?.password ?? null;
}

/**
 * Ends the new session and throws LOGIN_FAILED if the password was replaced while it was being checked. Whoever replaced
 * it has ended all sessions that were there at the time, and cannot know of this one.
 */
async function refuseFormerPassword(
  { auth, db }: Pick<SignInDeps, 'auth' | 'db'>,
  signedIn: { email: string; password: string; token: string; before: string | null },
  askers: readonly string[],
): Promise<void> {
  const hash = await storedHash(db, signedIn.email);
  if (hash === signedIn.before) return;
  // The hash also changes when its cost is raised, which leaves the password as it is.
  const { verify } = (await auth.$context).password;
  const { password } = signedIn;
  if (hash !== null && (await inPasswordTurn(() => verify({ hash, password }), askers))) return;
  await db.session.deleteMany({ where: { token: signedIn.token } });
  throw new DomainError('LOGIN_FAILED');
}

/**
 * Ends the new session and throws SECOND_FACTOR_REQUIRED if two-step sign-in was switched on after the sign-in had found
 * it off. The lock waits for a confirmation that is being stored, which ends only the sessions that it finds.
 */
async function refuseMissingFactor(db: Database, session: { userId: string; token: string }): Promise<void> {
  const { userId, token } = session;
  const [found] = await db.$queryRaw<{ isMissing: boolean }[]>`
    SELECT f.confirmed_at IS NOT NULL AND s.factor IS NULL AS "isMissing"
    FROM second_factors f LEFT JOIN sessions s ON s.token = ${token}
    WHERE f.user_id = ${userId} FOR SHARE OF f`;
  if (!found?.isMissing) return;
  await db.session.deleteMany({ where: { token } });
  throw new DomainError('SECOND_FACTOR_REQUIRED');
}

/** Completes every kind of sign-in. `headers` are those of the caller's request. */
export async function takeUpSession(
  deps: SignInDeps,
  { userId, token, cookies }: { userId: string; token: string; cookies: SetCookie[] },
  headers: Headers,
): Promise<SignedIn> {
  const { auth, db, clock } = deps;
  const device = await noteDevice(deps, token, headers.get('cookie') ?? '');
  if (headers.has('cookie')) await auth.api.signOut({ headers });
  await db.user.update({ where: { id: userId }, data: { lastActivity: clock() } });
  return { user: await signedInView(deps, { userId, token }), cookies: [...cookies, device] };
}

async function signedInView(
  { db, env }: Pick<DeviceDeps, 'db' | 'env'>,
  { userId, token }: { userId: string; token: string },
): Promise<SignedInUser> {
  const [user, session] = await Promise.all([
    userView(db, userId),
    db.session.findUnique({ where: { token }, select: { factor: true } }),
  ]);
  const known = { isAdmin: user.isAdmin, factor: session?.factor ?? null };
  const has = user.isAdmin && (await hasFactor(db, userId));
  return { ...user, adminFactor: adminFactorOf(env, { ...known, hasFactor: has }) };
}

/**
 * Returns the same error for an unknown address and a wrong password, so that accounts cannot be enumerated. Other
 * reasons are revealed only after the correct password.
 */
function signInFailure(error: unknown, email: string): unknown {
  switch (codeOf(error)) {
    case 'INVALID_EMAIL':
    case 'INVALID_EMAIL_OR_PASSWORD':
      return new DomainError('LOGIN_FAILED');
    case 'EMAIL_NOT_VERIFIED':
      return new DomainError('EMAIL_NOT_VERIFIED', { details: { email } });
    case 'ACCOUNT_SUSPENDED':
      return new DomainError('ACCOUNT_SUSPENDED');
    default:
      return error;
  }
}

/** Ends the session of the request's cookie. Returns the cookies that clear it in the browser. */
export async function signOut({ auth }: Pick<Deps, 'auth'>, headers: Headers): Promise<SetCookie[]> {
  const signedOut = await auth.api.signOut({ headers, returnHeaders: true });
  return signedOut.headers.getSetCookie();
}

/** Mails a reset link. Returns normally for an unknown address too, so that accounts cannot be enumerated. */
export async function requestPasswordReset({ auth }: Pick<Deps, 'auth'>, email: string): Promise<void> {
  await auth.api.requestPasswordReset({ body: { email } });
}

/** Sets a new password by a reset link. Ends every session and all other means of access, including passkeys. */
export async function resetPassword(
  deps: Pick<Deps, 'auth' | 'db' | 'clock' | 'mailer' | 'logger'>,
  reset: { token: string; newPassword: string },
): Promise<void> {
  const { auth, db, clock } = deps;
  const owner = await ownerOfResetLink({ auth, db }, reset.token);
  refuseGuessable(reset.newPassword, owner ?? {});
  // Runs before the link is used up, so that no token outlives the old password, even if the process dies in between.
  const closed = owner && (await closeOtherWays(db, owner.id, clock()));
  // An attacker with access may have added a passkey, and the owner resetting the password cannot tell which are
  // theirs. In an administrator's account, adding a passkey requires proving another factor. Those stay: otherwise
  // access to the mailbox alone would be enough.
  const losesPasskeys = owner !== null && !owner.isAdmin;
  const removed = losesPasskeys ? await removeAllPasskeys(db, owner.id) : 0;
  try {
    await inPasswordTurn(() => auth.api.resetPassword({ body: reset }), owner ? [owner.id] : []);
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'INVALID_TOKEN' && code !== 'USER_NOT_FOUND') throw error;
    throw new DomainError('INVALID_RESET_TOKEN', { cause: error });
  }
  if (!closed) return;
  // Whoever reads the mailbox has chosen the password, so the rivals have lost.
  await deleteRivals(db, owner.id);
  const ended = { userId: owner.id, token: null, now: clock() };
  notifyOfClosedWays(deps, owner.id, await closeWaysAgain(db, ended, closed));
  // The devices known under the former password no longer count as known.
  await db.knownDevice.deleteMany({ where: { userId: owner.id } });
  // Runs a second time, because a session that has just ended may still have added a passkey.
  const passkeys = removed + (losesPasskeys ? await removeAllPasskeys(db, owner.id) : 0);
  if (passkeys > 0) notifyOfPasskeyChange(deps, owner.id, { change: 'reset', passkeys });
}

/** Returns null for an invalid link, which is refused when it is used. */
async function ownerOfResetLink(
  { auth, db }: Pick<Deps, 'auth' | 'db'>,
  token: string,
): Promise<(KnownOfPerson & { id: string; isAdmin: boolean }) | null> {
  const { internalAdapter } = await auth.$context;
  const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  if (!link || link.expiresAt < new Date()) return null;
  return db.user.findUnique({ where: { id: link.value } });
}

/** Returns the error code of a better-auth refusal. */
export function codeOf(error: unknown): string | undefined {
  const body = error instanceof Error ? (error as Error & { body?: { code?: string } }).body : undefined;
  return body?.code;
}

/** Returns a user as the client sees it. Throws NOT_FOUND for an unknown or deleted user. */
export async function userView(db: DatabaseOrTransaction, userId: string): Promise<User> {
  const [user] = await userViews(db, [userId]);
  if (!user) throw new DomainError('NOT_FOUND');
  return user;
}

/** Returns users in the order of the ids; deleted and unknown users are omitted. */
export async function userViews(db: DatabaseOrTransaction, userIds: string[]): Promise<User[]> {
  const of = { in: userIds };
  const [users, accounts, spent] = await Promise.all([
    db.user.findMany({ where: { id: of, deletedAt: null } }),
    db.ledgerAccount.findMany({ where: { userId: of }, select: { id: true, balance: true } }),
    spentPoishaByUser(db, userIds),
  ]);
  const userOf = new Map(users.map((user) => [user.id, user]));
  const balanceOf = new Map(accounts.map(({ id, balance }) => [id, balance ?? 0n]));
  return userIds.flatMap((id) => {
    const user = userOf.get(id);
    if (!user) return [];
    const available = balanceOf.get(`customer:${id}`) ?? 0n;
    return {
      id,
      email: user.email,
      name: user.name,
      company: user.company,
      mobile: user.mobile,
      credits: creditsShownTo(user, available),
      reservedCredits: creditsFromHundredths(balanceOf.get(`reserved:${id}`) ?? 0n),
      emailVerified: user.emailVerified,
      isAdmin: user.isAdmin,
      status: user.status === 'suspended' ? ('suspended' as const) : ('active' as const),
      memberSince: user.createdAt.toISOString(),
      createdAt: user.createdAt.toISOString(),
      updatedAt: user.updatedAt.toISOString(),
      lastActivity: user.lastActivity?.toISOString() ?? null,
      totalSpent: bdtFromPoisha(spent.get(id) ?? 0n),
      ...preferencesOf(user),
    };
  });
}

/** Returns the account with the change. */
export async function updateProfile(db: Database, userId: string, profile: Profile): Promise<User> {
  await db.user.update({ where: { id: userId }, data: profile });
  return userView(db, userId);
}
