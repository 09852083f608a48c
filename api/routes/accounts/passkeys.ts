/** Routes about passkeys: users add, list and remove their own, and sign in with one. */
import type { Deps } from '#api/deps.ts';
import { noteProvedFactor } from '#api/domain/accounts/admin-factor.ts';
import { notifyOfPasskeyChange } from '#api/domain/accounts/passkey-mails.ts';
import { callerNetwork } from '#api/domain/networks.ts';
import {
  addPasskey,
  askForPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
} from '#api/domain/accounts/passkeys.ts';
import { originOf } from '#api/middleware/origin.ts';
import { createRateLimiter } from '#api/adapters/rate-limits.ts';
import { sessionCaller } from '#api/middleware/session.ts';
import { setCookies } from '#api/middleware/set-cookies.ts';
import { serve } from '#api/routes/serve.ts';

export function passkeyRoutes(deps: Deps) {
  const { db, env } = deps;
  const limiter = createRateLimiter(deps);
  return serve(deps, {
    'POST /api/auth/passkey/begin': async (_, c) => {
      const { options, cookies } = await askForPasskey(deps);
      setCookies(c, cookies);
      return { options: { ...options } };
    },
    'POST /api/auth/passkey/login': async ({ body }, c) => {
      const { ip, userAgent } = originOf(c, env);
      const network = callerNetwork(ip);
      const caller = { ip, userAgent, headers: c.req.raw.headers };
      const { user, cookies } = await signInWithPasskey({ ...deps, limiter }, body.credential, caller);
      // A successful sign-in refunds both counts, of the challenge and the response, so that an office can sign in as
      // often as it likes.
      await limiter.refund('passkeySignInPerIp', network);
      await limiter.refund('passkeySignInPerIp', network);
      setCookies(c, cookies);
      return { message: 'Login successful!', user };
    },
    'GET /api/users/:userId/passkeys': async ({ user }) => ({ passkeys: await listPasskeys(db, user.id) }),
    'POST /api/users/:userId/passkeys/begin': async ({ user, body }, c) => {
      const { options, cookies } = await beginPasskey({ ...deps, limiter }, user, body, originOf(c, env));
      setCookies(c, cookies);
      return { options: { ...options } };
    },
    'POST /api/users/:userId/passkeys': async ({ user, body }, c) => {
      const owner = { ...user, ...(await sessionCaller(c, deps, user)) };
      await addPasskey(deps, owner, body, originOf(c, env));
      await noteProvedFactor(db, owner.sessionToken, 'passkey');
      c.var.logger.info({ userId: user.id }, 'passkey added');
      notifyOfPasskeyChange(deps, user.id, { change: 'added' });
      return {};
    },
    'POST /api/users/:userId/passkeys/:id/remove': async ({ user, params, body }, c) => {
      await removePasskey({ ...deps, limiter }, user, { id: params.id, ...body }, originOf(c, env));
      c.var.logger.info({ userId: user.id }, 'passkey removed');
      notifyOfPasskeyChange(deps, user.id, { change: 'removed' });
      return {};
    },
  });
}
