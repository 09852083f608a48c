/**
 * The steps that `service-job` takes while its rows are worked: each acts once. What every row costs is plain SQL, which
 * the client need not compile.
 */
import { succeededOutcomes, type JobWaiting, type RowOutcome } from '#contracts/jobs.ts';
import { say } from '#contracts/say.ts';
import { noJson, type Database } from '#prisma/client.ts';
import { jobIdOf } from '#workflows/ids.ts';
import type { RowCounts } from '#workflows/messages.ts';
import { addEvent } from './job-record.ts';

export async function setState(
  db: Database,
  input: { jobId: string; state: 'queued' | 'parked'; step: string; waiting: JobWaiting | null },
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.job.updateMany({
      where: { id: input.jobId, finishedAt: null },
      data: { state: input.state, step: input.step, waiting: input.waiting ?? noJson },
    });
    if (input.waiting) {
      await addEvent(
        tx,
        input.jobId,
        `${input.waiting.kind}-${input.waiting.since}`,
        'waiting',
        input.waiting.message,
      );
    }
  });
}

/** What the rows of a job need to know of it. */
export type WorkedJob = {
  id: string;
  userId: string;
  serviceId: string;
  serviceName: string;
  uploadId: string;
  rowsTotal: number;
};

/** The job is being worked: shown as running, with its first start kept. */
export async function markRunning(db: Database, jobId: string, now: Date): Promise<WorkedJob> {
  const [job] = await db.$queryRaw<WorkedJob[]>`
    WITH started AS (
      UPDATE jobs SET state = 'running', step = 'Working the rows', queue_position = NULL, waiting = NULL,
        started_at = COALESCE(started_at, ${now})
      WHERE id = ${jobId}::uuid AND state IN ('queued', 'parked')
      RETURNING id, step
    ), noted AS (
      INSERT INTO job_events (job_id, key, kind, message)
      SELECT id, ${`running-${now.toISOString()}`}, 'running', step FROM started
      ON CONFLICT DO NOTHING
    )
    SELECT id, user_id AS "userId", service_id AS "serviceId", service_name AS "serviceName",
      upload_id AS "uploadId", rows_total AS "rowsTotal"
    FROM jobs WHERE id = ${jobId}::uuid`;
  if (!job) throw new Error(`Job ${jobId} does not exist.`);
  return job;
}

export async function skipNextRow(db: Database, jobId: string, now: Date): Promise<void> {
  const next = await db.jobRow.findFirst({ where: { jobId, outcome: null }, orderBy: { rowNumber: 'asc' } });
  if (!next) return;
  const filedTogether =
    next.groupRow === null
      ? [next]
      : await db.jobRow.findMany({ where: { jobId, groupRow: next.groupRow, outcome: null } });
  for (const { rowNumber, attempts } of filedTogether) {
    const end = { outcome: 'INTERNAL_ERROR' as const, message: say('Skipped by our team.') };
    await endRow(db, { jobId, rowNumber, ...end, attempts, now });
  }
}

/** Writes how a row ended, once; answers the job's counts, or null to a second writer, which changes nothing. */
export async function endRow(
  db: Database,
  row: {
    jobId: string;
    rowNumber: number;
    outcome: RowOutcome;
    message: string;
    attempts: number;
    now: Date;
    portalReference?: string | undefined;
    values?: Record<string, string | number | null> | undefined;
    /** Lines of the result's further sheets. */
    sheets?: Record<string, Record<string, string | number | null>[]> | undefined;
    documents?: { name: string; fileKey: string; contentType: string; sizeBytes: number }[];
    /** Documents of an equal row, shown here too. */
    sharedDocuments?: { name: string }[];
  },
): Promise<RowCounts | null> {
  const documents = row.documents ?? [];
  const names = row.sharedDocuments ?? documents.map(({ name }) => ({ name }));
  const succeeded = succeededOutcomes.has(row.outcome) ? 1 : 0;
  // One statement, because this is what every row of every job costs.
  const [counts] = await db.$queryRaw<RowCounts[]>`
    WITH ended AS (
      UPDATE job_rows SET outcome = ${row.outcome}, message = ${row.message}, attempts = ${row.attempts}::integer,
        processed_at = ${row.now}, portal_reference = ${row.portalReference ?? null},
        values = ${json(row.values)}::jsonb, sheets = ${json(row.sheets)}::jsonb, documents = ${json(names)}::jsonb
      WHERE job_id = ${row.jobId}::uuid AND row_number = ${row.rowNumber}::integer AND outcome IS NULL
      RETURNING job_id, row_number
    ), stored AS (
      INSERT INTO job_files (id, job_id, kind, name, file_key, content_type, size_bytes, row_number)
      SELECT gen_random_uuid(), ended.job_id, 'document', file.name, file."fileKey", file."contentType",
        file."sizeBytes", ended.row_number
      FROM ended, jsonb_to_recordset(${json(documents)}::jsonb)
        AS file (name text, "fileKey" text, "contentType" text, "sizeBytes" integer)
      ON CONFLICT DO NOTHING
    )
    UPDATE jobs SET rows_done = rows_done + 1, rows_succeeded = rows_succeeded + ${succeeded}::integer,
      rows_failed = rows_failed + ${1 - succeeded}::integer
    WHERE id = (SELECT job_id FROM ended)
    RETURNING rows_total AS total, rows_done AS done, rows_succeeded AS succeeded, rows_failed AS failed`;
  return counts ?? null;
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

export async function projectQueue(
  db: Database,
  input: { waiting: JobWaiting | null; positions: { workflowId: string; position: number }[] },
): Promise<void> {
  for (const { workflowId, position } of input.positions) {
    if (!workflowId.startsWith('job/')) continue;
    await db.job.updateMany({
      where: { id: jobIdOf(workflowId), state: 'queued' },
      data: {
        queuePosition: position,
        step: say('Waiting for a free slot on the portal'),
        waiting: input.waiting ?? noJson,
      },
    });
  }
}
