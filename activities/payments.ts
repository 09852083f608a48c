/** bKash calls and database steps of purchases. Each bKash answer is stored before it is returned. */
import { randomUUID } from 'node:crypto';
import type { Deps } from '#api/deps.ts';
import { requestRefund } from '#api/domain/payments/payment-refunds.ts';
import { paidPoishaOf } from '#api/domain/payments/payment-figures.ts';
import { markExecuteSent, markSentInTime, minutesLater } from '#api/domain/payments/payment-sends.ts';
import {
  decisionOf,
  readAttempt,
  readAttemptAndPayer,
  viewPurchase,
  type PurchaseView,
} from '#api/domain/payments/purchase-attempt.ts';
import * as purchases from '#api/domain/payments/purchase-steps.ts';
import {
  recordCompleted,
  recordDecision,
  recordNotSentBack,
} from '#api/domain/payments/purchase-settlement.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { messageOf } from '#contracts/messages/refusal.ts';
import type { HeldDecision } from '#workflows/purchase-messages.ts';
import { toFailure } from './failures.ts';
import { beating } from './heartbeats.ts';
import { refundActivities } from './refunds.ts';

export type PaymentActivities = ReturnType<typeof paymentActivities>;
export type PaymentDeps = Pick<Deps, 'db' | 'env' | 'bkash' | 'workflows' | 'clock' | 'logger' | 'metrics'>;

/** `refused` means that `view.message` is what bKash said, which the payer may read. */
type Creation = { view: PurchaseView; refused: boolean };
/** `approved` means that the payer confirmed on bKash's page, and no debit was requested yet. */
type Check = { view: PurchaseView; approved: boolean; answered: boolean };

export function paymentActivities(deps: PaymentDeps) {
  return { ...purchaseActivities(deps), ...refundActivities(deps) };
}

function purchaseActivities(deps: PaymentDeps) {
  const { db, clock, logger } = deps;
  return {
    readPurchase: (input: { attemptId: string }) => viewPurchase(db, input.attemptId),

    /** Creates the payment at bKash. An attempt that is past this step is only read. */
    createPayment: (input: { attemptId: string }): Promise<Creation> =>
      beating(() => createPayment(deps, input.attemptId)),

    /** Ends an attempt whose create was lost or never sent. */
    failPurchase: (input: { attemptId: string }) =>
      purchases.markNotCreated(db, input.attemptId, null, clock()),

    /**
     * Executes the payment. It is claimed first, and a last check runs directly before the request leaves, so that
     * only one owner sends it. `again` allows a second execute when the first had no effect and bKash can no longer
     * act on it.
     */
    executePayment: (input: { attemptId: string; again: boolean }): Promise<PurchaseView> =>
      beating(async () => {
        const { view, isAlreadyDone } = await execute(deps, input);
        return isAlreadyDone ? (await checkPayment(deps, input.attemptId)).view : view;
      }),

    markPaymentUnknown: (input: { attemptId: string }) => purchases.markUnknown(db, input.attemptId),

    reportUnknownPayment: async ({ attemptId }: { attemptId: string }): Promise<void> => {
      await purchases.reportUnknown(db, attemptId, clock());
      logger.error({ attemptId }, 'bKash does not say what became of an execute');
    },

    checkPayment: (input: { attemptId: string }) => beating(() => checkPayment(deps, input.attemptId)),

    decidePayment: (input: { attemptId: string; decision: HeldDecision }) =>
      recordDecision(db, input.attemptId, input.decision, clock()).catch((error: unknown) =>
        Promise.reject(toFailure(error)),
      ),

    endPurchase: ({ attemptId, answered }: { attemptId: string; answered: boolean }) =>
      purchases.endPurchase(db, attemptId, { answered, now: clock() }),

    /** Requests a full refund, once per attempt; if that is impossible, administrators are notified. */
    sendBack: (input: { attemptId: string }): Promise<void> => sendBack(deps, input.attemptId),
  };
}

/** Queries bKash, and records what it says about the payment. */
async function checkPayment(deps: PaymentDeps, attemptId: string): Promise<Check> {
  const { db, bkash, clock } = deps;
  const { paymentId } = await readAttempt(db, attemptId);
  const answer = paymentId ? await bkash.query(paymentId) : null;
  if (!answer?.ok) {
    return { view: await purchases.markUnknown(db, attemptId), approved: false, answered: false };
  }
  const { status, verification } = answer.value;
  if (status === 'Completed') {
    const view = await recordCompleted(db, attemptId, answer.value, clock());
    return { view: reported(deps, attemptId, view), approved: false, answered: true };
  }
  if (status !== 'Initiated') {
    return { view: await viewPurchase(db, attemptId), approved: false, answered: false };
  }
  const view = await purchases.recordNotCompleted(db, attemptId, clock());
  return { view, approved: verification === 'Complete', answered: true };
}

async function sendBack(deps: PaymentDeps, attemptId: string): Promise<void> {
  const { db, clock, logger } = deps;
  const attempt = await readAttempt(db, attemptId);
  const decision = decisionOf(attempt);
  try {
    await requestRefund(deps, {
      key: `whole:${attemptId}`,
      attemptId,
      amountPoisha: paidPoishaOf(attempt),
      reason: decision?.reason ?? 'Second payment for the same order',
      actorId: decision?.actorId ?? null,
      acceptShortfall: true,
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    logger.error({ attemptId, err: error }, 'a payment that must be sent back cannot be refunded');
    await recordNotSentBack(db, attemptId, { problem: messageOf(error), now: clock() });
  }
}

async function createPayment(deps: PaymentDeps, attemptId: string): Promise<Creation> {
  const { db, bkash, clock, logger } = deps;
  const attempt = await readAttemptAndPayer(db, attemptId);
  if (attempt.state !== 'new') return { view: await viewPurchase(db, attemptId), refused: false };
  const answer = await bkash.create({
    amountPoisha: attempt.amount,
    invoice: attempt.invoice,
    payerReference: payerReference(attempt.user),
    callbackUrl: new URL('/api/bkash/callback', deps.env.APP_URL).href,
  });
  if (answer.ok) {
    const view = await purchases.markInitiated(db, attemptId, answer.value, clock());
    return { view, refused: false };
  }
  const { failure } = answer;
  logger.warn({ attemptId, failure }, 'bKash payment was not created');
  const view = await purchases.markNotCreated(db, attemptId, failure, clock());
  return { view, refused: failure.kind === 'refused' };
}

async function execute(
  deps: PaymentDeps,
  { attemptId, again }: { attemptId: string; again: boolean },
): Promise<{ view: PurchaseView; isAlreadyDone: boolean }> {
  const { db, bkash, env, clock } = deps;
  const owner = randomUUID();
  const { isMine, view } = await purchases.claimExecute(db, attemptId, { owner, again, now: clock() });
  if (!isMine || !view.page) return { view, isAlreadyDone: false };
  const markSent = markSentInTime(() => {
    const now = clock();
    const settlesAt = minutesLater(now, limits.executeSettleMinutes, env.PURCHASE_MINUTE_MS);
    return markExecuteSent(db, attemptId, { owner, now, settlesAt });
  });
  const answer = await bkash.execute(view.page.paymentId, markSent);
  const ended = await recordExecuted(deps, { attemptId, owner, answer });
  deps.metrics?.paid(ended.view.state !== 'unknown');
  return ended;
}

type Executed = { attemptId: string; owner: string; answer: Awaited<ReturnType<Deps['bkash']['execute']>> };

async function recordExecuted(
  deps: PaymentDeps,
  { attemptId, owner, answer }: Executed,
): Promise<{ view: PurchaseView; isAlreadyDone: boolean }> {
  const { db, clock } = deps;
  if (answer.ok && answer.value.status === 'Completed') {
    const paid = await recordCompleted(db, attemptId, answer.value, clock());
    return { view: reported(deps, attemptId, paid), isAlreadyDone: false };
  }
  // A successful answer whose status is not "Completed" is treated as no answer.
  if (answer.ok) return { view: await purchases.markUnknown(db, attemptId), isAlreadyDone: false };
  const { failure } = answer;
  const failed = await purchases.recordExecuteFailure(db, attemptId, { owner, failure, now: clock() });
  return { view: failed, isAlreadyDone: failure.kind === 'alreadyDone' };
}

/** Logs the states that need a person's attention. */
function reported({ logger }: PaymentDeps, attemptId: string, view: PurchaseView): PurchaseView {
  if (view.state === 'held') logger.error({ attemptId }, 'a bKash payment is held: its figures differ');
  if (view.state === 'duplicate') logger.error({ attemptId }, 'an order was paid twice');
  return view;
}

const BANGLADESHI_MOBILE = /^(?:\+?88)?(01\d{9})$/;

/** Returns the payer's wallet number, which prefills bKash's page; any other text would only name the payer. */
function payerReference(user: { id: string; mobile: string }): string {
  return BANGLADESHI_MOBILE.exec(user.mobile.replaceAll(/[\s-]/g, ''))?.[1] ?? user.id;
}
