/** Verbs of one's own account that ask for the current password: a new password, and the end of the account. */
import { clientIpHeader, type Auth } from '#api/adapters/auth.ts';
import { inPasswordTurn } from '#api/adapters/passwords.ts';
import type { Deps } from '#api/deps.ts';
import type { RateLimiter } from '#api/middleware/rate-limit.ts';
import type { ChangePasswordBody, DeleteAccountBody, OwnerProof } from '#contracts/account.ts';
import { DomainError } from '#contracts/errors.ts';
import { deleteAccount } from './account-deletion.ts';
import { codeOf } from './accounts.ts';
import { callerNetwork } from './networks.ts';
import { passwordChangedMail } from './mails.ts';
import { requireSecondFactor } from './second-factor.ts';
import { refuseGuessable } from './password-rules.ts';
import { closeOtherWays, tellClosedWays } from './secure-account.ts';

type Caller = { id: string; email: string };
/** Where the call came from; the cookie names the session that is changed for a new one. */
export type Origin = { cookie: string; ip: string; userAgent: string };

/** Ends every session of the user and every other way in, and answers the cookies of a new one, so that a stolen cookie is worth nothing. */
export async function changePassword(
  deps: Pick<Deps, 'auth' | 'db' | 'mailer' | 'logger' | 'clock'>,
  user: Caller,
  { currentPassword, newPassword }: ChangePasswordBody,
  origin: Origin,
): Promise<string[]> {
  const { auth, db, mailer, logger, clock } = deps;
  const owner = await db.user.findUniqueOrThrow({ where: { id: user.id } });
  refuseGuessable(newPassword, owner);
  const changed = await inPasswordTurn(
    () =>
      auth.api.changePassword({
        body: { currentPassword, newPassword, revokeOtherSessions: true },
        headers: headersOf(origin),
        returnHeaders: true,
      }),
    [callerNetwork(origin.ip)],
  ).catch(refuseWrongPassword);
  tellClosedWays(deps, user.id, await closeOtherWays(db, user.id, clock()));
  // Reset links that are still open were asked for under the old password; nothing else keeps a user id there.
  await db.verification.deleteMany({ where: { value: user.id } });
  mailer
    .send(passwordChangedMail(owner, 'every other device'))
    .catch((error: unknown) => logger.error({ err: error, userId: user.id }, 'mail not sent'));
  return changed.headers.getSetCookie();
}

/** The typed address says that no click went astray, the password and the code that it is the owner. */
export async function deleteOwnAccount(
  deps: Pick<Deps, 'auth' | 'db' | 'files' | 'vault' | 'logger' | 'clock'> & { limiter: RateLimiter },
  user: Caller,
  { currentPassword, code, email }: DeleteAccountBody,
  origin: Origin,
): Promise<void> {
  if (email !== user.email) throw new DomainError('EMAIL_DIFFERS');
  await requireOwner(deps, user, { currentPassword, code }, origin);
  await deleteAccount(deps, { userId: user.id, by: null });
}

/** Asks once more who it is: the password, and the code where two-step sign-in is on. Guesses count for the user. */
export async function requireOwner(
  deps: Pick<Deps, 'auth' | 'db' | 'vault' | 'clock'> & { limiter: RateLimiter },
  user: Pick<Caller, 'id'>,
  { currentPassword, code }: OwnerProof,
  origin: Origin,
): Promise<void> {
  await deps.limiter.consume('passwordCheckPerUser', user.id);
  await requirePassword(deps.auth, currentPassword, origin);
  await requireSecondFactor({ ...deps, now: deps.clock() }, user.id, code);
}

export async function requirePassword(auth: Auth, currentPassword: string, origin: Origin): Promise<void> {
  await inPasswordTurn(
    () => auth.api.verifyPassword({ body: { password: currentPassword }, headers: headersOf(origin) }),
    [callerNetwork(origin.ip)],
  ).catch(refuseWrongPassword);
}

const headersOf = ({ cookie, ip, userAgent }: Origin): Headers =>
  new Headers({ cookie, [clientIpHeader]: ip, 'user-agent': userAgent });

function refuseWrongPassword(error: unknown): never {
  const code = codeOf(error);
  if (code === 'INVALID_PASSWORD' || code === 'CREDENTIAL_ACCOUNT_NOT_FOUND')
    throw new DomainError('WRONG_PASSWORD');
  throw error;
}
