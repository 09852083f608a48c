/** Ends a job: closes open rows, settles credits and notifies the customer, once and in one transaction. */
import { chargedOutcomes, type RowOutcome } from '#contracts/jobs/jobs.ts';
import { limits } from '#contracts/limits.ts';
import { storedMessage, type Message } from '#contracts/messages/message.ts';
import { creditMessages } from '#contracts/credits/messages.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { jsonb, type Database, type Transaction } from '#prisma/client.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import type { RowCounts } from '#workflows/messages.ts';
import { scheduleReadBacks } from './filings/read-backs.ts';
import { isConfirmedSql, isOfRowSql, isUnansweredSql } from './filings/intents.ts';
import { eventSql, lockJob, type LockedJob } from './job-record.ts';
import { recordStopDecision, type DecidedStop } from './job-audit.ts';
import { settle } from '#api/domain/credits/ledger.ts';
import { notify } from '#api/domain/messaging/notifications.ts';
import { bankToName } from '#api/domain/portals/banks.ts';
import { dropLeases } from '#api/domain/portals/portal-leases.ts';
import { notifyOfJobEnd } from '#api/domain/integrations/webhook-events.ts';

type EndState = 'completed' | 'failed' | 'cancelled';

/** Returns the outcome of rows that were still open when the job ended; they are not charged. */
function openRowEnd(state: EndState): { outcome: RowOutcome; message: Message } {
  const message = state === 'cancelled' ? jobMessages.rowCancelled() : jobMessages.rowNotReached();
  return { outcome: 'CANCELLED', message };
}

/** How an attempt of a job ends. Error code and message belong to a failed one. */
export type JobEnd = {
  jobId: string;
  attempt: number;
  state: EndState;
  errorCode: string | null;
  errorMessage: Message | null;
  /** An administrator's decision that ended it. */
  decided?: DecidedStop;
};

type Ended = Pick<LockedJob, 'isMailRequested' | 'hasWebhooks' | 'hasPush'> & {
  rows: RowCounts;
  /** The result files are still to be written, before the end is announced. */
  writesFiles: boolean;
  /** Portals on which the session of this job is now free. */
  freedPortals: string[];
};

/**
 * Settles the credits, closes open rows and releases the job's leases, once and in one transaction. If no files are
 * to be written, it also notifies the customer in that transaction; otherwise `announceEnd` does so after the files.
 * Does nothing if the job runs another attempt by now.
 */
export function finish(db: Database, end: JobEnd & { hasFiles?: boolean; now: Date }): Promise<Ended> {
  return db.$transaction(async (tx) => {
    const job = await lockJob(tx, end.jobId);
    const { isMailRequested, hasWebhooks, hasPush } = job;
    const toNotify = { isMailRequested, hasWebhooks, hasPush };
    // A worker that was frozen may end a run late, when the job already runs again.
    if (job.attempt !== end.attempt)
      return { rows: countsOf(job), writesFiles: false, freedPortals: [], ...toNotify };
    const freedPortals =
      job.portal === null ? [] : await dropLeases(tx, jobWorkflowId(job.serviceId, job.id));
    const rows = job.finishedAt === null ? await closeJob(tx, job, end) : countsOf(job);
    const writesFiles = job.finishedAt === null ? (end.hasFiles ?? false) : job.filesState === 'writing';
    return { rows, writesFiles, freedPortals, ...toNotify };
  });
}

async function closeJob(
  tx: Transaction,
  job: LockedJob,
  end: JobEnd & { hasFiles?: boolean; now: Date },
): Promise<RowCounts> {
  if (end.decided) await recordStopDecision(tx, { jobId: job.id, ...end.decided });
  const uncertain = job.openRows > 0 ? await endSentRows(tx, job.id, end.now) : 0;
  const cancelled = job.openRows > uncertain ? await endOpenRows(tx, job.id, end) : 0;
  const charged = await tx.$executeRaw`
    UPDATE job_rows SET charged = true
    WHERE job_id = ${job.id}::uuid AND NOT charged AND same_as_row IS NULL AND outcome = ANY(${[...chargedOutcomes]}::text[])`;
  const settled = await settle(tx, {
    jobId: job.id,
    attempt: end.attempt,
    captureHundredths: agreedPrice(job, charged),
    description: creditMessages.job({ service: job.serviceName, file: job.fileName }),
  });
  const unworked = uncertain + cancelled;
  const sentence = endingSentence(job, end);
  const [ended] = await tx.$queryRaw<RowCounts[]>`
    WITH noted AS (${eventSql({ jobId: job.id, key: `ended-${end.attempt}`, kind: end.state, message: sentence })})
    UPDATE jobs SET state = ${end.state}, step = NULL, waiting = NULL,
      error_code = ${end.errorCode}, error_message = ${jsonb(end.state === 'cancelled' ? cancellation(job) : end.errorMessage)},
      rows_done = rows_done + ${unworked}::integer, rows_failed = rows_failed + ${unworked}::integer,
      captured_hundredths = captured_hundredths + ${settled.capturedHundredths},
      released_hundredths = released_hundredths + ${settled.releasedHundredths},
      files_state = ${end.hasFiles ? 'writing' : 'none'},
      finished_at = ${end.now}, expires_at = ${new Date(end.now.getTime() + limits.resultRetentionMs)}
    WHERE id = ${job.id}::uuid
    RETURNING rows_total AS total, rows_done AS done, rows_succeeded AS succeeded, rows_failed AS failed`;
  if (!ended) throw new Error(`Job ${job.id} does not exist.`);
  if (!end.hasFiles) await announce(tx, { ...job, ...ended, rowsTotal: ended.total }, end);
  return ended;
}

/** Announces the end of a job whose files are written, or take too long. Idempotent. */
export function announceEnd(
  db: Database,
  { jobId, attempt, now }: { jobId: string; attempt: number; now: Date },
): Promise<void> {
  return db.$transaction(async (tx) => {
    const job = await lockJob(tx, jobId);
    if (job.finishedAt === null || job.attempt !== attempt) return;
    const { errorCode, errorMessage: stored } = job;
    const errorMessage = stored === null ? null : storedMessage(stored);
    const end = { jobId, attempt, state: job.state as EndState, errorCode, errorMessage, now };
    await announce(tx, { ...job, succeeded: job.rowsSucceeded }, end);
  });
}

async function announce(
  tx: Transaction,
  job: LockedJob & { succeeded: number },
  end: JobEnd & { now: Date },
): Promise<void> {
  await notifyEnd(tx, job, { ...end, succeeded: job.succeeded });
  if (job.hasWebhooks) await notifyOfJobEnd(tx, { ...end, userId: job.userId });
}

const countsOf = (job: LockedJob): RowCounts => ({
  total: job.rowsTotal,
  done: job.rowsDone,
  succeeded: job.rowsSucceeded,
  failed: job.rowsFailed,
});

async function endOpenRows(
  tx: Transaction,
  jobId: string,
  { state, now }: { state: EndState; now: Date },
): Promise<number> {
  const { count } = await tx.jobRow.updateMany({
    where: { jobId, outcome: null },
    data: { ...openRowEnd(state), processedAt: now, aside: null, asideUntil: null, vouchedAt: null },
  });
  return count;
}

/**
 * Returns what the run costs: the price of its charged rows, but no more than was reserved at its start. Its owner may
 * have gained or lost the right to run jobs without paying since then.
 */
function agreedPrice({ id, costPerRow, attemptReservation }: LockedJob, charged: number): bigint {
  if (attemptReservation === null) throw new Error(`Nothing is reserved for job ${id}.`);
  const price = BigInt(charged) * BigInt(costPerRow);
  return price < attemptReservation ? price : attemptReservation;
}

/**
 * Ends the open rows whose filing the portal has, or may have. A run of them looks them up before it files; without one,
 * those that it may have are looked up later.
 */
async function endSentRows(tx: Transaction, jobId: string, now: Date): Promise<number> {
  const confirmed = await endConfirmedRows(tx, jobId, now);
  const uncertain = await endUncertainRows(tx, jobId, now);
  if (uncertain > 0) await scheduleReadBacks(tx, jobId);
  return confirmed + uncertain;
}

/**
 * Ends open rows whose filing the portal has confirmed, but whose result was not stored. They are not charged, because
 * their values and documents are missing.
 */
function endConfirmedRows(tx: Transaction, jobId: string, now: Date): Promise<number> {
  return tx.$executeRaw`
    UPDATE job_rows r SET outcome = 'UNCERTAIN', processed_at = ${now}, portal_reference = i.reference,
      aside = NULL, aside_until = NULL, vouched_at = NULL, message = ${jsonb(jobMessages.rowFiledBeforeEnd())}
    FROM portal_intents i
    WHERE r.job_id = ${jobId}::uuid AND r.outcome IS NULL AND ${isOfRowSql} AND ${isConfirmedSql}`;
}

/**
 * Ends open rows whose filing request was sent but never answered: nobody can say whether they were filed. A row that
 * was set aside also waits for a filing that the portal may have, whichever job has taken up the intent since then.
 */
function endUncertainRows(tx: Transaction, jobId: string, now: Date): Promise<number> {
  return tx.$executeRaw`
    UPDATE job_rows r SET outcome = 'UNCERTAIN', processed_at = ${now},
      aside = NULL, aside_until = NULL, vouched_at = NULL, message = ${jsonb(jobMessages.rowMaybeFiled())}
    WHERE r.job_id = ${jobId}::uuid AND r.outcome IS NULL AND (r.aside IS NOT NULL OR EXISTS (
      SELECT FROM portal_intents i WHERE ${isOfRowSql} AND ${isUnansweredSql}))`;
}

function endingSentence(job: LockedJob, { state, errorMessage }: JobEnd): Message {
  if (state === 'completed') return jobMessages.finished();
  if (state === 'failed') return jobMessages.stopped({ words: errorMessage ?? jobMessages.unknownReason() });
  return job.stoppedBy ? cancellation(job) : jobMessages.cancelledAndReturned();
}

const cancellation = ({ stoppedBy, stopReason }: LockedJob): Message =>
  stoppedBy
    ? jobMessages.stoppedByTeamBecause({ words: storedMessage(stopReason) })
    : jobMessages.cancelled();

const jobEndKey = (jobId: string, attempt: number): string => `job_end:${jobId}:${attempt}`;
const loginRefusedKey = (jobId: string, attempt: number): string => `credential_failure:${jobId}:${attempt}`;

/** The keys that the notification about the end of a job may have. */
export const endNoticeKeys = ({ jobId, attempt }: { jobId: string; attempt: number }): string[] => [
  jobEndKey(jobId, attempt),
  loginRefusedKey(jobId, attempt),
];

async function notifyEnd(
  tx: Transaction,
  job: LockedJob,
  end: {
    attempt: number;
    state: string;
    errorCode: string | null;
    errorMessage: Message | null;
    succeeded: number;
  },
): Promise<void> {
  const bank = await bankToName(tx, job.bankKey);
  const about = { service: job.serviceName, file: job.fileName, ...(bank ? { bank } : {}) };
  const isStopped = end.state === 'cancelled' && job.stoppedBy !== null;
  if (job.isPractice && !isStopped) {
    if (end.state !== 'cancelled') await notifyPractice(tx, job, end);
    return;
  }
  if (end.errorCode === 'CREDENTIALS_INVALID' || end.errorCode === 'ACCOUNT_LOCKED') {
    await notify(tx, {
      key: loginRefusedKey(job.id, end.attempt),
      userId: job.userId,
      hasPush: job.hasPush,
      type: 'credential_failure',
      kind: 'login_refused',
      values: { ...about, reason: end.errorMessage ?? jobMessages.loginRefused() },
      actionUrl: '/dashboard?tab=credentials',
    });
    return;
  }
  if (end.state === 'cancelled' && !isStopped) return;
  const common = {
    key: jobEndKey(job.id, end.attempt),
    userId: job.userId,
    hasPush: job.hasPush,
    actionUrl: `/dashboard/jobs/${job.id}`,
  };
  if (isStopped) {
    const values = { ...about, reason: storedMessage(job.stopReason) };
    await notify(tx, { ...common, type: 'other', kind: 'job_stopped', values });
    return;
  }
  const counted = { ...about, done: end.succeeded, rows: job.rowsTotal, notFound: job.rowsNotFound };
  if (end.state === 'completed') {
    await notify(tx, { ...common, type: 'job_complete', kind: 'job_completed', values: counted });
    return;
  }
  const reason = end.errorMessage ?? jobMessages.notFinished();
  await notify(tx, { ...common, type: 'other', kind: 'job_failed', values: { ...counted, reason } });
}

/** Notifies the customer of the end of a practice run, which used neither a saved login nor credits. */
async function notifyPractice(
  tx: Transaction,
  job: LockedJob,
  { attempt, succeeded }: { attempt: number; succeeded: number },
): Promise<void> {
  await notify(tx, {
    key: jobEndKey(job.id, attempt),
    userId: job.userId,
    type: 'job_complete',
    kind: 'practice_ended',
    values: {
      service: job.serviceName,
      file: job.fileName,
      done: succeeded,
      rows: job.rowsTotal,
      notFound: job.rowsNotFound,
    },
    actionUrl: `/dashboard/jobs/${job.id}`,
  });
}
