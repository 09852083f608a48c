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
 * those that waited for the same filing of another job or login. A filing on a practice portal is not read back later.
 */
export async function scheduleReadBacks(tx: Transaction, jobId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE portal_intents i SET checks = 0, check_due_at = clock_timestamp() + ${interval(limits.firstTwinCheckMs)}
    FROM job_rows r
    WHERE r.job_id = ${jobId}::uuid AND r.outcome = 'UNCERTAIN' AND ${isOfRowSql} AND ${isOpenSql}
      AND i.check_due_at IS NULL AND NOT starts_with(i.portal, ${practicePrefix})`;
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

/**
 * Records a check, or that none is possible any more. The second check takes place a day after the filing, or after its
 * row has ended without an answer; there is no third. A filing that this platform has not sent is not watched once it
 * has been found.
 */
export async function noteReadBack(db: Database, id: string): Promise<void> {
  const rowEnd = Prisma.sql`(
    SELECT max(r.processed_at) FROM job_rows r WHERE ${isOfRowSql} AND r.outcome = 'UNCERTAIN')`;
  const since = Prisma.sql`CASE WHEN i.state <> 'done' THEN ${rowEnd}
    WHEN i.sends > 0 THEN coalesce(i.sent_at, i.updated_at) END`;
  const secondLook = Prisma.sql`${since} + ${interval(limits.secondTwinCheckMs)}`;
  await db.$executeRaw`
    UPDATE portal_intents i SET checks = checks + 1,
      check_due_at = CASE WHEN ${secondLook} > clock_timestamp() THEN ${secondLook} END
    WHERE i.id = ${id}::uuid`;
}

/**
 * Postpones the check of one filing whose pages cannot be read. The wait doubles with each try, so that the login is
 * rarely taken for it, and the check stays due until the filing's row is deleted.
 */
export async function postponeReadBack(db: Database, id: string): Promise<void> {
  await db.$executeRaw`
    UPDATE portal_intents SET checks = checks + 1,
      check_due_at = clock_timestamp() + ${interval(TRY_AGAIN_MS)} * power(2, checks)
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
