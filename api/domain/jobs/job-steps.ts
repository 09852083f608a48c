/**
 * The idempotent steps that `service-job` takes while its rows are processed. Statements that run for every row are
 * plain SQL, which the database client need not compile.
 */
import { succeededOutcomes, type RowOutcome } from '#contracts/jobs/jobs.ts';
import { storedMessage, type Message } from '#contracts/messages/message.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { closureAt, openingTimesFrom } from '#api/domain/portals/opening-hours.ts';
import type { PortalPlace } from '#contracts/portals/practice-portals.ts';
import { jsonb, type Database, type DatabaseOrTransaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { RowCounts, StoredWaiting } from '#workflows/messages.ts';
import { addEvent } from './job-record.ts';
import { hasContinuedSql, RESUMED_KEY, RUNNING } from './late-steps.ts';
import { lookUpServiceIds } from './look-ups.ts';

/** The step that shows a state. */
type Step = {
  jobId: string;
  /** The run that waits; without it, the one that the job has now. */
  attempt?: number | undefined;
  /** When the step was scheduled, by Temporal's clock. */
  scheduledAt?: Date;
};
type Queued = { state: 'queued'; step: Message; waiting: null; holder: string };
type Parked = { state: 'parked'; step: Message; waiting: StoredWaiting };

/**
 * Shows an unfinished job as queued, if `holder` waits for its lease, or as parked; what it waits for is added to its
 * timeline. A step that was frozen until the job has continued, or runs another attempt, changes nothing; then the
 * result is false.
 */
export async function setState(db: Database, input: Step & (Queued | Parked)): Promise<boolean> {
  const { jobId, state, step, waiting, scheduledAt } = input;
  const stored = waiting && scheduledAt ? { ...waiting, parkedAt: scheduledAt.toISOString() } : waiting;
  const isWaiting =
    input.state === 'parked'
      ? Prisma.sql`true`
      : Prisma.sql`EXISTS (SELECT FROM portal_leases l WHERE l.holder = ${input.holder} AND NOT l.held)`;
  return db.$transaction(async (tx) => {
    // Nobody marks the job as running between the check of the events and the change.
    await tx.$queryRaw`SELECT 1 FROM jobs WHERE id = ${jobId}::uuid FOR UPDATE`;
    const shown = await tx.$executeRaw`
      UPDATE jobs j SET state = ${state}, step = ${jsonb(step)}, waiting = ${jsonb(stored)}
      WHERE j.id = ${jobId}::uuid AND j.finished_at IS NULL AND ${isWaiting}
        AND j.attempt = coalesce(${input.attempt ?? null}::integer, j.attempt)
        AND NOT ${hasContinuedSql(scheduledAt)}`;
    if (shown && waiting) {
      const key = `${waiting.kind}-${waiting.since}`;
      await addEvent(tx, { jobId, key, kind: 'waiting', message: storedMessage(waiting.message) });
    }
    return shown > 0;
  });
}

/** The job's data that its rows need. */
export type WorkedJob = {
  id: string;
  /** The run to which the results of the rows belong. */
  attempt: number;
  userId: string;
  serviceId: string;
  serviceName: string;
  isPractice: boolean;
  /** Where its rows run; null for services without a portal. */
  portal: PortalPlace | null;
  uploadId: string;
  rowsTotal: number;
  /** The request that ordered the run; null if none did. */
  requestId: string | null;
};

/**
 * Marks the job as running; the time of its first start is kept. `scheduledAt` is when the step that works its rows was
 * scheduled, by Temporal's clock. Returns null, and changes nothing, if the job runs another attempt.
 */
export async function markRunning(
  db: Database,
  { jobId, attempt }: { jobId: string; attempt: number },
  now: Date,
  scheduledAt?: Date,
): Promise<WorkedJob | null> {
  const key = scheduledAt ? RESUMED_KEY + scheduledAt.toISOString() : `running-${now.toISOString()}`;
  const [job] = await db.$queryRaw<WorkedJob[]>`
    WITH started AS (
      UPDATE jobs SET state = 'running', step = ${jsonb(jobMessages.workingRows())}, waiting = NULL,
        started_at = COALESCE(started_at, ${now})
      WHERE id = ${jobId}::uuid AND attempt = ${attempt}::integer AND state IN ('queued', 'parked')
      RETURNING id, step
    ), noted AS (
      INSERT INTO job_events (job_id, key, kind, message)
      SELECT id, ${key}, ${RUNNING}, step FROM started
      ON CONFLICT DO NOTHING
    )
    SELECT id, attempt, user_id AS "userId", service_id AS "serviceId", service_name AS "serviceName",
      is_practice AS "isPractice", portal, upload_id AS "uploadId", rows_total AS "rowsTotal",
      request_id AS "requestId"
    FROM jobs WHERE id = ${jobId}::uuid AND attempt = ${attempt}::integer`;
  return job ?? null;
}

export type HaltReason = 'stopped' | 'paused';

/**
 * Returns why a run of a job must not continue with its next row: it was stopped or has ended, its customer is
 * suspended, or its portal is paused or outside its opening hours.
 */
export async function haltReason(
  db: Database,
  { jobId, attempt }: { jobId: string; attempt: number },
  now: Date,
): Promise<HaltReason | null> {
  type Found = { isStopped: boolean; isPaused: boolean; openingHours: unknown; holidays: unknown };
  const [job] = await db.$queryRaw<Found[]>`
    SELECT j.stopped_at IS NOT NULL OR j.finished_at IS NOT NULL OR u.status <> 'active'
        OR j.attempt <> ${attempt}::integer AS "isStopped",
      EXISTS (SELECT FROM portal_states s WHERE s.portal = j.portal AND s.paused_at IS NOT NULL) AS "isPaused",
      l.opening_hours AS "openingHours", l.holidays
    FROM jobs j JOIN users u ON u.id = j.user_id LEFT JOIN portal_limits l ON l.portal = j.portal
    WHERE j.id = ${jobId}::uuid`;
  if (!job || job.isStopped) return 'stopped';
  return job.isPaused || closureAt(openingTimesFrom(job), now) ? 'paused' : null;
}

/**
 * Sets the row aside with those filed together with it. A lost filing is looked up again in `lookInMs`, by the clock of
 * the database: those of workers may differ. Does nothing if the job runs another attempt by now.
 */
export async function setRowAside(
  db: Database,
  row: {
    jobId: string;
    attempt: number;
    rowNumber: number;
    groupRow: number | null;
    message: Message;
    attempts: number;
    aside: 'confirming' | 'person';
    lookInMs: number | null;
  },
): Promise<void> {
  const { jobId, attempt, rowNumber, groupRow, message, attempts, aside, lookInMs } = row;
  const wait = lookInMs === null ? null : `${lookInMs} milliseconds`;
  const isFiledTogether =
    groupRow === null
      ? Prisma.sql`r.row_number = ${rowNumber}::integer`
      : Prisma.sql`r.group_row = ${groupRow}::integer`;
  await db.$executeRaw`
    UPDATE job_rows r SET message = ${jsonb(message)}, attempts = ${attempts}::integer, aside = ${aside},
      aside_until = clock_timestamp() + ${wait}::interval, aside_at = clock_timestamp()
    FROM jobs j
    WHERE j.id = ${jobId}::uuid AND j.attempt = ${attempt}::integer
      AND r.job_id = j.id AND r.outcome IS NULL AND ${isFiledTogether}`;
}

export type OpenRowCounts = {
  /** Rows that can be processed now. */
  workable: number;
  /** Rows whose filing is looked up again, and the milliseconds until the first is due. */
  confirming: number;
  nextLookInMs: number | null;
  /** Numbers of the rows about which a member of the team must decide. */
  forPerson: number[];
  /** How many of them the portal did not show; of the others it is not known. */
  leftNoTrace: number;
};

/** Counts the rows without an outcome by what they wait for, and names those that wait for a person. */
export async function openRowCounts(db: Database, jobId: string): Promise<OpenRowCounts> {
  const [counts] = await db.$queryRaw<OpenRowCounts[]>`
    SELECT count(*) FILTER (WHERE aside IS NULL)::integer AS workable,
      count(*) FILTER (WHERE aside = 'confirming')::integer AS confirming,
      greatest(0, extract(epoch FROM min(aside_until) FILTER (WHERE aside = 'confirming') - now()) * 1000)::float8
        AS "nextLookInMs",
      coalesce(array_agg(row_number ORDER BY row_number) FILTER (WHERE aside = 'person'), '{}') AS "forPerson",
      count(*) FILTER (WHERE aside = 'person' AND message ->> 'key' = ${jobMessages.filingLeftNoTrace().key})::integer
        AS "leftNoTrace"
    FROM job_rows WHERE job_id = ${jobId}::uuid AND outcome IS NULL`;
  if (!counts) throw new Error(`The rows of job ${jobId} could not be counted.`);
  return counts;
}

/**
 * Records the outcome of a row, once. Returns the job's counts, or null to a second writer and to one whose run the job
 * has left, which change nothing.
 */
export async function endRow(
  db: DatabaseOrTransaction,
  row: {
    jobId: string;
    /** The run that worked the row; without it, the row ends in whichever run the job has now. */
    attempt?: number;
    rowNumber: number;
    outcome: RowOutcome;
    message: Message;
    attempts: number;
    now: Date;
    portalReference?: string | undefined;
    values?: Record<string, string | number | null> | undefined;
    /** Lines for additional sheets of the result. */
    sheets?: Record<string, Record<string, string | number | null>[]> | undefined;
    documents?: { name: string; fileKey: string; contentType: string; sizeBytes: number }[];
    /** Documents of an equal row, shown for this row too. */
    sharedDocuments?: { name: string }[];
  },
): Promise<RowCounts | null> {
  const documents = row.documents ?? [];
  const names = row.sharedDocuments ?? documents.map(({ name }) => ({ name }));
  const succeeded = succeededOutcomes.has(row.outcome) ? 1 : 0;
  // One statement, because it runs for every row of every job.
  const [counts] = await db.$queryRaw<RowCounts[]>`
    WITH run AS (
      SELECT id FROM jobs
      WHERE id = ${row.jobId}::uuid AND attempt = coalesce(${row.attempt ?? null}::integer, attempt) FOR NO KEY UPDATE
    ), ended AS (
      UPDATE job_rows SET outcome = ${row.outcome}, message = ${jsonb(row.message)}, attempts = ${row.attempts}::integer,
        processed_at = ${row.now}, portal_reference = ${row.portalReference ?? null},
        values = ${json(row.values)}::jsonb, sheets = ${json(row.sheets)}::jsonb, documents = ${json(names)}::jsonb,
        aside = NULL, aside_until = NULL, vouched_at = NULL
      FROM run WHERE job_id = run.id AND row_number = ${row.rowNumber}::integer AND outcome IS NULL
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
      rows_failed = rows_failed + ${1 - succeeded}::integer,
      rows_not_found = rows_not_found + (${row.outcome === 'NOT_FOUND'}
        AND service_id = ANY(${[...lookUpServiceIds]}::text[]))::integer
    WHERE id = (SELECT job_id FROM ended)
    RETURNING rows_total AS total, rows_done AS done, rows_succeeded AS succeeded, rows_failed AS failed`;
  return counts ?? null;
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
