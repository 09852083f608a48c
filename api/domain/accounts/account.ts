/** Account actions of a customer that require the current password: changing the password and deleting the account. */
import { inPasswordTurn } from '#api/adapters/passwords.ts';
import type { Deps } from '#api/deps.ts';
import type { RateLimiter } from '#api/adapters/rate-limits.ts';
import type { ChangePasswordBody, DeleteAccountBody } from '#contracts/accounts/account.ts';
import { DomainError } from '#contracts/errors.ts';
import { deleteAccount } from './account-deletion.ts';
import { callerNetwork } from '#api/domain/networks.ts';
import { mailTo } from '#api/domain/messaging/mails.ts';
import { passwordChangedMail } from './account-mails.ts';
import { countedPassword, headersOf, requireOwner, requirePassword, type Origin } from './owner-check.ts';
import { refuseGuessable } from './password-rules.ts';
import { closeOtherWays, closeWaysAgain, notifyOfClosedWays } from './secure-account.ts';

type Caller = { id: string; email: string };

/**
 * Changes the password. Ends every session and all other means of access, so that a stolen cookie becomes worthless,
 * and returns the cookies of a new session.
 */
export async function changePassword(
  deps: Pick<Deps, 'auth' | 'db' | 'mailer' | 'logger' | 'clock'> & { limiter: RateLimiter },
  user: Caller,
  { currentPassword, newPassword }: ChangePasswordBody,
  origin: Origin,
): Promise<string[]> {
  const { auth, db, mailer, logger, clock, limiter } = deps;
  const owner = await db.user.findUniqueOrThrow({ where: { id: user.id } });
  refuseGuessable(newPassword, owner);
  await requirePassword({ auth, limiter }, user, currentPassword, origin);
  // Runs before the new password is stored, so that nothing outlives the old one, even if the process dies in between.
  // Open reset links were requested under the old password. No other verification record holds a user id as its
  // value.
  await db.verification.deleteMany({ where: { value: user.id } });
  const closed = await closeOtherWays(db, user.id, clock());
  const request = { currentPassword, newPassword, revokeOtherSessions: true };
  const changed = await countedPassword(limiter, user, () =>
    inPasswordTurn(
      () => auth.api.changePassword({ body: request, headers: headersOf(origin), returnHeaders: true }),
      [callerNetwork(origin.ip)],
    ),
  );
  const { token } = changed.response;
  const all = await closeWaysAgain(db, { userId: user.id, token, now: clock() }, closed);
  notifyOfClosedWays(deps, user.id, all);
  const passkeys = await db.passkey.count({ where: { userId: user.id } });
  mailer
    .send(mailTo(owner, passwordChangedMail({ signedOut: 'every other device', passkeys })))
    .catch((error: unknown) => logger.error({ err: error, userId: user.id }, 'mail not sent'));
  return changed.headers.getSetCookie();
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
