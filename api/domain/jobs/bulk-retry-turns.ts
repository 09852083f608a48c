/** The steps of a bulk retry's workflow: begin, run one job after the other, end. Each step is idempotent. */
import type { Deps } from '#api/deps.ts';
import { DomainError, type ErrorCode } from '#contracts/errors.ts';
import type { Message } from '#contracts/messages/message.ts';
import { messageOf } from '#contracts/messages/refusal.ts';
import type { Database } from '#prisma/client.ts';
import type { BulkRetryTurn } from '#prisma/generated/client.ts';
import { anyJob, requireRetryable } from './admin-job-detail.ts';
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
  const planned = await planTurn(deps.db, { bulkRetryId, jobId });
  if (planned.outcome === null) await endTurn(deps, planned, await runTurn(deps, planned), bulk);
  return { stopped: false };
}

/** Records the planned run first, so that a repeated turn requests the same run. */
async function planTurn(
  db: Database,
  { bulkRetryId, jobId }: { bulkRetryId: string; jobId: string },
): Promise<BulkRetryTurn> {
  const { attempt } = await anyJob(db, jobId);
  await db.bulkRetryTurn.createMany({
    data: [{ bulkRetryId, jobId, attempt: attempt + 1 }],
    skipDuplicates: true,
  });
  return db.bulkRetryTurn.findUniqueOrThrow({ where: { bulkRetryId_jobId: { bulkRetryId, jobId } } });
}

type TurnEnd = { outcome: 'retried' } | { outcome: 'refused'; message: Message };

/** Errors after which the turn is repeated. */
const transientErrors: ReadonlySet<ErrorCode> = new Set(['UNAVAILABLE', 'INTERNAL']);

async function runTurn(deps: RetryDeps, { jobId, attempt }: BulkRetryTurn): Promise<TurnEnd> {
  const job = await anyJob(deps.db, jobId);
  // An earlier try of this turn succeeded, or the customer retried the job first.
  if (job.attempt >= attempt) return { outcome: 'retried' };
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

function endTurn(
  { db, clock }: RetryDeps,
  { bulkRetryId, jobId, attempt }: BulkRetryTurn,
  end: TurnEnd,
  { adminId, reason }: { adminId: string; reason: string },
): Promise<void> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.bulkRetryTurn.updateMany({
      where: { bulkRetryId, jobId, outcome: null },
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
