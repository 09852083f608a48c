/** Figures of a payment: what bKash says against what was agreed, what was paid, which credits a part of it bought. Pure. */
import type { BkashPayment } from '#api/adapters/bkash/types.ts';
import type { HeldDecision } from '#workflows/purchase-messages.ts';

type Agreed = { paymentId: string | null; invoice: string; amount: bigint };

/** What a person sees of a held payment and what was decided; `amountPoisha` in digits, because JSON has no bigint. */
export type HeldPayment = {
  trxId: string | null;
  amountPoisha: string | null;
  currency: string | null;
  invoice: string | null;
  paymentId: string;
  completedAt: string | null;
  decision?: HeldDecision & { at: string };
};

/** Why a completed payment must not be credited by itself; null when it is the one that was agreed. */
export function differenceOf(agreed: Agreed, payment: BkashPayment): string | null {
  const wrong = [
    payment.paymentId === agreed.paymentId ? null : 'paymentID',
    payment.invoice === agreed.invoice ? null : 'invoice',
    payment.amountPoisha === agreed.amount ? null : 'amount',
    payment.currency === 'BDT' ? null : 'currency',
  ].filter((name) => name !== null);
  return wrong.length === 0 ? null : `bKash's ${wrong.join(', ')} differ from what was agreed.`;
}

export function heldPaymentOf(payment: BkashPayment): HeldPayment {
  return {
    trxId: payment.trxId,
    amountPoisha: payment.amountPoisha?.toString() ?? null,
    currency: payment.currency,
    invoice: payment.invoice,
    paymentId: payment.paymentId,
    completedAt: payment.completedAt?.toISOString() ?? null,
  };
}

/** As `heldPaymentOf` wrote it; null for anything else. */
export function readHeldPayment(stored: unknown): HeldPayment | null {
  return isHeldPayment(stored) ? stored : null;
}

const isHeldPayment = (value: unknown): value is HeldPayment =>
  typeof value === 'object' && value !== null && 'paymentId' in value && 'amountPoisha' in value;

/** What the payer was debited: what bKash said, where a person had to look at it. */
export function paidPoishaOf(attempt: { amount: bigint; heldPayment: unknown }): bigint {
  const said = readHeldPayment(attempt.heldPayment)?.amountPoisha;
  return said ? BigInt(said) : attempt.amount;
}

/** Counted from the payment's start, so that the parts sum to its credits exactly; rounded half up. */
export function creditsOfPart(
  attempt: { amount: bigint; credits: bigint; heldPayment: unknown },
  refundedPoisha: bigint,
  amountPoisha: bigint,
): bigint {
  const paid = paidPoishaOf(attempt);
  const upTo = (poisha: bigint): bigint => (2n * attempt.credits * poisha + paid) / (2n * paid);
  return upTo(refundedPoisha + amountPoisha) - upTo(refundedPoisha);
}
