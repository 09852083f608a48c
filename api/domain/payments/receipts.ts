/** Receipts of bKash payments for a customer's bookkeeping, one for each completed or refunded payment. */
import { receiptLabel } from '#contracts/payments/transactions.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { paymentMessages } from '#contracts/payments/messages.ts';
import type { Database } from '#prisma/client.ts';
import { storedBuyer } from './receipt-buyer.ts';
import { drawReceipt } from './receipt/draw.ts';

/** Contains only known facts: no registration number is printed until one exists. */
const seller = { name: 'Chalan', about: "Paperwork for Bangladesh's exporters" };

/** Returns a receipt as a PDF. Throws NOT_FOUND for another customer's transaction, and for one without a payment. */
export async function receiptPdf(
  db: Database,
  userId: string,
  transactionId: string,
): Promise<{ fileName: string; bytes: Uint8Array<ArrayBuffer> }> {
  const transaction = await db.transaction.findFirst({
    where: { id: transactionId, userId, status: { in: ['completed', 'refunded'] } },
    include: {
      user: { select: { name: true, company: true, email: true, mobile: true } },
      attempt: {
        include: {
          order: { select: { creditsPerBdtHundredths: true } },
          refunds: { where: { state: 'done' }, orderBy: { createdAt: 'asc' } },
        },
      },
    },
  });
  if (!transaction) throw refusal('NOT_FOUND', paymentMessages.noReceipt());
  const { attempt, user } = transaction;
  const paidAt = transaction.completedAt ?? attempt.paidAt ?? transaction.createdAt;
  const number = transaction.receiptNumber === null ? null : receiptLabel(transaction.receiptNumber, paidAt);
  const trxId = attempt.trxId ?? transaction.reference;
  const bytes = await drawReceipt({
    number,
    paidAt,
    seller,
    buyer: storedBuyer(transaction.buyer) ?? user,
    creditsHundredths: transaction.credits,
    creditsPerBdtHundredths: attempt.creditsPerBdtHundredths ?? attempt.order.creditsPerBdtHundredths,
    amountPoisha: transaction.amount,
    trxId,
    invoice: attempt.invoice,
    paymentId: attempt.paymentId ?? '',
    refunds: attempt.refunds.map((refund) => ({
      at: refund.endedAt ?? refund.createdAt,
      amountPoisha: refund.amount,
      refundTrxId: refund.refundTrxId,
      reason: refund.reason,
    })),
  });
  return { fileName: `receipt-${number ?? trxId}.pdf`, bytes };
}
