/** The effect of payments, refunds and work on one customer's credits, by the rules alone: no database, no bKash. */

export type Mishap =
  | 'none'
  | 'lost before'
  | 'lost after'
  /** The worker dies before it sends its request. */
  | 'crash before'
  /** The worker dies right after the request was released, before it was sent. */
  | 'crash as it goes'
  | 'crash after';

export type ModelAttempt = {
  id: string;
  paymentId: string | null;
  order: number;
  amount: number;
  credits: number;
  approved: boolean;
  cancelled: boolean;
  debited: boolean;
  /** The debit was requested, and no answer said that it was not made. */
  asked: boolean;
  /** The payer's browser claims that the payer gave up. */
  returned: boolean;
  over: boolean;
  recorded: 'no' | 'paid' | 'duplicate';
};
export type ModelRefund = {
  id: string;
  attempt: ModelAttempt;
  amount: number;
  taken: number;
  made: boolean;
  /** The request was released. */
  sent: boolean;
  state: 'open' | 'done' | 'failed';
};
export type Model = {
  available: number;
  held: { jobId: string; amount: number }[];
  attempts: ModelAttempt[];
  refunds: ModelRefund[];
};

const REFUNDS_MAX = 10;
const ATTEMPTS_MAX = 20;

export const emptyModel = (): Model => ({ available: 0, held: [], attempts: [], refunds: [] });

const uncommitted: readonly Mishap[] = ['lost before', 'crash before', 'crash as it goes'];
export const isCommitted = (mishap: Mishap): boolean => !uncommitted.includes(mishap);

/** Whether the request reached bKash. */
export const isArriving = (mishap: Mishap): boolean =>
  mishap !== 'crash before' && mishap !== 'crash as it goes';

/** The expected result of requesting an order's payment page: the open page again, a new one, or a refusal. */
export function openingOf(
  model: Model,
  order: number,
): ModelAttempt | 'new' | 'ORDER_PAID' | 'PAYMENT_REFUSED' {
  const attempts = model.attempts.filter((attempt) => attempt.order === order);
  if (attempts.some(({ recorded }) => recorded === 'paid')) return 'ORDER_PAID';
  const open = attempts.findLast((one) => !one.asked && !one.returned && !one.over && one.recorded === 'no');
  if (open) return open;
  const isUndecided = attempts.some(({ asked, over, recorded }) => asked && !over && recorded === 'no');
  return isUndecided || attempts.length >= ATTEMPTS_MAX ? 'PAYMENT_REFUSED' : 'new';
}

/** Returns whether bKash is asked for the debit. */
export function execute(model: Model, attempt: ModelAttempt, mishap: Mishap): boolean {
  if (attempt.asked || attempt.over || attempt.recorded !== 'no') return false;
  if (isPaid(model, attempt.order)) {
    attempt.over = true;
    return false;
  }
  attempt.asked = true;
  if (isCommitted(mishap) && attempt.approved) attempt.debited = true;
  // No process can release the request any more, so it was certainly not sent.
  if (mishap === 'crash before') attempt.asked = false;
  if (mishap !== 'none') return true;
  if (attempt.debited) record(model, attempt);
  else attempt.asked = false;
  return true;
}

/** bKash's confirmation of the payment has arrived. */
export function record(model: Model, attempt: ModelAttempt): void {
  if (!attempt.debited || attempt.recorded !== 'no') return;
  attempt.recorded = isPaid(model, attempt.order) ? 'duplicate' : 'paid';
  if (attempt.recorded === 'paid') model.available += attempt.credits;
}

const isPaid = (model: Model, order: number): boolean =>
  model.attempts.some((attempt) => attempt.order === order && attempt.recorded === 'paid');

/** What a refund takes, or why it is refused. */
export function refundOf(
  model: Model,
  attempt: ModelAttempt,
  request: { amount: number; acceptShortfall: boolean },
): { taken: number } | 'REFUND_NOT_POSSIBLE' | 'CREDITS_SPENT' {
  const earlier = model.refunds.filter((refund) => refund.attempt === attempt && refund.state !== 'failed');
  const refunded = earlier.reduce((sum, { amount }) => sum + amount, 0);
  const isOpen = earlier.some(({ state }) => state === 'open');
  const isTooMuch = refunded + request.amount > attempt.amount || earlier.length >= REFUNDS_MAX;
  if (attempt.recorded === 'no' || isOpen || isTooMuch) return 'REFUND_NOT_POSSIBLE';
  if (attempt.recorded === 'duplicate') return { taken: 0 };
  const upTo = (poisha: number): number => Math.round((attempt.credits * poisha) / attempt.amount);
  const wanted = upTo(refunded + request.amount) - upTo(refunded);
  if (model.available >= wanted) return { taken: wanted };
  if (model.held.length > 0) return 'REFUND_NOT_POSSIBLE';
  return request.acceptShortfall ? { taken: model.available } : 'CREDITS_SPENT';
}
