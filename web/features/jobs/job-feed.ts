/** Follows the customer's running jobs by server-sent events. */
import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { JobProgress } from '#contracts/calls/jobs/jobs-answers.ts';
import { timings } from '#contracts/client-timings.ts';
import { addressOf } from '#web/lib/client.ts';
import { noteEvent, noteSilence } from './poll-pace.ts';
import { hasEnded, jobDetailQuery, jobStatusQuery } from './queries.ts';

const openAgainMs = 2 * timings.jobPollMs;
/** Longest wait between attempts while the server refuses; the wait doubles after each. The job is polled meanwhile. */
const refusedWaitMsMax = 60_000;

/** Queries that are read again when a job has changed; the progress itself is in the event. */
const partsReadAgain = new Set<unknown>(['detail', 'rows', 'failures']);
const isReadAgain = ({ queryKey }: Query): boolean => partsReadAgain.has(queryKey[2]);
const partsOf = (jobId: string) => ({ queryKey: ['jobs', jobId], predicate: isReadAgain });
const readAgainPauseMs = 2_000;

/** Takes over a job's progress. The answer to a poll that is still running is older, so it is dropped. */
async function take(client: QueryClient, job: JobProgress): Promise<void> {
  const { queryKey } = jobStatusQuery(job.jobId);
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, job);
  client.setQueryData(jobDetailQuery(job.jobId).queryKey, (before) => before && { ...before, ...job });
  // No event follows the end of a job, so nothing has to wait for a read that is under way.
  if (hasEnded(job)) void client.invalidateQueries(partsOf(job.jobId));
  else void readAgain(client, job.jobId);
}

/** Jobs whose queries are being read again, and whether they changed once more meanwhile. */
const readsUnderWay = new Map<string, { isWantedAgain: boolean }>();

/**
 * Reads the queries of a job again. Changes that come meanwhile are read together afterwards: if each of them began the
 * reads from the start, a slow line would never answer before the next one.
 */
async function readAgain(client: QueryClient, jobId: string): Promise<void> {
  const underWay = readsUnderWay.get(jobId);
  if (underWay) {
    underWay.isWantedAgain = true;
    return;
  }
  const read = { isWantedAgain: true };
  readsUnderWay.set(jobId, read);
  const about = partsOf(jobId);
  while (read.isWantedAgain) {
    // A read that began before the change may bring what was before it.
    read.isWantedAgain = client.isFetching(about) > 0;
    await Promise.all([
      client.invalidateQueries(about, { cancelRefetch: false }),
      new Promise((resolve) => setTimeout(resolve, readAgainPauseMs)),
    ]);
  }
  readsUnderWay.delete(jobId);
}

/** Listens until the returned function is called. */
function listen(client: QueryClient): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refusedWaitMs = openAgainMs;
  const close = (): void => {
    noteSilence();
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const open = (): void => {
    close();
    source = new EventSource(addressOf('GET /api/job-events', {}));
    source.addEventListener('open', () => {
      noteEvent();
      refusedWaitMs = openAgainMs;
    });
    source.addEventListener('pulse', noteEvent);
    source.addEventListener('jobs', (event: MessageEvent<string>) => {
      noteEvent();
      const { jobs } = JSON.parse(event.data) as { jobs: JobProgress[] };
      for (const job of jobs) void take(client, job);
      // The server reports no running job; one that is just starting is found a little later.
      if (jobs.length === 0) openIn(openAgainMs);
    });
    source.addEventListener('error', ({ target }) => {
      noteSilence();
      // The browser reconnects by itself after a lost connection, but not after a refusal by the server.
      if (!(target instanceof EventSource) || target.readyState !== EventSource.CLOSED) return;
      openIn(refusedWaitMs);
      refusedWaitMs = Math.min(2 * refusedWaitMs, refusedWaitMsMax);
    });
  };
  const openIn = (waitMs: number): void => {
    close();
    timer = setTimeout(open, waitMs);
  };
  /** A hidden page keeps no connection. */
  const follow = (): void => (document.visibilityState === 'visible' ? open() : close());
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    close();
  };
}

/** Listens while `isRunning`; several components of a page may call it. */
export function useJobFeed(isRunning: boolean): void {
  const client = useQueryClient();
  useEffect(() => (isRunning ? listen(client) : undefined), [client, isRunning]);
}
