/**
 * Filings that are read back from their portal some time later: those that the portal has confirmed, to find duplicates
 * and missing ones, and those whose row ended before anybody could say whether they were filed.
 */
import { HOUR_MS } from '#contracts/durations.ts';
import { limits } from '#contracts/limits.ts';
import { practicePrefix } from '#contracts/portals/practice-portals.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { isOfRowSql, isOpenSql } from './intents.ts';

/** A check that cannot be made is tried again after this time, for example while the portal is down. */
const TRY_AGAIN_MS = HOUR_MS;
/**
 * Maximum number of tries of a check that needs the customer, who must enter a code or correct the login: each try may
 * send a code, or count as a wrong password.
 */
const TRIES_WITHOUT_CUSTOMER_MAX = 6;

export type DueLogin = { portal: string; userId: string };
export type DueFiling = {
  id: string;
  key: string;
  reference: string | null;
  commits: number;
  /** Whether the portal has confirmed the filing; otherwise its row has ended without an answer. */
  isConfirmed: boolean;
  jobId: string;
  rowNumber: number;
};

const interval = (ms: number): Prisma.Sql => Prisma.sql`${`${ms} milliseconds`}::interval`;

/** SQL: the filing of the intent `i` can be read back. */
const isReadableSql = Prisma.sql`(i.state = 'done' OR ${isOpenSql})`;

/**
 * Schedules the look-ups of the job's filings whose rows have ended as uncertain: those that were never answered, and
 * those that waited for the same filing of another job or login. A look-up that was planned for later, when the row had
 * ended before, is made earlier. A filing on a practice portal is not read back later.
 */
export async function scheduleReadBacks(tx: Transaction, jobId: string): Promise<void> {
  const firstLook = Prisma.sql`clock_timestamp() + ${interval(limits.firstTwinCheckMs)}`;
  await tx.$executeRaw`
    UPDATE portal_intents i SET checks = 0, check_due_at = ${firstLook}
    FROM job_rows r
    WHERE r.job_id = ${jobId}::uuid AND r.outcome = 'UNCERTAIN' AND ${isOfRowSql} AND ${isOpenSql}
      AND (i.check_due_at IS NULL OR i.check_due_at > ${firstLook}) AND NOT starts_with(i.portal, ${practicePrefix})`;
}

type UncheckedFiling = { portal: string; jobId: string; rowNumber: number };

/**
 * Abandons the due checks of filings whose rows have been deleted since, because nothing is left to look for; until then
 * they stay due, however long their portal is down, paused or closed. Returns those of active customers that would
 * have been looked up.
 */
export function abandonReadBacks(tx: Transaction): Promise<UncheckedFiling[]> {
  return tx.$queryRaw<UncheckedFiling[]>`
    WITH abandoned AS (
      UPDATE portal_intents i SET check_due_at = NULL
      WHERE i.check_due_at <= clock_timestamp()
        AND NOT EXISTS (SELECT FROM job_rows r WHERE r.job_id = i.job_id AND r.row_number = i.row_number)
      RETURNING i.portal, i.job_id, i.row_number, i.user_id, ${isReadableSql} AS is_readable
    )
    SELECT a.portal, a.job_id AS "jobId", a.row_number AS "rowNumber"
    FROM abandoned a JOIN users u ON u.id = a.user_id
    WHERE a.is_readable AND u.status = 'active'`;
}

/**
 * Returns the customers with filings that are due, by portal, longest due first. A portal that is paused, or one of
 * `closed`, lets nobody in.
 */
export function dueLogins(
  db: Database,
  { count, closed }: { count: number; closed: readonly string[] },
): Promise<DueLogin[]> {
  return db.$queryRaw<DueLogin[]>`
    SELECT i.portal, i.user_id AS "userId" FROM portal_intents i JOIN users u ON u.id = i.user_id
    WHERE i.check_due_at <= clock_timestamp() AND ${isReadableSql} AND u.status = 'active'
      AND i.portal <> ALL(${[...closed]}::text[])
      AND NOT EXISTS (SELECT FROM portal_states s WHERE s.portal = i.portal AND s.paused_at IS NOT NULL)
    GROUP BY i.portal, i.user_id ORDER BY min(i.check_due_at) LIMIT ${count}::integer`;
}

/** Returns the login's filings that are due for a check, longest due first. */
export function dueFilings(db: Database, { portal, userId }: DueLogin, count: number): Promise<DueFiling[]> {
  return db.$queryRaw<DueFiling[]>`
    SELECT i.id, i.key, i.reference, i.commits, i.job_id AS "jobId", i.row_number AS "rowNumber",
      i.state = 'done' AS "isConfirmed"
    FROM portal_intents i
    WHERE i.portal = ${portal} AND i.user_id = ${userId} AND i.check_due_at <= clock_timestamp() AND ${isReadableSql}
    ORDER BY i.check_due_at LIMIT ${count}::integer`;
}

/** Further looks for a number leave the tries that a visit without the customer, or with unreadable pages, still has. */
const CHECKS_COUNTED_MAX = 2;
/** The wait after pages that cannot be read doubles this many times at most. */
const DOUBLINGS_MAX = 4;
/** A filing whose row lacks the number is looked up again when its age has grown by this share. */
const AGE_GROWTH = 0.5;
/** The looks for numbers fall on multiples of this time, so that one visit serves what a login has filed in some hours. */
const NUMBERS_PERIOD_MS = 4 * HOUR_MS;
/** The last look for a number is made so long before the row is deleted that some further tries are possible. */
const LAST_LOOK_MS = 6 * HOUR_MS;

/** SQL: the row `r` has ended without the number that the portal assigns to its filing. */
const isWithoutNumberSql = Prisma.sql`
  (r.portal_reference IS NULL AND r.outcome IN ('SUCCESS', 'ALREADY_DONE', 'UNCERTAIN'))`;

/**
 * Records a check, or that none is possible any more. The second check takes place a day after the filing, or after its
 * row has ended without an answer. Further ones follow in widening steps only as long as a row lacks the number. A filing
 * that this platform has not sent is not watched once it has been found.
 */
export async function noteReadBack(db: Database, id: string): Promise<void> {
  const since = Prisma.sql`CASE WHEN f.state <> 'done' THEN w.ended_at
    WHEN f.sends > 0 THEN coalesce(f.sent_at, f.updated_at) END`;
  const step = interval(NUMBERS_PERIOD_MS);
  await db.$executeRaw`
    UPDATE portal_intents i SET checks = least(i.checks + 1, ${CHECKS_COUNTED_MAX}::integer),
      check_due_at = CASE WHEN n.second > clock_timestamp() THEN n.second
        WHEN n.second IS NOT NULL AND n.is_without_number AND n.next > clock_timestamp() THEN n.next END
    FROM (
      SELECT f.id, w.is_without_number, ${since} + ${interval(limits.secondTwinCheckMs)} AS second,
        least(date_bin(${step}, clock_timestamp() + (clock_timestamp() - ${since}) * ${AGE_GROWTH}::float8 + ${step},
          timestamptz 'epoch'), w.kept_until - ${interval(LAST_LOOK_MS)}) AS next
      FROM portal_intents f CROSS JOIN LATERAL (
        SELECT max(r.processed_at) FILTER (WHERE r.outcome = 'UNCERTAIN') AS ended_at,
          bool_or(${isWithoutNumberSql}) AS is_without_number, min(j.expires_at) AS kept_until
        FROM portal_intents i JOIN job_rows r ON ${isOfRowSql} JOIN jobs j ON j.id = r.job_id WHERE i.id = f.id
      ) w
      WHERE f.id = ${id}::uuid
    ) n
    WHERE i.id = n.id`;
}

/**
 * Postpones the check of one filing. One whose pages cannot be read stays due until its row is deleted; the wait
 * doubles with each try, so that the login is rarely taken for it. A document is tried for soon, and only once more.
 */
export async function postponeReadBack(
  db: Database,
  id: string,
  lacking: 'pages' | 'document',
): Promise<void> {
  const doublings = lacking === 'pages' ? Prisma.sql`checks` : Prisma.sql`0`;
  await db.$executeRaw`
    UPDATE portal_intents SET checks = checks + 1,
      check_due_at = clock_timestamp() + ${interval(TRY_AGAIN_MS)} * power(2, least(${doublings}, ${DOUBLINGS_MAX}::integer))
    WHERE id = ${id}::uuid`;
}

/** Postpones the login's due checks. Those that need the customer are abandoned after a few tries. */
export async function postponeReadBacks(
  db: Database,
  { portal, userId }: DueLogin,
  { needsCustomer }: { needsCustomer: boolean },
): Promise<void> {
  await db.$executeRaw`
    UPDATE portal_intents SET checks = checks + ${needsCustomer}::boolean::integer,
      check_due_at = CASE WHEN NOT ${needsCustomer}::boolean OR checks < ${TRIES_WITHOUT_CUSTOMER_MAX}::integer
        THEN clock_timestamp() + ${interval(TRY_AGAIN_MS)} END
    WHERE portal = ${portal} AND user_id = ${userId} AND check_due_at <= clock_timestamp()`;
}
