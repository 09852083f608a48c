/**
 * Refunds of bKash payments, requested by a person or caused by a second payment of one order, with the credits they
 * take back.
 */
import { DAY_MS } from '#contracts/durations.ts';
import type { Deps } from '#api/deps.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { DomainError } from '#contracts/errors.ts';
import { bdtFromPoisha } from '#contracts/payments/purchase-rules.ts';
import { paymentMessages } from '#contracts/payments/messages.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import type { Message } from '#contracts/messages/message.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import type { PaymentAttempt, PaymentRefund } from '#prisma/generated/client.ts';
import { recordChange } from '#api/domain/accounts/audit.ts';
import { balancesOf, moveRefundedCredits, openAccounts } from '#api/domain/credits/ledger.ts';
import { creditsOfPart, paidPoishaOf } from './payment-figures.ts';
import { lockPurchase, type LockedPurchase } from './purchase-attempt.ts';

export type RefundRequest = {
  attemptId: string;
  amountPoisha: bigint;
  reason: string;
  /** Null for a refund that Chalan makes automatically. */
  actorId: string | null;
  /** Continue even if not all of the credits can be taken back. */
  acceptShortfall: boolean;
  key: string;
};
type RefundDeps = Pick<Deps, 'db' | 'env' | 'workflows' | 'clock'>;

/** bKash's limits for refunds of one payment. */
const REFUNDS_MAX = 10;
const REFUND_WITHIN_DAYS = 60;
const REFUND_WITHIN_MS = REFUND_WITHIN_DAYS * DAY_MS;

const takenBack: ReadonlySet<string> = new Set(['pending', 'unknown', 'done']);

/** Takes the credits back, stores the refund and starts it. Idempotent by `key`. Throws as `openRefundIn` does. */
export async function requestRefund(deps: RefundDeps, request: RefundRequest): Promise<PaymentRefund> {
  const refund = await openRefund(deps.db, { ...request, now: deps.clock() });
  await startRefund(deps, refund.id);
  return refund;
}

/** Starts a refund that is already stored. If starting fails, the reconciler starts it later. */
export async function startRefundSoon(
  deps: Pick<Deps, 'env' | 'workflows' | 'logger'>,
  refundId: string,
  given: { changed?: boolean } = {},
): Promise<void> {
  await startRefund(deps, refundId, given).catch((err: unknown) =>
    deps.logger.warn({ refundId, err }, 'a refund was not started; the reconciler takes it up'),
  );
}

/**
 * Starts the refund's workflow. A running one continues, and is only notified if the refund was changed; a lost one
 * continues from its database record.
 */
export async function startRefund(
  { env, workflows }: Pick<Deps, 'env' | 'workflows'>,
  refundId: string,
  { changed = false } = {},
): Promise<void> {
  const refund = { refundId, minuteMs: env.PURCHASE_MINUTE_MS };
  await (changed ? workflows.refunds.tellChanged(refund) : workflows.refunds.start(refund));
}

/** Runs `openRefundIn` in its own transaction. */
export function openRefund(db: Database, request: RefundRequest & { now: Date }): Promise<PaymentRefund> {
  return db.$transaction((tx) => openRefundIn(tx, request));
}

/**
 * Stores a refund and takes back its credits, without starting it. The same key returns the earlier refund. Throws
 * REFUND_NOT_POSSIBLE, or CREDITS_SPENT unless `acceptShortfall` is set.
 */
export async function openRefundIn(
  tx: Transaction,
  request: RefundRequest & { now: Date },
): Promise<PaymentRefund> {
  const { key, attemptId, amountPoisha } = request;
  const locked = await lockPurchase(tx, attemptId);
  const { attempt } = locked;
  const earlier = await tx.paymentRefund.findUnique({ where: { key } });
  if (earlier) return sameRefund(earlier, request);
  const { refundedPoisha, creditsTaken } = await refundTerms(tx, locked, request);
  const refund = await tx.paymentRefund.create({
    data: {
      key,
      attemptId,
      amount: amountPoisha,
      creditsTaken,
      reason: request.reason,
      actorId: request.actorId,
      createdAt: request.now,
    },
  });
  await takeCredits(tx, attempt, { refund, creditsTaken });
  if (request.actorId !== null) {
    await recordChange(tx, {
      adminId: request.actorId,
      action: 'payment refunded',
      subject: `payment/${attemptId}`,
      before: { refundedBdt: bdtFromPoisha(refundedPoisha) },
      after: {
        refundedBdt: bdtFromPoisha(refundedPoisha + amountPoisha),
        creditsTaken: creditsFromHundredths(creditsTaken),
      },
      reason: request.reason,
    });
  }
  return refund;
}

type RequestedPart = Pick<RefundRequest, 'amountPoisha' | 'acceptShortfall'> & { now: Date };

/** Throws what `openRefundIn` would throw for a new refund, and stores nothing. */
export async function checkRefund(
  tx: Transaction,
  request: RequestedPart & { attemptId: string },
): Promise<void> {
  await refundTerms(tx, await lockPurchase(tx, request.attemptId), request);
}

/** Returns what was refunded before, in poisha, and the credits that the refund takes back. */
async function refundTerms(
  tx: Transaction,
  locked: LockedPurchase,
  request: RequestedPart,
): Promise<{ refundedPoisha: bigint; creditsTaken: bigint }> {
  const { attempt } = locked;
  const refunds = await tx.paymentRefund.findMany({ where: { attemptId: attempt.id } });
  const refundedPoisha = refusedUnlessPossible(attempt, refunds, request);
  const wanted = isCredited(locked) ? creditsOfPart(attempt, refundedPoisha, request.amountPoisha) : 0n;
  const creditsTaken = await creditsToTake(tx, attempt.userId, wanted, request.acceptShortfall);
  return { refundedPoisha, creditsTaken };
}

const isCredited = ({ attempt, order }: LockedPurchase): boolean => order.paidAttemptId === attempt.id;

async function takeCredits(
  tx: Transaction,
  attempt: PaymentAttempt,
  { refund, creditsTaken }: { refund: PaymentRefund; creditsTaken: bigint },
): Promise<void> {
  if (creditsTaken === 0n) return;
  await moveRefundedCredits(tx, {
    userId: attempt.userId,
    refundId: refund.id,
    direction: 'take',
    amountHundredths: creditsTaken,
    actorId: refund.actorId,
    description: paymentMessages.refunded({ trxId: attempt.trxId ?? attempt.invoice }),
  });
}

/**
 * Takes the remaining credits of a refund's part of the payment. Used for a refund that bKash has already made, and
 * whose record is the newest.
 */
export async function takeCreditsOfPart(
  tx: Transaction,
  locked: LockedPurchase,
  refund: PaymentRefund,
): Promise<bigint> {
  const { attempt } = locked;
  const others = await tx.paymentRefund.findMany({
    where: { attemptId: attempt.id, id: { not: refund.id } },
  });
  const refunded = sumOf(others.filter(({ state }) => takenBack.has(state)));
  const wanted = isCredited(locked) ? creditsOfPart(attempt, refunded, refund.amount) : 0n;
  const { availableHundredths } = await lockedBalances(tx, attempt.userId);
  const creditsTaken = wanted < availableHundredths ? wanted : availableHundredths;
  await takeCredits(tx, attempt, { refund, creditsTaken });
  return creditsTaken;
}

const sumOf = (refunds: PaymentRefund[]): bigint => refunds.reduce((sum, { amount }) => sum + amount, 0n);

function sameRefund(earlier: PaymentRefund, request: RefundRequest): PaymentRefund {
  const isSame = earlier.attemptId === request.attemptId && earlier.amount === request.amountPoisha;
  if (!isSame) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
  return earlier;
}

/**
 * Returns what was refunded before, including open refunds, in poisha. Throws if bKash would refuse the refund, or if
 * more than the payment would be returned.
 */
function refusedUnlessPossible(
  attempt: PaymentAttempt,
  refunds: PaymentRefund[],
  { amountPoisha, now }: { amountPoisha: bigint; now: Date },
): bigint {
  const refuse = (said: Message): never => {
    throw refusal('REFUND_NOT_POSSIBLE', said);
  };
  if (!attempt.trxId || !attempt.paidAt || !['paid', 'duplicate', 'held'].includes(attempt.state))
    refuse(paymentMessages.notCompleted());
  if (refunds.some(({ state }) => state === 'pending' || state === 'unknown'))
    refuse(paymentMessages.otherRefundOpen());
  const counted = refunds.filter(({ state }) => takenBack.has(state));
  if (counted.length >= REFUNDS_MAX) refuse(paymentMessages.tooManyRefunds({ most: REFUNDS_MAX }));
  if (now.getTime() - (attempt.paidAt?.getTime() ?? 0) > REFUND_WITHIN_MS)
    refuse(paymentMessages.refundTooLate({ days: REFUND_WITHIN_DAYS }));
  const refunded = sumOf(counted);
  if (amountPoisha <= 0n || refunded + amountPoisha > paidPoishaOf(attempt))
    refuse(paymentMessages.refundTooLarge());
  return refunded;
}

/**
 * Returns the credits that a requested refund takes back. Credits that jobs hold are not missing, because they come
 * back if the jobs are stopped, so the refund waits for these jobs.
 */
async function creditsToTake(
  tx: Transaction,
  userId: string,
  wantedHundredths: bigint,
  acceptShortfall: boolean,
): Promise<bigint> {
  if (wantedHundredths === 0n) return 0n;
  const { availableHundredths, reservedHundredths } = await lockedBalances(tx, userId);
  if (availableHundredths >= wantedHundredths) return wantedHundredths;
  if (reservedHundredths > 0n) {
    const credits = creditsFromHundredths(reservedHundredths);
    throw refusal('REFUND_NOT_POSSIBLE', paymentMessages.jobsHoldCredits({ credits }));
  }
  if (acceptShortfall) return availableHundredths;
  throw new DomainError('CREDITS_SPENT', {
    details: {
      availableCredits: creditsFromHundredths(availableHundredths),
      wantedCredits: creditsFromHundredths(wantedHundredths),
    },
  });
}

/** Returns the customer's balances and locks them until the transaction ends. */
async function lockedBalances(tx: Transaction, userId: string): ReturnType<typeof balancesOf> {
  await openAccounts(tx, userId);
  return balancesOf(tx, userId);
}
