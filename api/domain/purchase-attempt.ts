/** One payment attempt under its locks: how it is read, changed together with its transaction, and shown to the workflow. */
import type { BkashFailure } from '#api/adapters/bkash/types.ts';
import { DomainError } from '#contracts/errors.ts';
import { isAttemptState, type AttemptState } from '#contracts/payments.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import type { PaymentAttempt, PurchaseOrder } from '#prisma/generated/client.ts';
import { readHeldPayment } from './payment-figures.ts';

/** What the workflow goes by. Times in milliseconds, because it has no dates from outside. */
export type PurchaseView = {
  state: AttemptState;
  message: string | null;
  returned: string | null;
  /** Nothing is left to be asked or done. */
  ended: boolean;
  openedAtMs: number;
  executed: boolean;
  page: { paymentId: string; bkashUrl: string } | null;
  /** The payment is to be sent back in full: a second one of its order, or a person's decision. */
  refundDue: boolean;
};

export type LockedPurchase = { order: PurchaseOrder; attempt: PaymentAttempt };

/** What customers read of a payment that is not simply paid. */
export const paymentWords = {
  cancelled: 'The payment was cancelled.',
  failed: 'The payment failed in bKash.',
  expired: 'The payment was not completed in time.',
  orderPaid: 'This order is already paid. Nothing was taken for this payment.',
  notOpened: 'The payment page was not opened.',
  notCompleted: 'The payment was not completed in bKash.',
  unknown: 'bKash has not confirmed this payment yet.',
  held: 'bKash reported other figures than agreed. Our team looks into this payment.',
  duplicate: 'This order was already paid. The money goes back to the bKash wallet.',
  closed: 'This payment was closed by our team.',
};

/** Order first, then attempt, then ledger: verbs of one purchase can't wait for each other in a circle. */
export async function lockPurchase(tx: Transaction, attemptId: string): Promise<LockedPurchase> {
  await tx.$queryRaw`
    SELECT o.id FROM purchase_orders o JOIN payment_attempts a ON a.order_id = o.id
    WHERE a.id = ${attemptId}::uuid FOR UPDATE OF o`;
  await tx.$queryRaw`SELECT id FROM payment_attempts WHERE id = ${attemptId}::uuid FOR UPDATE`;
  const found = await tx.paymentAttempt.findUnique({ where: { id: attemptId }, include: { order: true } });
  if (!found) throw new DomainError('NOT_FOUND');
  const { order, ...attempt } = found;
  return { order, attempt };
}

export async function viewPurchase(db: Database, attemptId: string): Promise<PurchaseView> {
  return viewOf(await db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } }));
}

function viewOf(attempt: PaymentAttempt): PurchaseView {
  const { state, paymentId, bkashUrl } = attempt;
  if (!isAttemptState(state)) throw new Error(`A payment attempt is "${state}".`);
  const decided = decisionOf(attempt)?.decision;
  return {
    state,
    message: attempt.errorMessage,
    returned: attempt.returned,
    ended: attempt.endedAt !== null,
    openedAtMs: attempt.createdAt.getTime(),
    executed: attempt.executedAt !== null,
    page: paymentId && bkashUrl ? { paymentId, bkashUrl } : null,
    refundDue:
      attempt.endedAt === null && (state === 'duplicate' || (state === 'held' && decided === 'refund')),
  };
}

export const decisionOf = (attempt: Pick<PaymentAttempt, 'heldPayment'>) =>
  readHeldPayment(attempt.heldPayment)?.decision;

/** Changes an attempt under its locks; `change` answers null to leave it as it is. */
export async function changePurchase(
  db: Database,
  attemptId: string,
  change: (tx: Transaction, locked: LockedPurchase) => Promise<PaymentAttempt | null> | PaymentAttempt | null,
): Promise<PurchaseView> {
  return db.$transaction(async (tx) => {
    const locked = await lockPurchase(tx, attemptId);
    return viewOf((await change(tx, locked)) ?? locked.attempt);
  });
}

type AttemptChange = Parameters<Transaction['paymentAttempt']['update']>[0]['data'];
type TransactionChange = Parameters<Transaction['transaction']['update']>[0]['data'];

/** The attempt and what the customer sees of it change together. */
export async function writeAttempt(
  tx: Transaction,
  id: string,
  attempt: AttemptChange,
  transaction: TransactionChange,
): Promise<PaymentAttempt> {
  await tx.transaction.update({ where: { attemptId: id }, data: transaction });
  return tx.paymentAttempt.update({ where: { id }, data: attempt });
}

/** Over, or as good as over: without `endedAt` bKash is still asked. */
export function failAttempt(
  tx: Transaction,
  id: string,
  state: 'failed' | 'cancelled' | 'expired',
  { code, message }: Pick<BkashFailure, 'code' | 'message'>,
  endedAt: Date | null,
): Promise<PaymentAttempt> {
  return writeAttempt(
    tx,
    id,
    { state, errorCode: code, errorMessage: message, endedAt },
    { status: 'failed', message },
  );
}
