/**
 * Administrators' routes about bKash payments: list, refund, decisions that cannot be made automatically, and
 * notifications that match no payment.
 */
import { paymentMessages } from '#contracts/payments/messages.ts';
import { textOf } from '#contracts/messages/answers.ts';
import { randomUUID } from 'node:crypto';
import type { Deps } from '#api/deps.ts';
import { listPayments } from '#api/domain/payments/admin-payments.ts';
import { handleNotice, unmatchedNotices } from '#api/domain/payments/unmatched-notices.ts';
import { propose } from '#api/domain/accounts/approvals.ts';
import { decideOpenEnd, refundsAtBkash } from '#api/domain/payments/open-end-decisions.ts';
import { idempotencyKeyOf } from '#api/middleware/idempotency-key.ts';
import { waitingAnswer } from '#api/middleware/waiting-answer.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { serve } from '#api/routes/serve.ts';

export function adminPaymentRoutes(deps: Deps) {
  return serve(deps, {
    'GET /api/admin/payments': ({ query }) => listPayments(deps.db, query),
    'GET /api/admin/payments/unmatched-notices': () => unmatchedNotices(deps.db),
    'POST /api/admin/payments/unmatched-notices/:messageId/handle': async ({ user, params, body }) => {
      await handleNotice({ db: deps.db, now: deps.clock() }, { ...params, adminId: user.id, ...body });
      return textOf('message', paymentMessages.noticeHandled());
    },
    'POST /api/admin/payments/:id/refund': async ({ user, params, body }, c) => {
      const { amount, reason, acceptShortfall } = body;
      const adminId = user.id;
      const by = { adminId, reason, key: `${adminId}:${idempotencyKeyOf(c) ?? randomUUID()}` };
      const request = { attemptId: params.id, amountBdt: amount, acceptShortfall };
      const proposed = await propose(deps, { kind: 'payment_refund', ...request }, by);
      if ('waiting' in proposed) return waitingAnswer(c, proposed.waiting);
      const refund = proposed.answer;
      c.var.logger.info({ adminId, refundId: refund.id, reason }, 'refund requested');
      return {
        ...textOf('message', paymentMessages.refundStarted()),
        refundId: refund.id,
        creditsTaken: creditsFromHundredths(refund.creditsTaken),
      };
    },
    'GET /api/admin/payments/:id/bkash-refunds': async ({ params }) => ({
      refunds: await refundsAtBkash(deps, params.id),
    }),
    'POST /api/admin/payments/:id/open-ends/:endId': async ({ user, params, body }, c) => {
      const by = { attemptId: params.id, adminId: user.id };
      await decideOpenEnd(deps, { ...by, endId: params.endId, body });
      c.var.logger.info({ ...by, ...body }, 'open end of a payment decided');
      return textOf('message', paymentMessages.decisionTaken());
    },
    'POST /api/admin/payments/:id/decide': async ({ user, params, body: { decision, reason } }, c) => {
      const by = { adminId: user.id, reason };
      const request = { attemptId: params.id, decision };
      const proposed = await propose(deps, { kind: 'held_payment', ...request }, by);
      if ('waiting' in proposed) return waitingAnswer(c, proposed.waiting);
      c.var.logger.info({ ...request, ...by }, 'held payment decided');
      return textOf('message', paymentMessages.decisionTaken());
    },
  });
}
