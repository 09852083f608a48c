/** Calls about webhooks and their deliveries; everybody has their own only. */
import { Hono, type Context } from 'hono';
import type { Deps } from '#api/deps.ts';
import { requireOwner } from '#api/domain/owner-check.ts';
import * as webhooks from '#api/domain/webhooks.ts';
import { requireVerified } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { originOf } from '#api/middleware/origin.ts';
import { createRateLimiter } from '#api/middleware/rate-limit.ts';
import { validate } from '#api/middleware/validate.ts';
import type { OwnerProof } from '#contracts/account.ts';
import {
  changeWebhookBody,
  deliveriesQuery,
  deliveryPath,
  webhookBody,
  webhookPath,
} from '#contracts/webhooks.ts';

export function webhookRoutes(deps: Deps) {
  const limiter = createRateLimiter(deps);
  const proofOf = (c: Context, user: { id: string }, proof: OwnerProof) => (): Promise<void> =>
    requireOwner({ ...deps, limiter }, user, proof, originOf(c, deps.env));
  return new Hono<AppEnv>()
    .get('/', requireVerified, async (c) =>
      c.json({ success: true as const, webhooks: await webhooks.listWebhooks(deps.db, c.var.user.id) }),
    )
    .post('/', requireVerified, validate('json', webhookBody), async (c) => {
      await limiter.consume('systemsChangePerUser', c.var.user.id);
      const { user } = c.var;
      const wish = c.req.valid('json');
      const created = await webhooks.createWebhook(deps, user.id, wish, proofOf(c, user, wish));
      return c.json({ success: true as const, ...created });
    })
    .put(
      '/:id',
      requireVerified,
      validate('param', webhookPath),
      validate('json', changeWebhookBody),
      async (c) => {
        await limiter.consume('systemsChangePerUser', c.var.user.id);
        const owner = { userId: c.var.user.id, ...c.req.valid('param') };
        const wish = c.req.valid('json');
        await webhooks.changeWebhook(deps, owner, wish, proofOf(c, c.var.user, wish));
        return c.json({ success: true as const, message: 'The webhook is saved.' });
      },
    )
    .delete('/:id', requireVerified, validate('param', webhookPath), async (c) => {
      await webhooks.removeWebhook(deps.db, { userId: c.var.user.id, ...c.req.valid('param') });
      return c.json({ success: true as const, message: 'The webhook is removed.' });
    })
    .post('/:id/test', requireVerified, validate('param', webhookPath), async (c) => {
      await limiter.consume('webhookSendPerUser', c.var.user.id);
      const owner = { userId: c.var.user.id, ...c.req.valid('param') };
      return c.json({ success: true as const, delivery: await webhooks.sendTestEvent(deps, owner) });
    })
    .get(
      '/:id/deliveries',
      requireVerified,
      validate('param', webhookPath),
      validate('query', deliveriesQuery),
      async (c) => {
        const owner = { userId: c.var.user.id, ...c.req.valid('param') };
        const list = await webhooks.listDeliveries(deps.db, owner, c.req.valid('query'));
        return c.json({ success: true as const, ...list });
      },
    )
    .post(
      '/:id/deliveries/:deliveryId/redeliver',
      requireVerified,
      validate('param', deliveryPath),
      async (c) => {
        await limiter.consume('webhookSendPerUser', c.var.user.id);
        const { id, deliveryId } = c.req.valid('param');
        const delivery = await webhooks.deliverAgain(deps, { userId: c.var.user.id, id }, deliveryId);
        return c.json({ success: true as const, delivery });
      },
    );
}
