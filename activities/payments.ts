/** What purchases and refunds ask of bKash and of the database: what bKash answers is stored before it is told on. */
import type { Deps } from '#api/deps.ts';
import { requestRefund } from '#api/domain/payment-refunds.ts';
import { paidPoishaOf } from '#api/domain/payment-figures.ts';
import { decisionOf, viewPurchase, type PurchaseView } from '#api/domain/purchase-attempt.ts';
import * as purchases from '#api/domain/purchase-steps.ts';
import { recordCompleted, recordDecision } from '#api/domain/purchase-settlement.ts';
import * as refunds from '#api/domain/refund-steps.ts';
import type { RefundView } from '#api/domain/refund-steps.ts';
import { DomainError } from '#contracts/errors.ts';
import type { HeldDecision } from '#workflows/purchase-messages.ts';
import { toFailure } from './failures.ts';

export type PaymentActivities = ReturnType<typeof paymentActivities>;
type PaymentDeps = Pick<Deps, 'db' | 'env' | 'bkash' | 'temporal' | 'clock' | 'logger'>;

/** `refused`: in bKash's own words, which the payer may read. */
type Creation = { view: PurchaseView; refused: boolean };
/** `approved`: the payer went through bKash's page, and the debit was not asked for. */
type Check = { view: PurchaseView; approved: boolean; answered: boolean };
/** `clean`: bKash listed all refunds of the payment. */
type RefundLook = { view: RefundView; clean: boolean };

export function paymentActivities(deps: PaymentDeps) {
  return { ...purchaseActivities(deps), ...refundActivities(deps) };
}

function purchaseActivities(deps: PaymentDeps) {
  const { db, bkash, clock, logger } = deps;

  const check = async (attemptId: string): Promise<Check> => {
    const { paymentId } = await db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } });
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
    const view = await purchases.recordNotCompleted(db, attemptId);
    return { view, approved: verification === 'Complete', answered: true };
  };

  return {
    readPurchase: (input: { attemptId: string }) => viewPurchase(db, input.attemptId),

    /** Makes the payment at bKash. An attempt that is past this is only looked at. */
    createPayment: async ({ attemptId }: { attemptId: string }): Promise<Creation> => {
      const attempt = await db.paymentAttempt.findUniqueOrThrow({
        where: { id: attemptId },
        include: { user: true },
      });
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
    },

    /** The attempt whose create was lost, or never asked for. */
    failPurchase: (input: { attemptId: string }) =>
      purchases.markNotCreated(db, input.attemptId, null, clock()),

    /** The debit, asked for at most once: the intent is stored before, and nobody asks with the intent of another. */
    executePayment: async ({ attemptId }: { attemptId: string }): Promise<PurchaseView> => {
      const { mayExecute, view } = await purchases.markExecuting(db, attemptId, clock());
      if (!view.page) return view;
      if (!mayExecute) return view.state === 'executing' ? purchases.markUnknown(db, attemptId) : view;
      const answer = await bkash.execute(view.page.paymentId);
      if (answer.ok && answer.value.status === 'Completed') {
        const paid = await recordCompleted(db, attemptId, answer.value, clock());
        return reported(deps, attemptId, paid);
      }
      // An answer of success without completion is none.
      if (answer.ok) return purchases.markUnknown(db, attemptId);
      const failed = await purchases.recordExecuteFailure(db, attemptId, answer.failure, clock());
      return answer.failure.kind === 'alreadyDone' ? (await check(attemptId)).view : failed;
    },

    markPaymentUnknown: (input: { attemptId: string }) => purchases.markUnknown(db, input.attemptId),

    checkPayment: (input: { attemptId: string }) => check(input.attemptId),

    decidePayment: (input: { attemptId: string; decision: HeldDecision }) =>
      recordDecision(db, input.attemptId, input.decision, clock()).catch((error: unknown) =>
        Promise.reject(toFailure(error)),
      ),

    endPurchase: (input: { attemptId: string }) => purchases.endPurchase(db, input.attemptId, clock()),

    /** Has all that was paid refunded, once per attempt; where that is not possible, a person must know. */
    sendBack: async ({ attemptId }: { attemptId: string }): Promise<void> => {
      const attempt = await db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } });
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
        logger.error({ attemptId, err: error }, 'a payment that must be sent back can not be refunded');
      }
    },
  };
}

function refundActivities({ db, bkash, clock, logger }: PaymentDeps) {
  return {
    readRefund: (input: { refundId: string }) => refunds.viewRefund(db, input.refundId),

    /** Asks for the refund once. First it learns which refunds bKash knows, so that a lost answer can be told from them. */
    sendRefund: async (input: { refundId: string; again: boolean }): Promise<RefundView> => {
      const { refundId, again } = input;
      const order = await refunds.refundOrderOf(db, refundId);
      const known = await bkash.refundStatus(order);
      // Whether bKash lists "no refunds" or refuses to list them is not documented.
      if (!known.ok && known.failure.kind !== 'refused') return refunds.viewRefund(db, refundId);
      if (!known.ok && again) return refunds.viewRefund(db, refundId);
      const knownBefore = known.ok ? known.value.refunds.map(({ refundTrxId }) => refundTrxId) : [];
      const { maySend, view } = await refunds.markSending(db, refundId, { knownBefore, again, now: clock() });
      if (!maySend) return view;
      const answer = await bkash.refund(order);
      if (answer.ok && answer.value.completed)
        return refunds.recordRefunded(db, refundId, answer.value, clock());
      if (answer.ok) return refunds.markRefundUnknown(db, refundId);
      const { failure } = answer;
      logger.warn({ refundId, failure }, 'bKash refund was not made');
      if (failure.kind === 'refused' || failure.kind === 'notApproved')
        return refunds.recordRefundFailed(db, refundId, failure.message, clock());
      // A second send that was certainly not made leaves the first one as open as before.
      return notSent.has(failure.kind) && !again
        ? refunds.markNotSent(db, refundId, failure.message)
        : refunds.markRefundUnknown(db, refundId);
    },

    markRefundUnknown: (input: { refundId: string }) => refunds.markRefundUnknown(db, input.refundId),

    /** Looks for a refund whose answer was lost among those that bKash reports. */
    lookForRefund: async ({ refundId }: { refundId: string }): Promise<RefundLook> => {
      const answer = await bkash.refundStatus(await refunds.refundOrderOf(db, refundId));
      if (!answer.ok) return { view: await refunds.viewRefund(db, refundId), clean: false };
      const found = await refunds.findRefund(db, refundId, answer.value.refunds);
      if (!found) return { view: await refunds.viewRefund(db, refundId), clean: true };
      return { view: await refunds.recordRefunded(db, refundId, found, clock()), clean: true };
    },

    failRefund: (input: { refundId: string; message: string }) =>
      refunds.recordRefundFailed(db, input.refundId, input.message, clock()),

    reportRefund: async ({ refundId }: { refundId: string }): Promise<void> => {
      logger.error({ refundId }, 'bKash does not say what became of a refund');
    },
  };
}

/** Failures after which bKash has certainly made nothing. */
const notSent: ReadonlySet<string> = new Set(['unreachable', 'config', 'unauthorized']);

/** A person should know of these. */
function reported({ logger }: PaymentDeps, attemptId: string, view: PurchaseView): PurchaseView {
  if (view.state === 'held') logger.error({ attemptId }, 'a bKash payment is held: its figures differ');
  if (view.state === 'duplicate') logger.error({ attemptId }, 'an order was paid twice');
  return view;
}

const BANGLADESHI_MOBILE = /^(?:\+?88)?(01\d{9})$/;

/** bKash's page begins with this wallet number; any other text only names the payer. */
function payerReference(user: { id: string; mobile: string }): string {
  return BANGLADESHI_MOBILE.exec(user.mobile.replaceAll(/[\s-]/g, ''))?.[1] ?? user.id;
}
