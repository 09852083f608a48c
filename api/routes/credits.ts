/** Calls of spec section 7 about a customer's credits; an administrator may read everybody's. */
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { creditHistory } from '#api/domain/credit-history.ts';
import { creditOverview, creditUsage, setCreditAlert } from '#api/domain/credit-usage.ts';
import { requireSelf, requireSelfOrAdmin, requireVerified } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { validate } from '#api/middleware/validate.ts';
import { creditAlertBody, creditHistoryQuery, creditUsageQuery } from '#contracts/credit-history.ts';
import { userIdParam } from '#contracts/jobs.ts';

export function creditRoutes({ db }: Pick<Deps, 'db'>) {
  return new Hono<AppEnv>()
    .get(
      '/users/:userId/credit-history',
      requireVerified,
      requireSelfOrAdmin('userId'),
      validate('param', userIdParam),
      validate('query', creditHistoryQuery),
      async (c) => {
        const history = await creditHistory(db, c.req.valid('param').userId, c.req.valid('query'));
        return c.json({ success: true as const, ...history });
      },
    )
    .get(
      '/users/:userId/credit-overview',
      requireVerified,
      requireSelfOrAdmin('userId'),
      validate('param', userIdParam),
      async (c) => {
        const overview = await creditOverview(db, c.req.valid('param').userId);
        return c.json({ success: true as const, overview });
      },
    )
    .put(
      '/users/:userId/credit-alert',
      requireVerified,
      requireSelf('userId'),
      validate('json', creditAlertBody),
      async (c) => {
        const { threshold } = c.req.valid('json');
        await setCreditAlert(db, c.var.user.id, threshold);
        return c.json({ success: true as const, message: 'Your alert is saved.', threshold });
      },
    )
    .get(
      '/analytics/credit-usage/:userId',
      requireVerified,
      requireSelfOrAdmin('userId'),
      validate('param', userIdParam),
      validate('query', creditUsageQuery),
      async (c) => {
        const usage = await creditUsage(db, c.req.valid('param').userId, c.req.valid('query'));
        return c.json({ success: true as const, ...usage });
      },
    );
}
