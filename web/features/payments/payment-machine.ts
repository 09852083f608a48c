/** Defines the states of the payment dialog (spec section 4) as a pure function. Side effects are in use-payment.ts. */
import { timings } from '#contracts/client-timings.ts';
import type { QueriedPaymentAnswer } from '#contracts/calls/payments-answers.ts';
import { messagesNow } from '#web/lib/messages.ts';
import { saidNow } from '#web/lib/said.ts';

type OpenPayment = { paymentId: string; bkashUrl: string };

/** `trxId` is bKash's transaction number. */
export type PaidPayment = { paymentId: string; trxId: string; amountBdt: number; credits: number };

export type Failure = { message: string; smallPrint?: string | undefined };

export type PaymentState =
  /**
   * `newPrice` means that nothing failed, but the displayed price has changed. `again` means that the order has an
   * unfinished payment, beside which the payer wishes another one.
   */
  | {
      step: 'create';
      opening: boolean;
      failure: Failure | null;
      blocked: OpenPayment | null;
      newPrice: boolean;
      again: boolean;
    }
  | { step: 'redirect'; payment: OpenPayment }
  /** `queries` counts the answers so far; `trouble` is the reason why the last one did not arrive. */
  | { step: 'processing'; payment: OpenPayment; queries: number; trouble: Failure | null }
  /** `paid` is null if the order was already paid, perhaps in another tab. */
  | { step: 'success'; paid: PaidPayment | null }
  | { step: 'failed'; failure: Failure };

export type PaymentEvent =
  | { type: 'pay' }
  | { type: 'refused'; failure: Failure | null }
  | { type: 'repriced'; message: string }
  | { type: 'already-paid' }
  | { type: 'opened'; payment: OpenPayment }
  | { type: 'blocked'; payment: OpenPayment }
  /** The window was closed, or reported that the payer has returned. It is only a hint to query the payment. */
  | { type: 'returned' }
  /** The payer closed the window too early and has opened it again. */
  | { type: 'reopened' }
  /** The payer wishes another payment instead; it is created only by the click that follows. */
  | { type: 'pay-again' }
  | { type: 'answered'; answer: QueriedPaymentAnswer }
  | { type: 'unanswered'; failure: Failure }
  | { type: 'not-verifiable'; failure: Failure }
  | { type: 'look-again' }
  | { type: 'retry' };

const idle = {
  step: 'create',
  opening: false,
  failure: null,
  blocked: null,
  newPrice: false,
  again: false,
} as const;
export const initialPayment: PaymentState = idle;
export const anotherPayment: PaymentState = { ...idle, again: true };

export function hasStoppedAsking(state: PaymentState): boolean {
  return state.step === 'processing' && state.queries >= timings.paymentQueriesMax;
}

function afterAnswer(
  state: Extract<PaymentState, { step: 'processing' }>,
  answer: QueriedPaymentAnswer,
): PaymentState {
  const { transactionStatus, trxID, paymentID, amount, credits, message, messageData } = answer;
  if (paymentID !== state.payment.paymentId) return state;
  if (transactionStatus === 'Completed') {
    const paid = { paymentId: paymentID, trxId: trxID ?? paymentID, amountBdt: amount, credits };
    return { step: 'success', paid };
  }
  if (transactionStatus === 'Initiated') return { ...state, queries: state.queries + 1, trouble: null };
  const said = saidNow(message, messageData);
  return { step: 'failed', failure: { message: said || messagesNow().paymentCancelled } };
}

/** Events that do not belong to the current state are ignored, because answers can arrive late. */
export function nextPayment(state: PaymentState, event: PaymentEvent): PaymentState {
  switch (event.type) {
    case 'pay':
      return state.step === 'create' ? { ...idle, again: state.again, opening: true } : state;
    case 'refused':
      return state.step === 'create' ? { ...idle, again: state.again, failure: event.failure } : state;
    case 'repriced':
      return state.step === 'create'
        ? { ...idle, again: state.again, failure: { message: event.message }, newPrice: true }
        : state;
    case 'already-paid':
      return state.step === 'create' ? { step: 'success', paid: null } : state;
    case 'opened':
      return state.step === 'create' ? { step: 'redirect', payment: event.payment } : state;
    case 'blocked':
      return state.step === 'create'
        ? { ...idle, failure: { message: messagesNow().paymentPopupBlocked }, blocked: event.payment }
        : state;
    case 'returned':
      return state.step === 'redirect'
        ? { step: 'processing', payment: state.payment, queries: 0, trouble: null }
        : state;
    case 'reopened':
      return state.step === 'processing' ? { step: 'redirect', payment: state.payment } : state;
    case 'pay-again':
      return state.step === 'processing' ? anotherPayment : state;
    case 'answered':
      return state.step === 'processing' ? afterAnswer(state, event.answer) : state;
    case 'unanswered':
      return state.step === 'processing'
        ? { ...state, queries: state.queries + 1, trouble: event.failure }
        : state;
    case 'not-verifiable':
      return state.step === 'processing' ? { step: 'failed', failure: event.failure } : state;
    case 'look-again':
      return state.step === 'processing' ? { ...state, queries: 0, trouble: null } : state;
    case 'retry':
      return state.step === 'failed' ? idle : state;
  }
}
