/** Inputs and messages of purchases and refunds, as the API and the activities speak them. */
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { AttemptState } from '#contracts/payments/payments.ts';

/** Length of a minute in the timetable of checks; shortened by tests on real processes only. */
export type CreditPurchaseInput = {
  attemptId: string;
  userId: string;
  minuteMs: number;
  /** Execute a payment that the payer approved although its return was never seen (bkash.md 8, 5). */
  executeLate: boolean;
  /** Execute an approved payment once more when the first execute has certainly come to nothing (8, 4e). */
  executeAgain: boolean;
};

/** Answer of bKash's create: the page the payer goes to. */
export type OpenedPayment = { paymentId: string; bkashUrl: string };

export type PurchaseProgress = {
  state: AttemptState;
  /** What the purchase waits for, in words. */
  step: string;
  queries: number;
  nextCheckAt: string | null;
  message: string | null;
};

/** What a person decided about a payment that is held. */
export type HeldDecision = { decision: 'credit' | 'refund' | 'close'; actorId: string; reason: string };

export const openPaymentUpdate = defineUpdate<OpenedPayment>('openPayment');
/** The payer's browser came back; `status` is what it claims. */
export const payerReturnedSignal =
  defineSignal<[{ status: 'success' | 'failure' | 'cancel' }]>('payerReturned');
/** bKash's notice arrived, or somebody waits for the answer: look soon. */
export const lookSignal = defineSignal('look');
export const decideHeldUpdate = defineUpdate<void, [HeldDecision]>('decideHeld');
export const purchaseProgressQuery = defineQuery<PurchaseProgress>('progress');

/** A person has decided what became of the refund: read it again. */
export const refundChangedSignal = defineSignal('refundChanged');
export type PaymentRefundInput = { refundId: string; minuteMs: number };
