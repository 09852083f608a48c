/**
 * The steps that `service-job` takes on the database: each is one transaction and acts once. What every job costs is
 * plain SQL, which the client need not compile.
 */
import { chargedOutcomes, succeededOutcomes, type JobWaiting, type RowOutcome } from '#contracts/jobs.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { noJson, type Database, type Transaction } from '#prisma/client.ts';
import { jobIdOf } from '#workflows/ids.ts';
import type { RowCounts } from '#workflows/messages.ts';
import { alertLowCredits } from './credit-alerts.ts';
import { reserve, settle } from './ledger.ts';
import { notify } from './notifications.ts';

type Admitted = { newBalanceHundredths: number; rowsTotal: number };

/** Administrators spend nothing (spec section 6): their reservation is empty. */
function priceFor(user: { isAdmin: boolean }, rows: number, costPerRow: number): bigint {
  return user.isAdmin ? 0n : BigInt(rows) * BigInt(costPerRow);
}

/** The job is locked before the ledger, here as in `finish`: replays of both can't wait for each other. */
export function admit(
  db: Database,
  { jobId, attempt }: { jobId: string; attempt: number },
): Promise<Admitted> {
  return db.$transaction(async (tx) => {
    const job = await lockJob(tx, jobId);
    const rowsTotal = job.openRows;
    const isDraft = job.state === 'draft';
    const amountHundredths = isDraft ? priceFor(job, rowsTotal, job.costPerRow) : job.reservedAmount;
    const balance = await hold(tx, job, { attempt, rowsTotal, amountHundredths });
    if (isDraft) {
      await tx.$executeRaw`
        UPDATE jobs SET state = 'queued', step = 'Waiting to start', reserved_hundredths = ${amountHundredths}
        WHERE id = ${jobId}::uuid`;
    }
    return { newBalanceHundredths: balance, rowsTotal };
  });
}

/**
 * Failed rows are tried again under the same job: those that the customer chose, corrected, or else all that were not
 * charged. A row that is paid runs again without another charge.
 */
export function reopen(
  db: Database,
  { jobId, attempt }: { jobId: string; attempt: number },
): Promise<Admitted> {
  return db.$transaction(async (tx) => {
    const job = await lockJob(tx, jobId);
    const earlier = await tx.reservation.findUnique({ where: { jobId_attempt: { jobId, attempt } } });
    if (!earlier) await openFailedRows(tx, job, attempt);
    const rowsTotal = await tx.jobRow.count({ where: { jobId, outcome: null } });
    if (!earlier && rowsTotal === 0) throw new DomainError('JOB_NOT_RETRYABLE');
    const unpaid = await tx.jobRow.count({ where: { jobId, outcome: null, charged: false } });
    const amountHundredths = earlier?.amount ?? priceFor(job, unpaid, job.costPerRow);
    const balance = await hold(tx, job, { attempt, rowsTotal, amountHundredths });
    if (!earlier) {
      await tx.job.update({
        where: { id: jobId },
        data: { reservedAmount: { increment: amountHundredths } },
      });
    }
    return { newBalanceHundredths: balance, rowsTotal };
  });
}

/** Reserves an attempt's credits; the balance in hundredths that is left. */
async function hold(
  tx: Transaction,
  job: LockedJob,
  { attempt, rowsTotal, amountHundredths }: { attempt: number; rowsTotal: number; amountHundredths: bigint },
): Promise<number> {
  const about = `${job.serviceName}: ${job.fileName}`;
  const held = await reserve(tx, {
    jobId: job.id,
    attempt,
    userId: job.userId,
    amountHundredths,
    description: attempt === 1 ? about : `${about}, failed rows again`,
  });
  await alertLowCredits(tx, {
    jobId: job.id,
    attempt,
    userId: job.userId,
    amountHundredths,
    balanceHundredths: held.balanceHundredths,
    thresholdHundredths: job.lowCreditThreshold,
  });
  const rows = `${rowsTotal} ${plural(rowsTotal, attempt === 1 ? 'row' : 'failed row')}`;
  await addEvent(tx, job.id, `reserved-${attempt}`, 'reserved', `Credits reserved for ${rows}`);
  return Number(held.balanceHundredths);
}

async function openFailedRows(tx: Transaction, job: LockedJob, attempt: number): Promise<void> {
  if (job.finishedAt === null || job.attempt !== attempt - 1) throw new DomainError('JOB_NOT_RETRYABLE');
  const jobId = job.id;
  const reopened = (await openChosenRows(tx, jobId, attempt)) || (await openUnpaidRows(tx, jobId));
  await tx.job.update({
    where: { id: jobId },
    data: {
      attempt,
      state: 'queued',
      step: 'Waiting to start',
      rowsDone: { decrement: reopened },
      rowsFailed: { decrement: reopened },
      errorCode: null,
      errorMessage: null,
      finishedAt: null,
      // Retention leaves its rows and files alone until it has ended again.
      expiresAt: null,
    },
  });
}

/** What came of the row's last run goes: its answer will be the corrected row's. */
function openChosenRows(tx: Transaction, jobId: string, attempt: number): Promise<number> {
  return tx.$executeRaw`
    UPDATE job_rows SET outcome = NULL, message = '', processed_at = NULL, portal_reference = NULL, values = NULL,
      sheets = NULL, documents = NULL, source = correction->'source', data = correction->'data',
      natural_key = correction->>'naturalKey', group_row = (correction->>'groupRow')::integer, correction = NULL
    WHERE job_id = ${jobId}::uuid AND chosen_for_attempt = ${attempt}::integer AND correction IS NOT NULL
      AND outcome IS NOT NULL AND outcome <> ALL(${[...succeededOutcomes]}::text[])`;
}

async function openUnpaidRows(tx: Transaction, jobId: string): Promise<number> {
  const { count } = await tx.jobRow.updateMany({
    where: { jobId, charged: false, outcome: { notIn: ['INPUT_INVALID', ...succeededOutcomes] } },
    data: { outcome: null, message: '', processedAt: null },
  });
  return count;
}

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

/** The job is being worked: shown as running, with its first start kept. */
export async function markRunning(db: Database, jobId: string, now: Date): Promise<void> {
  await db.$executeRaw`
    WITH started AS (
      UPDATE jobs SET state = 'running', step = 'Working the rows', queue_position = NULL, waiting = NULL,
        started_at = COALESCE(started_at, ${now})
      WHERE id = ${jobId}::uuid AND state IN ('queued', 'parked')
      RETURNING id, step
    )
    INSERT INTO job_events (job_id, key, kind, message)
    SELECT id, ${`running-${now.toISOString()}`}, 'running', step FROM started
    ON CONFLICT DO NOTHING`;
}

export async function skipNextRow(db: Database, jobId: string, now: Date): Promise<void> {
  const next = await db.jobRow.findFirst({ where: { jobId, outcome: null }, orderBy: { rowNumber: 'asc' } });
  if (!next) return;
  const filedTogether =
    next.groupRow === null
      ? [next]
      : await db.jobRow.findMany({ where: { jobId, groupRow: next.groupRow, outcome: null } });
  for (const { rowNumber, attempts } of filedTogether) {
    const end = { outcome: 'INTERNAL_ERROR' as const, message: 'Skipped by our team.' };
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

export type EndState = 'completed' | 'failed' | 'cancelled';

/** How the rows end that were still open when the job ended; they are not charged. */
export function openRowEnd(state: EndState): { outcome: RowOutcome; message: string } {
  const message =
    state === 'cancelled'
      ? 'Not worked: the job was cancelled.'
      : 'Not worked: the job ended before this row.';
  return { outcome: 'CANCELLED', message };
}

export function finish(
  db: Database,
  input: {
    jobId: string;
    attempt: number;
    state: EndState;
    errorCode: string | null;
    errorMessage: string | null;
    now: Date;
  },
): Promise<RowCounts> {
  return db.$transaction(async (tx) => {
    const job = await lockJob(tx, input.jobId);
    if (job.finishedAt === null) return closeJob(tx, job, input);
    return { total: job.rowsTotal, done: job.rowsDone, succeeded: job.rowsSucceeded, failed: job.rowsFailed };
  });
}

type LockedJob = {
  id: string;
  userId: string;
  isAdmin: boolean;
  lowCreditThreshold: number | null;
  serviceName: string;
  fileName: string;
  state: string;
  attempt: number;
  costPerRow: number;
  reservedAmount: bigint;
  rowsTotal: number;
  rowsDone: number;
  rowsSucceeded: number;
  rowsFailed: number;
  openRows: number;
  finishedAt: Date | null;
};

async function lockJob(tx: Transaction, jobId: string): Promise<LockedJob> {
  const [job] = await tx.$queryRaw<LockedJob[]>`
    SELECT j.id, j.user_id AS "userId", u.is_admin AS "isAdmin",
      u.low_credit_threshold_hundredths AS "lowCreditThreshold", j.service_name AS "serviceName",
      j.file_name AS "fileName", j.state, j.attempt, j.cost_per_row_hundredths AS "costPerRow",
      j.reserved_hundredths AS "reservedAmount", j.rows_total AS "rowsTotal", j.rows_done AS "rowsDone",
      j.rows_succeeded AS "rowsSucceeded", j.rows_failed AS "rowsFailed", j.finished_at AS "finishedAt",
      (SELECT count(*)::integer FROM job_rows r WHERE r.job_id = j.id AND r.outcome IS NULL) AS "openRows"
    FROM jobs j JOIN users u ON u.id = j.user_id WHERE j.id = ${jobId}::uuid FOR UPDATE OF j`;
  if (!job) throw new Error(`Job ${jobId} does not exist.`);
  return job;
}

async function closeJob(
  tx: Transaction,
  job: LockedJob,
  input: Parameters<typeof finish>[1],
): Promise<RowCounts> {
  const uncertain = job.openRows > 0 ? await endUncertainRows(tx, job.id, input.now) : 0;
  const cancelled = job.openRows > uncertain ? await endOpenRows(tx, job.id, input) : 0;
  const charged = await tx.$executeRaw`
    UPDATE job_rows SET charged = true
    WHERE job_id = ${job.id}::uuid AND NOT charged AND outcome = ANY(${[...chargedOutcomes]}::text[])`;
  const settled = await settle(tx, {
    jobId: job.id,
    attempt: input.attempt,
    captureHundredths: priceFor(job, charged, job.costPerRow),
    description: `${job.serviceName}: ${job.fileName}`,
  });
  const unworked = uncertain + cancelled;
  const [ended] = await tx.$queryRaw<RowCounts[]>`
    UPDATE jobs SET state = ${input.state}, step = '', waiting = NULL, queue_position = NULL,
      error_code = ${input.errorCode}, error_message = ${input.state === 'cancelled' ? 'Cancelled' : input.errorMessage},
      rows_done = rows_done + ${unworked}::integer, rows_failed = rows_failed + ${unworked}::integer,
      captured_hundredths = captured_hundredths + ${settled.capturedHundredths},
      released_hundredths = released_hundredths + ${settled.releasedHundredths},
      finished_at = ${input.now}, expires_at = ${new Date(input.now.getTime() + limits.resultRetentionMs)}
    WHERE id = ${job.id}::uuid
    RETURNING rows_total AS total, rows_done AS done, rows_succeeded AS succeeded, rows_failed AS failed`;
  if (!ended) throw new Error(`Job ${job.id} does not exist.`);
  const sentence = endingSentence(input.state, input.errorMessage);
  await addEvent(tx, job.id, `ended-${input.attempt}`, input.state, sentence);
  await notifyEnd(tx, job, { ...input, succeeded: ended.succeeded });
  return ended;
}

async function endOpenRows(
  tx: Transaction,
  jobId: string,
  { state, now }: { state: EndState; now: Date },
): Promise<number> {
  const { count } = await tx.jobRow.updateMany({
    where: { jobId, outcome: null },
    data: { ...openRowEnd(state), processedAt: now },
  });
  return count;
}

/** Open rows whose filing click was made and never answered: nobody may say that they were not worked. */
function endUncertainRows(tx: Transaction, jobId: string, now: Date): Promise<number> {
  return tx.$executeRaw`
    UPDATE job_rows r SET outcome = 'UNCERTAIN', processed_at = ${now},
      message = 'The portal may have taken this row before the job ended. Please look on the portal; running it again looks first.'
    FROM portal_intents i
    WHERE r.job_id = ${jobId}::uuid AND r.outcome IS NULL AND i.job_id = r.job_id AND i.state = 'committing'
      AND i.row_number IN (r.row_number, r.group_row)`;
}

function endingSentence(state: EndState, reason: string | null): string {
  if (state === 'completed') return 'Finished; credits settled';
  return state === 'cancelled'
    ? 'Cancelled; credits of open rows returned'
    : `Stopped: ${reason ?? 'unknown reason'}`;
}

async function notifyEnd(
  tx: Transaction,
  job: LockedJob,
  end: {
    attempt: number;
    state: string;
    errorCode: string | null;
    errorMessage: string | null;
    succeeded: number;
  },
): Promise<void> {
  const about = `${job.serviceName}: ${job.fileName}`;
  if (end.errorCode === 'CREDENTIALS_INVALID' || end.errorCode === 'ACCOUNT_LOCKED') {
    await notify(tx, {
      key: `credential_failure:${job.id}:${end.attempt}`,
      userId: job.userId,
      type: 'credential_failure',
      title: 'Portal login refused',
      message: `${end.errorMessage ?? 'The portal refused the login.'} ${about} was stopped and the credits of its open rows came back.`,
      actionUrl: '/dashboard?tab=credentials',
      actionLabel: 'Update Portal Access',
    });
    return;
  }
  if (end.state === 'cancelled') return;
  await notify(tx, {
    key: `job_end:${job.id}:${end.attempt}`,
    userId: job.userId,
    type: end.state === 'completed' ? 'job_complete' : 'other',
    title: end.state === 'completed' ? 'Automation complete' : 'Automation failed',
    message:
      end.state === 'completed'
        ? `${about}: ${end.succeeded} of ${job.rowsTotal} ${plural(job.rowsTotal, 'row')} done.`
        : `${about}: ${end.errorMessage ?? 'The job could not be finished.'}`,
    actionUrl: `/dashboard/jobs/${job.id}`,
    actionLabel: 'View job',
  });
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
        step: 'Waiting for a free slot on the portal',
        waiting: input.waiting ?? noJson,
      },
    });
  }
}

async function addEvent(
  tx: Transaction | Database,
  jobId: string,
  key: string,
  kind: string,
  message: string,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO job_events (job_id, key, kind, message) VALUES (${jobId}::uuid, ${key}, ${kind}, ${message})
    ON CONFLICT DO NOTHING`;
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}
