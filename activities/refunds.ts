/**
 * bKash calls and database steps of refunds. One owner sends each refund once; bKash's list of refunds reveals the
 * outcome.
 */
import { randomUUID } from 'node:crypto';
import type { BkashAnswer, BkashRefund } from '#api/adapters/bkash/types.ts';
import { messageOfFailure } from '#api/domain/payments/bkash-failures.ts';
import { markSentInTime, markRefundSent, minutesLater } from '#api/domain/payments/payment-sends.ts';
import { compareRefunds, refundsIn, refundsOfPayment } from '#api/domain/payments/refund-comparison.ts';
import * as refunds from '#api/domain/payments/refund-steps.ts';
import type { RefundView } from '#api/domain/payments/refund-steps.ts';
import { limits } from '#contracts/limits.ts';
import { beating } from './heartbeats.ts';
import type { PaymentDeps } from './payments.ts';

type RefundAnswer = { view: RefundView; answered: boolean };

export function refundActivities(deps: PaymentDeps) {
  const { db, clock, logger } = deps;
  return {
    readRefund: (input: { refundId: string }) => refunds.viewRefund(db, input.refundId),

    /**
     * Sends the refund. It first stores the refunds that bKash already knows, so that one made despite a lost answer
     * can be recognised.
     */
    sendRefund: (input: { refundId: string }): Promise<RefundView> =>
      beating(() => sendRefund(deps, input.refundId)),

    markRefundUnknown: (input: { refundId: string }) => refunds.markRefundUnknown(db, input.refundId),

    /** Looks for a refund with a lost answer in bKash's list. */
    lookForRefund: ({ refundId }: { refundId: string }): Promise<RefundAnswer> =>
      beating(() => lookForRefund(deps, refundId)),

    /**
     * Compares bKash's list with the platform's own after a refund. `isLast` means that no late refund can arrive any
     * more.
     */
    compareRefunds: (input: { refundId: string; isLast: boolean }): Promise<RefundAnswer> =>
      beating(() => compareWithList(deps, input)),

    giveUpRefund: (input: { refundId: string }) => refunds.giveUpRefund(db, input.refundId, clock()),

    reportRefund: async ({ refundId }: { refundId: string }): Promise<void> => {
      await refunds.reportRefund(db, refundId, clock());
      logger.error({ refundId }, 'bKash does not say what became of a refund');
    },
  };
}

async function lookForRefund({ db, bkash, clock }: PaymentDeps, refundId: string): Promise<RefundAnswer> {
  const answer = await bkash.refundStatus(await refunds.refundOrderOf(db, refundId));
  const reported = refundsIn(answer, await refundsOfPayment(db, refundId));
  const found = reported && (await refunds.findRefund(db, refundId, reported));
  const view = found
    ? await refunds.recordRefunded(db, refundId, found, clock())
    : await refunds.viewRefund(db, refundId);
  return { view, answered: reported !== null };
}

async function compareWithList(
  { db, bkash, clock }: PaymentDeps,
  { refundId, isLast }: { refundId: string; isLast: boolean },
): Promise<RefundAnswer> {
  const answer = await bkash.refundStatus(await refunds.refundOrderOf(db, refundId));
  const reported = refundsIn(answer, await refundsOfPayment(db, refundId));
  if (!reported) return { view: await refunds.viewRefund(db, refundId), answered: false };
  const view = await compareRefunds(db, refundId, { reported, isLast, now: clock() });
  return { view, answered: true };
}

async function sendRefund(deps: PaymentDeps, refundId: string): Promise<RefundView> {
  const { db, bkash, env, clock } = deps;
  const order = await refunds.refundOrderOf(db, refundId);
  const known = await bkash.refundStatus(order);
  const listed = refundsIn(known, await refundsOfPayment(db, refundId));
  // A payment whose list bKash refuses for another reason is refused by the refund too, with words for the administrator.
  if (!listed && !isRefused(known)) return refunds.viewRefund(db, refundId);
  const knownBefore = (listed ?? []).map(({ refundTrxId }) => refundTrxId);
  const owner = randomUUID();
  const { isMine, view } = await refunds.claimRefund(db, refundId, { owner, knownBefore });
  if (!isMine) return view;
  const markSent = markSentInTime(() => {
    const now = clock();
    const settlesAt = minutesLater(now, limits.refundSettleMinutes, env.PURCHASE_MINUTE_MS);
    return markRefundSent(db, refundId, { owner, now, settlesAt });
  });
  return recordAnswer(deps, { refundId, owner, answer: await bkash.refund(order, markSent) });
}

const isRefused = (answer: BkashAnswer<unknown>): boolean => !answer.ok && answer.failure.kind === 'refused';

async function recordAnswer(
  { db, clock, logger }: PaymentDeps,
  { refundId, owner, answer }: { refundId: string; owner: string; answer: BkashAnswer<BkashRefund> },
): Promise<RefundView> {
  if (answer.ok && answer.value.completed) return refunds.recordRefunded(db, refundId, answer.value, clock());
  if (answer.ok) return refunds.markRefundUnknown(db, refundId);
  const { failure } = answer;
  logger.warn({ refundId, failure }, 'bKash refund was not made');
  const { kind } = failure;
  const message = messageOfFailure(failure);
  if (kind === 'refused' || kind === 'notApproved')
    return refunds.recordRefundRefused(db, refundId, { owner, message, now: clock() });
  return notSent.has(kind)
    ? refunds.markNotSent(db, refundId, { owner, message })
    : refunds.markRefundUnknown(db, refundId);
}

/** Failures after which bKash has certainly made no refund. */
const notSent: ReadonlySet<string> = new Set(['unreachable', 'withheld', 'config', 'unauthorized']);
