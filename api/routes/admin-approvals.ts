/** Calls about what takes two administrators: the list, confirming, refusing, withdrawing, and the limits. */
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { aloneLimits, hasSecondAdministrator } from '#api/domain/alone-limits.ts';
import {
  confirmApproval,
  listApprovals,
  propose,
  refuseApproval,
  withdrawApproval,
} from '#api/domain/approvals.ts';
import { requireOwner } from '#api/domain/owner-check.ts';
import { requireAdmin } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { originOf } from '#api/middleware/origin.ts';
import { createRateLimiter } from '#api/middleware/rate-limit.ts';
import { validate } from '#api/middleware/validate.ts';
import { waitingAnswer } from '#api/middleware/waiting-answer.ts';
import {
  aloneLimitsBody,
  approvalPath,
  confirmApprovalBody,
  refuseApprovalBody,
} from '#contracts/approvals.ts';

const done = (message: string) => ({ success: true as const, message });

export function adminApprovalRoutes(deps: Deps) {
  const { db, env } = deps;
  const limiter = createRateLimiter(deps);
  const path = validate('param', approvalPath);
  return new Hono<AppEnv>()
    .get('/', requireAdmin, async (c) =>
      c.json({
        success: true as const,
        approvals: await listApprovals(deps),
        limits: await aloneLimits(db),
        hasSecond: await hasSecondAdministrator(db, env, c.var.user.id),
      }),
    )
    .put('/limits', requireAdmin, validate('json', aloneLimitsBody), async (c) => {
      const { reason, ...limits } = c.req.valid('json');
      const by = { adminId: c.var.user.id, reason, key: randomUUID() };
      const proposed = await propose(deps, { kind: 'limits', ...limits }, by);
      if ('waiting' in proposed) return waitingAnswer(c, proposed.waiting);
      return c.json(done('The limits are saved.'));
    })
    .post('/:id/confirm', requireAdmin, path, validate('json', confirmApprovalBody), async (c) => {
      await requireOwner({ ...deps, limiter }, c.var.user, c.req.valid('json'), originOf(c, env));
      await confirmApproval(deps, c.req.valid('param').id, c.var.user.id);
      return c.json(done('The request is confirmed and carried out.'));
    })
    .post('/:id/refuse', requireAdmin, path, validate('json', refuseApprovalBody), async (c) => {
      const by = { adminId: c.var.user.id, ...c.req.valid('json') };
      await refuseApproval(deps, c.req.valid('param').id, by);
      return c.json(done('The request is refused.'));
    })
    .post('/:id/withdraw', requireAdmin, path, async (c) => {
      await withdrawApproval(deps, c.req.valid('param').id, c.var.user.id);
      return c.json(done('The request is withdrawn.'));
    });
}
