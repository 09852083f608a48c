/**
 * Acts on a payment that may require two administrators: its refund, and the decision about a held one. Decisions about
 * open ends of payments are excluded: they record what bKash's own list says, and the server compares them with it.
 */
import type { Deps } from '#api/deps.ts';
import { paidPoishaOf } from '#api/domain/payments/payment-figures.ts';
import {
  checkRefund,
  openRefundIn,
  startRefund,
  startRefundSoon,
} from '#api/domain/payments/payment-refunds.ts';
import { readAttempt } from '#api/domain/payments/purchase-attempt.ts';
import { isDecidable, requireDecidable } from '#api/domain/payments/purchase-settlement.ts';
import { decideHeld } from '#api/domain/payments/purchases.ts';
import { DomainError } from '#contracts/errors.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { paymentMessages } from '#contracts/payments/messages.ts';
import { poishaFromBdt } from '#contracts/payments/purchase-rules.ts';
import type { HeldDecision } from '#workflows/purchase-messages.ts';
import type { By, Effect, RequestedChange } from './contract.ts';

const poishaOf = (amountBdt: number): bigint => {
  const poisha = poishaFromBdt(amountBdt);
  if (poisha !== null) return BigInt(poisha);
  throw refusal('INVALID_INPUT', paymentMessages.tooManyDecimals());
};
const ofPayment = ({ attemptId }: { attemptId: string }): string => `payment/${attemptId}`;

export const paymentRefund: Effect<'payment_refund'> = {
  subject: ofPayment,
  values: ({ amountBdt, acceptShortfall }) => ({ amountBdt, acceptShortfall }),
  weigh: async (tx, { attemptId, amountBdt }) => {
    if ((await tx.paymentAttempt.count({ where: { id: attemptId } })) === 0)
      throw new DomainError('NOT_FOUND');
    return { refundPoisha: poishaOf(amountBdt) };
  },
  check: (tx, { clock }, { amountBdt, ...given }) =>
    checkRefund(tx, { ...given, amountPoisha: poishaOf(amountBdt), now: clock() }),
  apply: async (tx, deps, { attemptId, amountBdt, acceptShortfall }, { adminId, reason, key }) => {
    const given = { attemptId, amountPoisha: poishaOf(amountBdt), acceptShortfall, reason, actorId: adminId };
    const refund = await openRefundIn(tx, { ...given, key, now: deps.clock() });
    return { answer: refund, after: () => startRefundSoon(deps, refund.id) };
  },
  resume: async (deps, _wish, { key }) => {
    const { id } = await deps.db.paymentRefund.findUniqueOrThrow({ where: { key } });
    await startRefund(deps, id);
  },
};

const decisionOf = (
  { decision }: RequestedChange<'held_payment'>,
  { adminId, reason }: By,
): HeldDecision => ({
  decision,
  reason,
  actorId: adminId,
});

const decideLater = (deps: Deps, change: RequestedChange<'held_payment'>, by: By): Promise<void> =>
  decideHeld(deps, { attemptId: change.attemptId, ...decisionOf(change, by) });

/** The payment's workflow decides once; repeating the same decision returns the first result. */
export const heldPayment: Effect<'held_payment'> = {
  subject: ofPayment,
  values: ({ decision }) => ({ decision }),
  weigh: async (tx, { attemptId, decision }) => {
    const attempt = await tx.paymentAttempt.findUnique({ where: { id: attemptId } });
    if (!attempt) throw new DomainError('NOT_FOUND');
    if (decision === 'credit') return { creditsHundredths: attempt.credits };
    return decision === 'refund' ? { refundPoisha: paidPoishaOf(attempt) } : {};
  },
  check: (tx, _deps, change, by) => requireDecidable(tx, change.attemptId, decisionOf(change, by)),
  apply: async (tx, deps, change, by) => {
    await requireDecidable(tx, change.attemptId, decisionOf(change, by));
    return { answer: null, after: () => decideLater(deps, change, by) };
  },
  resume: async (deps, change, by) => {
    const attempt = await readAttempt(deps.db, change.attemptId);
    // Another decision was faster and stands, so nothing is left to carry out.
    if (isDecidable(attempt, decisionOf(change, by))) await decideLater(deps, change, by);
  },
};
