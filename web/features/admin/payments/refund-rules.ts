/**
 * Computes how much of a bKash payment can be refunded. Amounts are in poisha, because decimals in taka do not subtract
 * exactly.
 */
import type { AdminPayment } from '#contracts/calls/payments-answers.ts';
import { poishaFromBdt } from '#contracts/payments/purchase-rules.ts';
import { typedDecimal } from '#web/lib/numbers.ts';

type Refundable = Pick<AdminPayment, 'state' | 'amount' | 'held' | 'refunded' | 'refunds'>;

const openStates: readonly string[] = ['pending', 'unknown'];

/** Returns true if bKash has not yet reported the result of a refund. */
export const hasOpenRefund = ({ refunds }: Pick<AdminPayment, 'refunds'>): boolean =>
  refunds.some(({ state }) => openStates.includes(state));

/** Returns 0 while a refund is pending, or while the payment still needs a decision. */
export function refundablePoisha(payment: Refundable): number {
  if (!isRefundable(payment)) return 0;
  // What bKash took may differ from what was agreed.
  const paidBdt = payment.held?.amount ?? payment.amount;
  const [paid, refunded] = [paidBdt, payment.refunded].map((bdt) => Math.round(bdt * 100));
  return Math.max(0, (paid ?? 0) - (refunded ?? 0));
}

function isRefundable({ state, refunds }: Refundable): boolean {
  if (hasOpenRefund({ refunds })) return false;
  if (state === 'paid' || state === 'duplicate') return true;
  // The decision was to refund the payment, and bKash refused the refund.
  return state === 'held' && refunds.some((refund) => refund.state === 'failed');
}

/**
 * Parses a typed amount such as "1,250.50" into poisha. Returns null for words, a third decimal, nothing, or more than
 * is left.
 */
export function refundPoishaIn(text: string, leftPoisha: number): number | null {
  const typed = typedDecimal(text);
  if (typed === null) return null;
  const poisha = poishaFromBdt(typed);
  return poisha !== null && poisha > 0 && poisha <= leftPoisha ? poisha : null;
}
