/** Routes about personal API tokens. They are open to sessions only, never to tokens. */
import { integrationMessages } from '#contracts/integrations/messages.ts';
import { textOf } from '#contracts/messages/answers.ts';
import type { Deps } from '#api/deps.ts';
import { createToken, listTokens, revokeToken } from '#api/domain/integrations/api-tokens.ts';
import { requireOwner } from '#api/domain/accounts/owner-check.ts';
import { originOf } from '#api/middleware/origin.ts';
import { sessionCaller } from '#api/middleware/session.ts';
import { createRateLimiter } from '#api/adapters/rate-limits.ts';
import { serve } from '#api/routes/serve.ts';

export function apiTokenRoutes(deps: Deps) {
  const { db, env, clock } = deps;
  const limiter = createRateLimiter(deps);
  return serve(deps, {
    'GET /api/api-tokens': async ({ user }) => ({ apiTokens: await listTokens(db, user.id, clock()) }),
    'POST /api/api-tokens': async ({ user, body }, c) => {
      await requireOwner({ ...deps, limiter }, user, body, originOf(c, env));
      return createToken(db, await sessionCaller(c, deps, user), body, clock());
    },
    'DELETE /api/api-tokens/:id': async ({ user, params }) => {
      await revokeToken(db, user.id, params.id, clock());
      return textOf('message', integrationMessages.tokenRevoked());
    },
  });
}
