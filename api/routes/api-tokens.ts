/** Calls about personal API tokens; only a session opens them, never a token. */
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { createToken, listTokens, revokeToken } from '#api/domain/api-tokens.ts';
import { requireOwner } from '#api/domain/owner-check.ts';
import { requireVerified } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { originOf } from '#api/middleware/origin.ts';
import { createRateLimiter } from '#api/middleware/rate-limit.ts';
import { validate } from '#api/middleware/validate.ts';
import { apiTokenBody, apiTokenPath } from '#contracts/api-tokens.ts';

export function apiTokenRoutes(deps: Pick<Deps, 'auth' | 'db' | 'env' | 'vault' | 'clock' | 'logger'>) {
  const { db, env, clock } = deps;
  const limiter = createRateLimiter(deps);
  return new Hono<AppEnv>()
    .get('/', requireVerified, async (c) =>
      c.json({ success: true as const, apiTokens: await listTokens(db, c.var.user.id, clock()) }),
    )
    .post('/', requireVerified, validate('json', apiTokenBody), async (c) => {
      const { user } = c.var;
      await limiter.consume('systemsChangePerUser', user.id);
      const wish = c.req.valid('json');
      await requireOwner({ ...deps, limiter }, user, wish, originOf(c, env));
      const created = await createToken(db, user.id, wish, clock());
      return c.json({ success: true as const, ...created });
    })
    .delete('/:id', requireVerified, validate('param', apiTokenPath), async (c) => {
      await revokeToken(db, c.var.user.id, c.req.valid('param').id, clock());
      return c.json({ success: true as const, message: 'The token is revoked.' });
    });
}
