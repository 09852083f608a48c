/** Calls about where a customer is signed in; everybody has their own only. */
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { endOtherSessions, endSession, listSessions } from '#api/domain/sessions.ts';
import { requireSelf, requireVerified } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { sessionToken } from '#api/middleware/session.ts';
import { validate } from '#api/middleware/validate.ts';
import { sessionPath } from '#contracts/sessions.ts';

export function sessionRoutes(deps: Pick<Deps, 'auth' | 'db' | 'env' | 'clock'>) {
  const { db, clock } = deps;
  return new Hono<AppEnv>()
    .get('/users/:userId/sessions', requireVerified, requireSelf('userId'), async (c) => {
      const asking = { id: c.var.user.id, token: await sessionToken(c, deps) };
      return c.json({ success: true as const, sessions: await listSessions(db, asking, clock()) });
    })
    .post('/users/:userId/sessions/end-others', requireVerified, requireSelf('userId'), async (c) => {
      const ended = await endOtherSessions(db, { id: c.var.user.id, token: await sessionToken(c, deps) });
      return c.json({ success: true as const, ended });
    })
    .delete(
      '/users/:userId/sessions/:id',
      requireVerified,
      requireSelf('userId'),
      validate('param', sessionPath),
      async (c) => {
        await endSession(db, c.var.user.id, c.req.valid('param').id);
        return c.json({ success: true as const });
      },
    );
}
