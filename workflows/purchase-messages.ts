/** Inputs, signals, updates and queries of purchases and refunds, shared with the API and the activities. */
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { AttemptState } from '#contracts/payments/payments.ts';
import type { RecordedMessage } from './messages.ts';

/** `minuteMs` is the length of a minute in the timetable of checks. Only tests on real processes shorten it. */
export type CreditPurchaseInput = {
  attemptId: string;
  userId: string;
  minuteMs: number;
  /** Execute a payment that the payer approved even if the payer's return was never received (bkash.md 8, 5). */
  executeLate: boolean;
  /** Execute an approved payment once more if the first execute certainly had no effect (bkash.md 8, 4e). */
  executeAgain: boolean;
};

/** bKash's answer to create; `bkashUrl` is the page to which the payer is redirected. */
export type OpenedPayment = { paymentId: string; bkashUrl: string };

export type PurchaseProgress = {
  state: AttemptState;
  /** Description of what the purchase waits for. */
  step: string;
  queries: number;
  nextCheckAt: string | null;
  message: RecordedMessage | null;
};

/** An administrator's decision about a payment that is held. */
export type HeldDecision = { decision: 'credit' | 'refund' | 'close'; actorId: string; reason: string };

export const openPaymentUpdate = defineUpdate<OpenedPayment>('openPayment');
/** The payer's browser returned. `status` is unverified. */
export type PayerReturn = { status: 'success' | 'failure' | 'cancel' };
export const payerReturnedSignal = defineSignal<[PayerReturn]>('payerReturned');
/** bKash's notification arrived or a person waits for the result: query bKash soon. */
export const queryRequestedSignal = defineSignal('look');
export const decideHeldUpdate = defineUpdate<void, [HeldDecision]>('decideHeld');
export const purchaseProgressQuery = defineQuery<PurchaseProgress>('progress');

/** An administrator has decided the outcome of the refund; the workflow reads it again. */
export const refundChangedSignal = defineSignal('refundChanged');
export type PaymentRefundInput = { refundId: string; minuteMs: number };
