/** bKash's list of a payment's refunds beside ours: bKash knows no refund number of ours, so a second one shows only there. */
import type { BkashRefund } from '#api/adapters/bkash/types.ts';
import type { Database } from '#prisma/client.ts';
import type { PaymentRefund } from '#prisma/generated/client.ts';
import { openEnd } from './payment-open-ends.ts';
import { changeRefund, isOpen, type RefundView } from './refund-steps.ts';

/** Refunds that moved money and that none of ours accounts for. */
export function unknownRefunds(
  ours: Pick<PaymentRefund, 'refundTrxId'>[],
  reported: BkashRefund[],
): BkashRefund[] {
  const known = new Set(ours.map(({ refundTrxId }) => refundTrxId));
  return reported.filter(({ completed, refundTrxId }) => completed && !known.has(refundTrxId));
}

/** Reports each refund too many once; `isLast`: a settling time after the end, so that nothing can come any more. */
export function compareRefunds(
  db: Database,
  refundId: string,
  { reported, isLast, now }: { reported: BkashRefund[]; isLast: boolean; now: Date },
): Promise<RefundView> {
  return changeRefund(db, refundId, async (tx, { attempt }) => {
    const ours = await tx.paymentRefund.findMany({ where: { attemptId: attempt.id } });
    // A refund that is under way may be the one that seems too many: it is compared after its own end.
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
