/** The database steps of `credit-purchase` up to bKash's answer. Each is one transaction and idempotent. */
import { DAY_MS } from '#contracts/durations.ts';
import type { BkashFailure, CreatedPayment } from '#api/adapters/bkash/types.ts';
import { sequence, type Message } from '#contracts/messages/message.ts';
import { paymentMessages } from '#contracts/payments/messages.ts';
import { noJson, type Database, type Transaction } from '#prisma/client.ts';
import type { PaymentAttempt } from '#prisma/generated/client.ts';
import { messageOfFailure } from './bkash-failures.ts';
import { openEnd } from './payment-open-ends.ts';
import { claimExecuteRow } from './payment-sends.ts';
import {
  changePurchase,
  endFailedAttempt,
  failButKeepQuerying,
  isExecuteOpen,
  writeAttempt,
  type PurchaseView,
} from './purchase-attempt.ts';

const PAGE_LIFE_MS = DAY_MS;

/** Records that bKash has created the payment, so that its page may be shown. */
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

/** Records that no payment page was shown: the attempt is over, whatever bKash has stored of it. */
export function markNotCreated(
  db: Database,
  attemptId: string,
  failure: BkashFailure | null,
  now: Date,
): Promise<PurchaseView> {
  const refused = {
    state: 'failed' as const,
    code: failure?.code ?? null,
    message: failure ? messageOfFailure(failure) : paymentMessages.pageNotOpened(),
  };
  return changePurchase(db, attemptId, (tx, { attempt }) =>
    attempt.state === 'new' ? endFailedAttempt(tx, attemptId, refused, now) : null,
  );
}

/**
 * Claims the right to ask bKash for the debit, before bKash is asked. A caller that does not get `isMine` must not ask,
 * now or later. `again` also allows a second claim, once bKash can no longer act on the first.
 */
export async function claimExecute(
  db: Database,
  attemptId: string,
  claim: { owner: string; again: boolean; now: Date },
): Promise<{ isMine: boolean; view: PurchaseView }> {
  let isMine = false;
  const view = await changePurchase(db, attemptId, async (tx, { attempt, order }) => {
    if (order.paidAttemptId) return refuseSecond(tx, attempt);
    isMine = await claimExecuteRow(tx, attemptId, claim);
    if (!isMine) return null;
    return writeAttempt(tx, attemptId, {}, { status: 'pending', message: noJson });
  });
  return { isMine, view };
}

/**
 * Refuses to execute a payment whose order another one has paid. bKash is still queried about it, because it may have
 * been debited elsewhere.
 */
function refuseSecond(tx: Transaction, attempt: PaymentAttempt): Promise<PaymentAttempt> | null {
  if (attempt.endedAt || !attempt.paymentId || !waiting.has(attempt.state)) return null;
  return failButKeepQuerying(tx, attempt.id, { state: 'failed', message: paymentMessages.orderPaid() });
}

const waiting: ReadonlySet<string> = new Set(['initiated', 'cancelled', 'failed']);

/** Records bKash's refusal of its owner's execute; a lost answer leaves the outcome unknown. */
export function recordExecuteFailure(
  db: Database,
  attemptId: string,
  { owner, failure, now }: { owner: string; failure: BkashFailure; now: Date },
): Promise<PurchaseView> {
  return changePurchase(db, attemptId, (tx, { attempt }) => {
    if (!isExecuteOpen(attempt) || attempt.sendOwner !== owner) return null;
    // The refusal of a second execute says nothing about the first, whose outcome is queried until the end.
    if (failure.kind === 'refused') {
      const refused = { state: 'failed' as const, code: failure.code, message: refusalOf(failure) };
      return attempt.executes > 1
        ? failButKeepQuerying(tx, attemptId, refused)
        : endFailedAttempt(tx, attemptId, refused, now);
    }
    // Neither does the answer that a second execute was not approved. It is used up, and there is no third.
    const isRefusedAgain = failure.kind === 'notApproved' && attempt.executes > 1;
    return notExecuted.has(failure.kind) && !isRefusedAgain
      ? takeBackExecute(tx, attempt, failure.code)
      : markUnknownIn(tx, attemptId, failure.code);
  });
}

/** Restores the state before this claim, because bKash certainly has not acted on it. */
function takeBackExecute(
  tx: Transaction,
  attempt: PaymentAttempt,
  errorCode: string | null,
): Promise<PaymentAttempt> {
  const left = attempt.executes - (attempt.claimedAt ? 0 : 1);
  const data = { executes: left, sendOwner: null, claimedAt: null, errorCode };
  const message = left > 0 ? paymentMessages.unconfirmed() : paymentMessages.unfinishedAtBkash();
  return writeAttempt(
    tx,
    attempt.id,
    { ...data, state: left > 0 ? 'unknown' : 'initiated', errorMessage: message },
    { status: 'pending', message: left > 0 ? message : noJson },
  );
}

/** After these failures bKash has certainly debited nothing, and the payment may still be executed. */
const notExecuted: ReadonlySet<string> = new Set([
  'notApproved',
  'unreachable',
  'withheld',
  'config',
  'unauthorized',
]);
/** bKash's code for the same wallet and amount twice within a few minutes. */
const SAME_AGAIN = '2029';

function refusalOf(failure: BkashFailure): Message {
  const said = messageOfFailure(failure);
  return failure.code === SAME_AGAIN ? sequence(said, paymentMessages.tryInMinutes()) : said;
}

function markUnknownIn(tx: Transaction, id: string, code: string | null): Promise<PaymentAttempt> {
  return writeAttempt(
    tx,
    id,
    { state: 'unknown', errorCode: code, errorMessage: paymentMessages.unconfirmed() },
    { status: 'pending', message: paymentMessages.unconfirmed() },
  );
}

/**
 * Marks an execute as unknown if its answer was lost or its worker is gone. One that was never sent is taken from
 * its owner, who can no longer send it.
 */
export function markUnknown(db: Database, attemptId: string): Promise<PurchaseView> {
  return changePurchase(db, attemptId, (tx, { attempt }) =>
    attempt.state === 'executing' ? loseExecute(tx, attempt) : null,
  );
}

const loseExecute = (tx: Transaction, attempt: PaymentAttempt): Promise<PaymentAttempt> =>
  attempt.claimedAt ? takeBackExecute(tx, attempt, null) : markUnknownIn(tx, attempt.id, null);

/**
 * Records that bKash has no completed payment so far. A browser's claim that the payer gave up is accepted until it
 * has one.
 */
export function recordNotCompleted(db: Database, attemptId: string, now: Date): Promise<PurchaseView> {
  return changePurchase(db, attemptId, (tx, { attempt }) => {
    if (attempt.state === 'executing') return loseExecute(tx, attempt);
    // The attempt was already over; only bKash's answer was missing.
    if (attempt.state === 'unknown' && attempt.endedAt) return expire(tx, attempt, now);
    if (attempt.state !== 'initiated') return null;
    if (attempt.returned === 'cancel')
      return failButKeepQuerying(tx, attemptId, {
        state: 'cancelled',
        message: paymentMessages.cancelledByPayer(),
      });
    if (attempt.returned === 'failure')
      return failButKeepQuerying(tx, attemptId, {
        state: 'failed',
        message: paymentMessages.failedAtBkash(),
      });
    return null;
  });
}

/**
 * Opens an open end if the outcome of an execute is still unknown when bKash can no longer act on it; a person then
 * decides.
 */
export function reportUnknown(db: Database, attemptId: string, now: Date): Promise<PurchaseView> {
  return changePurchase(db, attemptId, async (tx, { attempt }) => {
    if (attempt.state !== 'unknown' || !attempt.settlesAt || attempt.settlesAt > now) return null;
    await openEnd(tx, attempt, { kind: 'payment_unknown', amountPoisha: attempt.amount, now });
    return null;
  });
}

/**
 * Ends a purchase when the workflow has nothing left to do; a payment that was never completed expires. `answered` is
 * whether bKash answered the last query: if not, an execute stays unknown and a person decides.
 */
export function endPurchase(
  db: Database,
  attemptId: string,
  { answered, now }: { answered: boolean; now: Date },
): Promise<PurchaseView> {
  return changePurchase(db, attemptId, async (tx, { attempt }) => {
    if (isExecuteOpen(attempt) && attempt.executes > 0 && !answered) {
      await markUnknownIn(tx, attemptId, attempt.errorCode);
      return tx.paymentAttempt.update({ where: { id: attemptId }, data: { endedAt: now } });
    }
    if (attempt.state === 'initiated' || isExecuteOpen(attempt)) return expire(tx, attempt, now);
    if (attempt.endedAt) return null;
    return tx.paymentAttempt.update({ where: { id: attemptId }, data: { endedAt: now } });
  });
}

const expire = (tx: Transaction, { id }: PaymentAttempt, now: Date): Promise<PaymentAttempt> =>
  endFailedAttempt(tx, id, { state: 'expired', message: paymentMessages.expired() }, now);
