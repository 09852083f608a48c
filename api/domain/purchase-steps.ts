/** The steps that `credit-purchase` takes on the database: each is one transaction, acts once, and answers the state. */
import type { BkashFailure, BkashPayment, CreatedPayment } from '#api/adapters/bkash/types.ts';
import { creditsFromHundredths, formatCredits } from '#contracts/credits.ts';
import { DomainError } from '#contracts/errors.ts';
import { isAttemptState, type AttemptState } from '#contracts/payments.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import type { PaymentAttempt, PurchaseOrder } from '#prisma/generated/client.ts';
import type { HeldDecision } from '#workflows/purchase-messages.ts';
import { purchaseCredits } from './ledger.ts';
import { notify } from './notifications.ts';
import { differenceOf, heldPaymentOf, readHeldPayment } from './payment-figures.ts';

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

type Locked = { order: PurchaseOrder; attempt: PaymentAttempt };

const PAGE_LIFE_MS = 24 * 3_600_000;
/** States that only a completed payment ends. */
const settled: ReadonlySet<string> = new Set<AttemptState>(['paid', 'duplicate', 'refunded']);
/** Receipts are numbered without gaps: one purchase at a time takes the next number. */
const RECEIPT_LOCK = 7_041_001;

const words = {
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
export async function lockPurchase(tx: Transaction, attemptId: string): Promise<Locked> {
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
async function step(
  db: Database,
  attemptId: string,
  change: (tx: Transaction, locked: Locked) => Promise<PaymentAttempt | null> | PaymentAttempt | null,
): Promise<PurchaseView> {
  return db.$transaction(async (tx) => {
    const locked = await lockPurchase(tx, attemptId);
    return viewOf((await change(tx, locked)) ?? locked.attempt);
  });
}

type AttemptChange = Parameters<Transaction['paymentAttempt']['update']>[0]['data'];
type TransactionChange = Parameters<Transaction['transaction']['update']>[0]['data'];

/** The attempt and what the customer sees of it change together. */
async function change(
  tx: Transaction,
  id: string,
  attempt: AttemptChange,
  transaction: TransactionChange,
): Promise<PaymentAttempt> {
  await tx.transaction.update({ where: { attemptId: id }, data: transaction });
  return tx.paymentAttempt.update({ where: { id }, data: attempt });
}

/** bKash has made the payment: its page may be shown. */
export function markInitiated(
  db: Database,
  attemptId: string,
  created: CreatedPayment,
  now: Date,
): Promise<PurchaseView> {
  return step(db, attemptId, (tx, { attempt }) => {
    if (attempt.state !== 'new') return null;
    const { paymentId, bkashUrl, signature } = created;
    const expiresAt = new Date(now.getTime() + PAGE_LIFE_MS);
    return tx.paymentAttempt.update({
      where: { id: attemptId },
      data: { state: 'initiated', paymentId, bkashUrl, signature, expiresAt },
    });
  });
}

/** Nobody has seen a payment page: the attempt is over, whatever bKash has stored of it. */
export function markNotCreated(
  db: Database,
  attemptId: string,
  failure: Pick<BkashFailure, 'code' | 'message'> | null,
  now: Date,
): Promise<PurchaseView> {
  return step(db, attemptId, (tx, { attempt }) =>
    attempt.state === 'new'
      ? fail(tx, attemptId, 'failed', failure ?? { code: null, message: words.notOpened }, now)
      : null,
  );
}

function fail(
  tx: Transaction,
  id: string,
  state: 'failed' | 'cancelled' | 'expired',
  { code, message }: Pick<BkashFailure, 'code' | 'message'>,
  endedAt: Date | null,
): Promise<PaymentAttempt> {
  return change(
    tx,
    id,
    { state, errorCode: code, errorMessage: message, endedAt },
    { status: 'failed', message },
  );
}

/** Kept before bKash is asked for the debit. Who is not told `mayExecute` must not ask, now or later. */
export async function markExecuting(
  db: Database,
  attemptId: string,
  now: Date,
): Promise<{ mayExecute: boolean; view: PurchaseView }> {
  let mayExecute = false;
  const view = await step(db, attemptId, (tx, { attempt, order }) => {
    const isWaiting = ['initiated', 'cancelled', 'failed'].includes(attempt.state);
    if (!isWaiting || attempt.endedAt || !attempt.paymentId) return null;
    if (order.paidAttemptId) {
      return fail(tx, attemptId, 'failed', { code: null, message: words.orderPaid }, now);
    }
    mayExecute = true;
    return change(
      tx,
      attemptId,
      { state: 'executing', executedAt: now, errorCode: null, errorMessage: null },
      { status: 'pending', message: '' },
    );
  });
  return { mayExecute, view };
}

/** What bKash's refusal of an execute means; a lost answer means nothing yet. */
export function recordExecuteFailure(
  db: Database,
  attemptId: string,
  failure: BkashFailure,
  now: Date,
): Promise<PurchaseView> {
  return step(db, attemptId, (tx, { attempt }) => {
    if (attempt.state !== 'executing') return null;
    if (failure.kind === 'refused') return fail(tx, attemptId, 'failed', refusalWords(failure), now);
    if (notExecuted.has(failure.kind)) {
      const note = { errorCode: failure.code, errorMessage: words.notCompleted };
      return tx.paymentAttempt.update({ where: { id: attemptId }, data: { state: 'initiated', ...note } });
    }
    return markUnknownIn(tx, attemptId, failure.code);
  });
}

/** After these bKash has certainly debited nothing, and the payment may still be executed. */
const notExecuted: ReadonlySet<string> = new Set(['notApproved', 'unreachable', 'config', 'unauthorized']);
/** bKash's code for the same wallet and the same amount twice within a few minutes. */
const SAME_AGAIN = '2029';

function refusalWords({ code, message }: BkashFailure): Pick<BkashFailure, 'code' | 'message'> {
  return { code, message: code === SAME_AGAIN ? `${message} Please try again in a few minutes.` : message };
}

function markUnknownIn(tx: Transaction, id: string, code: string | null): Promise<PaymentAttempt> {
  return change(
    tx,
    id,
    { state: 'unknown', errorCode: code, errorMessage: words.unknown },
    { status: 'pending', message: words.unknown },
  );
}

/** An execute whose answer is lost, or whose worker is gone: only bKash knows. */
export function markUnknown(db: Database, attemptId: string): Promise<PurchaseView> {
  return step(db, attemptId, (tx, { attempt }) =>
    attempt.state === 'executing' ? markUnknownIn(tx, attemptId, null) : null,
  );
}

/** bKash has not got the money, as far as it knows: a browser's claim that the payer gave up holds until it has. */
export function recordNotCompleted(db: Database, attemptId: string): Promise<PurchaseView> {
  return step(db, attemptId, (tx, { attempt }) => {
    if (attempt.state === 'executing') return markUnknownIn(tx, attemptId, null);
    if (attempt.state !== 'initiated') return null;
    if (attempt.returned === 'cancel')
      return fail(tx, attemptId, 'cancelled', { code: null, message: words.cancelled }, null);
    if (attempt.returned === 'failure')
      return fail(tx, attemptId, 'failed', { code: null, message: words.failed }, null);
    return null;
  });
}

/** bKash says Completed: paid, paid a second time, or held where its figures differ. Only bKash's word comes here. */
export async function recordCompleted(
  db: Database,
  attemptId: string,
  payment: BkashPayment,
  now: Date,
): Promise<PurchaseView> {
  return step(db, attemptId, async (tx, { attempt, order }) => {
    if (settled.has(attempt.state) || attempt.state === 'held') return null;
    const reason = differenceOf(attempt, payment) ?? (await trxIdProblem(tx, attempt, payment.trxId));
    if (reason || !payment.trxId) return hold(tx, attemptId, payment, reason ?? 'bKash gave no trxID.');
    const paid = { trxId: payment.trxId, paidAt: payment.completedAt ?? now, now };
    const settledAs = await settle(tx, { order, attempt }, paid);
    return tx.paymentAttempt.update({
      where: { id: attemptId },
      data: { payerMsisdn: payment.payerMsisdn ?? settledAs.payerMsisdn },
    });
  });
}

/** One trxID is one payment. The lock makes two purchases that claim the same one come here one after the other. */
async function trxIdProblem(
  tx: Transaction,
  attempt: PaymentAttempt,
  trxId: string | null,
): Promise<string | null> {
  if (!trxId) return 'bKash gave no trxID.';
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${trxId}, 0))::text`;
  const other = await tx.paymentAttempt.findUnique({ where: { trxId } });
  return other && other.id !== attempt.id ? `The trxID belongs to payment ${other.invoice}.` : null;
}

function hold(tx: Transaction, id: string, payment: BkashPayment, reason: string): Promise<PaymentAttempt> {
  return change(
    tx,
    id,
    {
      state: 'held',
      heldReason: reason,
      heldPayment: heldPaymentOf(payment),
      errorMessage: words.held,
      // The decision is waited for, also by a payment that was over before.
      endedAt: null,
    },
    { status: 'pending', message: words.held },
  );
}

type Paid = { trxId: string; paidAt: Date; now: Date };

/** Credits the first payment of an order; a second one is to go back. */
async function settle(tx: Transaction, { order, attempt }: Locked, paid: Paid): Promise<PaymentAttempt> {
  if (order.paidAttemptId && order.paidAttemptId !== attempt.id) return settleSecond(tx, attempt, paid);
  const { trxId, paidAt, now } = paid;
  await tx.purchaseOrder.update({ where: { id: order.id }, data: { paidAttemptId: attempt.id } });
  const updated = await change(
    tx,
    attempt.id,
    { state: 'paid', trxId, paidAt, errorCode: null, errorMessage: null, endedAt: now },
    {
      status: 'completed',
      reference: trxId,
      receiptNumber: await nextReceiptNumber(tx),
      completedAt: now,
      message: '',
    },
  );
  await purchaseCredits(tx, {
    userId: attempt.userId,
    attemptId: attempt.id,
    amountHundredths: attempt.credits,
    description: `bKash payment ${trxId}`,
  });
  const credits = formatCredits(creditsFromHundredths(attempt.credits));
  await notify(tx, {
    key: `payment:${attempt.id}`,
    userId: attempt.userId,
    type: 'other',
    title: 'Payment received',
    message: `Payment received: ${credits} credits added.`,
  });
  return updated;
}

async function nextReceiptNumber(tx: Transaction): Promise<number> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(${RECEIPT_LOCK})::text`;
  const { _max: last } = await tx.transaction.aggregate({ _max: { receiptNumber: true } });
  return (last.receiptNumber ?? 0) + 1;
}

async function settleSecond(tx: Transaction, attempt: PaymentAttempt, paid: Paid): Promise<PaymentAttempt> {
  const { trxId, paidAt } = paid;
  await notify(tx, {
    key: `payment:${attempt.id}`,
    userId: attempt.userId,
    type: 'other',
    title: 'Payment is sent back',
    message: `Your order was paid twice. The second payment, ${trxId}, goes back to your bKash wallet.`,
  });
  return change(
    tx,
    attempt.id,
    { state: 'duplicate', trxId, paidAt, errorCode: null, errorMessage: words.duplicate, endedAt: null },
    { status: 'pending', reference: trxId, message: words.duplicate },
  );
}

const isSameDecision = (one: HeldDecision, other: HeldDecision): boolean =>
  one.decision === other.decision && one.actorId === other.actorId && one.reason === other.reason;

/** A person's decision about a held payment, kept with its name and reason. */
export function recordDecision(
  db: Database,
  attemptId: string,
  decision: HeldDecision,
  now: Date,
): Promise<PurchaseView> {
  return step(db, attemptId, async (tx, locked) => {
    const { attempt } = locked;
    const said = readHeldPayment(attempt.heldPayment);
    if (said?.decision && isSameDecision(said.decision, decision)) return null;
    if (attempt.state !== 'held' || !said || said.decision)
      throw new DomainError('REFUND_NOT_POSSIBLE', { message: 'This payment does not wait for a decision.' });
    const heldPayment = { ...said, decision: { ...decision, at: now.toISOString() } };
    await tx.paymentAttempt.update({ where: { id: attemptId }, data: { heldPayment } });
    if (decision.decision === 'close')
      return fail(tx, attemptId, 'failed', { code: null, message: words.closed }, now);
    const problem = await trxIdProblem(tx, attempt, said.trxId);
    if (problem || !said.trxId)
      throw new DomainError('REFUND_NOT_POSSIBLE', { message: `${problem} It can only be closed.` });
    const paidAt = said.completedAt ? new Date(said.completedAt) : now;
    if (decision.decision === 'credit') return settle(tx, locked, { trxId: said.trxId, paidAt, now });
    if (!said.amountPoisha)
      throw new DomainError('REFUND_NOT_POSSIBLE', {
        message: 'bKash gave no amount. It can only be closed.',
      });
    return tx.paymentAttempt.update({
      where: { id: attemptId },
      data: { trxId: said.trxId, paidAt, endedAt: null },
    });
  });
}

/** The workflow has nothing left to do; what was never completed is over now. */
export function endPurchase(db: Database, attemptId: string, now: Date): Promise<PurchaseView> {
  return step(db, attemptId, (tx, { attempt }) => {
    if (['initiated', 'executing', 'unknown'].includes(attempt.state))
      return fail(tx, attemptId, 'expired', { code: null, message: words.expired }, now);
    if (attempt.endedAt) return null;
    return tx.paymentAttempt.update({ where: { id: attemptId }, data: { endedAt: now } });
  });
}
