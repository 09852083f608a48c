/**
 * A payment as its payer sees it: the answer that the dialog polls for, and the page to which bKash returns the
 * browser.
 */
import { creditsFromHundredths, formatCredits } from '#contracts/credits/credits.ts';
import { DomainError } from '#contracts/errors.ts';
import { textOf } from '#contracts/messages/answers.ts';
import { storedMessage, type Message } from '#contracts/messages/message.ts';
import { paymentMessages } from '#contracts/payments/messages.ts';
import type { TransactionStatus } from '#contracts/payments/payments.ts';
import type { PaymentResult, QueriedPaymentAnswer } from '#contracts/calls/payments-answers.ts';
import { bdtFromPoisha } from '#contracts/payments/purchase-rules.ts';
import type { Database } from '#prisma/client.ts';
import type { PaymentAttempt } from '#prisma/generated/client.ts';
import { attemptStateOf, mustGoBack } from './purchase-attempt.ts';

type Order = { paidAttemptId: string | null };

const resultOf: Record<TransactionStatus, PaymentResult['status']> = {
  Initiated: 'processing',
  Completed: 'success',
  Failed: 'failed',
  Cancelled: 'cancelled',
};

/**
 * Returns the status of an attempt as the payment dialog shows it; the amount is in taka. Reads the database only.
 */
export async function queriedPayment(db: Database, attempt: PaymentAttempt): Promise<QueriedPaymentAnswer> {
  const order = await db.purchaseOrder.findUniqueOrThrow({ where: { id: attempt.orderId } });
  const transactionStatus = statusOf(attempt, order);
  const credits = creditsFromHundredths(attempt.credits);
  return {
    transactionStatus,
    trxID: attempt.trxId,
    paymentID: attempt.paymentId ?? '',
    amount: bdtFromPoisha(attempt.amount),
    credits,
    ...textOf(
      'message',
      attempt.state === 'paid'
        ? paymentMessages.creditsAdded({ credits: formatCredits(credits) })
        : messageOf(attempt, transactionStatus),
    ),
  };
}

/** Anyone with the page's URL can read it, so it contains no names and no amount. */
export async function paymentResult(db: Database, resultToken: string): Promise<PaymentResult> {
  const attempt = await db.paymentAttempt.findUnique({ where: { resultToken }, include: { order: true } });
  if (!attempt) throw new DomainError('NOT_FOUND');
  const status = statusOf(attempt, attempt.order);
  return { status: resultOf[status], ...textOf('message', messageOf(attempt, status)) };
}

/** Completed means that this very payment was credited; one that was refunded in full as a duplicate never was. */
function statusOf(attempt: PaymentAttempt, order: Order): TransactionStatus {
  const state = attemptStateOf(attempt);
  switch (state) {
    case 'paid':
      return 'Completed';
    case 'refunded':
      return order.paidAttemptId === attempt.id ? 'Completed' : 'Failed';
    case 'duplicate':
    case 'failed':
    case 'expired':
      return 'Failed';
    case 'cancelled':
      return 'Cancelled';
    case 'initiated':
      return claimOf(attempt);
    case 'held':
      return attempt.endedAt !== null && mustGoBack(attempt) ? 'Failed' : 'Initiated';
    default:
      return 'Initiated';
  }
}

/** Shows at once that the payer gave up; bKash is queried nevertheless. */
function claimOf({ returned }: PaymentAttempt): TransactionStatus {
  if (returned === 'cancel') return 'Cancelled';
  return returned === 'failure' ? 'Failed' : 'Initiated';
}

function messageOf(attempt: PaymentAttempt, status: TransactionStatus): Message {
  if (attempt.state === 'refunded') return paymentMessages.moneySentBack();
  if (status === 'Completed') return paymentMessages.successful();
  if (attempt.errorMessage !== null) return storedMessage(attempt.errorMessage);
  return status === 'Initiated' ? paymentMessages.beingConfirmed() : paymentMessages.cancelledOrFailed();
}
