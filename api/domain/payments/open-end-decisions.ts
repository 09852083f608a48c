/** Administrators' decisions about open ends of payments, checked against bKash's own list where it matters. */
import type { BkashRefund } from '#api/adapters/bkash/types.ts';
import type { Deps } from '#api/deps.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { openEndDecisions } from '#contracts/payments/open-end-rules.ts';
import type { OpenEndBody } from '#contracts/payments/payment-open-ends.ts';
import type { ListedRefund } from '#contracts/calls/payments-answers.ts';
import { bdtFromPoisha } from '#contracts/payments/purchase-rules.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { paymentMessages } from '#contracts/payments/messages.ts';
import type { Transaction } from '#prisma/client.ts';
import type { PaymentAttempt, PaymentOpenEnd, PaymentRefund } from '#prisma/generated/client.ts';
import { recordChange } from '#api/domain/accounts/audit.ts';
import { closeEnds, kindOf, notifyOfPayment } from './payment-open-ends.ts';
import { startRefundSoon, takeCreditsOfPart } from './payment-refunds.ts';
import { changePurchase, closePayment, lockPurchase, writeAttempt } from './purchase-attempt.ts';
import { signalQuery } from './purchase-workflow.ts';
import { refundsIn, unknownRefunds } from './refund-comparison.ts';
import {
  changeRefund,
  countRefunded,
  failRefund,
  finishRefund,
  isOpen,
  noteRefunded,
} from './refund-steps.ts';

type DecisionDeps = Pick<Deps, 'db' | 'bkash' | 'env' | 'workflows' | 'clock' | 'logger'>;
type Decided = { end: PaymentOpenEnd; attempt: PaymentAttempt; adminId: string; body: OpenEndBody };

/** Queries bKash's list of the payment's refunds. */
export async function refundsAtBkash(
  deps: Pick<Deps, 'db' | 'bkash'>,
  attemptId: string,
): Promise<ListedRefund[]> {
  const { reported, unknown } = await listOf(deps, attemptId);
  return reported.map((refund) => ({
    refundTrxId: refund.refundTrxId,
    amount: refund.amountPoisha === null ? null : bdtFromPoisha(refund.amountPoisha),
    completedAt: refund.completedAt?.toISOString() ?? null,
    isKnown: !unknown.includes(refund),
  }));
}

async function listOf({ db, bkash }: Pick<Deps, 'db' | 'bkash'>, attemptId: string) {
  const attempt = await db.paymentAttempt.findUnique({
    where: { id: attemptId },
    include: {
      // Only refunds that bKash has made can be in its list.
      refunds: { where: { refundTrxId: { not: null } }, take: limits.refundsPerPaymentListMax },
    },
  });
  if (!attempt) throw new DomainError('NOT_FOUND');
  if (!attempt.paymentId || !attempt.trxId) throw new DomainError('REFUND_NOT_POSSIBLE');
  const answer = await bkash.refundStatus({ paymentId: attempt.paymentId, trxId: attempt.trxId });
  const reported = refundsIn(answer, attempt.refunds);
  if (!reported) throw refusal('UNAVAILABLE', paymentMessages.noRefundList());
  return { reported, unknown: unknownRefunds(attempt.refunds, reported) };
}

/** Carries out an administrator's decision. Throws INVALID_INPUT if the kind of open end does not permit it. */
export async function decideOpenEnd(
  deps: DecisionDeps,
  input: { attemptId: string; endId: string; adminId: string; body: OpenEndBody },
): Promise<void> {
  const { attemptId, endId, adminId, body } = input;
  const found = await deps.db.paymentOpenEnd.findUnique({ where: { id: endId }, include: { attempt: true } });
  if (!found || found.attemptId !== attemptId) throw new DomainError('NOT_FOUND');
  const { attempt, ...end } = found;
  if (end.closedAt) throw notOpen();
  if (!openEndDecisions[kindOf(end)].includes(body.decision))
    throw refusal('INVALID_INPUT', paymentMessages.decisionNotOffered());
  await carryOut(deps, { end, attempt, adminId, body });
}

function carryOut(deps: DecisionDeps, decided: Decided): Promise<void> {
  const { decision } = decided.body;
  switch (decision) {
    case 'look':
      return look(deps, decided.attempt);
    case 'made':
      return recordMade(deps, decided);
    case 'not_made':
      return recordNotMade(deps, decided);
    case 'count':
      return countTwin(deps, decided);
    case 'close':
      return close(deps, decided);
  }
}

async function close(deps: DecisionDeps, decided: Decided): Promise<void> {
  const { attempt } = decided;
  const kind = kindOf(decided.end);
  const now = deps.clock();
  await changePurchase(deps.db, attempt.id, async (tx, locked) => {
    if (kind === 'payment_unknown' && locked.attempt.state !== 'unknown') throw notOpen();
    await closeEnd(tx, decided, now);
    if (kind === 'payment_unknown') return closePayment(tx, locked.attempt, now);
    if (kind === 'send_back') return closeSendBack(tx, decided);
    return null;
  });
  // The workflow queries bKash again and finds that the open end is closed.
  if (kind === 'payment_unknown')
    await signalQuery(deps, attempt).catch((err: unknown) =>
      deps.logger.warn({ attemptId: attempt.id, err }, 'a purchase was not notified of a decision'),
    );
}

async function look(deps: DecisionDeps, attempt: PaymentAttempt): Promise<void> {
  try {
    await signalQuery(deps, attempt);
  } catch (cause) {
    throw new DomainError('UNAVAILABLE', { cause });
  }
}

/** Ends a payment for its customer after a person has settled outside the platform what had to be sent back. */
async function closeSendBack(tx: Transaction, { end, attempt }: Decided): Promise<PaymentAttempt> {
  const about = { payment: attempt, key: `closed:${end.id}` };
  await notifyOfPayment(tx, about, 'payment_closed', { bdt: bdtFromPoisha(end.amount) });
  const message = paymentMessages.closedByTeam();
  return writeAttempt(tx, attempt.id, { errorMessage: message }, { status: 'failed', message });
}

/** Records an uncertain refund as made, because bKash's list contains it. */
async function recordMade(deps: DecisionDeps, decided: Decided): Promise<void> {
  const { refundTrxId } = decided.body;
  const { unknown } = await listOf(deps, decided.attempt.id);
  const now = deps.clock();
  await changeRefund(deps.db, decided.end.subject, async (tx, { refund, attempt }) => {
    const made = unknown.find((one) => one.refundTrxId === refundTrxId && one.amountPoisha === refund.amount);
    if (!made) throw refusal('REFUND_NOT_POSSIBLE', paymentMessages.chooseListedRefund());
    requireSettled(refund, now);
    await closeEnd(tx, decided, now);
    return finishRefund(tx, { refund, attempt }, { refundTrxId: made.refundTrxId, now });
  });
  await startRefundSoon(deps, decided.end.subject, { changed: true });
}

/**
 * Records a refund as not made: bKash's list does not contain it, and bKash can no longer make it. The credits are
 * returned, and another refund may be requested.
 */
async function recordNotMade(deps: DecisionDeps, decided: Decided): Promise<void> {
  const { unknown } = await listOf(deps, decided.attempt.id);
  const now = deps.clock();
  await changeRefund(deps.db, decided.end.subject, async (tx, locked) => {
    const { refund, attempt } = locked;
    requireSettled(refund, now);
    if (unknown.some(({ amountPoisha }) => amountPoisha === refund.amount))
      throw refusal('REFUND_NOT_POSSIBLE', paymentMessages.refundUnaccounted());
    await closeEnd(tx, decided, now);
    await notifyOfPayment(tx, { payment: attempt, key: `refund-not-made:${refund.id}` }, 'refund_not_made', {
      bdt: bdtFromPoisha(refund.amount),
      credits: creditsFromHundredths(refund.creditsTaken),
    });
    return failRefund(tx, locked, { message: paymentMessages.refundNotFound(), now });
  });
  await startRefundSoon(deps, decided.end.subject, { changed: true });
}

function requireSettled(refund: PaymentRefund, now: Date): void {
  if (!isOpen(refund) || !refund.settlesAt) throw notOpen();
  if (refund.settlesAt <= now) return;
  throw refusal('REFUND_NOT_POSSIBLE', paymentMessages.refundMayComeYet());
}

/** Records a refund that bKash made in addition to ours, and takes the remaining credits of its part of the payment. */
async function countTwin(deps: DecisionDeps, decided: Decided): Promise<void> {
  const { end, adminId, body } = decided;
  const { unknown } = await listOf(deps, decided.attempt.id);
  const twin = unknown.find(({ refundTrxId }) => refundTrxId === end.subject);
  if (!twin || twin.amountPoisha === null) throw notOpen();
  const { amountPoisha } = twin;
  const now = deps.clock();
  await deps.db.$transaction(async (tx) => {
    const locked = await lockPurchase(tx, end.attemptId);
    await closeEnd(tx, decided, now);
    const refund = await tx.paymentRefund.create({
      data: {
        ...countedRefund(twin, now),
        amount: amountPoisha,
        attemptId: end.attemptId,
        reason: body.reason,
        actorId: adminId,
      },
    });
    const creditsTaken = await takeCreditsOfPart(tx, locked, refund);
    const counted = await tx.paymentRefund.update({ where: { id: refund.id }, data: { creditsTaken } });
    await countRefunded(tx, locked.attempt, now);
    await noteRefunded(tx, locked.attempt, { refund: counted, now });
  });
}

const countedRefund = ({ refundTrxId }: BkashRefund, now: Date) => ({
  key: `twin:${refundTrxId}`,
  refundTrxId,
  state: 'done',
  createdAt: now,
  endedAt: now,
  comparedAt: now,
});

/** Closes the open end. Of two concurrent decisions, the second finds it already closed. */
async function closeEnd(tx: Transaction, { end, attempt, adminId, body }: Decided, now: Date): Promise<void> {
  const which = { attemptId: attempt.id, kind: kindOf(end), subject: end.subject };
  const closed = await closeEnds(tx, which, { now, by: { adminId, reason: body.reason } });
  if (closed === 0) throw notOpen();
  await recordChange(tx, {
    adminId,
    action: 'open end decided',
    subject: `payment/${attempt.id}`,
    before: { kind: end.kind, amountBdt: bdtFromPoisha(end.amount) },
    after: { decision: body.decision, ...(body.refundTrxId ? { refundTrxId: body.refundTrxId } : {}) },
    reason: body.reason,
  });
}

const notOpen = (): DomainError => refusal('REFUND_NOT_POSSIBLE', paymentMessages.alreadyDecided());
