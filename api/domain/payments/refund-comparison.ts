/**
 * Compares bKash's list of a payment's refunds with ours. bKash does not know our refund numbers, so a duplicate
 * refund shows only there.
 */
import type { BkashRefund } from '#api/adapters/bkash/types.ts';
import type { Database } from '#prisma/client.ts';
import type { PaymentRefund } from '#prisma/generated/client.ts';
import { openEnd } from './payment-open-ends.ts';
import { changeRefund, isOpen, type RefundView } from './refund-steps.ts';

/** Returns completed refunds in bKash's list that match none of ours. */
export function unknownRefunds(
  ours: Pick<PaymentRefund, 'refundTrxId'>[],
  reported: BkashRefund[],
): BkashRefund[] {
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
