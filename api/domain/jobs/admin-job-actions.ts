/**
 * What administrators do about customers' jobs: run failed rows again, decide for a stuck one, stop, give credits back.
 */
import { quote } from '#contracts/messages/message.ts';
import type { Deps } from '#api/deps.ts';
import type { stuckDecisions } from '#contracts/jobs/admin-job-rules.ts';
import type { StopTarget } from '#contracts/jobs/admin-jobs.ts';
import { creditsFromHundredths, formatCredits } from '#contracts/credits/credits.ts';
import { DomainError } from '#contracts/errors.ts';
import type { StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import { creditMessages } from '#contracts/credits/messages.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import type { Transaction } from '#prisma/client.ts';
import type { StoredWaiting } from '#workflows/messages.ts';
import { anyJob, requireRetryable } from './admin-job-detail.ts';
import { requireStillAdmin } from '#api/domain/accounts/admin-rights.ts';
import { recordChange } from '#api/domain/accounts/audit.ts';
import { addEvent, lockJob, type LockedJob } from './job-record.ts';
import { retryJob, type RetryDeps } from './job-retry.ts';
import { markStopped, signalStopped, type StoppedTarget } from './job-stop.ts';
import { recordRetry, recordStopDecision } from './job-audit.ts';
import { WorkflowGone, WorkflowRefused } from '#api/domain/workflows-port.ts';
import { balancesOf, refundJobCredits } from '#api/domain/credits/ledger.ts';
import { notify } from '#api/domain/messaging/notifications.ts';

type Act = { jobId: string; adminId: string; reason: string };

const subjectOf = (jobId: string): string => `job/${jobId}`;

/** Retries a job's failed rows. The customer pays for rows that then succeed, as with their own retry. */
export async function retryForCustomer(deps: RetryDeps, act: Act): Promise<StartedJob> {
  const { jobId, adminId, reason } = act;
  const job = await anyJob(deps.db, jobId);
  await requireRetryable(deps, job);
  const by = { adminId, reason };
  const started = await retryJob(deps, job.user, jobId, by);
  await deps.db.$transaction((tx) => recordRetry(tx, job, by));
  return started;
}

/**
 * Passes an administrator's decision to the job that has waited for it since this moment. The job records it in the
 * audit log when it carries it out, so that the entry exists even if the answer is lost. Throws NOT_FOUND,
 * JOB_NOT_STUCK if the job does not wait for a person, or waits since another moment, and UNAVAILABLE if Temporal
 * cannot be reached.
 */
export async function decideStuckJob(
  deps: Pick<Deps, 'db' | 'workflows'>,
  act: Act & { decision: (typeof stuckDecisions)[number]; since: string },
): Promise<void> {
  const { jobId, adminId, reason, decision, since } = act;
  const by = { adminId, reason };
  const job = await anyJob(deps.db, jobId);
  const waiting = job.waiting as StoredWaiting | null;
  if (job.state !== 'parked' || waiting?.kind !== 'person') throw new DomainError('JOB_NOT_STUCK');
  if (waiting.since !== since) throw refusal('JOB_NOT_STUCK', jobMessages.stoppedAgain());
  try {
    await deps.workflows.jobs.decideStuck(job, { decision, since, by });
  } catch (error) {
    if (error instanceof WorkflowGone || error instanceof WorkflowRefused)
      throw new DomainError('JOB_NOT_STUCK', { cause: error });
    throw new DomainError('UNAVAILABLE', { cause: error });
  }
  await deps.db.$transaction((tx) => recordStopDecision(tx, { jobId, since, decision, by }));
}

const stoppedSubjectOf = (target: StopTarget): string => {
  if ('userId' in target) return `user/${target.userId}`;
  if ('serviceId' in target) return `service/${target.serviceId}`;
  return `portal/${target.portal}`;
};

type By = Omit<Act, 'jobId'>;
type StopDeps = Pick<Deps, 'db' | 'workflows' | 'logger' | 'clock'>;

/** Stops one job. Throws JOB_NOT_CANCELLABLE if it has ended or is already stopped. */
export async function stopJob(deps: StopDeps, { jobId, ...by }: Act): Promise<void> {
  await anyJob(deps.db, jobId);
  const marked = await markAudited(
    deps,
    { jobId },
    { ...by, action: 'job stopped', subject: subjectOf(jobId) },
  );
  if (marked === 0) throw new DomainError('JOB_NOT_CANCELLABLE');
}

/** Stops all running jobs of a customer, a service or a portal; returns how many. */
export function stopJobs(deps: StopDeps, { target, ...by }: By & { target: StopTarget }): Promise<number> {
  return markAudited(deps, target, { ...by, action: 'jobs stopped', subject: stoppedSubjectOf(target) });
}

async function markAudited(
  deps: StopDeps,
  target: StoppedTarget,
  { adminId, reason, action, subject }: By & { action: string; subject: string },
): Promise<number> {
  const jobs = await deps.db.$transaction(async (tx) => {
    await requireStillAdmin(tx, adminId);
    const marked = await markStopped(tx, target, { by: adminId, reason: quote(reason), now: deps.clock() });
    if (marked.length > 0) {
      const after = { jobs: marked.length };
      await recordChange(tx, { adminId, action, subject, before: null, after, reason });
    }
    return marked;
  });
  await signalStopped(deps, jobs);
  return jobs.length;
}

export type JobRefund = Act & { amountHundredths: bigint; key: string };

/**
 * Returns captured credits to the customer, at most those that have not been refunded yet. Idempotent by `key`. Throws
 * NOT_FOUND, and JOB_NOT_REFUNDABLE while the job runs or if less is left to refund.
 */
export async function refundJob(tx: Transaction, refund: JobRefund): Promise<{ refundedHundredths: bigint }> {
  const found = await tx.job.findUnique({ where: { id: refund.jobId }, select: { state: true } });
  if (!found || found.state === 'draft') throw new DomainError('NOT_FOUND');
  // Locks the job before the ledger, as everywhere, to prevent deadlocks.
  const job = await lockJob(tx, refund.jobId);
  const key = `job-refund:${job.id}:${refund.key}`;
  const isRepeated = (await tx.ledgerTransfer.findUnique({ where: { key } })) !== null;
  const refundedHundredths = isRepeated ? await refundedOf(tx, job) : await raiseRefunded(tx, job, refund);
  await refundJobCredits(tx, {
    key,
    userId: job.userId,
    jobId: job.id,
    amountHundredths: refund.amountHundredths,
    actorId: refund.adminId,
    description: creditMessages.jobReturned({ service: job.serviceName, file: job.fileName }),
  });
  if (!isRepeated) await notifyOfRefund(tx, job, { ...refund, key, refundedHundredths });
  return { refundedHundredths };
}

async function refundedOf(tx: Transaction, { id }: LockedJob): Promise<bigint> {
  return (await tx.job.findUniqueOrThrow({ where: { id } })).refundedAmount;
}

/** The caller holds the job's lock, so that two concurrent refunds cannot return more than was captured. */
async function raiseRefunded(
  tx: Transaction,
  { id, finishedAt }: LockedJob,
  { amountHundredths }: JobRefund,
): Promise<bigint> {
  if (finishedAt === null) {
    throw refusal('JOB_NOT_REFUNDABLE', jobMessages.refundWhileRunning());
  }
  const [raised] = await tx.$queryRaw<{ refunded: bigint }[]>`
    UPDATE jobs SET refunded_hundredths = refunded_hundredths + ${amountHundredths}
    WHERE id = ${id}::uuid AND refunded_hundredths + ${amountHundredths} <= captured_hundredths
    RETURNING refunded_hundredths AS refunded`;
  if (!raised) throw new DomainError('JOB_NOT_REFUNDABLE');
  return raised.refunded;
}

async function notifyOfRefund(
  tx: Transaction,
  job: LockedJob,
  refund: JobRefund & { refundedHundredths: bigint },
): Promise<void> {
  const { amountHundredths, refundedHundredths, key, reason } = refund;
  const credits = formatCredits(creditsFromHundredths(amountHundredths));
  await addEvent(tx, {
    jobId: job.id,
    key,
    kind: 'refunded',
    message: jobMessages.creditsReturned({ credits }),
  });
  await notify(tx, {
    key,
    userId: job.userId,
    type: 'other',
    kind: 'credits_returned',
    values: {
      service: job.serviceName,
      file: job.fileName,
      credits: creditsFromHundredths(amountHundredths),
      reason,
    },
    actionUrl: `/dashboard/jobs/${job.id}`,
  });
  const { availableHundredths } = await balancesOf(tx, job.userId);
  await recordChange(tx, {
    adminId: refund.adminId,
    action: 'job credits returned',
    subject: subjectOf(job.id),
    before: { refunded: creditsFromHundredths(refundedHundredths - amountHundredths) },
    after: {
      refunded: creditsFromHundredths(refundedHundredths),
      returned: creditsFromHundredths(amountHundredths),
      customer: job.userId,
      balance: creditsFromHundredths(availableHundredths),
    },
    reason,
  });
}
