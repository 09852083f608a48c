/** A completed bKash payment as it is stored in the database, without the credits it bought. */
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#contracts/durations.ts';
import type { Database } from '#prisma/client.ts';

/** Within the time in which bKash refunds a payment. */
const PAID_DAYS_AGO = 7;

type PaidFields = {
  userId: string;
  amountPoisha: bigint;
  trxId: string;
  creditsHundredths?: bigint;
  receiptNumber?: number;
  status?: string;
  paidAt?: Date;
  refundedPoisha?: bigint;
};

export async function paidPurchase(
  db: Database,
  { userId, amountPoisha, trxId, status = 'completed', ...given }: PaidFields,
): Promise<{ attemptId: string; transactionId: string }> {
  const paidAt = given.paidAt ?? new Date(Date.now() - PAID_DAYS_AGO * DAY_MS);
  const amounts = { amount: amountPoisha, credits: given.creditsHundredths ?? amountPoisha * 2n };
  const order = await db.purchaseOrder.create({
    data: { userId, invoice: `INV-${randomUUID()}`, creditsPerBdtHundredths: 200, ...amounts },
  });
  const isPaid = status === 'completed' || status === 'refunded';
  const attempt = await db.paymentAttempt.create({
    data: {
      orderId: order.id,
      userId,
      invoice: `CH${trxId}`,
      resultToken: randomUUID(),
      paymentId: `TR0011${trxId}`,
      ...amounts,
      ...(isPaid ? { state: 'paid', trxId, paidAt } : { state: 'failed' }),
    },
  });
  if (isPaid) await db.purchaseOrder.update({ where: { id: order.id }, data: { paidAttemptId: attempt.id } });
  const highest = await db.transaction.aggregate({ _max: { receiptNumber: true } });
  const transaction = await db.transaction.create({
    data: {
      userId,
      attemptId: attempt.id,
      status,
      reference: isPaid ? trxId : attempt.invoice,
      refunded: given.refundedPoisha ?? 0n,
      createdAt: paidAt,
      ...amounts,
      ...(isPaid
        ? { completedAt: paidAt, receiptNumber: given.receiptNumber ?? (highest._max.receiptNumber ?? 0) + 1 }
        : {}),
    },
  });
  return { attemptId: attempt.id, transactionId: transaction.id };
}
