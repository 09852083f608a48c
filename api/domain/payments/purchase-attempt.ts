/** One payment attempt under its locks: read, changed together with its transaction, and shown to the workflow. */
import { DomainError } from '#contracts/errors.ts';
import { messageOrNull, type Message } from '#contracts/messages/message.ts';
import { paymentMessages } from '#contracts/payments/messages.ts';
import { isAttemptState, type AttemptState } from '#contracts/payments/payments.ts';
import { bdtFromPoisha } from '#contracts/payments/purchase-rules.ts';
import type { Database, DatabaseOrTransaction, Transaction } from '#prisma/client.ts';
import type { PaymentAttempt, PurchaseOrder } from '#prisma/generated/client.ts';
import type { RecordedMessage } from '#workflows/messages.ts';
import { readHeldPayment } from './payment-figures.ts';
import { closeEnds, notifyOfPayment } from './payment-open-ends.ts';

/** The attempt as the workflow sees it. Times are in milliseconds, because a workflow receives no Date objects. */
export type PurchaseView = {
  state: AttemptState;
  message: RecordedMessage | null;
  returned: string | null;
  /** Nothing is left to ask or do. */
  ended: boolean;
  openedAtMs: number;
  /** An execute was sent at some time. */
  executed: boolean;
  /** Number of executes that bKash may have acted on, and until when it may act on the last one. */
  executes: number;
  settlesAtMs: number | null;
  page: { paymentId: string; bkashUrl: string } | null;
  /** The payment must be refunded in full: it is the second one of its order, or a person decided so. */
  refundDue: boolean;
};

/** Returns the stored state as its type. Throws for a state that this version does not know. */
export function attemptStateOf({ state }: Pick<PaymentAttempt, 'state'>): AttemptState {
  if (!isAttemptState(state)) throw new Error(`A payment attempt is "${state}".`);
  return state;
}

export type LockedPurchase = { order: PurchaseOrder; attempt: PaymentAttempt };

/**
 * Locks the order, then the attempt; the ledger comes last. This order prevents deadlocks between operations on one
 * purchase.
 */
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

/** Returns the attempt without locking it. Throws if it does not exist. */
export function readAttempt(db: DatabaseOrTransaction, attemptId: string): Promise<PaymentAttempt> {
  return db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } });
}

/** Returns the attempt and the customer who pays, without locking them. */
export function readAttemptAndPayer(
  db: DatabaseOrTransaction,
  attemptId: string,
): Promise<PaymentAttempt & { user: { id: string; mobile: string } }> {
  return db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId }, include: { user: true } });
}

/** Returns the attempt as its workflow sees it, without locking it. */
export async function viewPurchase(db: DatabaseOrTransaction, attemptId: string): Promise<PurchaseView> {
  return viewOf(await readAttempt(db, attemptId));
}

function viewOf(attempt: PaymentAttempt): PurchaseView {
  const { paymentId, bkashUrl } = attempt;
  return {
    state: attemptStateOf(attempt),
    message: messageOrNull(attempt.errorMessage),
    returned: attempt.returned,
    ended: attempt.endedAt !== null,
    openedAtMs: attempt.createdAt.getTime(),
    executed: attempt.executedAt !== null,
    executes: attempt.executes,
    settlesAtMs: attempt.settlesAt?.getTime() ?? null,
    page: paymentId && bkashUrl ? { paymentId, bkashUrl } : null,
    refundDue: attempt.endedAt === null && mustGoBack(attempt),
  };
}

/** Returns whether the payment must be refunded in full: it is a duplicate, or a person decided so. */
export const mustGoBack = (attempt: Pick<PaymentAttempt, 'state' | 'heldPayment'>): boolean =>
  attempt.state === 'duplicate' || (attempt.state === 'held' && decisionOf(attempt)?.decision === 'refund');

/** Returns the decision about a held payment; undefined if nobody has decided. */
export const decisionOf = (attempt: Pick<PaymentAttempt, 'heldPayment'>) =>
  readHeldPayment(attempt.heldPayment)?.decision;

/** Changes an attempt under its locks; `change` returns null to leave it unchanged. */
export async function changePurchase(
  db: Database,
  attemptId: string,
  change: (tx: Transaction, locked: LockedPurchase) => Promise<PaymentAttempt | null> | PaymentAttempt | null,
): Promise<PurchaseView> {
  return db.$transaction(async (tx) => {
    const locked = await lockPurchase(tx, attemptId);
    const changed = await change(tx, locked);
    if (changed && isExecuteOpen(locked.attempt) && !isExecuteOpen(changed)) await closeUnknown(tx, changed);
    return viewOf(changed ?? locked.attempt);
  });
}

/** Whether an execute was begun whose outcome bKash has not reported. */
export const isExecuteOpen = ({ state }: Pick<PaymentAttempt, 'state'>): boolean =>
  state === 'executing' || state === 'unknown';

/**
 * Closes the open end once the outcome of the execute is known. A customer who was notified that it is unknown now
 * learns that nothing was taken.
 */
async function closeUnknown(tx: Transaction, attempt: PaymentAttempt): Promise<void> {
  const now = attempt.endedAt ?? new Date();
  const wasOpen = await closeEnds(tx, { attemptId: attempt.id, kind: 'payment_unknown' }, { now });
  if (wasOpen === 0 || !['failed', 'cancelled', 'expired'].includes(attempt.state)) return;
  const about = { payment: attempt, key: `not-taken:${attempt.id}` };
  await notifyOfPayment(tx, about, 'payment_not_taken', { bdt: bdtFromPoisha(attempt.amount) });
}

type AttemptChange = Parameters<Transaction['paymentAttempt']['update']>[0]['data'];
type TransactionChange = Parameters<Transaction['transaction']['update']>[0]['data'];

/** Updates the attempt and the customer's transaction together. */
export async function writeAttempt(
  tx: Transaction,
  id: string,
  attempt: AttemptChange,
  transaction: TransactionChange,
): Promise<PaymentAttempt> {
  await tx.transaction.update({ where: { attemptId: id }, data: transaction });
  return tx.paymentAttempt.update({ where: { id }, data: attempt });
}

/**
 * Ends a payment without credits by a person's decision. If its outcome was unknown and bKash completes it
 * nevertheless, it is credited then.
 */
export async function closePayment(
  tx: Transaction,
  attempt: PaymentAttempt,
  now: Date,
): Promise<PaymentAttempt> {
  const about = { payment: attempt, key: `closed:${attempt.id}` };
  await notifyOfPayment(tx, about, 'payment_closed', { bdt: bdtFromPoisha(attempt.amount) });
  return endFailedAttempt(tx, attempt.id, { state: 'failed', message: paymentMessages.closedByTeam() }, now);
}

/** How an attempt failed, for its customer. */
type AttemptFailure = {
  state: 'failed' | 'cancelled' | 'expired';
  /** bKash's code; absent if bKash gave none. */
  code?: string | null;
  message: Message;
};

/** Ends an attempt that took no money: bKash is not queried about it any more. */
export const endFailedAttempt = (
  tx: Transaction,
  id: string,
  failure: AttemptFailure,
  endedAt: Date,
): Promise<PaymentAttempt> => writeFailure(tx, id, failure, endedAt);

/** Shows an attempt as failed but continues to query bKash, because it may have been paid nevertheless. */
export const failButKeepQuerying = (
  tx: Transaction,
  id: string,
  failure: AttemptFailure,
): Promise<PaymentAttempt> => writeFailure(tx, id, failure, null);

function writeFailure(
  tx: Transaction,
  id: string,
  { state, code = null, message }: AttemptFailure,
  endedAt: Date | null,
): Promise<PaymentAttempt> {
  return writeAttempt(
    tx,
    id,
    { state, errorCode: code, errorMessage: message, endedAt },
    { status: 'failed', message },
  );
}
