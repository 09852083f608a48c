/** Opens a job for its first or another run: counts its rows and reserves their price. */
import { succeededOutcomes } from '#contracts/jobs/jobs.ts';
import { DomainError } from '#contracts/errors.ts';
import { creditMessages } from '#contracts/credits/messages.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { jsonb, noJson, type Database, type Transaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { findService } from '#services/catalogue.ts';
import { alertLowCredits } from '#api/domain/credits/credit-alerts.ts';
import { relinkAfter, sharesAnswers } from './equal-rows.ts';
import { recordRetry } from './job-audit.ts';
import { eventSql, lockJob, priceFor, readSwitchedOff, type LockedJob } from './job-record.ts';
import { askingJobSql } from './late-steps.ts';
import { lookUpServiceIds } from './look-ups.ts';
import { unpaidFailedRows } from './row-records.ts';
import { requireKeptForRows } from './uploads.ts';
import { reserve } from '#api/domain/credits/ledger.ts';
import { requestSql, type NewLease } from '#api/domain/portals/portal-leases.ts';
import type { Decider, RowsChoice } from '#workflows/messages.ts';

type Admitted = { newBalanceHundredths: number; rowsTotal: number };
/** `droppedKeys` are the storage keys of the opened rows' former documents, which nothing names any more. */
type Reopened = Admitted & { droppedKeys: string[] };
/**
 * `lease` is the job's request for a portal session, made in the same transaction; null for services without a
 * portal. `scheduledAt` is when the step was scheduled; a repeated step whose job has gone on since then requests no
 * lease. `apiTokenId` is the token that requested the run, and `requestId` the request.
 */
type Opening = {
  jobId: string;
  attempt: number;
  lease?: NewLease | null;
  scheduledAt?: Date;
  apiTokenId?: string;
  requestId?: string;
  choice?: RowsChoice | null;
  /** The administrator who runs the failed rows again for the customer. */
  by?: Decider;
};
/** What one opening reserves. `isFirstTry` is false when the step is repeated after it has taken effect. */
type Reserved = { paidRows: number; amountHundredths: bigint; isFirstTry: boolean };

/**
 * Admits a job for its first run. The job is locked before the ledger, here as in `finish`, so that replays of both
 * cannot deadlock. Minutes may have passed since the start was checked, so this refuses what was switched off or
 * stopped meanwhile. Throws SERVICE_DISABLED, BANK_NOT_OFFERED or JOB_STOPPED, and the errors of `reserve`.
 */
export function openJob(db: Database, opening: Opening): Promise<Admitted> {
  return db.$transaction(async (tx) => {
    const job = await lockJob(tx, opening.jobId);
    const rowsTotal = job.openRows;
    const isDraft = job.state === 'draft';
    if (isDraft) refuseSwitchedOff(job.switchedOff);
    // A stop marks drafts too, and needs the lock that this transaction holds.
    if (isDraft && job.stoppedAt) throw new DomainError('JOB_STOPPED');
    const paidRows = job.openPaidRows;
    const amountHundredths = isDraft ? priceFor(job, paidRows, job.costPerRow) : job.reservedAmount;
    const balance = await hold(tx, job, opening, { paidRows, amountHundredths, isFirstTry: isDraft });
    return { newBalanceHundredths: balance, rowsTotal };
  });
}

/**
 * Retries failed rows under the same job: the corrected rows of the choice, or all uncharged ones. A row already paid
 * runs again without another charge. Refuses a choice that another request has replaced meanwhile, and what was
 * switched off or deleted meanwhile. Throws JOB_NOT_RETRYABLE, FILE_EXPIRED, SERVICE_DISABLED or BANK_NOT_OFFERED, and
 * the errors of `reserve`.
 */
export function reopenJob(db: Database, opening: Opening): Promise<Reopened> {
  const { jobId, attempt, choice, by } = opening;
  return db.$transaction(async (tx) => {
    const job = await lockJob(tx, jobId);
    const earlier = await tx.reservation.findUnique({ where: { jobId_attempt: { jobId, attempt } } });
    if (!earlier) {
      refuseSwitchedOff(await readSwitchedOff(tx, job));
      // Uploads are deleted under the lock of their jobs.
      const upload = await tx.upload.findUniqueOrThrow({ where: { id: job.uploadId } });
      requireKeptForRows(findService(job.serviceId), upload);
    }
    if (earlier) await requireSameChoice(tx, { jobId, choice });
    const droppedKeys = earlier ? [] : await openFailedRows(tx, job, { attempt, choice });
    if (!earlier && by) await recordRetry(tx, job, by);
    const rowsTotal = await tx.jobRow.count({ where: { jobId, outcome: null } });
    if (!earlier && rowsTotal === 0) throw new DomainError('JOB_NOT_RETRYABLE');
    const unpaid = await tx.jobRow.count({
      where: { jobId, outcome: null, charged: false, sameAsRow: null },
    });
    if (!earlier && choice && unpaid !== choice.billableRows) throw new DomainError('JOB_NOT_RETRYABLE');
    const amountHundredths = earlier?.amount ?? priceFor(job, unpaid, job.costPerRow);
    const reserved = { paidRows: unpaid, amountHundredths, isFirstTry: !earlier };
    const balance = await hold(tx, job, opening, reserved);
    return { newBalanceHundredths: balance, rowsTotal, droppedKeys };
  });
}

function refuseSwitchedOff(switchedOff: LockedJob['switchedOff']): void {
  if (switchedOff) throw new DomainError(switchedOff);
}

/** Reserves an attempt's credits and queues the job. Returns the remaining balance in hundredths. */
async function hold(
  tx: Transaction,
  job: LockedJob,
  { attempt, lease = null, scheduledAt, apiTokenId, requestId }: Opening,
  { paidRows, amountHundredths, isFirstTry }: Reserved,
): Promise<number> {
  const about = { service: job.serviceName, file: job.fileName };
  const held = await reserve(tx, {
    jobId: job.id,
    attempt,
    userId: job.userId,
    amountHundredths,
    apiTokenId,
    description: attempt === 1 ? creditMessages.job(about) : creditMessages.jobAgain(about),
  });
  await alertLowCredits(tx, {
    key: `${job.id}:${attempt}`,
    userId: job.userId,
    beforeHundredths: held.balanceHundredths + amountHundredths,
    afterHundredths: held.balanceHundredths,
    thresholdHundredths: job.lowCreditThreshold,
  });
  const reserved = openingMessage(job, attempt)({ rows: paidRows });
  const step = lease ? jobMessages.waitingForSlot() : jobMessages.waitingToStart();
  const isQueued = lease && (isFirstTry || job.finishedAt === null);
  const asking =
    scheduledAt && !isFirstTry ? askingJobSql({ jobId: job.id, attempt, scheduledAt }) : undefined;
  const queued = isQueued ? Prisma.sql`, ${requestSql(lease, asking)}` : Prisma.empty;
  await tx.$executeRaw`
    WITH noted AS (${eventSql({ jobId: job.id, key: `reserved-${attempt}`, kind: 'reserved', message: reserved })})${queued}
    UPDATE jobs SET state = 'queued', step = ${jsonb(step)}, waiting = NULL,
      reserved_hundredths = reserved_hundredths + ${amountHundredths}, request_id = ${requestId ?? null}::uuid
    WHERE id = ${job.id}::uuid AND ${isFirstTry}`;
  return Number(held.balanceHundredths);
}

function openingMessage({ isPractice }: LockedJob, attempt: number) {
  if (isPractice) return jobMessages.practiceOpened;
  return attempt === 1 ? jobMessages.creditsReserved : jobMessages.creditsReservedAgain;
}

type RetriedRows = Pick<Opening, 'attempt' | 'choice'>;

/** Throws unless the run that was opened before is about the same rows. */
async function requireSameChoice(
  tx: Transaction,
  { jobId, choice }: Pick<Opening, 'jobId' | 'choice'>,
): Promise<void> {
  if (choice === undefined) return;
  const { choiceId } = await tx.job.findUniqueOrThrow({ where: { id: jobId }, select: { choiceId: true } });
  if (choiceId !== (choice?.id ?? null)) throw new DomainError('JOB_NOT_RETRYABLE');
}

/** Returns the storage keys of the documents that are dropped. */
async function openFailedRows(tx: Transaction, job: LockedJob, run: RetriedRows): Promise<string[]> {
  const { attempt, choice } = run;
  if (job.finishedAt === null || job.attempt !== attempt - 1) throw new DomainError('JOB_NOT_RETRYABLE');
  const jobId = job.id;
  const open = () => openRows(tx, jobId, run);
  const reopened = await (sharesAnswers(job.serviceId) ? relinkAfter(tx, jobId, open) : open());
  const droppedKeys = await dropFormerDocuments(tx, jobId);
  const rowsNotFound = lookUpServiceIds.includes(job.serviceId)
    ? await tx.jobRow.count({ where: { jobId, outcome: 'NOT_FOUND' } })
    : 0;
  // A corrected row is no longer one that the check refused.
  const rowsRefused = await tx.jobRow.count({
    where: { jobId, data: { equals: noJson }, outcome: 'INPUT_INVALID' },
  });
  await tx.job.update({
    where: { id: jobId },
    data: {
      attempt,
      choiceId: choice?.id ?? null,
      state: 'queued',
      step: jobMessages.waitingToStart(),
      rowsDone: { decrement: reopened },
      rowsFailed: { decrement: reopened },
      rowsRefused,
      rowsNotFound,
      errorCode: null,
      errorMessage: noJson,
      stoppedAt: null,
      stoppedBy: null,
      stopReason: noJson,
      resumes: 0,
      finishedAt: null,
      // Retention keeps its rows and files until it has ended again.
      expiresAt: null,
    },
  });
  return droppedKeys;
}

/**
 * Returns how many rows were opened. A request of an API process that names no rows means the chosen ones, or
 * otherwise all.
 */
async function openRows(tx: Transaction, jobId: string, { attempt, choice }: RetriedRows): Promise<number> {
  if (choice === null) return openUnpaidRows(tx, jobId);
  const opened = await openChosenRows(tx, jobId, { attempt, choice });
  return choice || opened > 0 ? opened : openUnpaidRows(tx, jobId);
}

/** Deletes the results of the chosen rows' last run, and replaces their cells with the corrected ones. */
function openChosenRows(tx: Transaction, jobId: string, { attempt, choice }: RetriedRows): Promise<number> {
  const choiceId = choice?.id ?? null;
  return tx.$executeRaw`
    UPDATE job_rows SET outcome = NULL, message = NULL, processed_at = NULL, portal_reference = NULL, values = NULL,
      sheets = NULL, documents = NULL, source = correction->'source', data = correction->'data',
      natural_key = correction->>'naturalKey', group_row = (correction->>'groupRow')::integer, correction = NULL
    WHERE job_id = ${jobId}::uuid AND chosen_for_attempt = ${attempt}::integer AND correction IS NOT NULL
      AND (${choiceId}::text IS NULL OR correction->>'choiceId' = ${choiceId})
      AND outcome IS NOT NULL AND outcome <> ALL(${[...succeededOutcomes]}::text[])`;
}

async function openUnpaidRows(tx: Transaction, jobId: string): Promise<number> {
  const { count } = await tx.jobRow.updateMany({
    where: unpaidFailedRows(jobId),
    data: { outcome: null, message: noJson, processedAt: null, documents: noJson },
  });
  return count;
}

/**
 * Deletes the records of documents that the opened rows had and no ended row names: an equal row can still show one.
 * Returns their storage keys, which no later run uses.
 */
async function dropFormerDocuments(tx: Transaction, jobId: string): Promise<string[]> {
  const dropped = await tx.$queryRaw<{ fileKey: string }[]>`
    DELETE FROM job_files f USING job_rows r
    WHERE f.job_id = ${jobId}::uuid AND f.kind = 'document' AND r.job_id = f.job_id AND r.row_number = f.row_number
      AND r.outcome IS NULL AND f.name NOT IN (
        SELECT document ->> 'name' FROM job_rows ended, jsonb_array_elements(ended.documents) document
        WHERE ended.job_id = ${jobId}::uuid AND ended.outcome IS NOT NULL
          AND jsonb_typeof(ended.documents) = 'array')
    RETURNING f.file_key AS "fileKey"`;
  return dropped.map(({ fileKey }) => fileKey);
}
