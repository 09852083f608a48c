/**
 * Verifies that the account's owner is at the keyboard: by the current password, and the code if two-step sign-in is
 * on.
 */
import { clientIpHeader } from '#api/adapters/auth.ts';
import { inPasswordTurn } from '#api/adapters/passwords.ts';
import type { Deps } from '#api/deps.ts';
import type { RateLimiter } from '#api/adapters/rate-limits.ts';
import type { OwnerProof } from '#contracts/accounts/account.ts';
import { DomainError } from '#contracts/errors.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { accountMessages } from '#contracts/accounts/messages.ts';
import { codeOf } from './accounts.ts';
import { callerNetwork } from '#api/domain/networks.ts';
import { requireSecondFactor } from './second-factor.ts';

/** The origin of the call. The cookie identifies the session whose password is checked. */
export type Origin = { cookie: string; ip: string; userAgent: string };
type PasswordDeps = Pick<Deps, 'auth'> & { limiter: RateLimiter };
type OwnerDeps = PasswordDeps & Pick<Deps, 'db' | 'vault' | 'clock'>;

/** Throws unless both are correct. Attempts are counted per account, separately for the password and for the code. */
export async function requireOwner(
  deps: OwnerDeps,
  user: { id: string },
  { currentPassword, code }: OwnerProof,
  origin: Origin,
): Promise<void> {
  await requirePassword(deps, user, currentPassword, origin);
  await requireSecondFactor({ ...deps, now: deps.clock() }, user.id, code);
}

/** Throws unless the password is correct. A correct one resets the count of wrong attempts. */
export async function requirePassword(
  { auth, limiter }: PasswordDeps,
  user: { id: string },
  currentPassword: string,
  origin: Origin,
): Promise<void> {
  if (currentPassword === '') throw refusal('INVALID_INPUT', accountMessages.currentPasswordRequired());
  await countedPassword(limiter, user, () =>
    inPasswordTurn(
      () => auth.api.verifyPassword({ body: { password: currentPassword }, headers: headersOf(origin) }),
      [callerNetwork(origin.ip)],
    ),
  );
}

/** Counts the attempt before checking it, so that concurrent attempts cannot bypass the limit. */
async function countedPassword<Result>(
  limiter: RateLimiter,
  user: { id: string },
  check: () => Promise<Result>,
): Promise<Result> {
  await limiter.consume('passwordCheckPerUser', user.id);
  const result = await check().catch(refuseWrongPassword);
  await limiter.reset('passwordCheckPerUser', user.id);
  return result;
}

/** Returns the headers with which the authentication library recognises the session and the caller. */
export const headersOf = ({ cookie, ip, userAgent }: Origin): Headers =>
  new Headers({ cookie, [clientIpHeader]: ip, 'user-agent': userAgent });

function refuseWrongPassword(error: unknown): never {
  const code = codeOf(error);
  if (code === 'INVALID_PASSWORD' || code === 'CREDENTIAL_ACCOUNT_NOT_FOUND')
    throw new DomainError('WRONG_PASSWORD');
  throw error;
}
