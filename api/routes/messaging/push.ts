/** Routes about the browsers that notifications are pushed to; every user has access to their own only. */
import type { Context } from 'hono';
import type { Deps } from '#api/deps.ts';
import * as push from '#api/domain/messaging/push-subscriptions.ts';
import { sessionToken } from '#api/middleware/session.ts';
import { serve } from '#api/routes/serve.ts';

export function pushRoutes(deps: Deps) {
  const { db, env } = deps;
  const caller = async (c: Context, { id }: { id: string }) => ({ id, token: await sessionToken(c, deps) });
  return serve(deps, {
    'GET /api/push-subscriptions': async ({ user }, c) => ({
      publicKey: env.PUSH_PUBLIC_KEY ?? null,
      subscriptions: await push.listSubscriptions(db, await caller(c, user)),
    }),
    'POST /api/push-subscriptions': async ({ user, body }, c) => ({
      subscription: await push.subscribe(deps, await caller(c, user), body),
    }),
    'POST /api/push-subscriptions/:id/test': async ({ user, params }) => {
      await push.sendTestMessage(deps, { userId: user.id, ...params });
      return {};
    },
    'DELETE /api/push-subscriptions/:id': async ({ user, params }) => {
      await push.unsubscribe(db, { userId: user.id, ...params });
      return {};
    },
  });
}
