/** The steps that `payment-refund` takes on the database: each is one transaction and acts once. */
import type { BkashRefund } from '#api/adapters/bkash/types.ts';
import { creditsFromHundredths } from '#contracts/credits.ts';
import { DomainError } from '#contracts/errors.ts';
import { bdtFromPoisha } from '#contracts/purchase-rules.ts';
import { say } from '#contracts/say.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import type { PaymentAttempt, PaymentRefund } from '#prisma/generated/client.ts';
import { moveRefundedCredits } from './ledger.ts';
import { notify } from './notifications.ts';
import { paidPoishaOf } from './payment-figures.ts';
import { lockPurchase } from './purchase-attempt.ts';
import { tellPaymentRefunded } from './webhook-events.ts';

type RefundState = 'pending' | 'unknown' | 'done' | 'failed';
/** `sent`: bKash was asked, or may have been. */
export type RefundView = { state: RefundState; sent: boolean };
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

type Locked = { refund: PaymentRefund; attempt: PaymentAttempt };

export async function viewRefund(db: Database, refundId: string): Promise<RefundView> {
  return viewOf(await db.paymentRefund.findUniqueOrThrow({ where: { id: refundId } }));
}

function viewOf({ state, sentAt }: PaymentRefund): RefundView {
  if (!isRefundState(state)) throw new Error(`A refund is "${state}".`);
  return { state, sent: sentAt !== null };
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

async function step(
  db: Database,
  refundId: string,
  change: (tx: Transaction, locked: Locked) => Promise<PaymentRefund | null>,
): Promise<RefundView> {
  return db.$transaction(async (tx) => {
    const { attemptId } = await tx.paymentRefund.findUniqueOrThrow({ where: { id: refundId } });
    const { attempt } = await lockPurchase(tx, attemptId);
    const refund = await tx.paymentRefund.findUniqueOrThrow({ where: { id: refundId } });
    return viewOf((await change(tx, { refund, attempt })) ?? refund);
  });
}

/** Kept before bKash is asked, with the refunds it knows by now. Who is not told `maySend` must not send. */
export async function markSending(
  db: Database,
  refundId: string,
  input: { knownBefore: string[]; again: boolean; now: Date },
): Promise<{ maySend: boolean; view: RefundView }> {
  let maySend = false;
  const view = await step(db, refundId, async (tx, { refund }) => {
    const isFirst = refund.state === 'pending' && refund.sentAt === null;
    const isAgain = input.again && refund.state === 'unknown';
    if (!isFirst && !isAgain) return null;
    maySend = true;
    return tx.paymentRefund.update({
      where: { id: refundId },
      data: { state: 'pending', sentAt: input.now, ...(isFirst ? { knownBefore: input.knownBefore } : {}) },
    });
  });
  return { maySend, view };
}

/** bKash was certainly not asked: the refund may be sent as if for the first time. */
export function markNotSent(db: Database, refundId: string, message: string): Promise<RefundView> {
  return step(db, refundId, async (tx, { refund }) =>
    refund.state === 'pending'
      ? tx.paymentRefund.update({ where: { id: refundId }, data: { sentAt: null, errorMessage: message } })
      : null,
  );
}

export function markRefundUnknown(db: Database, refundId: string): Promise<RefundView> {
  return step(db, refundId, async (tx, { refund }) =>
    refund.state === 'pending' && refund.sentAt
      ? tx.paymentRefund.update({ where: { id: refundId }, data: { state: 'unknown' } })
      : null,
  );
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
  return step(db, refundId, async (tx, { refund, attempt }) => {
    if (refund.state === 'done' || refund.state === 'failed') return null;
    const done = await tx.paymentRefund.update({
      where: { id: refundId },
      data: { state: 'done', refundTrxId, errorMessage: null, endedAt: now },
    });
    await countRefunded(tx, attempt, now);
    await notifyRefunded(tx, attempt, refund);
    await tellPaymentRefunded(tx, { ...refund, userId: attempt.userId, now });
    return done;
  });
}

async function countRefunded(tx: Transaction, attempt: PaymentAttempt, now: Date): Promise<void> {
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

async function notifyRefunded(
  tx: Transaction,
  attempt: PaymentAttempt,
  { id, amount, creditsTaken }: PaymentRefund,
): Promise<void> {
  await notify(tx, {
    key: `refund:${id}`,
    userId: attempt.userId,
    type: 'other',
    kind: 'payment_refunded',
    values: { bdt: bdtFromPoisha(amount), creditsTaken: creditsFromHundredths(creditsTaken) },
  });
}

/** bKash has not made it: the customer's credits come back. */
export function recordRefundFailed(
  db: Database,
  refundId: string,
  message: string,
  now: Date,
): Promise<RefundView> {
  return step(db, refundId, async (tx, { refund, attempt }) => {
    if (refund.state === 'done' || refund.state === 'failed') return null;
    if (refund.creditsTaken > 0n) {
      await moveRefundedCredits(tx, {
        userId: attempt.userId,
        refundId,
        direction: 'return',
        amountHundredths: refund.creditsTaken,
        actorId: refund.actorId,
        description: say('Refund of payment {trxId} was not made', {
          trxId: attempt.trxId ?? attempt.invoice,
        }),
      });
    }
    return tx.paymentRefund.update({
      where: { id: refundId },
      data: { state: 'failed', errorMessage: message, endedAt: now },
    });
  });
}
