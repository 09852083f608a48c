/** Routes about where a customer is signed in; every user has access to their own sessions only. */
import type { Deps } from '#api/deps.ts';
import { endOtherSessions, endSession, listSessions } from '#api/domain/accounts/sessions.ts';
import { sessionToken } from '#api/middleware/session.ts';
import { serve } from '#api/routes/serve.ts';

export function sessionRoutes(deps: Deps) {
  const { db, clock } = deps;
  return serve(deps, {
    'GET /api/users/:userId/sessions': async ({ user }, c) => {
      const asking = { id: user.id, token: await sessionToken(c, deps) };
      return { sessions: await listSessions(db, asking, clock()) };
    },
    'POST /api/users/:userId/sessions/end-others': async ({ user }, c) => ({
      ended: await endOtherSessions(db, { id: user.id, token: await sessionToken(c, deps) }),
    }),
    'DELETE /api/users/:userId/sessions/:id': async ({ user, params }) => {
      await endSession(db, user.id, params.id);
      return {};
    },
  });
}
