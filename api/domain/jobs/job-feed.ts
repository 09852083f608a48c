/**
 * Tells customers about changes of their jobs while they listen. One query a second reads the jobs of all listeners of
 * the process: triggers that notify would make every change of a job wait for a lock that all transactions share.
 */
import type { JobProgress } from '#contracts/calls/jobs-answers.ts';
import { limits } from '#contracts/limits.ts';
import type { Database } from '#prisma/client.ts';
import { banksToName } from '#api/domain/portals/banks.ts';
import { standingOf } from '#api/domain/portals/portal-line.ts';
import type { Leave } from '#api/domain/places.ts';
import { progressView, type JobRecord } from './job-views.ts';

type Source = { db: Database; clock: () => Date; onError: (error: unknown) => void };
type Told = (jobs: JobProgress[]) => void;
/** What a listener was last told of each of its unfinished jobs. */
type Listener = { userId: string; tell: Told; known: Map<string, string> };

export type JobFeed = { follow: (userId: string, tell: Told) => Leave };

/**
 * Creates the feed of a process. A listener is told its unfinished jobs at once, then each job that has changed, up to
 * its end; an empty list while none is unfinished.
 */
export function createJobFeed(source: Source): JobFeed {
  const listeners = new Set<Listener>();
  let isReading = false;

  /** Reads in a loop that ends with the last listener; each was told its jobs when it came. */
  async function read(): Promise<void> {
    if (isReading) return;
    isReading = true;
    while (listeners.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, limits.jobFeedPeriodMs));
      if (listeners.size > 0) await tellAll(source, [...listeners]).catch(source.onError);
    }
    isReading = false;
  }

  return {
    follow: (userId, tell) => {
      const listener = { userId, tell, known: new Map<string, string>() };
      listeners.add(listener);
      tellAll(source, [listener])
        .catch(source.onError)
        .finally(() => void read());
      return () => void listeners.delete(listener);
    },
  };
}

async function tellAll({ db, clock }: Source, listeners: readonly Listener[]): Promise<void> {
  const unfinished = await db.job.findMany({
    where: {
      userId: { in: [...new Set(listeners.map(({ userId }) => userId))] },
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
  for (const listener of listeners) tellChanges(listener, views);
}

type View = { userId: string; job: JobProgress; hasEnded: boolean };

async function viewsOf(db: Database, jobs: readonly JobRecord[], now: Date): Promise<View[]> {
  const bankOf = await banksToName(db, jobs);
  return Promise.all(
    jobs.map(async (job) => ({
      userId: job.userId,
      hasEnded: job.finishedAt !== null,
      job: progressView(job, now, { ...(await standingOf(db, job, now)), bank: bankOf(job) }),
    })),
  );
}

function tellChanges(listener: Listener, views: readonly View[]): void {
  const knewNone = listener.known.size === 0;
  const changed = views.filter((view) => view.userId === listener.userId && isNews(listener, view));
  if (changed.length > 0 || knewNone) listener.tell(changed.map(({ job }) => job));
}

/** Time goes on by itself and is no news. An ended job is told only to a listener that knows it as unfinished. */
function isNews({ known }: Listener, { job, hasEnded }: View): boolean {
  const state = JSON.stringify({ ...job, elapsedMs: null, remainingMs: null });
  const before = known.get(job.jobId);
  if (hasEnded) return known.delete(job.jobId);
  known.set(job.jobId, state);
  return before !== state;
}
