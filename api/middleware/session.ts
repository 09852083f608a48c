/** Reads who is signed in, once per request, when a session cookie came along. */
import { getCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { sessionCookieName, type Auth } from '#api/adapters/auth.ts';
import type { Deps } from '#api/deps.ts';
import type { AppEnv, SessionUser } from './app-env.ts';

export function session({ auth, env }: Pick<Deps, 'auth' | 'env'>) {
  const cookieName = sessionCookieName(env);
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('user', null);
    c.set('suspended', false);
    if (getCookie(c, cookieName) !== undefined) {
      const { response, headers } = await auth.api.getSession({
        headers: c.req.raw.headers,
        returnHeaders: true,
      });
      // A session in use is prolonged, an ended one is cleared.
      for (const cookie of headers?.getSetCookie() ?? []) c.header('Set-Cookie', cookie, { append: true });
      const user = response ? toSessionUser(response.user) : null;
      c.set('suspended', user?.status === 'suspended');
      c.set('user', user?.status === 'suspended' ? null : user);
    }
    await next();
  });
}

function toSessionUser(user: Auth['$Infer']['Session']['user']): SessionUser {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    isAdmin: user.isAdmin,
    status: user.status === 'suspended' ? 'suspended' : 'active',
    emailVerified: user.emailVerified,
  };
}
