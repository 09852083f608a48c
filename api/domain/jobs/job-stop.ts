/**
 * Stops running jobs. After the transaction nothing more is clicked for them; a click in progress is followed to its
 * answer, and then the credits are settled. The workflows are signalled; the reconciler ends those that cannot be
 * reached.
 */
import { emptyMessage, type Message } from '#contracts/messages/message.ts';
import type { Deps } from '#api/deps.ts';
import type { StopTarget } from '#contracts/jobs/admin-jobs.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { noJson, type DatabaseOrTransaction } from '#prisma/client.ts';

const NOTIFIED_AT_ONCE_MAX = 20;

/** Selects the jobs to mark: one, or all of a customer, a service or a portal. */
export type StoppedTarget = StopTarget | { jobId: string };
export type StoppedJob = { id: string; serviceId: string; attempt: number };

/** Finds the open jobs that are not yet stopped, with drafts. */
function stoppable(target: StoppedTarget) {
  const { jobId, ...others } = { jobId: undefined, ...target };
  return { ...others, ...(jobId ? { id: jobId } : {}), finishedAt: null, stoppedAt: null };
}

/** Counts the jobs that would be stopped now, and their customers. A draft is no job of its customer yet. */
export async function countStoppable(
  db: DatabaseOrTransaction,
  target: StopTarget,
): Promise<{ jobs: number; customers: number }> {
  const where = { ...stoppable(target), state: { not: 'draft' } };
  const [jobs, customers] = await Promise.all([
    db.job.count({ where }),
    db.user.count({ where: { jobs: { some: where } } }),
  ]);
  return { jobs, customers };
}

/**
 * Marks open jobs that are not yet stopped, and returns them. Drafts are marked too, so that `openJob` does not admit
 * them afterwards, and are not returned. `by` is null for a customer who cancels.
 */
export async function markStopped(
  tx: DatabaseOrTransaction,
  target: StoppedTarget,
  { by, reason, now }: { by: string | null; reason: Message | null; now: Date },
): Promise<StoppedJob[]> {
  const marked = await tx.job.updateManyAndReturn({
    where: stoppable(target),
    data: { stoppedAt: now, stoppedBy: by, stopReason: reason ?? noJson },
    select: { id: true, serviceId: true, attempt: true, state: true },
  });
  const jobs = marked.filter(({ state }) => state !== 'draft');
  if (by === null) return jobs;
  const message = jobMessages.stoppedByTeamBecause({ words: reason ?? emptyMessage });
  const event = { key: `stopped-${now.toISOString()}`, kind: 'stopped', message };
  await tx.jobEvent.createMany({ data: jobs.map(({ id }) => ({ jobId: id, ...event })) });
  return jobs;
}

/** Signals the workflows of stopped jobs. The reconciler ends those that cannot be reached now. */
export async function signalStopped(
  { workflows, logger }: Pick<Deps, 'workflows' | 'logger'>,
  jobs: readonly StoppedJob[],
): Promise<void> {
  const signal = async (job: StoppedJob): Promise<void> => {
    try {
      await workflows.jobs.stop(job);
    } catch (error) {
      logger.warn({ jobId: job.id, err: error }, 'the workflow of a stopped job could not be notified');
    }
  };
  for (let first = 0; first < jobs.length; first += NOTIFIED_AT_ONCE_MAX)
    await Promise.all(jobs.slice(first, first + NOTIFIED_AT_ONCE_MAX).map(signal));
}
