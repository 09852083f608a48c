/** The database steps of `payment-refund`. Each is one transaction and idempotent. */
import type { BkashRefund } from '#api/adapters/bkash/types.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { DomainError } from '#contracts/errors.ts';
import { bdtFromPoisha } from '#contracts/payments/purchase-rules.ts';
import { paymentMessages } from '#contracts/payments/messages.ts';
import type { Message } from '#contracts/messages/message.ts';
import { noJson, type Database, type Transaction } from '#prisma/client.ts';
import type { PaymentAttempt, PaymentRefund } from '#prisma/generated/client.ts';
import { moveRefundedCredits } from '#api/domain/credits/ledger.ts';
import { paidPoishaOf } from './payment-figures.ts';
import { closeEnds, openEnd, notifyOfPayment } from './payment-open-ends.ts';
import { claimRefundRow } from './payment-sends.ts';
import { lockPurchase, mustGoBack } from './purchase-attempt.ts';
import { notifyOfRefundedPayment } from '#api/domain/integrations/webhook-events.ts';

type RefundState = 'pending' | 'unknown' | 'done' | 'failed';
/** The refund as the workflow sees it; times are in milliseconds. */
export type RefundView = {
  state: RefundState;
  /** When the request was sent: from then on bKash may have made the refund. Null while it certainly has not. */
  sentAtMs: number | null;
  /** Until when bKash may still make it. */
  settlesAtMs: number | null;
  endedAtMs: number | null;
  /** bKash's list was compared with ours one settling time after the end. */
  compared: boolean;
};
/** The data with which bKash finds the payment and makes the refund. */
export type RefundOrder = {
  paymentId: string;
  trxId: string;
  amountPoisha: bigint;
  sku: string;
  reason: string;
};

const refundStates: ReadonlySet<string> = new Set<RefundState>(['pending', 'unknown', 'done', 'failed']);
const isRefundState = (state: string): state is RefundState => refundStates.has(state);
/** bKash's limit in characters for both texts. */
const TEXT_MAX = 255;

export type LockedRefund = { refund: PaymentRefund; attempt: PaymentAttempt };

/** Returns the refund as its workflow sees it. Times are in milliseconds since the epoch; null if not reached. */
export async function viewRefund(db: Database, refundId: string): Promise<RefundView> {
  return viewOf(await db.paymentRefund.findUniqueOrThrow({ where: { id: refundId } }));
}

function viewOf(refund: PaymentRefund): RefundView {
  const { state, sentAt, settlesAt, endedAt, comparedAt } = refund;
  if (!isRefundState(state)) throw new Error(`A refund is "${state}".`);
  return {
    state,
    sentAtMs: sentAt?.getTime() ?? null,
    settlesAtMs: settlesAt?.getTime() ?? null,
    endedAtMs: endedAt?.getTime() ?? null,
    compared: comparedAt !== null,
  };
}

/** Returns the data of the refund request. Throws REFUND_NOT_POSSIBLE if bKash has no completed payment. */
export async function refundOrderOf(db: Database, refundId: string): Promise<RefundOrder> {
  const refund = await db.paymentRefund.findUniqueOrThrow({
    where: { id: refundId },
    include: { attempt: true },
  });
  const { attempt } = refund;
  if (!attempt.paymentId || !attempt.trxId) throw new DomainError('REFUND_NOT_POSSIBLE');
  return {
    paymentId: attempt.paymentId,
    trxId: attempt.trxId,
    amountPoisha: refund.amount,
    sku: attempt.invoice.slice(0, TEXT_MAX),
    reason: refund.reason.slice(0, TEXT_MAX),
  };
}

/** Changes a refund under the locks of its payment; `change` returns null to leave it unchanged. */
export async function changeRefund(
  db: Database,
  refundId: string,
  change: (tx: Transaction, locked: LockedRefund) => Promise<PaymentRefund | null>,
): Promise<RefundView> {
  return db.$transaction(async (tx) => {
    const { attemptId } = await tx.paymentRefund.findUniqueOrThrow({ where: { id: refundId } });
    const { attempt } = await lockPurchase(tx, attemptId);
    const refund = await tx.paymentRefund.findUniqueOrThrow({ where: { id: refundId } });
    return viewOf((await change(tx, { refund, attempt })) ?? refund);
  });
}

/**
 * Claims the right to ask bKash for the refund, and stores the refunds it already has. A caller that does not get
 * `isMine` must not ask.
 */
export async function claimRefund(
  db: Database,
  refundId: string,
  claim: { owner: string; knownBefore: string[] },
): Promise<{ isMine: boolean; view: RefundView }> {
  let isMine = false;
  const view = await changeRefund(db, refundId, async (tx) => {
    isMine = await claimRefundRow(tx, refundId, claim);
    return isMine ? tx.paymentRefund.findUniqueOrThrow({ where: { id: refundId } }) : null;
  });
  return { isMine, view };
}

/** Makes the refund claimable again. Its owner calls this if bKash certainly was not asked. */
export function markNotSent(
  db: Database,
  refundId: string,
  { owner, message }: { owner: string; message: Message },
): Promise<RefundView> {
  return changeRefund(db, refundId, async (tx, { refund }) =>
    isOpen(refund) && refund.sendOwner === owner ? takeBack(tx, refund, message) : null,
  );
}

/** Returns whether the outcome is not yet known. */
export const isOpen = ({ state }: Pick<PaymentRefund, 'state'>): boolean =>
  state === 'pending' || state === 'unknown';

const takeBack = (tx: Transaction, { id }: PaymentRefund, message: Message | null): Promise<PaymentRefund> =>
  tx.paymentRefund.update({
    where: { id },
    data: {
      state: 'pending',
      sendOwner: null,
      claimedAt: null,
      sentAt: null,
      settlesAt: null,
      errorMessage: message ?? noJson,
    },
  });

/**
 * Marks a refund as unknown if its answer was lost or its worker is gone. One that was never sent is taken from
 * its owner, who can no longer send it.
 */
export function markRefundUnknown(db: Database, refundId: string): Promise<RefundView> {
  return changeRefund(db, refundId, async (tx, { refund }) => {
    if (refund.state !== 'pending') return null;
    if (refund.claimedAt) return takeBack(tx, refund, null);
    return refund.sentAt
      ? tx.paymentRefund.update({ where: { id: refundId }, data: { state: 'unknown' } })
      : null;
  });
}

/** Finds the refund in bKash's list: completed, of the same amount, and not matched to another refund. */
export async function findRefund(
  db: Database,
  refundId: string,
  reported: BkashRefund[],
): Promise<BkashRefund | null> {
  const refund = await db.paymentRefund.findUniqueOrThrow({ where: { id: refundId } });
  const ours = await db.paymentRefund.findMany({
    where: { attemptId: refund.attemptId, id: { not: refundId }, refundTrxId: { not: null } },
  });
  const taken = new Set([...refund.knownBefore, ...ours.map(({ refundTrxId }) => refundTrxId)]);
  const fits = (one: BkashRefund): boolean =>
    one.completed && one.amountPoisha === refund.amount && !taken.has(one.refundTrxId);
  return reported.find(fits) ?? null;
}

/** Records that bKash has made the refund, if its outcome was open. */
export function recordRefunded(
  db: Database,
  refundId: string,
  { refundTrxId }: Pick<BkashRefund, 'refundTrxId'>,
  now: Date,
): Promise<RefundView> {
  return changeRefund(db, refundId, async (tx, locked) =>
    isOpen(locked.refund) ? finishRefund(tx, locked, { refundTrxId, now }) : null,
  );
}

/** Records that bKash has made the refund. */
export async function finishRefund(
  tx: Transaction,
  { refund, attempt }: LockedRefund,
  { refundTrxId, now }: { refundTrxId: string; now: Date },
): Promise<PaymentRefund> {
  const done = await tx.paymentRefund.update({
    where: { id: refund.id },
    data: { state: 'done', refundTrxId, errorMessage: noJson, claimedAt: null, endedAt: now },
  });
  await closeEnds(tx, { attemptId: attempt.id, kind: 'refund_unknown', subject: refund.id }, { now });
  await countRefunded(tx, attempt, now);
  await noteRefunded(tx, attempt, { refund, now });
  return done;
}

/** Notifies the customer, and the customer's systems by webhook. */
export async function noteRefunded(
  tx: Transaction,
  attempt: PaymentAttempt,
  { refund, now }: { refund: PaymentRefund; now: Date },
): Promise<void> {
  const { id, amount, creditsTaken } = refund;
  const values = { bdt: bdtFromPoisha(amount), creditsTaken: creditsFromHundredths(creditsTaken) };
  await notifyOfPayment(tx, { payment: attempt, key: `refund:${id}` }, 'payment_refunded', values);
  await notifyOfRefundedPayment(tx, { ...refund, userId: attempt.userId, now });
}

/** Adds up the payment's completed refunds; a payment refunded in full changes its state. */
export async function countRefunded(tx: Transaction, attempt: PaymentAttempt, now: Date): Promise<void> {
  const { _sum: sum } = await tx.paymentRefund.aggregate({
    where: { attemptId: attempt.id, state: 'done' },
    _sum: { amount: true },
  });
  const refunded = sum.amount ?? 0n;
  const isWhole = refunded >= paidPoishaOf(attempt);
  if (isWhole) {
    await tx.paymentAttempt.update({
      where: { id: attempt.id },
      data: { state: 'refunded', endedAt: attempt.endedAt ?? now },
    });
    await closeEnds(tx, { attemptId: attempt.id, kind: 'send_back' }, { now });
  }
  await tx.transaction.update({
    where: { attemptId: attempt.id },
    data: {
      refunded,
      ...(isWhole ? { status: 'refunded', message: paymentMessages.refundedToWallet() } : {}),
    },
  });
}

/** Records bKash's refusal of its owner's request: the refund was not made, so the credits are returned. */
export function recordRefundRefused(
  db: Database,
  refundId: string,
  { owner, message, now }: { owner: string; message: Message; now: Date },
): Promise<RefundView> {
  return changeRefund(db, refundId, async (tx, locked) =>
    isOpen(locked.refund) && locked.refund.sendOwner === owner
      ? failRefund(tx, locked, { message, now })
      : null,
  );
}

/** Gives up a refund that was never sent. If someone still holds a claim, it is removed. */
export function giveUpRefund(db: Database, refundId: string, now: Date): Promise<RefundView> {
  return changeRefund(db, refundId, async (tx, locked) => {
    if (locked.refund.state !== 'pending' || locked.refund.sentAt) return null;
    const failed = await failRefund(tx, locked, { message: paymentMessages.notReached(), now });
    // bKash never received the request, so there is nothing to compare.
    return tx.paymentRefund.update({ where: { id: failed.id }, data: { comparedAt: now } });
  });
}

/**
 * Records that bKash has not made the refund: the credits are returned. If the payment must be refunded, a person
 * decides next.
 */
export async function failRefund(
  tx: Transaction,
  { refund, attempt }: LockedRefund,
  { message, now }: { message: Message; now: Date },
): Promise<PaymentRefund> {
  if (refund.creditsTaken > 0n) {
    await moveRefundedCredits(tx, {
      userId: attempt.userId,
      refundId: refund.id,
      direction: 'return',
      amountHundredths: refund.creditsTaken,
      actorId: refund.actorId,
      description: paymentMessages.refundNotMade({ trxId: attempt.trxId ?? attempt.invoice }),
    });
  }
  await closeEnds(tx, { attemptId: attempt.id, kind: 'refund_unknown', subject: refund.id }, { now });
  if (mustGoBack(attempt)) {
    const { amount: amountPoisha, id: subject } = refund;
    await openEnd(tx, attempt, { kind: 'send_back', subject, amountPoisha, detail: message, now });
  }
  return tx.paymentRefund.update({
    where: { id: refund.id },
    data: { state: 'failed', errorMessage: message, claimedAt: null, endedAt: now },
  });
}

/**
 * Opens an open end if the refund's outcome is still unknown when bKash can no longer act on it; a person then
 * decides.
 */
export function reportRefund(db: Database, refundId: string, now: Date): Promise<RefundView> {
  return changeRefund(db, refundId, async (tx, { refund, attempt }) => {
    if (!isOpen(refund) || !refund.settlesAt || refund.settlesAt > now) return null;
    const { amount: amountPoisha, id: subject } = refund;
    await openEnd(tx, attempt, { kind: 'refund_unknown', subject, amountPoisha, now });
    return null;
  });
}
