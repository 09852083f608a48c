/**
 * Configures better-auth, which manages accounts, passwords and sessions in our tables. It handles no request directly;
 * our routes call it.
 */
import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { APIError } from 'better-auth/api';
import { generateSignedCookie } from 'hono/cookie';
import { linkSessions } from './link-sessions.ts';
import type { Logger } from './logger.ts';
import type { Mailer } from './mailer.ts';
import { passkeyChallenge, passkeys, PASSKEY_SIGN_IN_PATH } from './passkeys.ts';
import { createPasswords } from './passwords.ts';
import type { Vault } from './vault.ts';
import { DAY_MS } from '#contracts/durations.ts';
import { resetLink, verificationLink } from '#api/domain/accounts/account-links.ts';
import {
  alreadyRegisteredMail,
  passwordChangedMail,
  passwordResetMail,
  verificationMail,
} from '#api/domain/accounts/account-mails.ts';
import { mailTo, type MailContent, type Recipient } from '#api/domain/messaging/mails.ts';
import type { ProvedFactor } from '#api/domain/accounts/admin-factor.ts';
import { requireSecondFactor } from '#api/domain/accounts/second-factor.ts';
import type { Env } from '#api/env.ts';
import { createRateLimiter } from '#api/adapters/rate-limits.ts';
import { limits } from '#contracts/limits.ts';
import type { Database } from '#prisma/client.ts';

export type Auth = ReturnType<typeof createAuth>;

/** Context of better-auth's hooks: the call that creates a session. */
type SessionContext = { path?: string | undefined; headers?: Headers | undefined } | null;
type AuthDeps = { authSecret: string; env: Env; db: Database; vault: Vault; mailer: Mailer; logger: Logger };

/** Only our routes set this header, so that better-auth never reads an address from a header of the caller. */
export const clientIpHeader = 'x-chalan-client-ip';
/** The code that was sent with the password. Only our routes set this header. */
export const secondFactorHeader = 'x-chalan-second-factor';
const SIGN_IN_PATH = '/sign-in/email';

const seconds = (ms: number): number => ms / 1_000;
/** A session that is older than this is extended when it is used. */
export const sessionRenewalAgeMs = DAY_MS;

const isSecure = (env: Env): boolean => env.APP_URL.startsWith('https://');

/** `__Host-` ties the cookie to this host and to https. */
export function hostCookieName(env: Env, name: string): string {
  return isSecure(env) ? `__Host-chalan-${name}` : `chalan-${name}`;
}

export const sessionCookieName = (env: Env): string => hostCookieName(env, 'session');

/** Returns the attributes that all sign-in cookies share. */
export const cookieAttributes = (env: Env) =>
  ({ httpOnly: true, sameSite: 'lax', secure: isSecure(env), path: '/' }) as const;

/** Returns the Set-Cookie header of a session that our own code has stored, as better-auth writes it. */
export const signedSessionCookie = (
  { auth, env }: { auth: Auth; env: Env },
  token: string,
): Promise<string> =>
  generateSignedCookie(sessionCookieName(env), token, auth.options.secret, {
    ...cookieAttributes(env),
    maxAge: seconds(limits.sessionMs),
  });

type Send = (to: Recipient, content: MailContent) => void;

/** Sends mails in the background, so that neither the response nor its duration reveals whether one is sent. */
function sendInBackground({ mailer, logger }: AuthDeps): Send {
  return (to, content) => {
    mailer
      .send(mailTo(to, content))
      .catch((error: unknown) => logger.error({ err: error, mail: content.subject.key }, 'mail not sent'));
  };
}

const userFields = {
  company: { type: 'string', required: true },
  mobile: { type: 'string', required: true },
  // The language of the user's mails.
  language: { type: 'string', required: false },
  isAdmin: { type: 'boolean', required: true, defaultValue: false, input: false },
  status: { type: 'string', required: true, defaultValue: 'active', input: false },
} as const;

const passwordOptions = ({ env, db }: AuthDeps, send: Send) =>
  ({
    enabled: true,
    requireEmailVerification: true,
    minPasswordLength: limits.passwordLengthMin,
    maxPasswordLength: limits.passwordLengthMax,
    password: createPasswords({
      log2N: env.PASSWORD_HASH_LOG2_N,
      // The salt makes each hash unique to one account. A hash that was changed in the meantime no longer matches, so
      // it is kept.
      renew: async (outdated, renewed) =>
        void (await db.account.updateMany({ where: { password: outdated }, data: { password: renewed } })),
    }),
    resetPasswordTokenExpiresIn: seconds(limits.resetLinkMs),
    revokeSessionsOnPasswordReset: true,
    sendResetPassword: async ({ user, token }) => send(user, passwordResetMail(resetLink(env, token))),
    onPasswordReset: async ({ user: { id: userId, ...to } }) => {
      // Deletes the user's other open reset links. No other verification row has a user id as its value.
      await db.verification.deleteMany({ where: { value: userId } });
      // An administrator's passkeys survive the reset, so the mail mentions them.
      const passkeys = await db.passkey.count({ where: { userId, user: { isAdmin: true } } });
      send(to, passwordChangedMail({ signedOut: 'every device', passkeys }));
    },
    onExistingUserSignUp: async ({ user }) => {
      if (user.emailVerified) send(user, alreadyRegisteredMail(env.APP_URL));
    },
  }) satisfies BetterAuthOptions['emailAndPassword'];

const verificationOptions = (deps: AuthDeps, send: Send) =>
  ({
    expiresIn: seconds(limits.verificationLinkMs),
    // Our own call sends this mail after the sign-up, because the new password is not stored yet during it.
    sendOnSignUp: false,
    sendVerificationEmail: async ({ user }) =>
      send(user, verificationMail(await verificationLink(deps, user))),
  }) satisfies BetterAuthOptions['emailVerification'];

/** Returns the factor that a new session proves besides the password; throws if one is needed and was not proved. */
async function provedFactor(
  { db, vault, logger }: AuthDeps,
  userId: string,
  context: SessionContext,
): Promise<ProvedFactor | null> {
  if (context?.path === PASSKEY_SIGN_IN_PATH) return 'passkey';
  // Every other way to create a session follows a sign-in.
  if (context?.path !== SIGN_IN_PATH) return null;
  const code = decodeURIComponent(context.headers?.get(secondFactorHeader) ?? '');
  const limiter = createRateLimiter({ db, logger });
  const isProved = await requireSecondFactor({ db, vault, limiter, now: new Date() }, userId, code);
  return isProved ? 'code' : null;
}

/** Runs for every new session, after the password or the passkey was verified. */
const sessionHooks = (deps: AuthDeps) => ({
  create: {
    before: async ({ userId }: { userId: string }, context: SessionContext) => {
      const user = await deps.db.user.findUnique({
        where: { id: userId },
        select: { status: true, emailVerified: true },
      });
      // better-auth checks this for password sign-ins only.
      if (context?.path === PASSKEY_SIGN_IN_PATH && !user?.emailVerified)
        throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED' });
      if (user?.status === 'suspended') throw new APIError('FORBIDDEN', { code: 'ACCOUNT_SUSPENDED' });
      return { data: { factor: await provedFactor(deps, userId, context) } };
    },
  },
});

export function createAuth(deps: AuthDeps) {
  const { authSecret, env, db, logger } = deps;
  const send = sendInBackground(deps);
  return betterAuth({
    appName: 'Chalan',
    baseURL: env.APP_URL,
    secret: authSecret,
    database: prismaAdapter(db, { provider: 'postgresql', transaction: true }),
    user: { additionalFields: userFields },
    emailAndPassword: passwordOptions(deps, send),
    emailVerification: verificationOptions(deps, send),
    // Stores only digests of reset links.
    verification: { storeIdentifier: 'hashed' },
    session: {
      expiresIn: seconds(limits.sessionMs),
      updateAge: seconds(sessionRenewalAgeMs),
      additionalFields: { factor: { type: 'string', required: false, input: false } },
      // Our routes ask for the password instead of requiring a recent sign-in.
      freshAge: 0,
    },
    databaseHooks: { session: sessionHooks(deps) },
    advanced: {
      useSecureCookies: false,
      cookies: {
        session_token: { name: sessionCookieName(env), attributes: cookieAttributes(env) },
        [passkeyChallenge]: { name: hostCookieName(env, 'passkey'), attributes: cookieAttributes(env) },
      },
      ipAddress: { ipAddressHeaders: [clientIpHeader] },
    },
    plugins: [passkeys(env), linkSessions()],
    // Our own rate limits and cross-site check run before every route.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message) => logger.error({ from: 'better-auth' }, message) },
  });
}
