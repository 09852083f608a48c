/** Routes about changes that need two administrators: list, confirm, refuse, withdraw, and the limits. */
import { randomUUID } from 'node:crypto';
import type { Deps } from '#api/deps.ts';
import { aloneLimits, hasSecondAdministrator } from '#api/domain/accounts/alone-limits.ts';
import {
  confirmApproval,
  listApprovals,
  propose,
  refuseApproval,
  withdrawApproval,
} from '#api/domain/accounts/approvals.ts';
import { requireOwner } from '#api/domain/accounts/owner-check.ts';
import { originOf } from '#api/middleware/origin.ts';
import { createRateLimiter } from '#api/adapters/rate-limits.ts';
import { waitingAnswer } from '#api/middleware/waiting-answer.ts';
import { serve } from '#api/routes/serve.ts';

export function adminApprovalRoutes(deps: Deps) {
  const { db, env } = deps;
  const limiter = createRateLimiter(deps);
  return serve(deps, {
    'GET /api/admin/approvals': async ({ user }) => ({
      ...(await listApprovals(deps)),
      limits: await aloneLimits(db),
      hasSecond: await hasSecondAdministrator(db, deps, user.id),
    }),
    'PUT /api/admin/approvals/limits': async ({ user, body: { reason, ...limits } }, c) => {
      const by = { adminId: user.id, reason, key: randomUUID() };
      const proposed = await propose(deps, { kind: 'limits', ...limits }, by);
      if ('waiting' in proposed) return waitingAnswer(c, proposed.waiting);
      return { message: 'The limits are saved.' };
    },
    'POST /api/admin/approvals/:id/confirm': async ({ user, params, body }, c) => {
      await requireOwner({ ...deps, limiter }, user, body, originOf(c, env));
      await confirmApproval(deps, params.id, user.id);
      return { message: 'The request is confirmed and carried out.' };
    },
    'POST /api/admin/approvals/:id/refuse': async ({ user, params, body }) => {
      await refuseApproval(deps, params.id, { adminId: user.id, ...body });
      return { message: 'The request is refused.' };
    },
    'POST /api/admin/approvals/:id/withdraw': async ({ user, params }) => {
      await withdrawApproval(deps, params.id, user.id);
      return { message: 'The request is withdrawn.' };
    },
  });
}
