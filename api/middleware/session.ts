/** Identifies the caller once per request, from an API token or a session cookie. */
import type { Context } from 'hono';
import { getCookie, getSignedCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { sessionCookieName, sessionRenewalAgeMs } from '#api/adapters/auth.ts';
import type { Deps } from '#api/deps.ts';
import { adminFactorOf, hasFactor } from '#api/domain/accounts/admin-factor.ts';
import { endOverdueSession, userOfFreshSession, type StoredUser } from '#api/domain/accounts/session-user.ts';
import type { SessionCaller } from '#api/domain/accounts/sessions.ts';
import type { Env } from '#api/env.ts';
import { bearerToken, tokenSession } from './api-token.ts';
import type { AppEnv, SessionUser } from './app-env.ts';

/**
 * The calls that an administrator needs to set up or prove a second factor: those about the own account and its
 * sessions.
 */
const aboutOwnAccount =
  /^\/api\/users\/[^/]+(\/(profile|preferences|change-password|(second-factor|passkeys|sessions)(\/.*)?))?$/;

/** Sets `user` to null for suspended users and invalid sessions; an API token takes precedence over a cookie. */
export function session(deps: Pick<Deps, 'auth' | 'db' | 'env' | 'logger' | 'clock'>) {
  const { db, env } = deps;
  const userOfToken = tokenSession(deps);
  const cookieName = sessionCookieName(env);
  /** A page's calls for its data are made with the environment of the request for the page, which has one session. */
  const freshUsers = new WeakMap<object, Promise<StoredUser | null>>();
  const freshUser = (c: Context, token: string): Promise<StoredUser | null> => {
    const request = c.env as object | undefined;
    const user = (request && freshUsers.get(request)) ?? userOfFreshSession(db, token, sessionRenewalAgeMs);
    if (request) freshUsers.set(request, user);
    return user;
  };
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('user', null);
    c.set('suspended', false);
    c.set('isAboutOwnAccount', aboutOwnAccount.test(c.req.path));
    const apiToken = bearerToken(c);
    if (apiToken !== null) {
      c.set('user', await userOfToken(c, apiToken));
    } else if (getCookie(c, cookieName) !== undefined) {
      const token = await sessionToken(c, deps);
      // Handles nearly every request: a session that needs no extension is read with one query.
      const fresh = token ? await freshUser(c, token) : null;
      const stored = fresh ?? (await userOfOtherSession(deps, c, token));
      const user = stored && toSessionUser(stored, env);
      c.set('suspended', user?.status === 'suspended');
      c.set('user', user?.status === 'suspended' ? null : user);
    }
    await next();
  });
}

/** Returns the session token from the cookie, or null if there is no cookie or we did not sign it. */
export async function sessionToken(
  c: Context,
  { auth, env }: Pick<Deps, 'auth' | 'env'>,
): Promise<string | null> {
  return (await getSignedCookie(c, auth.options.secret, sessionCookieName(env))) || null;
}

/** Returns the caller of a call that only sessions can make, with the session's token. */
export const sessionCaller = async (
  c: Context,
  deps: Pick<Deps, 'auth' | 'env'>,
  { id }: Pick<SessionUser, 'id'>,
): Promise<SessionCaller> => ({ id, sessionToken: await sessionToken(c, deps) });

/** Extends a session that is in use, up to a maximum age, and deletes one that has ended. */
async function userOfOtherSession(
  { auth, db }: Pick<Deps, 'auth' | 'db'>,
  c: Context<AppEnv>,
  token: string | null,
): Promise<StoredUser | null> {
  if (token) await endOverdueSession(db, token);
  const { response, headers } = await auth.api.getSession({
    headers: c.req.raw.headers,
    returnHeaders: true,
  });
  for (const cookie of headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true });
  if (!response) return null;
  const { user } = response;
  const factor = response.session.factor ?? null;
  return { ...user, factor, hasFactor: user.isAdmin && (await hasFactor(db, user.id)) };
}

function toSessionUser(user: StoredUser, env: Env): SessionUser {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    isAdmin: user.isAdmin,
    status: user.status === 'suspended' ? 'suspended' : 'active',
    emailVerified: user.emailVerified,
    adminFactor: adminFactorOf(env, user),
  };
}
