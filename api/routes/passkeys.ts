/** Calls about passkeys: everybody adds, lists and removes their own, and signs in with one. */
import { Hono, type Context } from 'hono';
import type { Deps } from '#api/deps.ts';
import { noteProvedFactor } from '#api/domain/admin-factor.ts';
import { tellPasskeyChange } from '#api/domain/passkey-mails.ts';
import { callerNetwork } from '#api/domain/networks.ts';
import {
  addPasskey,
  askForPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
} from '#api/domain/passkeys.ts';
import { requireProvedForFactors, requireSelf, requireVerified } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { originOf } from '#api/middleware/origin.ts';
import { createRateLimiter } from '#api/middleware/rate-limit.ts';
import { sessionToken } from '#api/middleware/session.ts';
import { validate } from '#api/middleware/validate.ts';
import {
  addPasskeyBody,
  beginPasskeyBody,
  passkeyPath,
  passkeySignInBody,
  removePasskeyBody,
} from '#contracts/passkeys.ts';

const place = '/users/:userId/passkeys';

export function passkeyRoutes(deps: Deps) {
  const { db, env } = deps;
  const limiter = createRateLimiter(deps);
  return new Hono<AppEnv>()
    .post('/auth/passkey/begin', async (c) => {
      await limiter.consume('passkeySignInPerIp', callerNetwork(originOf(c, env).ip));
      const { options, cookies } = await askForPasskey(deps);
      setCookies(c, cookies);
      return c.json({ success: true as const, options });
    })
    .post('/auth/passkey/login', validate('json', passkeySignInBody), async (c) => {
      const { ip, userAgent } = originOf(c, env);
      const network = callerNetwork(ip);
      await limiter.consume('passkeySignInPerIp', network);
      const caller = { ip, userAgent, headers: c.req.raw.headers };
      const { user, cookies } = await signInWithPasskey(
        { ...deps, limiter },
        c.req.valid('json').credential,
        caller,
      );
      // The question and the answer: an office signs in as often as it likes.
      await limiter.refund('passkeySignInPerIp', network);
      await limiter.refund('passkeySignInPerIp', network);
      setCookies(c, cookies);
      return c.json({ success: true as const, message: 'Login successful!', user });
    })
    .get(place, requireVerified, requireSelf('userId'), async (c) =>
      c.json({ success: true as const, passkeys: await listPasskeys(db, c.var.user.id) }),
    )
    .post(
      `${place}/begin`,
      requireVerified,
      requireSelf('userId'),
      requireProvedForFactors,
      validate('json', beginPasskeyBody),
      async (c) => {
        const { user } = c.var;
        const asked = await beginPasskey({ ...deps, limiter }, user, c.req.valid('json'), originOf(c, env));
        setCookies(c, asked.cookies);
        return c.json({ success: true as const, options: asked.options });
      },
    )
    .post(
      place,
      requireVerified,
      requireSelf('userId'),
      requireProvedForFactors,
      validate('json', addPasskeyBody),
      async (c) => {
        const { user, logger: log } = c.var;
        await addPasskey(deps, user, c.req.valid('json'), originOf(c, env));
        await noteProvedFactor(db, await sessionToken(c, deps), 'passkey');
        log.info({ userId: user.id }, 'passkey added');
        tellPasskeyChange(deps, user.id, { change: 'added' });
        return c.json({ success: true as const });
      },
    )
    .post(
      `${place}/:id/remove`,
      requireVerified,
      requireSelf('userId'),
      requireProvedForFactors,
      validate('param', passkeyPath),
      validate('json', removePasskeyBody),
      async (c) => {
        const { user, logger: log } = c.var;
        const wish = { id: c.req.valid('param').id, ...c.req.valid('json') };
        await removePasskey({ ...deps, limiter }, user, wish, originOf(c, env));
        log.info({ userId: user.id }, 'passkey removed');
        tellPasskeyChange(deps, user.id, { change: 'removed' });
        return c.json({ success: true as const });
      },
    );
}

function setCookies(c: Context, cookies: string[]): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
}
