/** Filings whose number the portal shows after their rows have ended: the customer is given it. */
import { jobMessages } from '#contracts/jobs/messages.ts';
import { jsonb, type Database, type Transaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { withStatementLimit } from '#api/domain/bounded-query.ts';
import { notify } from '#api/domain/messaging/notifications.ts';
import type { FiledResult } from '#services/runner.ts';
import type { Message } from '#contracts/messages/message.ts';
import type { DueFiling } from './read-backs.ts';
import { isOfRowSql, isOpenSql } from './intents.ts';
import { outdateResults, type StoredFile } from '#api/domain/jobs/job-files.ts';
import { lockJob, type LockedJob } from '#api/domain/jobs/job-record.ts';

/** The look for other rows runs while the visit holds the customer's lease on the portal. */
const LOOK_MS_MAX = 10_000;

type ListedFiling = Pick<DueFiling, 'id' | 'jobId' | 'rowNumber' | 'commits' | 'isConfirmed'>;

/** What the portal shows of the filing; without a number if it has not assigned one yet. */
type Shown = Pick<FiledResult, 'message' | 'portalReference' | 'values'>;

/** A row that has ended without its number, in the run of its job that is the latest. */
type LateRow = {
  job: { id: string; attempt: number; rowsTotal: number; isPractice: boolean };
  rowNumber: number;
  outcome: string;
};

/** Stores the documents of a filing for the rows that get its number. */
export type LateDocuments = {
  /** Stores those of one row. Returns them, and the message with which the row shows them. */
  store: (row: LateRow) => Promise<{ message: Message; stored: StoredFile[] }>;
  /** Deletes what was stored for a row that has run again meanwhile. */
  discard: (row: LateRow, stored: readonly StoredFile[]) => Promise<void>;
};

/**
 * Records that the portal lists the filing, so that it is not filed again, and gives its rows the number, if the portal
 * has assigned one, and the customer's other rows of the same record. Rows that were filed before the portal had
 * assigned it get their values and documents too, and are not charged again. Uncertain rows stay so and are not charged,
 * because their values and documents are missing: running them again fetches these. Returns the jobs of which a row was
 * changed. Does nothing to a filing that was answered or sent again since it was read, or to rows that have run again.
 */
export async function noteLateFiling(
  db: Database,
  filing: ListedFiling,
  shown: Shown,
  documents: LateDocuments | null = null,
): Promise<string[]> {
  const changed: string[] = [];
  const reference = shown.portalReference ?? null;
  if (filing.isConfirmed) await noteNumber(db, filing, reference);
  else {
    const noted = await noteOwnRows(db, filing, reference);
    if (noted === 'answered meanwhile') return [];
    if (noted === 'changed') changed.push(filing.jobId);
  }
  for (const row of await rowsWithoutNumber(db, filing, reference)) {
    const late = row.outcome === 'UNCERTAIN' ? null : await documents?.store(row);
    const isGiven = await giveNumber(db, row, { ...shown, ...late });
    if (isGiven) changed.push(row.job.id);
    else if (late) await documents?.discard(row, late.stored);
  }
  return [...new Set(changed)];
}

/** Stores the number of a confirmed filing that had none. */
async function noteNumber(
  db: Database,
  { id, commits }: ListedFiling,
  reference: string | null,
): Promise<void> {
  await db.$executeRaw`
    UPDATE portal_intents SET reference = ${reference}
    WHERE id = ${id}::uuid AND state = 'done' AND commits = ${commits}::integer AND reference IS NULL`;
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
    await notifyOwner(tx, job, { kind: 'filing_found', rowNumber, reference });
    return 'changed';
  });
}

/** SQL: the row `same` is the given one, or is filed together with it. */
const isFiledWithSql = (row: Prisma.Sql): Prisma.Sql => Prisma.sql`
  same.job_id = ${row}.job_id AND (same.row_number = ${row}.row_number OR same.group_row = ${row}.group_row)`;

/** SQL: the row `r` has ended without the number: as uncertain, or as filed before the portal had assigned it. */
const lacksNumberSql = (reference: string | null): Prisma.Sql => Prisma.sql`
  r.portal_reference IS NULL AND (
    (r.outcome = 'UNCERTAIN' AND (r.message ->> 'key' <> ${jobMessages.rowFiledBeforeEnd().key}
      OR ${reference !== null}::boolean))
    OR (r.outcome IN ('SUCCESS', 'ALREADY_DONE') AND ${reference !== null}::boolean))`;

/**
 * Returns the filing's own rows without the number, and those of the customer's other jobs that have waited for the
 * filing, or met it on the portal, and whose cells are the same: a record with other values is not theirs. Records are
 * compared only where a key is the same, because the other jobs may have thousands of rows.
 */
function rowsWithoutNumber(db: Database, { id }: ListedFiling, reference: string | null): Promise<LateRow[]> {
  return withStatementLimit(
    db,
    LOOK_MS_MAX,
    (tx) => tx.$queryRaw<LateRow[]>`
    WITH filed AS MATERIALIZED (
      SELECT i.job_id, coalesce(i.sent_at, i.created_at) AS since, array_agg(same.natural_key) AS keys,
        array_agg(same.data ORDER BY same.data) AS record
      FROM portal_intents i
      JOIN job_rows f ON f.job_id = i.job_id AND f.row_number = i.row_number
      JOIN job_rows same ON ${isFiledWithSql(Prisma.sql`f`)}
      WHERE i.id = ${id}::uuid GROUP BY i.id
    )
    SELECT jsonb_build_object('id', j.id, 'attempt', j.attempt, 'rowsTotal', j.rows_total, 'isPractice', j.is_practice)
      AS job, r.row_number AS "rowNumber", r.outcome
    FROM filed
    JOIN jobs first ON first.id = filed.job_id
    JOIN jobs j ON j.user_id = first.user_id AND j.service_id = first.service_id AND j.portal = first.portal
      AND (j.id = first.id OR j.finished_at >= filed.since)
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
  { job: { id: jobId }, rowNumber, outcome }: LateRow,
  { portalReference, message, values, stored = [] }: Shown & { stored?: readonly StoredFile[] },
): Promise<boolean> {
  const reference = portalReference ?? null;
  return db.$transaction(async (tx) => {
    const job = await lockJob(tx, jobId);
    const isUncertain = outcome === 'UNCERTAIN';
    const isGiven = await tx.$executeRaw`
      UPDATE job_rows r SET portal_reference = ${reference},
        message = ${jsonb(isUncertain ? jobMessages.rowFiledBeforeEnd() : message)},
        documents = coalesce(r.documents, '[]') || ${jsonb(stored.map(({ name }) => ({ name })))},
        values = CASE WHEN ${isUncertain}::boolean THEN r.values ELSE coalesce(${jsonb(values ?? null)}, r.values) END
      WHERE r.job_id = ${jobId}::uuid AND r.row_number = ${rowNumber}::integer AND r.outcome = ${outcome}
        AND ${lacksNumberSql(reference)}`;
    if (!isGiven) return false;
    const records = stored.map((file) => ({ jobId, kind: 'document', rowNumber, ...file }));
    await tx.jobFile.createMany({ data: records, skipDuplicates: true });
    await outdateResults(tx, jobId);
    const kind = isUncertain ? 'filing_found' : 'filing_numbered';
    await notifyOwner(tx, job, { kind, rowNumber, reference });
    return true;
  });
}

/** Notifies the customer that the portal has a filing without an answer, or has assigned the number of one. */
async function notifyOwner(
  tx: Transaction,
  job: LockedJob,
  {
    kind,
    rowNumber,
    reference,
  }: { kind: 'filing_found' | 'filing_numbered'; rowNumber: number; reference: string | null },
): Promise<void> {
  await notify(tx, {
    key: `${kind}:${job.id}:${rowNumber}`,
    userId: job.userId,
    type: 'other',
    kind,
    values: { service: job.serviceName, file: job.fileName, row: rowNumber, reference: reference ?? '' },
    actionUrl: `/dashboard/jobs/${job.id}`,
  });
}
