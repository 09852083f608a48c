/**
 * The credits ledger: double-entry, append-only, in hundredths of a credit. Every operation is idempotent: a replay
 * returns the first result, and a replay with different content throws. Locks, constraints and the operations
 * themselves are database functions (prisma/migrations/0002_ledger and 0060_ledger_moves), so that each is one round
 * trip and one atomic statement.
 */
import type { Message } from '#contracts/messages/message.ts';
import { DomainError } from '#contracts/errors.ts';
import { creditMessages } from '#contracts/credits/messages.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { pagesById } from '#api/domain/pages.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { DatabaseOrTransaction, Transaction } from '#prisma/client.ts';

type Balance = { balanceHundredths: bigint };
type Settled = Balance & { capturedHundredths: bigint; releasedHundredths: bigint };

/** Opens a customer's two accounts. Other operations also open them if they are missing. */
export async function openAccounts(tx: DatabaseOrTransaction, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT ledger_lock(${userId}::text)`;
}

/** Returns the customer's balance in hundredths and locks it until the transaction ends. */
export async function lockedBalance(tx: Transaction, userId: string): Promise<bigint> {
  const { balance } = await callVerb<{ balance: bigint }>(
    tx,
    Prisma.sql`SELECT ledger_lock(${userId}::text) AS balance`,
  );
  return balance;
}

/** Grants the free trial credits of the settings, once per customer; a repeated call returns what was granted then. */
export async function grantTrialCredits(
  db: DatabaseOrTransaction,
  userId: string,
): Promise<{ grantedHundredths: bigint }> {
  const granted = await callVerb<{ amount: bigint }>(
    db,
    Prisma.sql`SELECT ledger_grant_trial(${userId}::text, ${creditMessages.trial()}::text) AS amount`,
  );
  return { grantedHundredths: granted.amount };
}

/** Adds or deducts credits on behalf of an administrator. `amountHundredths` must be positive; a key acts once. */
export async function adjustCredits(
  db: DatabaseOrTransaction,
  input: {
    userId: string;
    amountHundredths: bigint;
    operation: 'add' | 'deduct';
    key: string;
    actorId: string;
    description: Message;
  },
): Promise<{ newBalanceHundredths: bigint }> {
  if (input.amountHundredths <= 0n) throw refusal('INVALID_INPUT', creditMessages.amountNotPositive());
  const customer = `customer:${input.userId}`;
  const adjustments = 'platform:adjustments';
  const [from, to] = input.operation === 'add' ? [adjustments, customer] : [customer, adjustments];
  const { outcome, balance } = await callVerb<{ outcome: string; balance: bigint }>(
    db,
    Prisma.sql`SELECT outcome, balance FROM ledger_post(
      ${`adjust:${input.key}`}::text, ${`admin_${input.operation}`}::text, ${input.userId}::text, ${from}::text, ${to}::text,
      ${input.amountHundredths}::bigint, ${JSON.stringify(input.description)}::text, ${input.actorId}::text)`,
  );
  if (outcome !== 'ok') throw failureOf(outcome, `Adjustment ${input.key}`);
  return { newBalanceHundredths: balance };
}

/** Credits what a bKash payment bought. The attempt's id is the key, so that no payment is credited twice. */
export async function purchaseCredits(
  tx: DatabaseOrTransaction,
  input: { userId: string; attemptId: string; amountHundredths: bigint; description: Message },
): Promise<Balance> {
  const { outcome, balance } = await callVerb<{ outcome: string; balance: bigint }>(
    tx,
    Prisma.sql`SELECT outcome, balance FROM ledger_post(
      ${`purchase:${input.attemptId}`}::text, 'purchase', ${input.userId}::text, 'platform:purchases',
      ${`customer:${input.userId}`}::text, ${input.amountHundredths}::bigint, ${JSON.stringify(input.description)}::text, NULL)`,
  );
  if (outcome !== 'ok') throw failureOf(outcome, `Purchase ${input.attemptId}`);
  return { balanceHundredths: balance };
}

/** Takes back the credits of a refunded payment, or returns them if bKash then refused the refund. */
export async function moveRefundedCredits(
  tx: DatabaseOrTransaction,
  input: {
    userId: string;
    refundId: string;
    direction: 'take' | 'return';
    amountHundredths: bigint;
    actorId: string | null;
    description: Message;
  },
): Promise<Balance> {
  const customer = `customer:${input.userId}`;
  const purchases = 'platform:purchases';
  const [from, to] = input.direction === 'take' ? [customer, purchases] : [purchases, customer];
  const { outcome, balance } = await callVerb<{ outcome: string; balance: bigint }>(
    tx,
    Prisma.sql`SELECT outcome, balance FROM ledger_post(
      ${`refund-${input.direction}:${input.refundId}`}::text, ${`purchase_refund_${input.direction}`}::text,
      ${input.userId}::text, ${from}::text, ${to}::text, ${input.amountHundredths}::bigint,
      ${JSON.stringify(input.description)}::text, ${input.actorId}::text)`,
  );
  if (outcome !== 'ok') throw failureOf(outcome, `Refund ${input.refundId}`);
  return { balanceHundredths: balance };
}

/** Returns credits that a job had captured. The caller ensures that the amount does not exceed them. */
export async function refundJobCredits(
  tx: DatabaseOrTransaction,
  input: {
    key: string;
    userId: string;
    jobId: string;
    amountHundredths: bigint;
    actorId: string;
    description: Message;
  },
): Promise<Balance> {
  const { outcome, balance } = await callVerb<{ outcome: string; balance: bigint }>(
    tx,
    Prisma.sql`SELECT outcome, balance FROM ledger_refund_job(
      ${input.key}::text, ${input.userId}::text, ${input.jobId}::uuid, ${input.amountHundredths}::bigint,
      ${JSON.stringify(input.description)}::text, ${input.actorId}::text)`,
  );
  if (outcome !== 'ok') throw failureOf(outcome, `Refund of job ${input.jobId}`);
  return { balanceHundredths: balance };
}

/**
 * Reserves a job's credits, within the cap of the API token that started it. An amount of 0 is recorded without a
 * transfer, and its replay returns the current balance.
 */
export async function reserve(
  tx: DatabaseOrTransaction,
  input: {
    jobId: string;
    attempt: number;
    userId: string;
    amountHundredths: bigint;
    description: Message;
    apiTokenId?: string | undefined;
  },
): Promise<Balance> {
  const { outcome, balance } = await callVerb<{ outcome: string; balance: bigint }>(
    tx,
    Prisma.sql`SELECT outcome, balance FROM ledger_reserve(
      ${input.jobId}::uuid, ${input.attempt}::integer, ${input.userId}::text, ${input.amountHundredths}::bigint,
      ${JSON.stringify(input.description)}::text, ${input.apiTokenId ?? null}::uuid)`,
  );
  if (outcome !== 'ok')
    throw failureOf(outcome, `Reservation of job ${input.jobId}, attempt ${input.attempt}`);
  return { balanceHundredths: balance };
}

/**
 * Returns, by token in hundredths, what jobs were charged for runs that these tokens started, plus what is reserved
 * for such runs now.
 */
export async function usedByTokens(
  db: DatabaseOrTransaction,
  tokenIds: string[],
): Promise<Map<string, bigint>> {
  const rows = await db.$queryRaw<{ id: string; used: bigint }[]>`
    SELECT id, ledger_used_by_token(id) AS used FROM unnest(${tokenIds}::uuid[]) AS token (id)`;
  return new Map(rows.map(({ id, used }) => [id, used]));
}

/** Captures part of a job's reservation and releases the rest, atomically. */
export async function settle(
  tx: DatabaseOrTransaction,
  input: { jobId: string; attempt: number; captureHundredths: bigint; description: Message },
): Promise<Settled> {
  const settled = await callVerb<{ outcome: string; captured: bigint; released: bigint; balance: bigint }>(
    tx,
    Prisma.sql`SELECT outcome, captured, released, balance FROM ledger_settle(
      ${input.jobId}::uuid, ${input.attempt}::integer, ${input.captureHundredths}::bigint, ${JSON.stringify(input.description)}::text)`,
  );
  if (settled.outcome !== 'ok') {
    throw failureOf(settled.outcome, `Settlement of job ${input.jobId}, attempt ${input.attempt}`);
  }
  return {
    capturedHundredths: settled.captured,
    releasedHundredths: settled.released,
    balanceHundredths: settled.balance,
  };
}

/** Returns a customer's available and reserved credits; 0 for accounts that do not exist yet. */
export async function balancesOf(
  db: DatabaseOrTransaction,
  userId: string,
): Promise<{ availableHundredths: bigint; reservedHundredths: bigint }> {
  const accounts = await db.ledgerAccount.findMany({
    where: { id: { in: [`customer:${userId}`, `reserved:${userId}`] } },
  });
  const balance = (id: string) => accounts.find((account) => account.id === id)?.balance ?? 0n;
  return {
    availableHundredths: balance(`customer:${userId}`),
    reservedHundredths: balance(`reserved:${userId}`),
  };
}

export type StrayReservation = { id: string; jobId: string; attempt: number };

/** Yields pages of the reservations of jobs that have ended or do not exist. Nothing else settles them. */
export const strayReservations = (db: DatabaseOrTransaction): AsyncGenerator<StrayReservation[]> =>
  pagesById(
    // LATERAL with OFFSET 0 makes PostgreSQL look each job up by its id instead of reading all jobs.
    ({ after, take }) => db.$queryRaw<StrayReservation[]>`
      SELECT r.id, r.job_id AS "jobId", r.attempt FROM reservations r
      LEFT JOIN LATERAL (SELECT id, finished_at, attempt FROM jobs WHERE id = r.job_id OFFSET 0) j ON TRUE
      WHERE r.settled_at IS NULL AND r.created_at < now() - interval '1 minute'
        AND (j.id IS NULL OR j.finished_at IS NOT NULL OR j.attempt <> r.attempt)
        AND (${after}::uuid IS NULL OR r.id > ${after}::uuid)
      ORDER BY r.id LIMIT ${take}`,
  );

/** Maximum number of problems reported per check; the first ones show what is wrong. */
const PROBLEMS_MAX = 100;

/**
 * Compares sums, running balances and reservations in one statement, so that they are consistent. Returns an empty
 * list if there is no problem. It reads the whole ledger; `auditLedger` is for large ones.
 */
export async function verifyLedger(db: DatabaseOrTransaction): Promise<string[]> {
  const rows = await db.$queryRaw<
    { problem: string }[]
  >`SELECT problem FROM ledger_problems LIMIT ${PROBLEMS_MAX}`;
  return rows.map(({ problem }) => problem);
}

async function callVerb<Row>(db: DatabaseOrTransaction, sql: Prisma.Sql): Promise<Row> {
  const [row] = await db.$queryRaw<Row[]>(sql);
  if (!row) throw new Error('The ledger did not answer.');
  return row;
}

function failureOf(outcome: string, subject: string): Error {
  if (outcome === 'insufficient') return new DomainError('INSUFFICIENT_CREDITS');
  if (outcome === 'capped') return new DomainError('API_TOKEN_CREDITS');
  if (outcome === 'conflict')
    return new DomainError('IDEMPOTENCY_KEY_REUSED', { cause: `${subject} was made with another content.` });
  if (outcome === 'excess')
    return new RangeError(`${subject} captures more than is reserved, or less than nothing.`);
  return new Error(`${subject}: nothing is reserved.`);
}
