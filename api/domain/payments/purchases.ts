/**
 * Purchase actions for the routes: begin one, record what the browser and bKash's notifications report, decide a held
 * one.
 */
import { randomBytes } from 'node:crypto';
import { HOUR_MS } from '#contracts/durations.ts';
import type { IpnPayment } from '#api/adapters/bkash/ipn.ts';
import type { Deps } from '#api/deps.ts';
import { creditsFromHundredths, hundredthsFromCredits } from '#contracts/credits/credits.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import type { AttemptState, CreatePaymentBody } from '#contracts/payments/payments.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { paymentMessages } from '#contracts/payments/messages.ts';
import type { Message } from '#contracts/messages/message.ts';
import {
  bdtFromPoisha,
  creditsHundredthsForPoisha,
  poishaFromBdt,
  purchaseRefusal,
  type PurchaseRefusals,
} from '#contracts/payments/purchase-rules.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import type { PaymentAttempt, PurchaseOrder } from '#prisma/generated/client.ts';
import { requireActive } from '#api/domain/accounts/customers.ts';
import { lockPurchase } from './purchase-attempt.ts';
import { auditDecision } from './purchase-settlement.ts';
import { decideInWorkflow, openInWorkflow, signalReturn, signalQuery } from './purchase-workflow.ts';
import { settledStates } from '#workflows/ids.ts';
import type { HeldDecision } from '#workflows/purchase-messages.ts';

export type PurchaseDeps = Pick<Deps, 'db' | 'env' | 'workflows' | 'clock' | 'logger'>;
export type BegunPurchase = {
  attemptId: string;
  paymentId: string;
  bkashUrl: string;
  amountPoisha: bigint;
  creditsHundredths: bigint;
};
export type ReturnClaim = 'success' | 'failure' | 'cancel';

/** bKash's page is valid for a day. A payer who starts again near its end gets a new one. */
const PAGE_LIFE_LEFT_MIN_MS = HOUR_MS;
const ATTEMPTS_PER_ORDER_MAX = 20;
const POLLED_QUERY_EVERY_MS = 3_000;

/** States whose outcome bKash has not yet reported: another payment of the order might be a duplicate. */
const blocksAnother: ReadonlySet<string> = new Set<AttemptState>(['executing', 'unknown', 'held']);

const inMessages: PurchaseRefusals<Message> = {
  tooManyDecimals: () => paymentMessages.tooManyDecimals(),
  belowMinimum: (amountBdt) => paymentMessages.belowMinimum({ amountBdt }),
  aboveMaximum: (amountBdt) => paymentMessages.aboveMaximum({ amountBdt }),
  noCredit: () => paymentMessages.noCredit(),
  belowCartMinimum: (credits) => paymentMessages.belowCartMinimum({ credits }),
};

/**
 * Opens the payment page for an amount. Throws PURCHASE_AMOUNT, PRICE_CHANGED if the customer saw a different price, or
 * PAYMENT_REFUSED for an administrator, whose credits are unlimited.
 */
export async function beginPurchase(
  deps: PurchaseDeps,
  user: { id: string; isAdmin: boolean },
  body: Pick<CreatePaymentBody, 'amount' | 'merchantInvoiceNumber' | 'origin' | 'credits' | 'another'>,
): Promise<BegunPurchase> {
  if (user.isAdmin) throw refusal('PAYMENT_REFUSED', paymentMessages.unlimited());
  const amountPoisha = poishaFromBdt(body.amount);
  const settings = await deps.db.settings.findUniqueOrThrow({ where: { id: 1 } });
  const refused = purchaseRefusal(amountPoisha, body.origin, settings, inMessages);
  if (amountPoisha === null) throw refusal('PURCHASE_AMOUNT', refused ?? paymentMessages.tooManyDecimals());
  const { creditsPerBdtHundredths } = settings;
  const price = {
    amountPoisha: BigInt(amountPoisha),
    creditsHundredths: BigInt(creditsHundredthsForPoisha(amountPoisha, creditsPerBdtHundredths)),
    creditsPerBdtHundredths,
  };
  const shownHundredths = body.credits === undefined ? null : BigInt(hundredthsFromCredits(body.credits));
  if (refused !== null) {
    // A customer who saw a different price learns that first, because the amount may have been enough at that price.
    if (shownHundredths !== null) requirePrice(price, shownHundredths);
    throw refusal('PURCHASE_AMOUNT', refused);
  }
  const invoice = body.merchantInvoiceNumber;
  const { another = false } = body;
  const order = { ...price, userId: user.id, invoice, shownHundredths, another, now: deps.clock() };
  const attempt = await openOrder(deps.db, order);
  const opened = openedPage(attempt) ?? (await openInWorkflow(deps, attempt));
  return {
    attemptId: attempt.id,
    ...opened,
    amountPoisha: attempt.amount,
    creditsHundredths: attempt.credits,
  };
}

type Price = { amountPoisha: bigint; creditsHundredths: bigint; creditsPerBdtHundredths: number };
type NewOrder = Price & { userId: string; invoice: string; now: Date };

/**
 * Returns the attempt to pay the order with: the open one after a double click, or a new one with its transaction.
 * Throws UNAUTHENTICATED or ACCOUNT_SUSPENDED if the account was closed meanwhile.
 */
export function openOrder(
  db: Database,
  order: NewOrder & {
    /** The credits shown to the customer for the amount; null if the client does not say. */
    shownHundredths: bigint | null;
    /** The customer asks for another payment although one is open. */
    another?: boolean;
  },
): Promise<PaymentAttempt> {
  const { now, another = false } = order;
  return db.$transaction(async (tx) => {
    await requireActive(tx, order.userId);
    const stored = await lockedOrder(tx, order);
    if (stored.amount !== order.amountPoisha) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
    if (stored.paidAttemptId) throw new DomainError('ORDER_PAID');
    const expected = order.shownHundredths ?? stored.credits;
    // An open page keeps its price. A customer who asks for another payment while one is still being opened has
    // clicked twice, and gets that one.
    const open = stored.attempts.find(
      (each) => (another ? each.state === 'new' : isOpen(each, now)) && each.credits === expected,
    );
    if (open) return open;
    requirePrice(order, expected);
    refuseAnother(stored.attempts);
    return addAttempt(tx, await atPrice(tx, stored, order), now);
  });
}

/** Stores the order unless the customer already has one with this invoice; locks and returns the stored one. */
async function lockedOrder(tx: Transaction, { userId, invoice, now, ...price }: NewOrder) {
  await tx.purchaseOrder.createMany({
    data: [
      {
        userId,
        invoice,
        amount: price.amountPoisha,
        credits: price.creditsHundredths,
        creditsPerBdtHundredths: price.creditsPerBdtHundredths,
        createdAt: now,
      },
    ],
    skipDuplicates: true,
  });
  await tx.$queryRaw`SELECT id FROM purchase_orders WHERE user_id = ${userId} AND invoice = ${invoice} FOR UPDATE`;
  return tx.purchaseOrder.findUniqueOrThrow({
    where: { userId_invoice: { userId, invoice } },
    include: { attempts: { orderBy: { createdAt: 'desc' } } },
  });
}

/** Throws PRICE_CHANGED unless the customer expects the current price, which every new page uses. */
function requirePrice({ amountPoisha, creditsHundredths }: Price, expected: bigint): void {
  if (expected === creditsHundredths) return;
  throw new DomainError('PRICE_CHANGED', {
    details: { amount: bdtFromPoisha(amountPoisha), credits: creditsFromHundredths(creditsHundredths) },
  });
}

/** Updates the order to the price the customer has now seen; earlier pages keep theirs. */
async function atPrice(
  tx: Transaction,
  stored: PurchaseOrder,
  { creditsHundredths, creditsPerBdtHundredths }: Price,
): Promise<PurchaseOrder> {
  if (stored.credits === creditsHundredths) return stored;
  const price = { credits: creditsHundredths, creditsPerBdtHundredths };
  return tx.purchaseOrder.update({ where: { id: stored.id }, data: price });
}

/** Returns whether the payer can still continue at bKash with this payment. */
export function isOpen(
  attempt: Pick<PaymentAttempt, 'state' | 'expiresAt' | 'returned'>,
  now: Date,
): boolean {
  if (attempt.state === 'new') return true;
  const lifeLeftMs = (attempt.expiresAt?.getTime() ?? 0) - now.getTime();
  return attempt.state === 'initiated' && !attempt.returned && lifeLeftMs >= PAGE_LIFE_LEFT_MIN_MS;
}

function refuseAnother(attempts: PaymentAttempt[]): void {
  if (attempts.some(({ state }) => blocksAnother.has(state))) {
    throw refusal('PAYMENT_REFUSED', paymentMessages.lastPaymentOpen());
  }
  if (attempts.length >= ATTEMPTS_PER_ORDER_MAX) {
    throw refusal('PAYMENT_REFUSED', paymentMessages.triedTooOften());
  }
}

async function addAttempt(
  tx: Transaction,
  order: Pick<PurchaseOrder, 'id' | 'userId' | 'amount' | 'credits' | 'creditsPerBdtHundredths'>,
  now: Date,
): Promise<PaymentAttempt> {
  const { userId, amount, credits, creditsPerBdtHundredths } = order;
  const invoice = newInvoice();
  const shared = { userId, amount, credits, createdAt: now };
  return tx.paymentAttempt.create({
    data: {
      ...shared,
      orderId: order.id,
      creditsPerBdtHundredths,
      invoice,
      resultToken: randomBytes(24).toString('base64url'),
      transaction: { create: { ...shared, reference: invoice } },
    },
  });
}

/** Contains about 100 random bits, because bKash answers a number that it already knows with 2029. */
function newInvoice(): string {
  return `CH${BigInt(`0x${randomBytes(13).toString('hex')}`)
    .toString(36)
    .toUpperCase()}`;
}

const openedPage = ({ state, paymentId, bkashUrl }: PaymentAttempt) =>
  state === 'initiated' && paymentId && bkashUrl ? { paymentId, bkashUrl } : null;

/**
 * Returns the payment with this number. Throws NOT_FOUND if it belongs to another user, or if a redirect lacks the
 * `signature` that bKash issued, since the number may be guessed.
 */
export async function purchaseByPaymentId(
  deps: Pick<Deps, 'db'>,
  paymentId: string,
  check: { userId?: string } | { signature: string | undefined } = {},
): Promise<PaymentAttempt> {
  const attempt = await deps.db.paymentAttempt.findUnique({ where: { paymentId } });
  const isForeign = 'userId' in check && attempt?.userId !== check.userId;
  const isGuess = 'signature' in check && attempt?.signature && attempt.signature !== check.signature;
  if (!attempt || isForeign || isGuess) throw new DomainError('NOT_FOUND');
  return attempt;
}

/**
 * Stores what the payer's browser claims and signals the purchase, which queries bKash. A settled payment does not
 * change.
 */
export async function noteReturn(
  deps: PurchaseDeps,
  attempt: PaymentAttempt,
  status: ReturnClaim,
): Promise<void> {
  const { count } = await deps.db.paymentAttempt.updateMany({
    where: {
      id: attempt.id,
      endedAt: null,
      state: { notIn: ['held', ...settledStates] },
      OR: [{ returned: null }, { returned: { not: status } }],
    },
    data: { returned: status },
  });
  // Reloading the page provides no new information.
  if (count > 0) await signalReturn(deps, attempt, { status });
  else await requestQuery(deps, attempt);
}

/**
 * The execute is in progress or about to be, and its answer either ends the payment or leaves it unknown. bKash's
 * reviewers reject queries around ordinary payments, so none is made meanwhile.
 */
const isAnswerComing = ({ state, returned, executedAt }: PaymentAttempt): boolean =>
  state === 'executing' || (state === 'initiated' && returned === 'success' && executedAt === null);

/**
 * Asks the purchase to query bKash because someone is waiting. However often this is called, it causes only few
 * queries.
 */
export async function requestQuery(deps: PurchaseDeps, attempt: PaymentAttempt): Promise<void> {
  if (attempt.endedAt || attempt.state === 'new' || attempt.state === 'held') return;
  if (isAnswerComing(attempt)) return;
  const queries = await deps.db.bkashCall.findMany({
    where: { paymentId: attempt.paymentId, operation: 'query' },
    orderBy: { at: 'desc' },
    take: limits.polledQueriesPerPaymentMax,
    select: { at: true },
  });
  const sinceLastMs = deps.clock().getTime() - (queries[0]?.at.getTime() ?? 0);
  if (queries.length >= limits.polledQueriesPerPaymentMax || sinceLastMs < POLLED_QUERY_EVERY_MS) return;
  await signalQuery(deps, attempt);
}

/**
 * Stores a verified notification once and has its payment queried. Returns null if it matches none, or a settled one.
 */
export async function storeNotice(
  deps: PurchaseDeps,
  notice: { messageId: string; payment: IpnPayment },
): Promise<PaymentAttempt | null> {
  const { payment, messageId } = notice;
  const attempt = await attemptOfNotice(deps.db, payment);
  await deps.db.ipnMessage.createMany({
    data: [
      {
        messageId,
        trxId: payment.trxId,
        invoice: payment.invoice,
        amount: payment.amountPoisha,
        body: payment.body,
        attemptId: attempt?.id ?? null,
        receivedAt: deps.clock(),
      },
    ],
    skipDuplicates: true,
  });
  if (!attempt) deps.logger.warn({ messageId, trxId: payment.trxId }, 'bKash notice fits no payment');
  if (!attempt || settledStates.has(attempt.state)) return null;
  // A repeated notification is processed again, because the first signal may have been lost. If the execute in
  // progress is refused, the reconciler has the payment queried.
  if (!isAnswerComing(attempt)) await signalQuery(deps, attempt);
  return attempt;
}

async function attemptOfNotice(db: Database, { invoice, trxId }: IpnPayment): Promise<PaymentAttempt | null> {
  const byInvoice = invoice ? await db.paymentAttempt.findUnique({ where: { invoice } }) : null;
  return byInvoice ?? (await db.paymentAttempt.findUnique({ where: { trxId } }));
}

/** Applies a person's decision about a payment whose figures differ; only a held payment can be decided. */
export async function decideHeld(
  deps: PurchaseDeps,
  input: HeldDecision & { attemptId: string },
): Promise<void> {
  const { attemptId, ...decision } = input;
  const attempt = await deps.db.paymentAttempt.findUnique({ where: { id: attemptId } });
  if (!attempt) throw new DomainError('NOT_FOUND');
  await decideInWorkflow(deps, attempt, decision);
  // A worker of an earlier release does not write the audit entry.
  await deps.db.$transaction(async (tx) => {
    await lockPurchase(tx, attemptId);
    await auditDecision(tx, attemptId, decision);
  });
}
