/** The steps that `payment-refund` takes on the database: each is one transaction and acts once. */
import type { BkashRefund } from '#api/adapters/bkash/types.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { DomainError } from '#contracts/errors.ts';
import { bdtFromPoisha } from '#contracts/payments/purchase-rules.ts';
import { say } from '#contracts/say.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import type { PaymentAttempt, PaymentRefund } from '#prisma/generated/client.ts';
import { moveRefundedCredits } from '#api/domain/credits/ledger.ts';
import { paidPoishaOf } from './payment-figures.ts';
import { closeEnds, openEnd, tell } from './payment-open-ends.ts';
import { claimRefundRow } from './payment-sends.ts';
import { lockPurchase, mustGoBack } from './purchase-attempt.ts';
import { tellPaymentRefunded } from '#api/domain/integrations/webhook-events.ts';

type RefundState = 'pending' | 'unknown' | 'done' | 'failed';
/** What the workflow goes by; times in milliseconds. */
export type RefundView = {
  state: RefundState;
  /** When the request was let go: from then on bKash may have made the refund. Null while it certainly has not. */
  sentAtMs: number | null;
  /** Until when bKash may still make it. */
  settlesAtMs: number | null;
  endedAtMs: number | null;
  /** bKash's list was compared with ours a settling time after the end. */
  compared: boolean;
};
/** What bKash must be told to find the payment and make the refund. */
export type RefundOrder = {
  paymentId: string;
  trxId: string;
  amountPoisha: bigint;
  sku: string;
  reason: string;
};

const refundStates: ReadonlySet<string> = new Set<RefundState>(['pending', 'unknown', 'done', 'failed']);
const isRefundState = (state: string): state is RefundState => refundStates.has(state);
/** bKash's limit for both texts. */
const TEXT_MAX = 255;

export type LockedRefund = { refund: PaymentRefund; attempt: PaymentAttempt };

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

/** Takes the right to ask bKash for the refund, with the refunds it knows by now. Who is not told `isMine` must not ask. */
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

/** Its owner knows that bKash certainly was not asked: the refund may be claimed again. */
export function markNotSent(
  db: Database,
  refundId: string,
  { owner, message }: { owner: string; message: string },
): Promise<RefundView> {
  return changeRefund(db, refundId, async (tx, { refund }) =>
    isOpen(refund) && refund.sendOwner === owner ? takeBack(tx, refund, message) : null,
  );
}

/** bKash has not said yet what became of it. */
export const isOpen = ({ state }: Pick<PaymentRefund, 'state'>): boolean =>
  state === 'pending' || state === 'unknown';

const takeBack = (tx: Transaction, { id }: PaymentRefund, message: string | null): Promise<PaymentRefund> =>
  tx.paymentRefund.update({
    where: { id },
    data: {
      state: 'pending',
      sendOwner: null,
      claimedAt: null,
      sentAt: null,
      settlesAt: null,
      errorMessage: message,
    },
  });

/** The answer is lost, or the worker is gone. A refund that was never let go is taken from its owner, who can not do so any more. */
export function markRefundUnknown(db: Database, refundId: string): Promise<RefundView> {
  return changeRefund(db, refundId, async (tx, { refund }) => {
    if (refund.state !== 'pending') return null;
    if (refund.claimedAt) return takeBack(tx, refund, null);
    return refund.sentAt
      ? tx.paymentRefund.update({ where: { id: refundId }, data: { state: 'unknown' } })
      : null;
  });
}

/** The refund among those that bKash reports: of its amount, completed, and nobody else's. */
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

/** bKash has made it. */
export async function finishRefund(
  tx: Transaction,
  { refund, attempt }: LockedRefund,
  { refundTrxId, now }: { refundTrxId: string; now: Date },
): Promise<PaymentRefund> {
  const done = await tx.paymentRefund.update({
    where: { id: refund.id },
    data: { state: 'done', refundTrxId, errorMessage: null, claimedAt: null, endedAt: now },
  });
  await closeEnds(tx, { attemptId: attempt.id, kind: 'refund_unknown', subject: refund.id }, { now });
  await countRefunded(tx, attempt, now);
  await noteRefunded(tx, attempt, { refund, now });
  return done;
}

/** Told to the customer, and to the customer's own systems. */
export async function noteRefunded(
  tx: Transaction,
  attempt: PaymentAttempt,
  { refund, now }: { refund: PaymentRefund; now: Date },
): Promise<void> {
  const { id, amount, creditsTaken } = refund;
  const values = { bdt: bdtFromPoisha(amount), creditsTaken: creditsFromHundredths(creditsTaken) };
  await tell(tx, { payment: attempt, key: `refund:${id}` }, 'payment_refunded', values);
  await tellPaymentRefunded(tx, { ...refund, userId: attempt.userId, now });
}

/** What went back of a payment, as bKash made it; whole, it is refunded. */
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
      // A held payment may have been dearer than agreed; the customer's line shows the agreed amount.
      refunded: refunded > attempt.amount ? attempt.amount : refunded,
      ...(isWhole ? { status: 'refunded', message: 'Refunded to the bKash wallet.' } : {}),
    },
  });
}

/** bKash's answer to its owner's request: not made, so the customer's credits come back. */
export function recordRefundRefused(
  db: Database,
  refundId: string,
  { owner, message, now }: { owner: string; message: string; now: Date },
): Promise<RefundView> {
  return changeRefund(db, refundId, async (tx, locked) =>
    isOpen(locked.refund) && locked.refund.sendOwner === owner
      ? failRefund(tx, locked, { message, now })
      : null,
  );
}

/** Given up before it was ever let go. A claim of somebody who is still at it is taken away. */
export function giveUpRefund(
  db: Database,
  refundId: string,
  { message, now }: { message: string; now: Date },
): Promise<RefundView> {
  return changeRefund(db, refundId, async (tx, locked) => {
    if (locked.refund.state !== 'pending' || locked.refund.sentAt) return null;
    const failed = await failRefund(tx, locked, { message, now });
    // bKash never got it, so that there is nothing to compare.
    return tx.paymentRefund.update({ where: { id: failed.id }, data: { comparedAt: now } });
  });
}

/** bKash has not made it: the customer's credits come back. A payment that must go back waits for a person then. */
export async function failRefund(
  tx: Transaction,
  { refund, attempt }: LockedRefund,
  { message, now }: { message: string; now: Date },
): Promise<PaymentRefund> {
  if (refund.creditsTaken > 0n) {
    await moveRefundedCredits(tx, {
      userId: attempt.userId,
      refundId: refund.id,
      direction: 'return',
      amountHundredths: refund.creditsTaken,
      actorId: refund.actorId,
      description: say('Refund of payment {trxId} was not made', { trxId: attempt.trxId ?? attempt.invoice }),
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

/** bKash still does not say what became of it when it can not act on it any more: a person decides. */
export function reportRefund(db: Database, refundId: string, now: Date): Promise<RefundView> {
  return changeRefund(db, refundId, async (tx, { refund, attempt }) => {
    if (!isOpen(refund) || !refund.settlesAt || refund.settlesAt > now) return null;
    const { amount: amountPoisha, id: subject } = refund;
    await openEnd(tx, attempt, { kind: 'refund_unknown', subject, amountPoisha, now });
    return null;
  });
}
