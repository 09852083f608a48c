/** What of a bKash payment can be sent back, counted in poisha: taka with decimals do not subtract exactly. */
import type { AdminPayment } from '#contracts/calls/admin-answers.ts';
import { poishaFromBdt } from '#contracts/payments/purchase-rules.ts';

type Refundable = Pick<AdminPayment, 'state' | 'amount' | 'refunded' | 'refunds'>;

const openStates: readonly string[] = ['pending', 'unknown'];

/** bKash has not said yet what became of one. */
export const hasOpenRefund = ({ refunds }: Pick<AdminPayment, 'refunds'>): boolean =>
  refunds.some(({ state }) => openStates.includes(state));

/** Nothing while a refund is under way, or while somebody still has to decide what becomes of the payment. */
export function refundablePoisha(payment: Refundable): number {
  if (!isRefundable(payment)) return 0;
  const [paid, refunded] = [payment.amount, payment.refunded].map((bdt) => Math.round(bdt * 100));
  return Math.max(0, (paid ?? 0) - (refunded ?? 0));
}

function isRefundable({ state, refunds }: Refundable): boolean {
  if (hasOpenRefund({ refunds })) return false;
  if (state === 'paid' || state === 'duplicate') return true;
  // It was decided to send it back, and bKash refused.
  return state === 'held' && refunds.some((refund) => refund.state === 'failed');
}

/** The amount someone typed, "1,250.50", as poisha; null for words, a third decimal, nothing, or more than there is. */
export function refundPoishaIn(text: string, leftPoisha: number): number | null {
  const digits = text.replace(/[\s,]/g, '');
  if (!/^\d+(\.\d{1,2})?$/.test(digits)) return null;
  const poisha = poishaFromBdt(Number(digits));
  return poisha !== null && poisha > 0 && poisha <= leftPoisha ? poisha : null;
}
