/** Calls of administrators about the rates of the export cash incentive; every change is kept with its reason. */
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { addRate, changeRate, listRates, removeRate } from '#api/domain/incentive-rates.ts';
import { requireAdmin } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { validate } from '#api/middleware/validate.ts';
import { rateBody, rateIdPath, removeRateBody } from '#contracts/incentive-rates.ts';

export function adminIncentiveRateRoutes({ db }: Pick<Deps, 'db'>) {
  return new Hono<AppEnv>()
    .get('/', requireAdmin, async (c) => c.json({ success: true as const, rates: await listRates(db) }))
    .post('/', requireAdmin, validate('json', rateBody), async (c) => {
      const { reason, ...wish } = c.req.valid('json');
      const rate = await addRate(db, wish, { adminId: c.var.user.id, reason });
      return c.json({ success: true as const, rate });
    })
    .put('/:id', requireAdmin, validate('param', rateIdPath), validate('json', rateBody), async (c) => {
      const { reason, ...wish } = c.req.valid('json');
      const by = { adminId: c.var.user.id, reason };
      const rate = await changeRate(db, c.req.valid('param').id, wish, by);
      return c.json({ success: true as const, rate });
    })
    .delete(
      '/:id',
      requireAdmin,
      validate('param', rateIdPath),
      validate('json', removeRateBody),
      async (c) => {
        const by = { adminId: c.var.user.id, ...c.req.valid('json') };
        const rate = await removeRate(db, c.req.valid('param').id, by);
        return c.json({ success: true as const, rate });
      },
    );
}
