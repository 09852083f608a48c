/** The steps of a bulk retry's workflow: begin, run one job after the other, end. Each step is idempotent. */
import type { Deps } from '#api/deps.ts';
import { DomainError, type ErrorCode } from '#contracts/errors.ts';
import type { Message } from '#contracts/messages/message.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { messageOf } from '#contracts/messages/refusal.ts';
import type { Database } from '#prisma/client.ts';
import type { BulkRetryTurn } from '#prisma/generated/client.ts';
import { anyJob, requireRetryable, type AnyJob } from './admin-job-detail.ts';
import { recordChange } from '#api/domain/accounts/audit.ts';
import { retryJob, type RetryDeps } from './job-retry.ts';

/** Marks the bulk retry as running. Returns its number of jobs. */
export function beginBulkRetry(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { bulkRetryId, adminId, reason }: { bulkRetryId: string; adminId: string; reason: string },
): Promise<number> {
  return db.$transaction(async (tx) => {
    const begun = await tx.bulkRetry.updateMany({
      where: { id: bulkRetryId, state: 'counted' },
      data: { state: 'running', reason, startedAt: clock() },
    });
    const bulk = await tx.bulkRetry.findUnique({ where: { id: bulkRetryId } });
    if (!bulk) throw new DomainError('NOT_FOUND');
    const jobs = bulk.jobIds.length;
    if (begun.count === 1) {
      await recordChange(tx, {
        adminId,
        action: 'bulk retry started',
        subject: `bulk-retry/${bulkRetryId}`,
        before: null,
        after: { jobs },
        reason,
      });
    }
    return jobs;
  });
}

/** Runs the job of one turn. `stopped` is true if an administrator stopped the bulk retry or no job is left. */
export async function takeBulkRetryTurn(
  deps: RetryDeps,
  { bulkRetryId, turn }: { bulkRetryId: string; turn: number },
): Promise<{ stopped: boolean }> {
  const bulk = await deps.db.bulkRetry.findUniqueOrThrow({ where: { id: bulkRetryId } });
  const jobId = bulk.jobIds[turn];
  if (bulk.state !== 'running' || jobId === undefined) return { stopped: true };
  const job = await anyJob(deps.db, jobId);
  // Read after the job, so that a new run which an earlier try of this turn requested is known as its own.
  const planned = await plannedTurn(deps.db, { bulkRetryId, job });
  if (planned.endedAt === null) await endTurn(deps, planned, await runTurn(deps, job, planned), bulk);
  return { stopped: false };
}

/** Returns the run that was planned at the count. A count of an earlier release has planned none. */
async function plannedTurn(
  db: Database,
  { bulkRetryId, job }: { bulkRetryId: string; job: AnyJob },
): Promise<BulkRetryTurn> {
  const { id: jobId, attempt } = job;
  await db.bulkRetryTurn.createMany({
    data: [{ bulkRetryId, jobId, attempt: attempt + 1 }],
    skipDuplicates: true,
  });
  return db.bulkRetryTurn.findUniqueOrThrow({ where: { bulkRetryId_jobId: { bulkRetryId, jobId } } });
}

type TurnEnd = { outcome: 'retried' } | { outcome: 'refused'; message: Message };

/** Errors after which the turn is repeated. */
const transientErrors: ReadonlySet<ErrorCode> = new Set(['UNAVAILABLE', 'INTERNAL']);

async function runTurn(deps: RetryDeps, job: AnyJob, turn: BulkRetryTurn): Promise<TurnEnd> {
  const { jobId, attempt } = turn;
  const isRunAgain = job.attempt >= attempt;
  if (turn.outcome === null) {
    // The customer may have cancelled that run.
    if (isRunAgain) return { outcome: 'refused', message: jobMessages.ranSinceCounted() };
    await noteBegun(deps.db, turn);
  } else if (isRunAgain) {
    // An earlier try of this turn succeeded.
    return { outcome: 'retried' };
  }
  try {
    await requireRetryable(deps, job);
    await retryJob(deps, job.user, jobId);
    return { outcome: 'retried' };
  } catch (error) {
    if (!(error instanceof DomainError) || transientErrors.has(error.code)) throw error;
    const now = await anyJob(deps.db, jobId);
    return now.attempt >= attempt
      ? { outcome: 'retried' }
      : { outcome: 'refused', message: messageOf(error) };
  }
}

/** Notes that the turn's run is requested, so that a repeated turn knows a new run of the job as its own. */
async function noteBegun(db: Database, { bulkRetryId, jobId }: BulkRetryTurn): Promise<void> {
  await db.bulkRetryTurn.updateMany({
    where: { bulkRetryId, jobId, outcome: null },
    data: { outcome: 'begun' },
  });
}

function endTurn(
  { db, clock }: RetryDeps,
  { bulkRetryId, jobId, attempt }: BulkRetryTurn,
  end: TurnEnd,
  { adminId, reason }: { adminId: string; reason: string },
): Promise<void> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.bulkRetryTurn.updateMany({
      where: { bulkRetryId, jobId, endedAt: null },
      data: { ...end, endedAt: clock() },
    });
    if (count === 0) return;
    await tx.bulkRetry.update({
      where: { id: bulkRetryId },
      data: end.outcome === 'retried' ? { retried: { increment: 1 } } : { refused: { increment: 1 } },
    });
    if (end.outcome === 'refused') return;
    await recordChange(tx, {
      adminId,
      action: 'job retried',
      subject: `job/${jobId}`,
      before: { attempt: attempt - 1 },
      after: { attempt, bulkRetry: bulkRetryId },
      reason,
    });
  });
}

/** Ends a running bulk retry as done, and a stopping one as stopped. Idempotent. */
export async function endBulkRetry(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { bulkRetryId: id }: { bulkRetryId: string },
): Promise<void> {
  const endedAt = clock();
  await db.bulkRetry.updateMany({ where: { id, state: 'running' }, data: { state: 'done', endedAt } });
  await db.bulkRetry.updateMany({ where: { id, state: 'stopping' }, data: { state: 'stopped', endedAt } });
}
