/** A customer's transactions as the client sees them: list, totals, and whether a payment is recorded. */
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { DomainError } from '#contracts/errors.ts';
import { bdtFromPoisha } from '#contracts/payments/purchase-rules.ts';
import { paymentStatuses, type PaymentStatus } from '#contracts/payments/payment-statuses.ts';
import { receiptLabel, type TransactionsQuery } from '#contracts/payments/transactions.ts';
import { messageOrNull } from '#contracts/messages/message.ts';
import { english } from '#contracts/messages/render.ts';
import type { TransactionSummary, TransactionView } from '#contracts/calls/payments-answers.ts';
import type { Database, DatabaseOrTransaction } from '#prisma/client.ts';
import type { PaymentAttempt, PurchaseOrder, Transaction } from '#prisma/generated/client.ts';
import { timesOfDays } from '#api/domain/dhaka-days.ts';
import { isOpen } from './purchases.ts';

/** Lists transactions, newest first. */
export async function listTransactions(
  db: Database,
  userId: string,
  query: TransactionsQuery,
  now: Date,
): Promise<{ transactions: TransactionView[]; totalCount: number }> {
  const where = {
    userId,
    createdAt: timesOfDays(query),
    ...(query.paymentStatus ? { status: query.paymentStatus } : {}),
  };
  const [transactions, totalCount] = await Promise.all([
    db.transaction.findMany({
      where,
      include: { attempt: { select: { state: true, expiresAt: true, returned: true, order: true } } },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: query.offset,
      take: query.limit,
    }),
    db.transaction.count({ where }),
  ]);
  return { transactions: transactions.map((each) => transactionView(each, now)), totalCount };
}

/** Totals everything paid, net of refunds. */
export async function summarizeTransactions(db: Database, userId: string): Promise<TransactionSummary> {
  const [count, spentPoisha, bought, takenBack] = await Promise.all([
    db.transaction.count({ where: { userId } }),
    spentPoishaOf(db, userId),
    db.purchaseOrder.aggregate({ where: { userId, paidAttemptId: { not: null } }, _sum: { credits: true } }),
    db.paymentRefund.aggregate({
      where: { attempt: { userId }, state: { not: 'failed' } },
      _sum: { creditsTaken: true },
    }),
  ]);
  const credits = (bought._sum.credits ?? 0n) - (takenBack._sum.creditsTaken ?? 0n);
  return {
    total_transactions: count,
    total_spent: bdtFromPoisha(spentPoisha),
    total_credits_purchased: creditsFromHundredths(credits),
  };
}

/** Returns whether the user has paid at least once. */
export async function hasPaid(db: Database, userId: string): Promise<boolean> {
  // Plain SQL, which the database client need not compile, because every upload asks.
  const payments = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM transactions WHERE user_id = ${userId} AND status = 'completed' LIMIT 1`;
  return payments.length > 0;
}

/** Returns the net amount that the user has paid, without refunds; zero if nothing. */
export async function spentPoishaOf(db: DatabaseOrTransaction, userId: string): Promise<bigint> {
  return (await spentPoishaByUser(db, [userId])).get(userId) ?? 0n;
}

/** Returns the net amount paid in poisha by user; users who never paid are omitted. */
export async function spentPoishaByUser(
  db: DatabaseOrTransaction,
  userIds: string[],
): Promise<Map<string, bigint>> {
  const sums = await db.transaction.groupBy({
    by: ['userId'],
    where: { userId: { in: userIds }, status: { in: ['completed', 'refunded'] } },
    _sum: { amount: true, refunded: true },
  });
  return new Map(sums.map(({ userId, _sum }) => [userId, (_sum.amount ?? 0n) - (_sum.refunded ?? 0n)]));
}

/**
 * Throws TRANSACTION_NOT_RECORDED unless the user's payment is credited. Never credits anything itself: only bKash's
 * answer does. Another user's payment is treated as unknown.
 */
export async function requireRecorded(db: Database, userId: string, references: string[]): Promise<void> {
  const attempt = await db.paymentAttempt.findFirst({
    where: { userId, OR: [{ trxId: { in: references } }, { paymentId: { in: references } }] },
    include: { order: { select: { paidAttemptId: true } } },
  });
  if (!attempt || attempt.order.paidAttemptId !== attempt.id)
    throw new DomainError('TRANSACTION_NOT_RECORDED');
}

type WithAttempt = Transaction & {
  attempt: Pick<PaymentAttempt, 'state' | 'expiresAt' | 'returned'> & { order: PurchaseOrder };
};

/** Returns the order that the payer can continue, or pay again; null once bKash has been asked to take the money. */
function openOrderOf({ status, attempt }: WithAttempt, now: Date): TransactionView['open_order'] {
  const isUndecided = status === 'pending' && (attempt.state === 'new' || attempt.state === 'initiated');
  if (!isUndecided || attempt.order.paidAttemptId) return null;
  return { number: attempt.order.invoice, continues: isOpen(attempt, now) };
}

function transactionView(transaction: WithAttempt, now: Date): TransactionView {
  const message = messageOrNull(transaction.message);
  return {
    id: transaction.id,
    transaction_id: transaction.reference,
    transaction_type: transaction.type,
    amount_bdt: bdtFromPoisha(transaction.amount),
    credits_amount: creditsFromHundredths(transaction.credits),
    payment_method: transaction.method,
    payment_status: statusOf(transaction.status),
    refunded_bdt: bdtFromPoisha(transaction.refunded),
    receipt_number:
      transaction.receiptNumber === null
        ? null
        : receiptLabel(transaction.receiptNumber, transaction.completedAt ?? transaction.createdAt),
    message: message ? english(message) : '',
    messageData: message,
    open_order: openOrderOf(transaction, now),
    created_at: transaction.createdAt.toISOString(),
  };
}

function statusOf(stored: string): PaymentStatus {
  const status = paymentStatuses.find((known) => known === stored);
  if (!status) throw new Error(`A transaction is "${stored}".`);
  return status;
}
