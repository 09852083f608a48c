/** Routes about webhooks and their deliveries; every user has access to their own only. */
import { integrationMessages } from '#contracts/integrations/messages.ts';
import { textOf } from '#contracts/messages/answers.ts';
import type { Context } from 'hono';
import type { Deps } from '#api/deps.ts';
import { requireOwner } from '#api/domain/accounts/owner-check.ts';
import * as webhooks from '#api/domain/integrations/webhooks.ts';
import { originOf } from '#api/middleware/origin.ts';
import { createRateLimiter } from '#api/adapters/rate-limits.ts';
import { sessionCaller } from '#api/middleware/session.ts';
import type { OwnerProof } from '#contracts/accounts/account.ts';
import { serve } from '#api/routes/serve.ts';

export function webhookRoutes(deps: Deps) {
  const limiter = createRateLimiter(deps);
  const proofOf = (c: Context, user: { id: string }, proof: OwnerProof) => (): Promise<void> =>
    requireOwner({ ...deps, limiter }, user, proof, originOf(c, deps.env));
  return serve(deps, {
    'GET /api/webhooks': async ({ user }) => ({ webhooks: await webhooks.listWebhooks(deps.db, user.id) }),
    'POST /api/webhooks': async ({ user, body }, c) => {
      const caller = await sessionCaller(c, deps, user);
      return webhooks.createWebhook(deps, caller, body, proofOf(c, user, body));
    },
    'PUT /api/webhooks/:id': async ({ user, params, body }, c) => {
      const caller = await sessionCaller(c, deps, user);
      await webhooks.changeWebhook(deps, { caller, ...params }, body, proofOf(c, user, body));
      return textOf('message', integrationMessages.webhookSaved());
    },
    'DELETE /api/webhooks/:id': async ({ user, params }) => {
      await webhooks.removeWebhook(deps.db, { userId: user.id, ...params });
      return textOf('message', integrationMessages.webhookRemoved());
    },
    'POST /api/webhooks/:id/test': async ({ user, params }) => ({
      delivery: await webhooks.sendTestEvent(deps, { userId: user.id, ...params }),
    }),
    'GET /api/webhooks/:id/deliveries': ({ user, params, query }) =>
      webhooks.listDeliveries(deps.db, { userId: user.id, ...params }, query),
    'POST /api/webhooks/:id/deliveries/:deliveryId/redeliver': async ({ user, params }) => {
      const { id, deliveryId } = params;
      return { delivery: await webhooks.deliverAgain(deps, { userId: user.id, id }, deliveryId) };
    },
  });
}
