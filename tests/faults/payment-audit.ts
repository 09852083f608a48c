/** Compares what the platform stored about payments with the simulator's own books, to the poisha. */
import type { Database } from '#prisma/client.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import { balancesOf, verifyLedger } from '#api/domain/credits/ledger.ts';
import type { Control } from '#tests/sandbox/bkash/control.ts';
import type { CallNote, LedgerEntry, Wallet } from '#tests/sandbox/bkash/state.ts';

const parts = { order: true, transaction: true, refunds: true } satisfies Prisma.PaymentAttemptInclude;
type Attempt = Prisma.PaymentAttemptGetPayload<{ include: typeof parts }>;
type Money = { wallets: Record<string, number>; merchant: number };

/** bKash's code for a payment that was not approved, and therefore not debited. */
const NOT_APPROVED = '2056';

/** The money of every wallet and of the merchant, to be taken before the first payment. */
export function moneyOf(control: Pick<Control, 'wallets' | 'merchantPoisha'>): Money {
  const poisha = ([msisdn, wallet]: [string, Wallet]): [string, number] => [msisdn, wallet.poisha];
  return {
    wallets: Object.fromEntries(Object.entries(control.wallets()).map(poisha)),
    merchant: control.merchantPoisha(),
  };
}

/** All problems found; empty when platform and simulator agree and every payment is decided. */
export async function paymentProblems(db: Database, control: Control, before: Money): Promise<string[]> {
  const attempts = await db.paymentAttempt.findMany({ include: parts });
  const ledger = control.ledger();
  return [
    ...(await customerProblems(db, control)),
    ...strangerProblems(attempts, ledger),
    ...moneyProblems(control, before),
    ...receiptProblems(attempts),
    ...(await verifyLedger(db)),
  ];
}

/** Problems with the payments and credits of one customer, or of all. */
export async function customerProblems(db: Database, control: Control, userId?: string): Promise<string[]> {
  const where = userId === undefined ? {} : { userId };
  const [attempts, credited] = await Promise.all([
    db.paymentAttempt.findMany({ where, include: parts }),
    db.ledgerTransfer.findMany({ where: { ...where, kind: 'purchase' } }),
  ]);
  const ledger = control.ledger();
  return [
    ...attempts.flatMap((attempt) => attemptProblems(attempt, ledger)),
    ...creditedProblems(attempts, credited, ledger),
    ...(await balanceProblems(db, attempts)),
  ];
}

/** Sums of one payment in the simulator's books. */
function movedBy(ledger: LedgerEntry[], paymentId: string | null) {
  const of = (kind: LedgerEntry['kind']) =>
    ledger.filter((entry) => paymentId !== null && entry.paymentID === paymentId && entry.kind === kind);
  const [debits, refunds] = [of('debit'), of('refund')];
  return { debits, refunds, debited: sumOf(debits), refunded: sumOf(refunds) };
}

const sumOf = (entries: { poisha: number }[]): number => entries.reduce((sum, { poisha }) => sum + poisha, 0);

/**
 * A debited payment is credited and kept, or refunded; one that is not debited is neither. The customer's history
 * agrees.
 */
function attemptProblems(attempt: Attempt, ledger: LedgerEntry[]): string[] {
  const { debits, refunds, debited, refunded } = movedBy(ledger, attempt.paymentId);
  const isFirst = isFirstOf(attempt);
  const isWhole = debited > 0 && refunded === debited;
  const [state, status] = isWhole
    ? ['refunded', 'refunded']
    : debited > 0
      ? ['paid', 'completed']
      : ['', 'failed'];
  const done = attempt.refunds.filter((refund) => refund.state === 'done');
  const facts: [boolean, string][] = [
    [debits.length <= 1, `${debits.length} debits`],
    [debited === 0 || debited === Number(attempt.amount), `${debited} poisha debited`],
    [
      attempt.trxId === (debits[0]?.trxID ?? null),
      `trxID ${attempt.trxId}, in the books ${debits[0]?.trxID}`,
    ],
    [debited > 0 || !isFirst, 'credited without a debit'],
    [debited === 0 || isFirst || isWhole, 'neither credited nor sent back'],
    [debited > 0 ? attempt.state === state : isOver(attempt.state), `state ${attempt.state}`],
    [attempt.endedAt !== null, 'not ended'],
    [attempt.transaction?.status === status, `transaction ${attempt.transaction?.status}, not ${status}`],
    [Number(attempt.transaction?.refunded) === refunded, `refunded ${attempt.transaction?.refunded}`],
    [
      sorted(done.map(({ refundTrxId }) => refundTrxId)) === sorted(refunds.map(({ trxID }) => trxID)),
      'refunds differ from the books',
    ],
    [done.reduce((sum, { amount }) => sum + Number(amount), 0) === refunded, 'refunded sums differ'],
    [attempt.refunds.every((refund) => ['done', 'failed'].includes(refund.state)), 'a refund is open'],
  ];
  return facts
    .filter(([holds]) => !holds)
    .map(
      ([, problem]) =>
        `${attempt.paymentId} (${attempt.state}, ${JSON.stringify(attempt.errorMessage)}): ${problem}`,
    );
}

const isOver = (state: string): boolean => ['failed', 'cancelled', 'expired'].includes(state);
const sorted = (values: (string | null)[]): string => values.toSorted().join();

/** Each order's first payment is credited once, and no other payment is. */
function creditedProblems(
  attempts: Attempt[],
  credited: { key: string; amount: bigint }[],
  ledger: LedgerEntry[],
): string[] {
  const wanted = attempts
    .filter((attempt) => isFirstOf(attempt) && movedBy(ledger, attempt.paymentId).debited > 0)
    .map(({ id, credits }) => `purchase:${id} ${credits}`);
  const made = credited.map(({ key, amount }) => `${key} ${amount}`);
  return sorted(wanted) === sorted(made) ? [] : ['credited purchases differ from debited payments'];
}

const isFirstOf = ({ id, order }: Attempt): boolean => order.paidAttemptId === id;

/** A customer's balance is what was bought and not taken back, plus the changes from other sources. */
async function balanceProblems(db: Database, attempts: Attempt[]): Promise<string[]> {
  const problems: string[] = [];
  for (const userId of new Set(attempts.map((attempt) => attempt.userId))) {
    const own = attempts.filter((attempt) => attempt.userId === userId);
    const taken = own
      .flatMap(({ refunds }) => refunds.filter(({ state }) => state !== 'failed'))
      .map(({ creditsTaken }) => -creditsTaken);
    const bought = own.filter(isFirstOf).map(({ credits }) => credits);
    const others = await otherCreditsOf(db, userId);
    const expected = [...bought, ...taken, others].reduce((sum, part) => sum + part, 0n);
    const { availableHundredths, reservedHundredths } = await balancesOf(db, userId);
    const has = availableHundredths + reservedHundredths;
    if (has !== expected) problems.push(`${userId} has ${has}, not ${expected}`);
  }
  return problems;
}

/** Changes from other sources than payments: gifts, adjustments, work. */
async function otherCreditsOf(db: Database, userId: string): Promise<bigint> {
  const entries = await db.ledgerEntry.findMany({
    where: {
      accountId: { in: [`customer:${userId}`, `reserved:${userId}`] },
      transfer: { kind: { notIn: ['purchase', 'purchase_refund_take', 'purchase_refund_return'] } },
    },
  });
  return entries.reduce((sum, { amount }) => sum + amount, 0n);
}

/** Money that moved for a payment that the platform does not know. */
function strangerProblems(attempts: Attempt[], ledger: LedgerEntry[]): string[] {
  const known = new Set(attempts.map(({ paymentId }) => paymentId));
  const strangers = ledger.filter(({ paymentID }) => !known.has(paymentID));
  const trxIds = ledger.map(({ trxID }) => trxID);
  return [
    ...strangers.map(({ paymentID, trxID }) => `${trxID} of the unknown payment ${paymentID}`),
    ...(new Set(trxIds).size === trxIds.length ? [] : ['a trxID came twice']),
  ];
}

function moneyProblems(control: Control, before: Money): string[] {
  const after = moneyOf(control);
  const ledger = control.ledger();
  const movedFrom = (msisdn: string): number =>
    ledger
      .filter(({ wallet }) => wallet === msisdn)
      .reduce((sum, { kind, poisha }) => sum + (kind === 'debit' ? poisha : -poisha), 0);
  const wallets = Object.keys(after.wallets).filter(
    (msisdn) => before.wallets[msisdn] !== (after.wallets[msisdn] ?? 0) + movedFrom(msisdn),
  );
  const moved = Object.keys(after.wallets).reduce((sum, msisdn) => sum + movedFrom(msisdn), 0);
  return [
    ...wallets.map((msisdn) => `wallet ${msisdn} does not add up`),
    ...(after.merchant === before.merchant + moved ? [] : ["the merchant's balance does not add up"]),
  ];
}

/** Receipt numbers run from 1 to n, one for each credited payment. */
function receiptProblems(attempts: Attempt[]): string[] {
  const credited = attempts.filter(isFirstOf);
  const numbers = attempts
    .map(({ transaction }) => transaction?.receiptNumber ?? null)
    .filter((number) => number !== null)
    .toSorted((one, other) => one - other);
  const isWhole =
    numbers.length === credited.length && numbers.every((number, index) => number === index + 1);
  return isWhole ? [] : [`${credited.length} credited payments have the receipts ${numbers.join(', ')}`];
}

/**
 * No execute follows one that may have debited: only one that bKash called not approved, or never looked at. One more
 * is allowed when the first has settled.
 */
export function executeProblems(executes: CallNote[], settleMs: number): string[] {
  const hasDoneNothing = ({ status, answer }: CallNote): boolean =>
    status === 401 || answer?.['statusCode'] === NOT_APPROVED;
  const paymentIds = new Set(executes.map(({ paymentID }) => paymentID));
  return [...paymentIds].flatMap((paymentId) => {
    const notes = executes.filter(({ paymentID }) => paymentID === paymentId);
    const [first, second, ...others] = notes.filter((note) => !hasDoneNothing(note));
    if (!first || !second) return [];
    const isSettled = Date.parse(second.at) - Date.parse(first.at) >= settleMs;
    return isSettled && others.length === 0 ? [] : [`${paymentId} was executed ${notes.length} times`];
  });
}
