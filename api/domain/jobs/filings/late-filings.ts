/** Filings that the portal lists after their rows have ended as uncertain: the customer is given the number. */
import { jobMessages } from '#contracts/jobs/messages.ts';
import { jsonb, type Database, type Transaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { withStatementLimit } from '#api/domain/bounded-query.ts';
import { notify } from '#api/domain/messaging/notifications.ts';
import type { DueFiling } from './read-backs.ts';
import { isOfRowSql, isOpenSql } from './intents.ts';
import { outdateResults } from '#api/domain/jobs/job-files.ts';
import { lockJob, type LockedJob } from '#api/domain/jobs/job-record.ts';

/** The look for other rows runs while the visit holds the customer's lease on the portal. */
const LOOK_MS_MAX = 10_000;

type ListedFiling = Pick<DueFiling, 'id' | 'jobId' | 'rowNumber' | 'commits' | 'isConfirmed'>;

/**
 * Records that the portal lists the filing, so that it is not filed again, and gives its rows the number, which is null
 * if the portal has not assigned one yet, and the customer's other rows of the same record. Uncertain rows stay so and
 * are not charged, because their values and documents are missing: running them again fetches these. Returns the jobs of
 * which a row was changed. Does nothing to a filing that was answered or sent again since it was read, or to rows that
 * have run again.
 */
export async function noteLateFiling(
  db: Database,
  filing: ListedFiling,
  reference: string | null,
): Promise<string[]> {
  const changed: string[] = [];
  if (!filing.isConfirmed) {
    const noted = await noteOwnRows(db, filing, reference);
    if (noted === 'answered meanwhile') return [];
    if (noted === 'changed') changed.push(filing.jobId);
  }
  for (const other of await otherRows(db, filing, reference))
    if (await giveNumber(db, other, reference)) changed.push(other.jobId);
  return [...new Set(changed)];
}

function noteOwnRows(
  db: Database,
  { id, jobId, rowNumber, commits }: ListedFiling,
  reference: string | null,
): Promise<'answered meanwhile' | 'changed' | 'not changed'> {
  return db.$transaction(async (tx) => {
    const job = await lockJob(tx, jobId);
    const isNoted = await tx.$executeRaw`
      UPDATE portal_intents i SET state = 'done', reference = coalesce(${reference}, i.reference),
        updated_at = clock_timestamp()
      WHERE i.id = ${id}::uuid AND i.commits = ${commits}::integer AND ${isOpenSql}`;
    if (!isNoted) return 'answered meanwhile';
    const changed = await tx.$executeRaw`
      UPDATE job_rows r SET portal_reference = ${reference}, message = ${jsonb(jobMessages.rowFiledBeforeEnd())}
      FROM portal_intents i WHERE i.id = ${id}::uuid AND ${isOfRowSql} AND r.outcome = 'UNCERTAIN'`;
    if (!changed) return 'not changed';
    await outdateResults(tx, jobId);
    await notifyFound(tx, job, rowNumber, reference);
    return 'changed';
  });
}

type OtherRow = { jobId: string; rowNumber: number };

/** SQL: the row `same` is the given one, or is filed together with it. */
const isFiledWithSql = (row: Prisma.Sql): Prisma.Sql => Prisma.sql`
  same.job_id = ${row}.job_id AND (same.row_number = ${row}.row_number OR same.group_row = ${row}.group_row)`;

/** SQL: the row `r` has ended without the number: as uncertain, or as filed before the portal had assigned one. */
const lacksNumberSql = (reference: string | null): Prisma.Sql => Prisma.sql`
  r.portal_reference IS NULL AND (
    (r.outcome = 'UNCERTAIN' AND (r.message ->> 'key' <> ${jobMessages.rowFiledBeforeEnd().key}
      OR ${reference !== null}::boolean))
    OR (r.outcome = 'ALREADY_DONE' AND ${reference !== null}::boolean))`;

/**
 * Returns the rows of the customer's other jobs that have waited for the filing, or met it on the portal, and whose
 * cells are the same: a record with other values is not theirs. Records are compared only where a key is the same, because
 * the other jobs may have thousands of rows.
 */
function otherRows(db: Database, { id }: ListedFiling, reference: string | null): Promise<OtherRow[]> {
  return withStatementLimit(
    db,
    LOOK_MS_MAX,
    (tx) => tx.$queryRaw<OtherRow[]>`
    WITH filed AS MATERIALIZED (
      SELECT i.job_id, coalesce(i.sent_at, i.created_at) AS since, array_agg(same.natural_key) AS keys,
        array_agg(same.data ORDER BY same.data) AS record
      FROM portal_intents i
      JOIN job_rows f ON f.job_id = i.job_id AND f.row_number = i.row_number
      JOIN job_rows same ON ${isFiledWithSql(Prisma.sql`f`)}
      WHERE i.id = ${id}::uuid GROUP BY i.id
    )
    SELECT r.job_id AS "jobId", r.row_number AS "rowNumber"
    FROM filed
    JOIN jobs first ON first.id = filed.job_id
    JOIN jobs j ON j.user_id = first.user_id AND j.service_id = first.service_id AND j.portal = first.portal
      AND j.id <> first.id AND j.finished_at >= filed.since
    -- OFFSET keeps the planner from reading the rows of all customers to find the few that lack a number.
    CROSS JOIN LATERAL (
      SELECT * FROM job_rows r WHERE r.job_id = j.id AND ${lacksNumberSql(reference)} OFFSET 0
    ) r
    WHERE r.natural_key = ANY(filed.keys)
      AND (SELECT array_agg(same.data ORDER BY same.data) FROM job_rows same
        WHERE ${isFiledWithSql(Prisma.sql`r`)}) = filed.record
    ORDER BY j.created_at, r.row_number`,
  );
}

/** Returns false, and changes nothing, if the row has run again since it was found. */
function giveNumber(
  db: Database,
  { jobId, rowNumber }: OtherRow,
  reference: string | null,
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const job = await lockJob(tx, jobId);
    const [given] = await tx.$queryRaw<{ outcome: string }[]>`
      UPDATE job_rows r SET portal_reference = ${reference},
        message = CASE WHEN r.outcome = 'UNCERTAIN' THEN ${jsonb(jobMessages.rowFiledBeforeEnd())} ELSE r.message END
      WHERE r.job_id = ${jobId}::uuid AND r.row_number = ${rowNumber}::integer AND ${lacksNumberSql(reference)}
      RETURNING r.outcome`;
    if (!given) return false;
    await outdateResults(tx, jobId);
    if (given.outcome === 'UNCERTAIN') await notifyFound(tx, job, rowNumber, reference);
    return true;
  });
}

async function notifyFound(
  tx: Transaction,
  job: LockedJob,
  rowNumber: number,
  reference: string | null,
): Promise<void> {
  await notify(tx, {
    key: `filing_found:${job.id}:${rowNumber}`,
    userId: job.userId,
    type: 'other',
    kind: 'filing_found',
    values: { service: job.serviceName, file: job.fileName, row: rowNumber, reference: reference ?? '' },
    actionUrl: `/dashboard/jobs/${job.id}`,
  });
}
