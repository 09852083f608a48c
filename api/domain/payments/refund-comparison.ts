/**
 * Compares bKash's list of a payment's refunds with ours. bKash does not know our refund numbers, so a duplicate
 * refund shows only there.
 */
import type { BkashAnswer, BkashRefund, BkashRefundStatus } from '#api/adapters/bkash/types.ts';
import { limits } from '#contracts/limits.ts';
import type { Database } from '#prisma/client.ts';
import type { PaymentRefund } from '#prisma/generated/client.ts';
import { openEnd } from './payment-open-ends.ts';
import { changeRefund, isOpen, type RefundView } from './refund-steps.ts';

/** "Transaction not found". */
const NO_REFUNDS_CODE = '2033';

type OurRefund = Pick<PaymentRefund, 'refundTrxId'>;

/**
 * Returns bKash's list of a payment's refunds; null if bKash did not answer. bKash does not document whether it answers
 * with an empty list or an error when there are none. Any other error says nothing about the refunds, and neither does
 * this one if bKash has made one of `ours`, the payment's refunds here.
 */
export function refundsIn(
  answer: BkashAnswer<BkashRefundStatus>,
  ours: readonly OurRefund[],
): BkashRefund[] | null {
  if (answer.ok) return answer.value.refunds;
  const { kind, code } = answer.failure;
  const isEmpty = kind === 'refused' && code === NO_REFUNDS_CODE;
  return isEmpty && ours.every(({ refundTrxId }) => refundTrxId === null) ? [] : null;
}

/** Returns the refunds of the payment to which the given one belongs. */
export const refundsOfPayment = (db: Database, refundId: string): Promise<OurRefund[]> =>
  db.paymentRefund.findMany({
    where: { attempt: { refunds: { some: { id: refundId } } } },
    select: { refundTrxId: true },
    take: limits.refundsPerPaymentListMax,
  });

/** Returns completed refunds in bKash's list that match none of ours. */
export function unknownRefunds(ours: readonly OurRefund[], reported: BkashRefund[]): BkashRefund[] {
  const known = new Set(ours.map(({ refundTrxId }) => refundTrxId));
  return reported.filter(({ completed, refundTrxId }) => completed && !known.has(refundTrxId));
}

/**
 * Reports each surplus refund once. `isLast` is set one settling time after the end, when no further refund can
 * appear.
 */
export function compareRefunds(
  db: Database,
  refundId: string,
  { reported, isLast, now }: { reported: BkashRefund[]; isLast: boolean; now: Date },
): Promise<RefundView> {
  return changeRefund(db, refundId, async (tx, { attempt }) => {
    const ours = await tx.paymentRefund.findMany({ where: { attemptId: attempt.id } });
    // A refund in progress may be the one that seems surplus, so the comparison waits until it has ended.
    const twins = ours.some(isOpen) ? [] : unknownRefunds(ours, reported);
    for (const { refundTrxId, amountPoisha } of twins) {
      await openEnd(tx, attempt, {
        kind: 'refund_twin',
        subject: refundTrxId,
        amountPoisha: amountPoisha ?? 0n,
        now,
      });
    }
    return isLast ? tx.paymentRefund.update({ where: { id: refundId }, data: { comparedAt: now } }) : null;
  });
}
