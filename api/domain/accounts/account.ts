/** Account actions of a customer that require the current password: changing the password and deleting the account. */
import { randomBytes } from 'node:crypto';
import { signedSessionCookie } from '#api/adapters/auth.ts';
import { inPasswordTurn } from '#api/adapters/passwords.ts';
import type { Deps } from '#api/deps.ts';
import type { RateLimiter } from '#api/adapters/rate-limits.ts';
import type { ChangePasswordBody, DeleteAccountBody } from '#contracts/accounts/account.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import type { Database } from '#prisma/client.ts';
import { deleteAccount } from './account-deletion.ts';
import { callerNetwork } from '#api/domain/networks.ts';
import { sendMail } from '#api/domain/messaging/send-mail.ts';
import { passwordChangedMail } from './account-mails.ts';
import { requireOwner, requirePassword, type Origin } from './owner-check.ts';
import { refuseGuessable } from './password-rules.ts';
import { closeOtherWays, closeWaysAgain, notifyOfClosedWays } from './secure-account.ts';
import { keepOnlySession, type SessionCaller } from './sessions.ts';

type Caller = { id: string; email: string };

const SESSION_TOKEN_BYTES = 24;

/**
 * Changes the password. Ends every session and all other means of access, so that a stolen cookie becomes worthless,
 * and returns the cookies of a new session. Keeps the password if the account was secured in the meantime: throws
 * WRONG_PASSWORD if its password is another one by now, and UNAUTHENTICATED if the caller's session has ended.
 */
export async function changePassword(
  deps: Pick<Deps, 'auth' | 'env' | 'db' | 'mailer' | 'logger' | 'clock'> & { limiter: RateLimiter },
  caller: SessionCaller,
  body: ChangePasswordBody,
  origin: Origin,
): Promise<string[]> {
  const { auth, env, db, clock, limiter } = deps;
  const owner = await db.user.findUniqueOrThrow({ where: { id: caller.id } });
  refuseGuessable(body.newPassword, owner);
  await requirePassword({ auth, limiter }, caller, body.currentPassword, origin);
  const hashes = await inPasswordTurn(() => hashesOf(deps, caller.id, body), [callerNetwork(origin.ip)]);
  // Runs before the new password is stored, so that nothing outlives the old one, even if the process dies in between.
  // Open reset links were requested under the old password. No other verification record holds a user id as its
  // value.
  await db.verification.deleteMany({ where: { value: caller.id } });
  const closed = await closeOtherWays(db, caller.id, clock());
  const token = await replacePassword(db, { caller, origin, ...hashes });
  const all = await closeWaysAgain(db, { userId: caller.id, token, now: clock() }, closed);
  notifyOfClosedWays(deps, caller.id, all);
  const passkeys = await db.passkey.count({ where: { userId: caller.id } });
  const mail = passwordChangedMail({ signedOut: 'every other device', passkeys });
  void sendMail(deps, owner, mail, { userId: caller.id });
  return [await signedSessionCookie({ auth, env }, token)];
}

type Hashes = { former: string; replacement: string };

/**
 * Returns the stored hash of the current password, which is checked once more, because a reset may have come since the
 * first check. That one has also renewed a hash with an outdated cost.
 */
async function hashesOf(
  { auth, db }: Pick<Deps, 'auth' | 'db'>,
  userId: string,
  { currentPassword, newPassword }: ChangePasswordBody,
): Promise<Hashes> {
  const { hash, verify } = (await auth.$context).password;
  const stored = await db.account.findFirst({
    where: { userId, password: { not: null } },
    select: { password: true },
  });
  const former = stored?.password ?? '';
  if (former === '' || !(await verify({ hash: former, password: currentPassword })))
    throw new DomainError('WRONG_PASSWORD');
  return { former, replacement: await hash(newPassword) };
}

/**
 * Stores the new password if the former one is still stored and the caller's session is still there, ends all other
 * sessions, and returns the new token of the caller's. The session keeps the factor that was proved in it.
 */
function replacePassword(
  db: Database,
  { caller, origin, former, replacement }: Hashes & { caller: SessionCaller; origin: Origin },
): Promise<string> {
  const { id: userId, sessionToken } = caller;
  return db.$transaction(async (tx) => {
    const { count } = await tx.account.updateMany({
      where: { userId, password: former },
      data: { password: replacement },
    });
    if (count === 0) throw new DomainError('WRONG_PASSWORD');
    await keepOnlySession(tx, caller);
    const session = { userId, token: sessionToken ?? '' };
    // Whoever knew the former token may also have had notifications pushed to another browser.
    await tx.pushSubscription.deleteMany({ where: { session } });
    const token = randomBytes(SESSION_TOKEN_BYTES).toString('base64url');
    const now = new Date();
    await tx.session.updateMany({
      where: session,
      data: {
        token,
        ipAddress: origin.ip,
        userAgent: origin.userAgent,
        createdAt: now,
        expiresAt: new Date(now.getTime() + limits.sessionMs),
      },
    });
    return token;
  });
}

/**
 * Deletes the caller's account. The typed address rules out an accidental click; the password and the code prove that
 * the caller is the owner.
 */
export async function deleteOwnAccount(
  deps: Pick<Deps, 'auth' | 'db' | 'files' | 'vault' | 'logger' | 'clock'> & { limiter: RateLimiter },
  user: Caller,
  { email, ...proof }: DeleteAccountBody,
  origin: Origin,
): Promise<void> {
  if (email !== user.email) throw new DomainError('EMAIL_DIFFERS');
  await requireOwner(deps, user, proof, origin);
  await deleteAccount(deps, { userId: user.id, by: null });
}
