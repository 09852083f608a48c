/** The steps that `credit-purchase` takes on the database up to bKash's word: each is one transaction and acts once. */
import type { BkashFailure, CreatedPayment } from '#api/adapters/bkash/types.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import type { PaymentAttempt } from '#prisma/generated/client.ts';
import {
  changePurchase,
  failAttempt,
  paymentWords,
  writeAttempt,
  type PurchaseView,
} from './purchase-attempt.ts';

const PAGE_LIFE_MS = 24 * 3_600_000;

/** bKash has made the payment: its page may be shown. */
export function markInitiated(
  db: Database,
  attemptId: string,
  created: CreatedPayment,
  now: Date,
): Promise<PurchaseView> {
  return changePurchase(db, attemptId, (tx, { attempt }) => {
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
  return changePurchase(db, attemptId, (tx, { attempt }) =>
    attempt.state === 'new'
      ? failAttempt(tx, attemptId, 'failed', failure ?? { code: null, message: paymentWords.notOpened }, now)
      : null,
  );
}

/** Kept before bKash is asked for the debit. Who is not told `mayExecute` must not ask, now or later. */
export async function markExecuting(
  db: Database,
  attemptId: string,
  now: Date,
): Promise<{ mayExecute: boolean; view: PurchaseView }> {
  let mayExecute = false;
  const view = await changePurchase(db, attemptId, (tx, { attempt, order }) => {
    const isWaiting = ['initiated', 'cancelled', 'failed'].includes(attempt.state);
    if (!isWaiting || attempt.endedAt || !attempt.paymentId) return null;
    if (order.paidAttemptId) {
      // It is asked about all the same: somebody else may have had it debited.
      return failAttempt(tx, attemptId, 'failed', { code: null, message: paymentWords.orderPaid }, null);
    }
    mayExecute = true;
    return writeAttempt(
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
  return changePurchase(db, attemptId, (tx, { attempt }) => {
    if (attempt.state !== 'executing') return null;
    if (failure.kind === 'refused') return failAttempt(tx, attemptId, 'failed', refusalWords(failure), now);
    if (notExecuted.has(failure.kind)) {
      const note = { errorCode: failure.code, errorMessage: paymentWords.notCompleted };
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
  return writeAttempt(
    tx,
    id,
    { state: 'unknown', errorCode: code, errorMessage: paymentWords.unknown },
    { status: 'pending', message: paymentWords.unknown },
  );
}

/** An execute whose answer is lost, or whose worker is gone: only bKash knows. */
export function markUnknown(db: Database, attemptId: string): Promise<PurchaseView> {
  return changePurchase(db, attemptId, (tx, { attempt }) =>
    attempt.state === 'executing' ? markUnknownIn(tx, attemptId, null) : null,
  );
}

/** bKash has not got the money, as far as it knows: a browser's claim that the payer gave up holds until it has. */
export function recordNotCompleted(db: Database, attemptId: string): Promise<PurchaseView> {
  return changePurchase(db, attemptId, (tx, { attempt }) => {
    if (attempt.state === 'executing') return markUnknownIn(tx, attemptId, null);
    if (attempt.state !== 'initiated') return null;
    if (attempt.returned === 'cancel')
      return failAttempt(tx, attemptId, 'cancelled', { code: null, message: paymentWords.cancelled }, null);
    if (attempt.returned === 'failure')
      return failAttempt(tx, attemptId, 'failed', { code: null, message: paymentWords.failed }, null);
    return null;
  });
}

/** The workflow has nothing left to do; what was never completed is over now. */
export function endPurchase(db: Database, attemptId: string, now: Date): Promise<PurchaseView> {
  return changePurchase(db, attemptId, (tx, { attempt }) => {
    if (['initiated', 'executing', 'unknown'].includes(attempt.state))
      return failAttempt(tx, attemptId, 'expired', { code: null, message: paymentWords.expired }, now);
    if (attempt.endedAt) return null;
    return tx.paymentAttempt.update({ where: { id: attemptId }, data: { endedAt: now } });
  });
}
