/** Payments for administrators: the list, and what of a payment is still open. */
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import type { OpenEnd, AdminPayment, AdminPaymentsAnswer } from '#contracts/calls/payments-answers.ts';
import { textOrNullOf } from '#contracts/messages/answers.ts';
import { messageOrNull } from '#contracts/messages/message.ts';
import type { AdminPaymentsQuery } from '#contracts/payments/payments.ts';
import { bdtFromPoisha } from '#contracts/payments/purchase-rules.ts';
import type { Database, DatabaseOrTransaction } from '#prisma/client.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import { readHeldPayment } from './payment-figures.ts';
import { kindOf } from './payment-open-ends.ts';
import { attemptStateOf } from './purchase-attempt.ts';

/** States in which bKash has not yet reported the outcome. */
const unreportedStates = ['new', 'initiated', 'executing', 'unknown'];

const parts = {
  user: { select: { email: true } },
  order: { select: { invoice: true } },
  transaction: { select: { refunded: true, receiptNumber: true } },
  refunds: { orderBy: { createdAt: 'asc' } },
  openEnds: { where: { closedAt: null }, orderBy: { openedAt: 'asc' } },
} satisfies Prisma.PaymentAttemptInclude;
type Attempt = Prisma.PaymentAttemptGetPayload<{ include: typeof parts }>;

/** Lists payments, newest first; among those that need a decision, those that have waited longest come first. */
export async function listPayments(
  db: Database,
  query: AdminPaymentsQuery,
): Promise<Omit<AdminPaymentsAnswer, 'success'>> {
  const where = { AND: [stateFilter(query.state), searchFilter(query.search)] };
  const [attempts, totalCount, needDecision] = await Promise.all([
    query.state === 'decision'
      ? longestUndecided(db, query)
      : db.paymentAttempt.findMany({
          where,
          include: parts,
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          skip: query.offset,
          take: query.limit,
        }),
    db.paymentAttempt.count({ where }),
    db.paymentAttempt.count({ where: needsDecision }),
  ]);
  return { payments: attempts.map(paymentView), totalCount, needDecision };
}

/** Returns the payments that need a decision in the order in which their first open question arose. */
async function longestUndecided(
  db: Database,
  { search, offset, limit }: AdminPaymentsQuery,
): Promise<Attempt[]> {
  const waiting = await db.paymentOpenEnd.groupBy({
    by: ['attemptId'],
    where: { closedAt: null, attempt: searchFilter(search) },
    orderBy: [{ _min: { openedAt: 'asc' } }, { attemptId: 'asc' }],
    skip: offset,
    take: limit,
  });
  const ids = waiting.map(({ attemptId }) => attemptId);
  const attempts = await db.paymentAttempt.findMany({ where: { id: { in: ids } }, include: parts });
  return attempts.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** Payments that await a person's decision. */
const needsDecision = { openEnds: { some: { closedAt: null } } } satisfies Prisma.PaymentAttemptWhereInput;

const hasOpenRefund = {
  refunds: { some: { state: { in: ['pending', 'unknown'] } } },
} satisfies Prisma.PaymentAttemptWhereInput;

/**
 * Payments whose outcome is not yet known. A held one stays held when it was decided but cannot be refunded, and is over
 * once nothing about it is open.
 */
const openPayments: Prisma.PaymentAttemptWhereInput[] = [
  { state: { in: unreportedStates } },
  { state: 'held', OR: [{ endedAt: null }, needsDecision, hasOpenRefund] },
];

/** Returns whether the user has a payment or refund whose outcome is not yet known. */
export async function hasOpenPayment(db: DatabaseOrTransaction, userId: string): Promise<boolean> {
  const open: Prisma.PaymentAttemptWhereInput[] = [
    ...openPayments,
    // The payer may still confirm on bKash's page, whatever the browser reported, until the payment has ended.
    { state: { in: ['cancelled', 'failed', 'duplicate'] }, endedAt: null },
    hasOpenRefund,
    needsDecision,
  ];
  return (await db.paymentAttempt.count({ where: { userId, OR: open } })) > 0;
}

function stateFilter(state: AdminPaymentsQuery['state']): Prisma.PaymentAttemptWhereInput {
  if (state === undefined) return {};
  if (state === 'decision') return needsDecision;
  return state === 'open' ? { OR: openPayments } : { state };
}

/** Matches complete numbers as bKash or the customer states them, or part of an address. */
function searchFilter(search: string | undefined): Prisma.PaymentAttemptWhereInput {
  if (!search) return {};
  return {
    OR: [
      { invoice: search.toUpperCase() },
      { paymentId: search },
      { trxId: search.toUpperCase() },
      { order: { invoice: search } },
      { user: { email: { contains: search, mode: 'insensitive' } } },
    ],
  };
}

function paymentView(attempt: Attempt): AdminPayment {
  return {
    id: attempt.id,
    userId: attempt.userId,
    email: attempt.user.email,
    invoice: attempt.invoice,
    orderNumber: attempt.order.invoice,
    paymentId: attempt.paymentId,
    trxId: attempt.trxId,
    amount: bdtFromPoisha(attempt.amount),
    credits: creditsFromHundredths(attempt.credits),
    state: attemptStateOf(attempt),
    ...textOrNullOf('heldReason', messageOrNull(attempt.heldReason)),
    held: heldView(attempt.heldPayment),
    ...textOrNullOf('message', messageOrNull(attempt.errorMessage)),
    refunded: bdtFromPoisha(attempt.transaction?.refunded ?? 0n),
    receiptNumber: attempt.transaction?.receiptNumber ?? null,
    createdAt: attempt.createdAt.toISOString(),
    paidAt: attempt.paidAt?.toISOString() ?? null,
    refunds: attempt.refunds.map((refund) => ({
      id: refund.id,
      amount: bdtFromPoisha(refund.amount),
      creditsTaken: creditsFromHundredths(refund.creditsTaken),
      state: refund.state,
      reason: refund.reason,
      createdAt: refund.createdAt.toISOString(),
    })),
    openEnds: attempt.openEnds.map(openEndView),
  };
}

function openEndView(end: Attempt['openEnds'][number]): OpenEnd {
  const { id, subject } = end;
  return {
    id,
    kind: kindOf(end),
    subject,
    amount: bdtFromPoisha(end.amount),
    ...textOrNullOf('detail', messageOrNull(end.detail)),
    openedAt: end.openedAt.toISOString(),
  };
}

function heldView(stored: unknown): AdminPayment['held'] {
  const said = readHeldPayment(stored);
  if (!said) return null;
  const { amountPoisha, currency, invoice, trxId, decision } = said;
  return {
    amount: amountPoisha === null ? null : bdtFromPoisha(BigInt(amountPoisha)),
    currency,
    invoice,
    trxId,
    decision: decision ? `${decision.decision}: ${decision.reason}` : null,
  };
}
