/** Calls of administrators about bKash payments: list, refund, decide what the machine can not, notices that fit no payment. */
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { listPayments, unmatchedNotices } from '#api/domain/admin-payments.ts';
import { propose } from '#api/domain/approvals.ts';
import { decideOpenEnd, refundsAtBkash } from '#api/domain/open-end-decisions.ts';
import { requireAdmin } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { idempotencyKeyOf } from '#api/middleware/idempotency-key.ts';
import { waitingAnswer } from '#api/middleware/waiting-answer.ts';
import { validate } from '#api/middleware/validate.ts';
import { creditsFromHundredths } from '#contracts/credits.ts';
import { openEndBody, openEndPath } from '#contracts/payment-open-ends.ts';
import { adminPaymentsQuery, attemptIdPath, decideBody, refundBody } from '#contracts/payments.ts';

export function adminPaymentRoutes(deps: Deps) {
  return new Hono<AppEnv>()
    .get('/', requireAdmin, validate('query', adminPaymentsQuery), async (c) =>
      c.json({ success: true as const, ...(await listPayments(deps.db, c.req.valid('query'))) }),
    )
    .get('/unmatched-notices', requireAdmin, async (c) =>
      c.json({ success: true as const, notices: await unmatchedNotices(deps.db) }),
    )
    .post(
      '/:id/refund',
      requireAdmin,
      validate('param', attemptIdPath),
      validate('json', refundBody),
      async (c) => {
        const { amount, reason, acceptShortfall } = c.req.valid('json');
        const adminId = c.var.user.id;
        const { id: attemptId } = c.req.valid('param');
        const by = { adminId, reason, key: `${adminId}:${idempotencyKeyOf(c) ?? randomUUID()}` };
        const wish = { attemptId, amountBdt: amount, acceptShortfall };
        const proposed = await propose(deps, { kind: 'payment_refund', ...wish }, by);
        if ('waiting' in proposed) return waitingAnswer(c, proposed.waiting);
        const refund = proposed.answer;
        c.var.logger.info({ adminId, refundId: refund.id, reason }, 'refund requested');
        return c.json({
          success: true as const,
          message: 'The refund is on its way.',
          refundId: refund.id,
          creditsTaken: creditsFromHundredths(refund.creditsTaken),
        });
      },
    )
    .get('/:id/bkash-refunds', requireAdmin, validate('param', attemptIdPath), async (c) =>
      c.json({
        success: true as const,
        refunds: await refundsAtBkash(deps, c.req.valid('param').id),
      }),
    )
    .post(
      '/:id/open-ends/:endId',
      requireAdmin,
      validate('param', openEndPath),
      validate('json', openEndBody),
      async (c) => {
        const { id, endId } = c.req.valid('param');
        const body = c.req.valid('json');
        const adminId = c.var.user.id;
        await decideOpenEnd(deps, { attemptId: id, endId, adminId, body });
        c.var.logger.info({ attemptId: id, adminId, ...body }, 'open end of a payment decided');
        return c.json({ success: true as const, message: 'Your decision is being carried out.' });
      },
    )
    .post(
      '/:id/decide',
      requireAdmin,
      validate('param', attemptIdPath),
      validate('json', decideBody),
      async (c) => {
        const { id } = c.req.valid('param');
        const { decision, reason } = c.req.valid('json');
        const by = { adminId: c.var.user.id, reason };
        const proposed = await propose(deps, { kind: 'held_payment', attemptId: id, decision }, by);
        if ('waiting' in proposed) return waitingAnswer(c, proposed.waiting);
        c.var.logger.info({ attemptId: id, decision, ...by }, 'held payment decided');
        return c.json({ success: true as const, message: 'Your decision is being carried out.' });
      },
    );
}
