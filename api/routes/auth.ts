/** Calls of spec section 7 "Auth", and the two that a session needs: logout and me. */
import { Hono, type Context } from 'hono';
import type { Deps } from '#api/deps.ts';
import { requestPasswordReset, resetPassword, signIn, signOut, userView } from '#api/domain/accounts.ts';
import { isKnownNetwork, callerNetwork } from '#api/domain/networks.ts';
import { refuseGuessable } from '#api/domain/password-rules.ts';
import { register, resendVerification, verifyEmail } from '#api/domain/registration.ts';
import { acceptedLanguage } from '#api/middleware/accept-language.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { clientIp } from '#api/middleware/client-ip.ts';
import { createRateLimiter, type RateLimiter } from '#api/middleware/rate-limit.ts';
import { validate } from '#api/middleware/validate.ts';
import type { SignedInUser } from '#contracts/auth.ts';
import { emailBody, loginBody, registerBody, resetPasswordBody, verifyEmailBody } from '#contracts/auth.ts';
import { clientMessages, DomainError, type ErrorCode } from '#contracts/errors.ts';
import type { RateLimitName } from '#contracts/limits.ts';

const REGISTERED = 'Registration successful! Please check your email to verify your account, then log in.';

const done = (message: string) => ({ success: true as const, message });

export function authRoutes(deps: Deps) {
  const limiter = createRateLimiter(deps);
  const ipOf = (c: Context<AppEnv>): string => clientIp(c, deps.env.TRUSTED_PROXIES);
  const networkOfCaller = (c: Context<AppEnv>): string => callerNetwork(ipOf(c));
  const countMail = async (c: Context<AppEnv>, email: string): Promise<void> => {
    const network = networkOfCaller(c);
    await limiter.consume('mailPerIp', network);
    // Somebody elsewhere who uses up an address's mails keeps its owner from none.
    await limiter.consume('mailPerAddress', `${email} ${network}`);
    await limiter.consume('mailFromAnywhere', email);
  };
  return new Hono<AppEnv>()
    .post('/login', validate('json', loginBody), async (c) => {
      const login = c.req.valid('json');
      const network = networkOfCaller(c);
      const isKnown = await isKnownNetwork(deps.db, login.email, network);
      const caller = {
        ip: ipOf(c),
        userAgent: c.req.header('user-agent') ?? '',
        headers: c.req.raw.headers,
        askers: isKnown ? [network] : [network, login.email],
      };
      const { user, cookies } = await countingFailures(
        limiter,
        { email: login.email, network, isKnown },
        () => signIn({ ...deps, limiter }, login, caller),
      );
      setCookies(c, cookies);
      return c.json({ ...done('Login successful!'), user });
    })
    .post('/register', validate('json', registerBody), async (c) => {
      const registration = c.req.valid('json');
      const network = networkOfCaller(c);
      await limiter.consume('registrationPerIp', network);
      // Before a mail is counted: who looks for a better password sends none.
      refuseGuessable(registration.password, registration);
      await countMail(c, registration.email);
      const language = registration.language ?? acceptedLanguage(c);
      await register(deps, { ...registration, language }, [network, registration.email]);
      return c.json(done(REGISTERED));
    })
    .post('/resend-verification', validate('json', emailBody), async (c) => {
      const { email } = c.req.valid('json');
      await countMail(c, email);
      await resendVerification(deps, email);
      return c.json(done(clientMessages.resendSuccess));
    })
    .post('/forgot-password', validate('json', emailBody), async (c) => {
      const { email } = c.req.valid('json');
      await countMail(c, email);
      await requestPasswordReset(deps, email);
      return c.json(done(clientMessages.forgotSuccess));
    })
    .post('/reset-password', validate('json', resetPasswordBody), async (c) => {
      await resetPassword(deps, c.req.valid('json'));
      return c.json(
        done('Your password has been reset successfully. Please sign in with your new password.'),
      );
    })
    .post('/verify-email', validate('json', verifyEmailBody), async (c) => {
      const { email } = await verifyEmail(deps, c.req.valid('json').token);
      return c.json({ ...done('Email verified successfully! You can now sign in.'), user: { email }, email });
    })
    .post('/logout', async (c) => {
      setCookies(c, await signOut(deps, c.req.raw.headers));
      return c.json(done('You are signed out.'));
    })
    .get('/me', async (c) => {
      const { user: known } = c.var;
      const view = known && (await userView(deps.db, known.id));
      const user: SignedInUser | null = view && { ...view, adminFactor: known.adminFactor };
      return c.json({ success: true as const, user });
    });
}

const afterRightPassword: ReadonlySet<ErrorCode> = new Set(['EMAIL_NOT_VERIFIED', 'ACCOUNT_SUSPENDED']);

const afterNoGuess: ReadonlySet<ErrorCode> = new Set(['UNAVAILABLE', 'SECOND_FACTOR_REQUIRED']);

/** Where an attempt comes from; `isKnown`: the account is signed in from there already. */
type Attempt = { email: string; network: string; isKnown: boolean };
type Count = { name: RateLimitName; key: string };

/**
 * Guesses are counted for the network, for the account from there, and, where its owner is not known to come from, for the
 * account and the service as a whole: many networks together get no more guesses, and nobody locks the owner out.
 */
function countsOf({ email, network, isKnown }: Attempt): Count[] {
  const counts: Count[] = [
    { name: 'signInPerIp', key: network },
    { name: 'signInPerAddress', key: `${email} ${network}` },
  ];
  if (isKnown) return counts;
  return [...counts, { name: 'signInPerAccount', key: email }, { name: 'signInOfService', key: 'all' }];
}

/** An attempt counts before the password is checked, so that attempts at once don't slip through. */
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
    await limiter.reset('signInPerAddress', `${from.email} ${from.network}`);
  };
  try {
    const result = await attempt();
    await passwordWasRight();
    return result;
  } catch (error) {
    if (error instanceof DomainError && afterRightPassword.has(error.code)) await passwordWasRight();
    // No password was tried, or nothing but the password.
    if (error instanceof DomainError && afterNoGuess.has(error.code)) await takeBack();
    throw error;
  }
}

function setCookies(c: Context<AppEnv>, cookies: string[]): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
}
