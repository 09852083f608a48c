/** Filings that are read back from their portal some time after submission, to find duplicates and missing ones. */
import { limits } from '#contracts/limits.ts';
import type { Database } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';

/** Maximum number of tries of a check that cannot be made, for example while the portal is down. */
const TRIES_MAX = 6;
const TRY_AGAIN_MS = 3_600_000;
/** A check overdue for this long, such as a suspended customer's, is abandoned. */
const OVERDUE_MAX_MS = 3 * 24 * 3_600_000;

export type DueLogin = { portal: string; userId: string };
export type DueFiling = {
  id: string;
  key: string;
  reference: string | null;
  commits: number;
  jobId: string;
  rowNumber: number;
};

const interval = (ms: number): Prisma.Sql => Prisma.sql`${`${ms} milliseconds`}::interval`;

/** Returns the customers with filings that are due, by portal, longest due first. */
export async function dueLogins(db: Database, count: number): Promise<DueLogin[]> {
  await db.$executeRaw`
    UPDATE portal_intents SET check_due_at = NULL
    WHERE check_due_at < clock_timestamp() - ${interval(OVERDUE_MAX_MS)}`;
  return db.$queryRaw<DueLogin[]>`
    SELECT i.portal, i.user_id AS "userId" FROM portal_intents i JOIN users u ON u.id = i.user_id
    WHERE i.check_due_at <= clock_timestamp() AND i.state = 'done' AND u.status = 'active'
    GROUP BY i.portal, i.user_id ORDER BY min(i.check_due_at) LIMIT ${count}::integer`;
}

/** Returns the login's filings that are due for a check, longest due first. */
export function dueFilings(db: Database, { portal, userId }: DueLogin, count: number): Promise<DueFiling[]> {
  return db.$queryRaw<DueFiling[]>`
    SELECT id, key, reference, commits, job_id AS "jobId", row_number AS "rowNumber" FROM portal_intents
    WHERE portal = ${portal} AND user_id = ${userId} AND check_due_at <= clock_timestamp() AND state = 'done'
    ORDER BY check_due_at LIMIT ${count}::integer`;
}

/**
 * Records a check, or that none is possible any more. The second check takes place a day after the filing; there is
 * no third.
 */
export async function noteReadBack(db: Database, id: string): Promise<void> {
  const secondLook = Prisma.sql`coalesce(sent_at, updated_at) + ${interval(limits.secondTwinCheckMs)}`;
  await db.$executeRaw`
    UPDATE portal_intents SET checks = checks + 1,
      check_due_at = CASE WHEN ${secondLook} > clock_timestamp() THEN ${secondLook} END
    WHERE id = ${id}::uuid`;
}

/** Postpones the login's due checks, or abandons them after too many tries. */
export async function postponeChecks(db: Database, { portal, userId }: DueLogin): Promise<void> {
  await db.$executeRaw`
    UPDATE portal_intents SET checks = checks + 1,
      check_due_at = CASE WHEN checks < ${TRIES_MAX}::integer THEN clock_timestamp() + ${interval(TRY_AGAIN_MS)} END
    WHERE portal = ${portal} AND user_id = ${userId} AND check_due_at <= clock_timestamp()`;
}
