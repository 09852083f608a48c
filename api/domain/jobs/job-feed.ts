/**
 * Sends customers the changes of their jobs while they listen. One query a second reads the jobs of all listeners of
 * the process. Triggers with NOTIFY would make every change of a job wait for a lock that all transactions share.
 */
import { seesService, type Customer } from '#api/domain/accounts/customers.ts';
import type { JobProgress } from '#contracts/calls/jobs/jobs-answers.ts';
import { limits } from '#contracts/limits.ts';
import type { Database } from '#prisma/client.ts';
import { banksToName } from '#api/domain/portals/banks.ts';
import { standingOf } from '#api/domain/portals/portal-line.ts';
import { progressView, type StoredJob } from './job-views.ts';

type Source = { db: Database; clock: () => Date; onError: (error: unknown) => void };
type Send = (jobs: JobProgress[]) => void;
type Follower = Pick<Customer, 'id' | 'token'>;
/** `known` is what the listener was last sent of each of its unfinished jobs. */
type Listener = { customer: Follower; send: Send; known: Map<string, string> };

/** A token limited to services is sent their jobs only. */
export type JobFeed = { follow: (customer: Follower, send: Send) => () => void };

/**
 * Creates the feed of a process. A listener is sent its unfinished jobs at once, then each job that has changed, until
 * the job ends. While none is unfinished, it is sent an empty list.
 */
export function createJobFeed(source: Source): JobFeed {
  const listeners = new Set<Listener>();
  let isReading = false;

  /** Reads in a loop that ends when the last listener leaves. `follow` sends each listener its jobs at once. */
  async function read(): Promise<void> {
    if (isReading) return;
    isReading = true;
    while (listeners.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, limits.jobFeedPeriodMs));
      if (listeners.size > 0) await update(source, [...listeners]).catch(source.onError);
    }
    isReading = false;
  }

  return {
    follow: (customer, send) => {
      const listener = { customer, send, known: new Map<string, string>() };
      listeners.add(listener);
      update(source, [listener])
        .catch(source.onError)
        .finally(() => void read());
      return () => void listeners.delete(listener);
    },
  };
}

async function update({ db, clock }: Source, listeners: readonly Listener[]): Promise<void> {
  const unfinished = await db.job.findMany({
    where: {
      userId: { in: [...new Set(listeners.map(({ customer }) => customer.id))] },
      finishedAt: null,
      state: { not: 'draft' },
    },
    orderBy: { createdAt: 'desc' },
    take: limits.jobFeedJobsMax,
  });
  const open = new Set(unfinished.map(({ id }) => id));
  const gone = listeners.flatMap(({ known }) => [...known.keys()].filter((id) => !open.has(id)));
  const ended = gone.length === 0 ? [] : await db.job.findMany({ where: { id: { in: [...new Set(gone)] } } });
  const views = await viewsOf(db, [...unfinished, ...ended], clock());
  const viewsOfUser = new Map<string, View[]>();
  for (const view of views) {
    const own = viewsOfUser.get(view.userId);
    if (own) own.push(view);
    else viewsOfUser.set(view.userId, [view]);
  }
  for (const listener of listeners) sendChanges(listener, viewsOfUser.get(listener.customer.id) ?? []);
}

type View = { userId: string; serviceId: string; job: JobProgress; hasEnded: boolean };

async function viewsOf(db: Database, jobs: readonly StoredJob[], now: Date): Promise<View[]> {
  const bankOf = await banksToName(db, jobs);
  return Promise.all(
    jobs.map(async (job) => ({
      userId: job.userId,
      serviceId: job.serviceId,
      hasEnded: job.finishedAt !== null,
      job: progressView(job, now, { ...(await standingOf(db, job, now)), bank: bankOf(job) }),
    })),
  );
}

function sendChanges(listener: Listener, views: readonly View[]): void {
  const knewNone = listener.known.size === 0;
  const changed = views.filter(
    (view) => seesService(listener.customer, view.serviceId) && noteChange(listener, view),
  );
  if (changed.length > 0 || knewNone) listener.send(changed.map(({ job }) => job));
}

/**
 * Records the view and returns whether the listener must be sent it. Elapsed time alone is no change, and an ended job
 * is sent only to a listener that knows it as unfinished.
 */
function noteChange({ known }: Listener, { job, hasEnded }: View): boolean {
  const state = JSON.stringify({ ...job, elapsedMs: null, remainingMs: null });
  const before = known.get(job.jobId);
  if (hasEnded) return known.delete(job.jobId);
  known.set(job.jobId, state);
  return before !== state;
}
