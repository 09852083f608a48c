/**
 * A customer's credit history: one line for each thing that happened, read from the ledger. A line is a transfer that is
 * no capture and no release; those are later steps of the line of their reservation. Its figures stand on the accounts.
 */
import {
  creditEntryTypes,
  type CreditEntryType,
  type CreditHistoryQuery,
} from '#contracts/credits/credit-history.ts';
import type { CreditEntry, CreditHistoryAnswer, CreditStep } from '#contracts/calls/credit-answers.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { bdtFromPoisha } from '#contracts/payments/purchase-rules.ts';
import type { Database, DatabaseOrTransaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { services } from '#services/catalogue.ts';
import { withStatementLimit } from '#api/domain/bounded-query.ts';
import { timesOfDays } from '#api/domain/dhaka-days.ts';
import { likePattern } from '#api/domain/like-pattern.ts';

/** A search, or a page far back, has to look through the lines before it. */
const SCAN_STATEMENT_MS_MAX = 8_000;
const NEAR_OFFSET_MAX = 1_000;

/**
 * What each kind of transfer is to a customer. A job is usage whatever became of its credits, so that its line never
 * changes its type; what came back is told by its steps.
 */
const kindsOf: Record<CreditEntryType, readonly string[]> = {
  purchase: ['purchase'],
  usage: ['reserve'],
  refund: ['purchase_refund_take', 'purchase_refund_return', 'job_refund'],
  admin: ['trial', 'admin_add', 'admin_deduct'],
};

type Figures = { lines: bigint; purchased: bigint; used: bigint; netChange: bigint; balance: bigint };
type Line = {
  id: bigint;
  kind: string;
  jobId: string | null;
  amount: bigint;
  description: string;
  at: Date;
  previous: bigint;
  change: bigint;
  captured: bigint | null;
  released: bigint | null;
  settledAt: Date | null;
  amountPoisha: bigint | null;
};
/** Figures repeat on every row; without lines there is one row of them, whose `id` is null. */
type Row = Figures & (Line | { id: null });

/** Newest first. The figures are those of the lines that the query finds; `currentBalance` is today's. */
export async function creditHistory(
  db: Database,
  userId: string,
  query: CreditHistoryQuery,
): Promise<Omit<CreditHistoryAnswer, 'success'>> {
  const filters = filtersOf(userId, query);
  const isNear = filters.length === 0 && query.offset <= NEAR_OFFSET_MAX;
  const rows = isNear
    ? await readPage(db, userId, query, filters)
    : await withStatementLimit(db, SCAN_STATEMENT_MS_MAX, (tx) => readPage(tx, userId, query, filters));
  const [figures] = rows;
  if (!figures) throw new Error('The credit history did not answer.');
  const totalCount = Number(figures.lines);
  return {
    history: rows.flatMap((row) => (row.id === null ? [] : [entryOf(row)])),
    summary: {
      totalPurchased: creditsFromHundredths(figures.purchased),
      totalUsed: creditsFromHundredths(figures.used),
      netChange: creditsFromHundredths(figures.netChange),
      currentBalance: creditsFromHundredths(figures.balance),
    },
    totalCount,
    totalPages: Math.max(1, Math.ceil(totalCount / query.limit)),
  };
}

function filtersOf(userId: string, query: CreditHistoryQuery): Prisma.Sql[] {
  const { gte, lt } = timesOfDays(query);
  return [
    ...(gte ? [Prisma.sql`t.created_at >= ${gte}`] : []),
    ...(lt ? [Prisma.sql`t.created_at < ${lt}`] : []),
    ...(query.transactionType
      ? [Prisma.sql`t.kind IN (${Prisma.join([...kindsOf[query.transactionType]])})`]
      : []),
    ...(query.search ? [searchFilter(userId, query.search)] : []),
  ];
}

/** How the lines of services begin whose name in Bengali is searched for: descriptions are kept in English. */
function namedInBengali(search: string): string[] {
  const wanted = search.normalize('NFC');
  return services
    .filter(({ bengali }) => bengali.name.normalize('NFC').includes(wanted))
    .map(({ name }) => likePattern(`${name}: `));
}

/** Descriptions name the service and the file of a job; a payment is also found by bKash's numbers. */
function searchFilter(userId: string, search: string): Prisma.Sql {
  const pattern = likePattern(search);
  const patterns = [pattern, ...namedInBengali(search)];
  return Prisma.sql`(t.description ILIKE ANY (${patterns}::text[]) OR t.key IN (
    SELECT 'purchase:' || p.id FROM payment_attempts p WHERE p.user_id = ${userId} AND p.trx_id ILIKE ${pattern}
    UNION ALL
    SELECT step || f.id FROM payment_refunds f JOIN payment_attempts p ON p.id = f.attempt_id
    CROSS JOIN unnest(ARRAY['refund-take:', 'refund-return:']) AS step
    WHERE p.user_id = ${userId} AND (p.trx_id ILIKE ${pattern} OR f.refund_trx_id ILIKE ${pattern})
  ))`;
}

/** A job's line changes the balance by what it used; by what it holds while it runs. */
const changeOfLine = Prisma.sql`CASE
  WHEN t.kind = 'reserve' THEN coalesce(r.released, 0) - t.amount
  WHEN t.kind IN ('admin_deduct', 'purchase_refund_take') THEN -t.amount
  ELSE t.amount END`;

/** CASE keeps the cast away from the keys of other kinds, which have other parts. */
const reservation = Prisma.sql`reservations r ON r.job_id = t.job_id
  AND r.attempt = CASE WHEN t.kind = 'reserve' THEN split_part(t.key, ':', 3)::integer END`;

/** Written as the index of lines is, or PostgreSQL would not use it. */
const linesOf = (userId: string): Prisma.Sql =>
  Prisma.sql`t.user_id = ${userId} AND t.kind NOT IN ('capture', 'release')`;

/** One statement, so that figures and lines are of one moment. */
function readPage(
  db: DatabaseOrTransaction,
  userId: string,
  { limit, offset }: CreditHistoryQuery,
  filters: Prisma.Sql[],
): Promise<Row[]> {
  const source = filters.length === 0 ? allLines(userId) : matchingLines(userId, filters);
  return db.$queryRaw<Row[]>`
    WITH ${source},
    page AS (SELECT t.id FROM lines t ORDER BY t.id DESC LIMIT ${limit}::integer OFFSET ${offset}::integer)
    SELECT figures.*, line.* FROM figures LEFT JOIN (
      SELECT t.id, t.kind, t.job_id AS "jobId", t.amount, t.description, t.created_at AS at,
        e.balance_after - e.amount AS previous, ${changeOfLine} AS change,
        r.captured, r.released, r.settled_at AS "settledAt",
        CASE t.kind
          WHEN 'purchase' THEN (
            SELECT p.amount_poisha FROM payment_attempts p WHERE p.id = split_part(t.key, ':', 2)::uuid)
          WHEN 'purchase_refund_take' THEN (
            SELECT -f.amount_poisha FROM payment_refunds f WHERE f.id = split_part(t.key, ':', 2)::uuid)
          WHEN 'purchase_refund_return' THEN (
            SELECT f.amount_poisha FROM payment_refunds f WHERE f.id = split_part(t.key, ':', 2)::uuid)
        END AS "amountPoisha"
      FROM page JOIN ledger_transfers t ON t.id = page.id
      JOIN ledger_entries e ON e.transfer_id = t.id AND e.account_id = 'customer:' || t.user_id
      LEFT JOIN ${reservation}
    ) line ON true
    ORDER BY line.id DESC`;
}

/** Nothing is counted: the accounts carry the figures of the whole history. */
function allLines(userId: string): Prisma.Sql {
  return Prisma.sql`
    lines AS NOT MATERIALIZED (SELECT t.id FROM ledger_transfers t WHERE ${linesOf(userId)}),
    figures AS (
      SELECT coalesce(sum(lines), 0)::bigint AS lines, coalesce(sum(purchased), 0)::bigint AS purchased,
        coalesce(sum(used), 0)::bigint AS used, ${balanceOf(userId)} AS "netChange", ${balanceOf(userId)} AS balance
      FROM ledger_accounts WHERE id IN (${`customer:${userId}`}, ${`reserved:${userId}`})
    )`;
}

function matchingLines(userId: string, filters: Prisma.Sql[]): Prisma.Sql {
  return Prisma.sql`
    lines AS MATERIALIZED (
      SELECT t.id, t.kind, t.amount, r.captured, ${changeOfLine} AS change
      FROM ledger_transfers t LEFT JOIN ${reservation}
      WHERE ${linesOf(userId)} AND ${Prisma.join(filters, ' AND ')}
    ),
    figures AS (
      SELECT count(*) AS lines, coalesce(sum(amount) FILTER (WHERE kind = 'purchase'), 0)::bigint AS purchased,
        coalesce(sum(captured), 0)::bigint AS used, coalesce(sum(change), 0)::bigint AS "netChange",
        ${balanceOf(userId)} AS balance
      FROM lines
    )`;
}

const balanceOf = (userId: string): Prisma.Sql =>
  Prisma.sql`coalesce((SELECT balance FROM ledger_accounts WHERE id = ${`customer:${userId}`}), 0)`;

function entryOf(line: Line): CreditEntry {
  return {
    id: line.id.toString(),
    date: line.at.toISOString(),
    type: typeOf(line.kind),
    description: line.description,
    previousCredit: creditsFromHundredths(line.previous),
    creditsChange: creditsFromHundredths(line.change),
    amountBdt: line.amountPoisha === null ? null : bdtFromPoisha(line.amountPoisha),
    jobId: line.jobId,
    open: line.kind === 'reserve' && line.settledAt === null,
    steps: line.kind === 'reserve' ? stepsOf(line) : [],
  };
}

function typeOf(kind: string): CreditEntryType {
  const type = creditEntryTypes.find((known) => kindsOf[known].includes(kind));
  if (!type) throw new Error(`A line of the credit history is of the unknown kind "${kind}".`);
  return type;
}

function stepsOf({ at, amount, captured, released, settledAt }: Line): CreditStep[] {
  const step = (kind: CreditStep['kind'], when: Date | null, hundredths: bigint | null): CreditStep[] =>
    when && hundredths
      ? [{ date: when.toISOString(), kind, credits: creditsFromHundredths(hundredths) }]
      : [];
  return [
    ...step('reserved', at, amount),
    ...step('used', settledAt, captured),
    ...step('returned', settledAt, released),
  ];
}
