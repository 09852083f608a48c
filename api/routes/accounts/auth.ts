/** Routes of spec section 7 "Auth", and the two that a session needs: logout and me. */
import type { Context } from 'hono';
import type { Deps } from '#api/deps.ts';
import {
  requestPasswordReset,
  resetPassword,
  signIn,
  signOut,
  userView,
} from '#api/domain/accounts/accounts.ts';
import { knownDeviceOf } from '#api/domain/accounts/known-devices.ts';
import { isKnownNetwork, callerNetwork } from '#api/domain/networks.ts';
import { cookieOfRegistrant, signInByLink } from '#api/domain/accounts/link-sign-in.ts';
import { refuseGuessable } from '#api/domain/accounts/password-rules.ts';
import { register, resendVerification, verifyEmail } from '#api/domain/accounts/registration.ts';
import { acceptedLanguage } from '#api/middleware/accept-language.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { clientIp } from '#api/middleware/client-ip.ts';
import { createRateLimiter, type RateLimiter } from '#api/adapters/rate-limits.ts';
import { setCookies } from '#api/middleware/set-cookies.ts';
import { clientMessages } from '#contracts/client-messages.ts';
import { DomainError, type ErrorCode } from '#contracts/errors.ts';
import type { RateLimitName } from '#contracts/rate-limits.ts';
import { serve } from '#api/routes/serve.ts';

const REGISTERED = 'Registration successful! Please check your email to verify your account, then log in.';

const PASSWORD_RESET = 'Your password has been reset successfully. Please sign in with your new password.';
const VERIFIED_AND_SIGNED_IN = 'Email verified successfully! You are signed in.';
const VERIFIED = 'Email verified successfully! You can now sign in.';

export function authRoutes(deps: Deps) {
  const limiter = createRateLimiter(deps);
  const ipOf = (c: Context<AppEnv>): string => clientIp(c, deps.env.TRUSTED_PROXIES);
  const networkOfCaller = (c: Context<AppEnv>): string => callerNetwork(ipOf(c));
  const countMailTo = async (c: Context<AppEnv>, email: string): Promise<void> => {
    // Counted per network too, so that somebody elsewhere who uses up an address's mails does not affect its owner.
    await limiter.consume('mailPerAddress', `${email} ${networkOfCaller(c)}`);
    await limiter.consume('mailFromAnywhere', email);
  };
  return serve(deps, {
    'POST /api/auth/login': async ({ body: login }, c) => {
      const network = networkOfCaller(c);
      const device = await knownDeviceOf(deps, login.email, c.req.header('cookie') ?? '');
      const isKnown = device !== null || (await isKnownNetwork(deps.db, login.email, network));
      const caller = {
        ip: ipOf(c),
        userAgent: c.req.header('user-agent') ?? '',
        headers: c.req.raw.headers,
        askers: isKnown ? [network] : [network, login.email],
        isKnown,
      };
      const { user, cookies } = await countingFailures(
        limiter,
        { email: login.email, network, device, isKnown },
        () => signIn({ ...deps, limiter }, login, caller),
      );
      setCookies(c, cookies);
      return { message: 'Login successful!', user };
    },
    'POST /api/auth/register': async ({ body: registration }, c) => {
      // Checked before a mail is counted: a user who is still looking for a better password triggers no mail.
      refuseGuessable(registration.password, registration);
      await limiter.consume('mailPerIp', networkOfCaller(c));
      await countMailTo(c, registration.email);
      const language = registration.language ?? acceptedLanguage(c);
      const askers = [networkOfCaller(c), registration.email];
      const ownId = await register(deps, { ...registration, language }, askers);
      setCookies(c, [await cookieOfRegistrant(deps, ownId)]);
      return { message: REGISTERED };
    },
    'POST /api/auth/resend-verification': async ({ body: { email } }, c) => {
      await countMailTo(c, email);
      await resendVerification(deps, email);
      return { message: clientMessages.resendSuccess };
    },
    'POST /api/auth/forgot-password': async ({ body: { email } }, c) => {
      await countMailTo(c, email);
      await requestPasswordReset(deps, email);
      return { message: clientMessages.forgotSuccess };
    },
    'POST /api/auth/reset-password': async ({ body }) => {
      await resetPassword(deps, body);
      return { message: PASSWORD_RESET };
    },
    'POST /api/auth/verify-email': async ({ user, body }, c) => {
      const verified = await verifyEmail({ ...deps, limiter }, body);
      const { email } = verified;
      // A caller who is already signed in keeps the present session.
      const signedIn = user
        ? null
        : await signInByLink({ ...deps, limiter }, verified, {
            ip: ipOf(c),
            userAgent: c.req.header('user-agent') ?? '',
            headers: c.req.raw.headers,
          });
      if (signedIn) setCookies(c, signedIn.cookies);
      const message = signedIn ? VERIFIED_AND_SIGNED_IN : VERIFIED;
      return { message, user: { email }, email, signedIn: signedIn !== null };
    },
    'POST /api/auth/logout': async (_, c) => {
      setCookies(c, await signOut(deps, c.req.raw.headers));
      return { message: 'You are signed out.' };
    },
    'GET /api/auth/me': async ({ user: known }) => {
      const view = known && (await userView(deps.db, known.id));
      return { user: view && { ...view, adminFactor: known.adminFactor } };
    },
  });
}

const afterRightPassword: ReadonlySet<ErrorCode> = new Set(['EMAIL_NOT_VERIFIED', 'ACCOUNT_SUSPENDED']);

const afterNoGuess: ReadonlySet<ErrorCode> = new Set(['UNAVAILABLE', 'SECOND_FACTOR_REQUIRED']);

/**
 * Where an attempt comes from. `device`: the digest of a browser on which the account was used; `isKnown`: the attempt
 * comes from such a browser, or from a network where the account has a session.
 */
type Attempt = { email: string; network: string; device: string | null; isKnown: boolean };
type Count = { name: RateLimitName; key: string };
const PER_ADDRESS = 'signInPerAddress' as const;

/**
 * Returns the counters of an attempt: per network, and per account together with the network and the known browser. An
 * attempt from an unknown place also counts per account and for the whole service, so that many networks together get
 * no more attempts, and nobody can lock the owner out.
 */
function countsOf({ email, network, device, isKnown }: Attempt): Count[] {
  const counts: Count[] = [
    { name: 'signInPerIp', key: network },
    ...[network, device ?? []].flat().map((from) => ({ name: PER_ADDRESS, key: `${email} ${from}` })),
  ];
  if (isKnown) return counts;
  return [...counts, { name: 'signInPerAccount', key: email }, { name: 'signInOfService', key: 'all' }];
}

/**
 * Counts an attempt before the password is checked, so that concurrent attempts cannot exceed the limit. Takes the
 * count back unless the attempt was a wrong guess.
 */
async function countingFailures<T>(
  limiter: RateLimiter,
  from: Attempt,
  attempt: () => Promise<T>,
): Promise<T> {
  const counts = countsOf(from);
  for (const { name, key } of counts) await limiter.consume(name, key);
  const takeBack = async (): Promise<void> => {
    for (const { name, key } of counts) await limiter.refund(name, key);
  };
  const passwordWasRight = async (): Promise<void> => {
    await takeBack();
    for (const { name, key } of counts) if (name === PER_ADDRESS) await limiter.reset(name, key);
  };
  try {
    const result = await attempt();
    await passwordWasRight();
    return result;
  } catch (error) {
    if (error instanceof DomainError && afterRightPassword.has(error.code)) await passwordWasRight();
    // No password was checked, or only the password was sent and the second factor is missing.
    if (error instanceof DomainError && afterNoGuess.has(error.code)) await takeBack();
    throw error;
  }
}
