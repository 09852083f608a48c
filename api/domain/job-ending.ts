/** A job is ended: open rows get their end, credits are settled, the customer is told; one transaction, once. */
import { chargedOutcomes, type RowOutcome } from '#contracts/jobs.ts';
import { limits } from '#contracts/limits.ts';
import { say } from '#contracts/say.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import type { RowCounts } from '#workflows/messages.ts';
import { eventSql, lockJob, priceFor, type LockedJob } from './job-record.ts';
import { settle } from './ledger.ts';
import { notify } from './notifications.ts';
import { tellJobEnd } from './webhook-events.ts';

export type EndState = 'completed' | 'failed' | 'cancelled';

/** How the rows end that were still open when the job ended; they are not charged. */
export function openRowEnd(state: EndState): { outcome: RowOutcome; message: string } {
  const message =
    state === 'cancelled'
      ? say('Not worked: the job was cancelled.')
      : say('Not worked: the job ended before this row.');
  return { outcome: 'CANCELLED', message };
}

/** Who is to hear of it is told also when the step is played again: it may have died before it told them. */
type Ended = Pick<LockedJob, 'isMailWished' | 'hasWebhooks'> & { rows: RowCounts };

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
): Promise<Ended> {
  return db.$transaction(async (tx) => {
    const job = await lockJob(tx, input.jobId);
    const { isMailWished, hasWebhooks } = job;
    const rows = job.finishedAt === null ? await closeJob(tx, job, input) : countsOf(job);
    return { rows, isMailWished, hasWebhooks };
  });
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
    description: say('{service}: {file}', { service: job.serviceName, file: job.fileName }),
  });
  const unworked = uncertain + cancelled;
  const sentence = endingSentence(input.state, input.errorMessage);
  const [ended] = await tx.$queryRaw<RowCounts[]>`
    WITH noted AS (${eventSql(job.id, `ended-${input.attempt}`, input.state, sentence)})
    UPDATE jobs SET state = ${input.state}, step = '', waiting = NULL, queue_position = NULL,
      error_code = ${input.errorCode}, error_message = ${input.state === 'cancelled' ? say('Cancelled') : input.errorMessage},
      rows_done = rows_done + ${unworked}::integer, rows_failed = rows_failed + ${unworked}::integer,
      captured_hundredths = captured_hundredths + ${settled.capturedHundredths},
      released_hundredths = released_hundredths + ${settled.releasedHundredths},
      finished_at = ${input.now}, expires_at = ${new Date(input.now.getTime() + limits.resultRetentionMs)}
    WHERE id = ${job.id}::uuid
    RETURNING rows_total AS total, rows_done AS done, rows_succeeded AS succeeded, rows_failed AS failed`;
  if (!ended) throw new Error(`Job ${job.id} does not exist.`);
  await notifyEnd(tx, job, { ...input, succeeded: ended.succeeded });
  if (job.hasWebhooks) await tellJobEnd(tx, { ...input, userId: job.userId });
  return ended;
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
    data: { ...openRowEnd(state), processedAt: now },
  });
  return count;
}

/** Open rows whose filing click was made and never answered: nobody may say that they were not worked. */
function endUncertainRows(tx: Transaction, jobId: string, now: Date): Promise<number> {
  return tx.$executeRaw`
    UPDATE job_rows r SET outcome = 'UNCERTAIN', processed_at = ${now},
      message = ${say('The portal may have taken this row before the job ended. Please look on the portal; running it again looks first.')}
    FROM portal_intents i
    WHERE r.job_id = ${jobId}::uuid AND r.outcome IS NULL AND i.job_id = r.job_id AND i.state = 'committing'
      AND i.row_number IN (r.row_number, r.group_row)`;
}

function endingSentence(state: EndState, reason: string | null): string {
  if (state === 'completed') return say('Finished; credits settled');
  return state === 'cancelled'
    ? say('Cancelled; credits of open rows returned')
    : say('Stopped: {words}', { words: reason ?? say('unknown reason') });
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
  const about = { service: job.serviceName, file: job.fileName };
  if (end.errorCode === 'CREDENTIALS_INVALID' || end.errorCode === 'ACCOUNT_LOCKED') {
    await notify(tx, {
      key: `credential_failure:${job.id}:${end.attempt}`,
      userId: job.userId,
      type: 'credential_failure',
      kind: 'login_refused',
      values: { ...about, reason: end.errorMessage ?? say('The portal refused the login.') },
      actionUrl: '/dashboard?tab=credentials',
    });
    return;
  }
  if (end.state === 'cancelled') return;
  const common = {
    key: `job_end:${job.id}:${end.attempt}`,
    userId: job.userId,
    actionUrl: `/dashboard/jobs/${job.id}`,
  };
  if (end.state === 'completed') {
    await notify(tx, {
      ...common,
      type: 'job_complete',
      kind: 'job_completed',
      values: { ...about, done: end.succeeded, rows: job.rowsTotal },
    });
    return;
  }
  const reason = end.errorMessage ?? say('The job could not be finished.');
  await notify(tx, { ...common, type: 'other', kind: 'job_failed', values: { ...about, reason } });
}
