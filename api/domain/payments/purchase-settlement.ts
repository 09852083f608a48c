/**
 * Processes bKash's answer about a payment: it is credited, refunded as a duplicate, or held until a person decides.
 */
import type { BkashPayment } from '#api/adapters/bkash/types.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { paymentMessages } from '#contracts/payments/messages.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { sequence, type Message } from '#contracts/messages/message.ts';
import { noJson, type Database, type Transaction } from '#prisma/client.ts';
import type { PaymentAttempt } from '#prisma/generated/client.ts';
import { settledStates } from '#workflows/ids.ts';
import type { HeldDecision } from '#workflows/purchase-messages.ts';
import { recordChange } from '#api/domain/accounts/audit.ts';
import { purchaseCredits } from '#api/domain/credits/ledger.ts';
import { notify } from '#api/domain/messaging/notifications.ts';
import { differenceOf, heldPaymentOf, paidPoishaOf, readHeldPayment } from './payment-figures.ts';
import { buyerOf } from './receipt-buyer.ts';
import { closeEnds, openEnd } from './payment-open-ends.ts';
import {
  changePurchase,
  closePayment,
  decisionOf,
  lockPurchase,
  mustGoBack,
  writeAttempt,
  type LockedPurchase,
  type PurchaseView,
} from './purchase-attempt.ts';
import { notifyOfCompletedPayment } from '#api/domain/integrations/webhook-events.ts';

/** Advisory lock of receipt numbers: numbers have no gaps, so one purchase at a time takes the next. */
const RECEIPT_LOCK = 7_041_001;

/**
 * Records that bKash reports Completed: paid, paid a second time, or held if its figures differ or its account was
 * deleted. Call it only with bKash's own answer.
 */
export async function recordCompleted(
  db: Database,
  attemptId: string,
  payment: BkashPayment,
  now: Date,
): Promise<PurchaseView> {
  return changePurchase(db, attemptId, async (tx, { attempt, order }) => {
    if (settledStates.has(attempt.state) || attempt.state === 'held') return null;
    // A person closed the payment after reading bKash's report, so a further report changes nothing.
    if (decisionOf(attempt)?.decision === 'close') return null;
    const reason =
      differenceOf(attempt, payment) ??
      (await trxIdProblem(tx, attempt, payment.trxId)) ??
      (await payerProblem(tx, attempt));
    if (reason || !payment.trxId)
      return hold(tx, attempt, { payment, reason: reason ?? paymentMessages.noTrxId(), now });
    const paid = { trxId: payment.trxId, paidAt: payment.completedAt ?? now, now };
    const settledAs = await settle(tx, { order, attempt }, paid);
    return tx.paymentAttempt.update({
      where: { id: attemptId },
      data: { payerMsisdn: payment.payerMsisdn ?? settledAs.payerMsisdn },
    });
  });
}

/**
 * Returns why the trxID is not acceptable, since each identifies one payment. The lock serializes purchases that
 * claim the same one.
 */
async function trxIdProblem(
  tx: Transaction,
  attempt: PaymentAttempt,
  trxId: string | null,
): Promise<Message | null> {
  if (!trxId) return paymentMessages.noTrxId();
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${trxId}, 0))::text`;
  const other = await tx.paymentAttempt.findUnique({ where: { trxId } });
  return other && other.id !== attempt.id ? paymentMessages.trxIdTaken({ invoice: other.invoice }) : null;
}

/** Returns why the payment's credits would belong to nobody; null if the payer's account still exists. */
async function payerProblem(tx: Transaction, { userId }: PaymentAttempt): Promise<Message | null> {
  const payers = await tx.user.count({ where: { id: userId, deletedAt: null } });
  return payers > 0 ? null : paymentMessages.accountDeleted();
}

async function hold(
  tx: Transaction,
  attempt: PaymentAttempt,
  { payment, reason, now }: { payment: BkashPayment; reason: Message; now: Date },
): Promise<PaymentAttempt> {
  await openEnd(tx, attempt, { kind: 'held', amountPoisha: attempt.amount, detail: reason, now });
  return writeAttempt(
    tx,
    attempt.id,
    {
      state: 'held',
      heldReason: reason,
      heldPayment: heldPaymentOf(payment),
      errorMessage: paymentMessages.held(),
      // Reopened to wait for the decision, even if the payment had already ended.
      endedAt: null,
    },
    { status: 'pending', message: paymentMessages.held() },
  );
}

type Paid = { trxId: string; paidAt: Date; now: Date };

/** Credits the first payment of an order; a second one must be refunded. */
async function settle(
  tx: Transaction,
  { order, attempt }: LockedPurchase,
  paid: Paid,
): Promise<PaymentAttempt> {
  if (order.paidAttemptId && order.paidAttemptId !== attempt.id) return settleSecond(tx, attempt, paid);
  const { trxId, paidAt, now } = paid;
  // The order keeps the credits at the price that this payer saw.
  const creditsPerBdtHundredths = attempt.creditsPerBdtHundredths ?? order.creditsPerBdtHundredths;
  await tx.purchaseOrder.update({
    where: { id: order.id },
    data: { paidAttemptId: attempt.id, credits: attempt.credits, creditsPerBdtHundredths },
  });
  const updated = await writeAttempt(
    tx,
    attempt.id,
    { state: 'paid', trxId, paidAt, errorCode: null, errorMessage: noJson, endedAt: now },
    {
      status: 'completed',
      reference: trxId,
      receiptNumber: await nextReceiptNumber(tx),
      buyer: await buyerOf(tx, attempt.userId),
      completedAt: now,
      message: noJson,
    },
  );
  await purchaseCredits(tx, {
    userId: attempt.userId,
    attemptId: attempt.id,
    amountHundredths: attempt.credits,
    description: paymentMessages.paid({ trxId }),
  });
  await notify(tx, {
    key: `payment:${attempt.id}`,
    userId: attempt.userId,
    type: 'other',
    kind: 'payment_received',
    values: { credits: creditsFromHundredths(attempt.credits) },
  });
  await notifyOfCompletedPayment(tx, { attemptId: attempt.id, userId: attempt.userId, now });
  return updated;
}

async function nextReceiptNumber(tx: Transaction): Promise<number> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(${RECEIPT_LOCK})::text`;
  const { _max: last } = await tx.transaction.aggregate({ _max: { receiptNumber: true } });
  return (last.receiptNumber ?? 0) + 1;
}

async function settleSecond(tx: Transaction, attempt: PaymentAttempt, paid: Paid): Promise<PaymentAttempt> {
  const { trxId, paidAt } = paid;
  await notify(tx, {
    key: `payment:${attempt.id}`,
    userId: attempt.userId,
    type: 'other',
    kind: 'payment_repeated',
    values: { trxId },
  });
  return writeAttempt(
    tx,
    attempt.id,
    {
      state: 'duplicate',
      trxId,
      paidAt,
      errorCode: null,
      errorMessage: paymentMessages.duplicate(),
      endedAt: null,
    },
    { status: 'pending', reference: trxId, message: paymentMessages.duplicate() },
  );
}

/**
 * Records that a payment which must be refunded cannot be: bKash's rules forbid it, or another refund of it is in
 * progress.
 */
export function recordNotSentBack(
  db: Database,
  attemptId: string,
  { problem, now }: { problem: Message; now: Date },
): Promise<PurchaseView> {
  return changePurchase(db, attemptId, async (tx, { attempt }) => {
    if (!mustGoBack(attempt)) return null;
    const amountPoisha = paidPoishaOf(attempt);
    await openEnd(tx, attempt, { kind: 'send_back', amountPoisha, detail: problem, now });
    return null;
  });
}

const isSameDecision = (one: HeldDecision, other: HeldDecision): boolean =>
  one.decision === other.decision && one.actorId === other.actorId && one.reason === other.reason;

/** Returns whether a decision is recorded already, or can still be: a held payment is decided once. */
export function isDecidable(
  { state, heldPayment }: Pick<PaymentAttempt, 'state' | 'heldPayment'>,
  decision: HeldDecision,
): boolean {
  const said = readHeldPayment(heldPayment);
  if (said?.decision) return isSameDecision(said.decision, decision);
  return said !== null && state === 'held';
}

/** Throws REFUND_NOT_POSSIBLE unless the decision can be recorded, or is. Locks the payment. */
export async function requireDecidable(
  tx: Transaction,
  attemptId: string,
  decision: HeldDecision,
): Promise<void> {
  const { attempt } = await lockPurchase(tx, attemptId);
  if (!isDecidable(attempt, decision)) throw refusal('REFUND_NOT_POSSIBLE', paymentMessages.notHeld());
}

/** Writes the audit entry of a decision, once. The caller has locked the payment. */
export async function auditDecision(
  tx: Transaction,
  attemptId: string,
  { decision, actorId, reason }: HeldDecision,
): Promise<void> {
  const entry = { action: 'held payment decided', subject: `payment/${attemptId}` };
  if ((await tx.auditEntry.count({ where: entry })) > 0) return;
  const values = { before: { state: 'held' }, after: { decision } };
  await recordChange(tx, { ...entry, ...values, adminId: actorId, reason });
}

/** Records a person's decision about a held payment, with name and reason. */
export function recordDecision(
  db: Database,
  attemptId: string,
  decision: HeldDecision,
  now: Date,
): Promise<PurchaseView> {
  return changePurchase(db, attemptId, async (tx, locked) => {
    const { attempt } = locked;
    const said = readHeldPayment(attempt.heldPayment);
    if (!said || !isDecidable(attempt, decision))
      throw refusal('REFUND_NOT_POSSIBLE', paymentMessages.notHeld());
    if (said.decision) return null;
    const heldPayment = { ...said, decision: { ...decision, at: now.toISOString() } };
    await tx.paymentAttempt.update({ where: { id: attemptId }, data: { heldPayment } });
    const by = { adminId: decision.actorId, reason: decision.reason };
    await auditDecision(tx, attemptId, decision);
    await closeEnds(tx, { attemptId, kind: 'held' }, { now, by });
    if (decision.decision === 'close') {
      // The decision also says what became of the money that bKash's notification is about.
      const handled = { handledAt: now, handledBy: decision.actorId, handledReason: decision.reason };
      await tx.ipnMessage.updateMany({ where: { attemptId, handledAt: null }, data: handled });
      return closePayment(tx, attempt, now);
    }
    const problem = await trxIdProblem(tx, attempt, said.trxId);
    if (problem || !said.trxId)
      throw refusal('REFUND_NOT_POSSIBLE', sequence(problem, paymentMessages.onlyClosable()));
    const paidAt = said.completedAt ? new Date(said.completedAt) : now;
    // The customer's books name what bKash took, which may differ from what was agreed.
    await tx.transaction.update({ where: { attemptId }, data: { amount: paidPoishaOf(attempt) } });
    if (decision.decision === 'credit') return settle(tx, locked, { trxId: said.trxId, paidAt, now });
    if (!said.amountPoisha)
      throw refusal(
        'REFUND_NOT_POSSIBLE',
        sequence(paymentMessages.noAmount(), paymentMessages.onlyClosable()),
      );
    return tx.paymentAttempt.update({
      where: { id: attemptId },
      data: { trxId: said.trxId, paidAt, endedAt: null },
    });
  });
}
