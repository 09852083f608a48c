/**
 * Figures of a payment: bKash's report compared with what was agreed, the amount paid, and the credits of a partial
 * amount. Pure functions.
 */
import type { BkashPayment } from '#api/adapters/bkash/types.ts';
import { sequence, type Message } from '#contracts/messages/message.ts';
import { paymentMessages } from '#contracts/payments/messages.ts';
import type { HeldDecision } from '#workflows/purchase-messages.ts';

type Agreed = { paymentId: string | null; invoice: string; amount: bigint };

/**
 * A held payment as shown to the person who decides, with the decision. `amountPoisha` is a decimal string, because
 * JSON has no bigint.
 */
export type HeldPayment = {
  trxId: string | null;
  amountPoisha: string | null;
  currency: string | null;
  invoice: string | null;
  paymentId: string;
  completedAt: string | null;
  decision?: HeldDecision & { at: string };
};

/** Returns why a completed payment must not be credited automatically; null if it matches what was agreed. */
export function differenceOf(agreed: Agreed, payment: BkashPayment): Message | null {
  const wrong = [
    payment.paymentId === agreed.paymentId ? null : paymentMessages.otherPaymentId(),
    payment.invoice === agreed.invoice ? null : paymentMessages.otherInvoice(),
    payment.amountPoisha === agreed.amount ? null : paymentMessages.otherAmount(),
    payment.currency === 'BDT' ? null : paymentMessages.otherCurrency(),
  ].filter((difference) => difference !== null);
  return wrong.length === 0 ? null : sequence(...wrong);
}

/**
 * Returns what bKash reported in the JSON form in which a held payment is stored; null where bKash reported nothing.
 */
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

/** Parses what `heldPaymentOf` wrote; null for anything else. */
export function readHeldPayment(stored: unknown): HeldPayment | null {
  return isHeldPayment(stored) ? stored : null;
}

const isHeldPayment = (value: unknown): value is HeldPayment =>
  typeof value === 'object' && value !== null && 'paymentId' in value && 'amountPoisha' in value;

/** Returns the debited amount in poisha: the one bKash reported if the payment was held, otherwise the agreed one. */
export function paidPoishaOf(attempt: { amount: bigint; heldPayment: unknown }): bigint {
  const said = readHeldPayment(attempt.heldPayment)?.amountPoisha;
  return said ? BigInt(said) : attempt.amount;
}

/**
 * Returns the credits, in hundredths, of the part after `refundedPoisha`. Computed cumulatively, so that the parts
 * add up to exactly the payment's credits; rounded half up.
 */
export function creditsOfPart(
  attempt: { amount: bigint; credits: bigint; heldPayment: unknown },
  refundedPoisha: bigint,
  amountPoisha: bigint,
): bigint {
  const paid = paidPoishaOf(attempt);
  const upTo = (poisha: bigint): bigint => (2n * attempt.credits * poisha + paid) / (2n * paid);
  return upTo(refundedPoisha + amountPoisha) - upTo(refundedPoisha);
}
