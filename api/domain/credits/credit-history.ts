/**
 * A customer's credit history, read from the ledger: one line per event. A line is any transfer except captures and
 * releases, which are later steps of their reservation's line. The totals come from the ledger accounts.
 */
import { keysWith } from '#contracts/messages/render.ts';
import { storedMessage } from '#contracts/messages/message.ts';
import { textOf } from '#contracts/messages/answers.ts';
import {
  creditEntryTypes,
  type CreditEntryType,
  type CreditHistoryQuery,
} from '#contracts/credits/credit-history.ts';
import type { JobBank } from '#contracts/calls/banks-answers.ts';
import type { CreditEntry, CreditHistoryAnswer, CreditStep } from '#contracts/calls/credits-answers.ts';
import { creditMessages } from '#contracts/credits/messages.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { bdtFromPoisha } from '#contracts/payments/purchase-rules.ts';
import type { Database, DatabaseOrTransaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { services } from '#services/catalogue.ts';
import { withStatementLimit } from '#api/domain/bounded-query.ts';
import { timesOfDays } from '#api/domain/dhaka-days.ts';
import { banksNamed, banksToName } from '#api/domain/portals/banks.ts';
import { likePattern } from '#api/domain/like-pattern.ts';
import { ofSeenServices, type SeenServices } from './seen-services.ts';

/** Time limit for searches and pages far back, which scan the lines before them. */
const SCAN_STATEMENT_MS_MAX = 8_000;
const NEAR_OFFSET_MAX = 1_000;

/**
 * Maps each type of entry to the transfer kinds that it covers. A job is always usage, whatever became of its
 * credits, so that its line never changes type; returned credits appear in its steps.
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
  /** A stored message. */
  description: unknown;
  at: Date;
  previous: bigint;
  change: bigint;
  captured: bigint | null;
  released: bigint | null;
  settledAt: Date | null;
  amountPoisha: bigint | null;
  bankKey: string | null;
};
/** The figures repeat on every row. Without lines there is one row of figures, whose `id` is null. */
type Row = Figures & (Line | { id: null });

/**
 * Lists the history, newest first. The figures cover the lines that the query finds; `currentBalance` is the current
 * balance.
 */
export async function creditHistory(
  db: Database,
  userId: string,
  query: CreditHistoryQuery,
  serviceIds: SeenServices = null,
): Promise<Omit<CreditHistoryAnswer, 'success'>> {
  const bankKeys = query.search ? await banksNamed(db, query.search) : [];
  const filters = [...filtersOf(userId, query, bankKeys), ...ofSeenServices(serviceIds)];
  const isNear = filters.length === 0 && query.offset <= NEAR_OFFSET_MAX;
  const rows = isNear
    ? await readPage(db, userId, query, filters)
    : await withStatementLimit(db, SCAN_STATEMENT_MS_MAX, (tx) => readPage(tx, userId, query, filters));
  const [figures] = rows;
  if (!figures) throw new Error('The credit history did not answer.');
  const lines = rows.flatMap((row) => (row.id === null ? [] : [row]));
  const bankOf = await banksToName(db, lines);
  const totalCount = Number(figures.lines);
  return {
    history: lines.map((line) => entryOf(line, bankOf(line))),
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

function filtersOf(userId: string, query: CreditHistoryQuery, bankKeys: readonly string[]): Prisma.Sql[] {
  const { gte, lt } = timesOfDays(query);
  return [
    ...(gte ? [Prisma.sql`t.created_at >= ${gte}`] : []),
    ...(lt ? [Prisma.sql`t.created_at < ${lt}`] : []),
    ...(query.transactionType
      ? [Prisma.sql`t.kind IN (${Prisma.join([...kindsOf[query.transactionType]])})`]
      : []),
    ...(query.search ? [searchFilter(userId, query.search, bankKeys)] : []),
  ];
}

const messagesOfJobs = [creditMessages.job, creditMessages.jobAgain, creditMessages.jobReturned];
/** Normalised, because Bengali keyboards encode the same letter in more than one way. */
const bengaliNames = JSON.stringify(
  Object.fromEntries(services.map(({ name, bengali }) => [name, bengali.name.normalize('NFC')])),
);

/** SQL for the description of a job's line as it is shown in a language; NULL for other lines. */
function shownDescription(language: 'en' | 'bn'): Prisma.Sql {
  const texts = Object.fromEntries(messagesOfJobs.map((message) => [message.key, message.texts[language]]));
  const english = Prisma.sql`t.description->'params'->>'service'`;
  const bengali = Prisma.sql`coalesce(${bengaliNames}::jsonb->>(${english}), ${english})`;
  return Prisma.sql`replace(
    replace(${JSON.stringify(texts)}::jsonb->>(t.description->>'key'), '{service}', ${language === 'en' ? english : bengali}),
    '{file}', t.description->'params'->>'file')`;
}

/**
 * Matches lines by the words of their description, as it is shown in either language, by the bank of their job, or by
 * bKash's payment numbers.
 */
function searchFilter(userId: string, search: string, bankKeys: readonly string[]): Prisma.Sql {
  const pattern = likePattern(search);
  return Prisma.sql`(t.description->>'key' = ANY (${keysWith(search)}::text[])
    OR ${shownDescription('en')} ILIKE ${pattern}
    OR ${shownDescription('bn')} ILIKE ${likePattern(search.normalize('NFC'))}
    OR EXISTS (SELECT FROM jsonb_each_text(t.description->'params') AS param WHERE param.value ILIKE ${pattern})
    OR t.job_id IN (SELECT j.id FROM jobs j WHERE j.user_id = ${userId} AND j.bank_key = ANY(${[...bankKeys]}::text[]))
    OR t.key IN (
    SELECT 'purchase:' || p.id FROM payment_attempts p WHERE p.user_id = ${userId} AND p.trx_id ILIKE ${pattern}
    UNION ALL
    SELECT step || f.id FROM payment_refunds f JOIN payment_attempts p ON p.id = f.attempt_id
    CROSS JOIN unnest(ARRAY['refund-take:', 'refund-return:']) AS step
    WHERE p.user_id = ${userId} AND (p.trx_id ILIKE ${pattern} OR f.refund_trx_id ILIKE ${pattern})
  ))`;
}

/** SQL for how a line changes the balance: a job's line by what the job used, or by what it holds while it runs. */
const changeOfLine = Prisma.sql`CASE
  WHEN t.kind = 'reserve' THEN coalesce(r.released, 0) - t.amount
  WHEN t.kind IN ('admin_deduct', 'purchase_refund_take') THEN -t.amount
  ELSE t.amount END`;

/** CASE prevents the cast from being applied to keys of other kinds, whose parts differ. */
const reservation = Prisma.sql`reservations r ON r.job_id = t.job_id
  AND r.attempt = CASE WHEN t.kind = 'reserve' THEN split_part(t.key, ':', 3)::integer END`;

/** Must match the definition of the index of lines, or PostgreSQL does not use it. */
const linesOf = (userId: string): Prisma.Sql =>
  Prisma.sql`t.user_id = ${userId} AND t.kind NOT IN ('capture', 'release')`;

/** Uses one statement, so that figures and lines are consistent. */
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
        (SELECT j.bank_key FROM jobs j WHERE j.id = t.job_id) AS "bankKey",
        CASE t.kind
          WHEN 'purchase' THEN (
            SELECT p.amount_poisha FROM transactions p WHERE p.attempt_id = split_part(t.key, ':', 2)::uuid)
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

/** The lines of the whole history. Nothing is counted, because the accounts store the totals. */
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

function entryOf(line: Line, bank: JobBank): CreditEntry {
  return {
    id: line.id.toString(),
    date: line.at.toISOString(),
    type: typeOf(line.kind),
    ...textOf('description', storedMessage(line.description)),
    previousCredit: creditsFromHundredths(line.previous),
    creditsChange: creditsFromHundredths(line.change),
    amountBdt: line.amountPoisha === null ? null : bdtFromPoisha(line.amountPoisha),
    jobId: line.jobId,
    bank,
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
