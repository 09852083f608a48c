/**
 * The states of a job that people see, in one vocabulary for all pages and mails. They follow from the job's own state
 * and from the counted outcomes of its rows. Imports no schemas, because light pages use it too.
 */
import type { JobState } from './jobs.ts';

export const shownStates = ['waiting', 'running', 'partly_done', 'done', 'failed', 'cancelled'] as const;
export type ShownState = (typeof shownStates)[number];

type CountedJob = { state: JobState; rowsTotal: number; rowsSucceeded: number; rowsNotFound: number };

/**
 * Returns the state to show. For an ended job, the rows decide, whether it went through all of them or stopped early:
 * it is "partly done" if some rows are done, and failed if none is. A row that a look-up answered with "not found"
 * counts as done, because the customer has the answer and pays for it. A cancelled job stays cancelled.
 */
export function shownStateOf({ state, rowsTotal, rowsSucceeded, rowsNotFound }: CountedJob): ShownState {
  const answered = rowsSucceeded + rowsNotFound;
  switch (state) {
    case 'draft':
    case 'queued':
    case 'parked':
      return 'waiting';
    case 'running':
    case 'collecting':
      return 'running';
    case 'cancelled':
      return 'cancelled';
    case 'completed':
      if (answered >= rowsTotal) return 'done';
      return answered > 0 ? 'partly_done' : 'failed';
    case 'failed':
      return answered > 0 ? 'partly_done' : 'failed';
  }
}

type Counts = {
  finishedAt: unknown;
  rowsTotal: number;
  rowsDone: number;
  rowsFailed: number;
  rowsRefused: number;
  rowsNotFound: number;
};

export type ShownCounts = { total: number; done: number; failed: number; refused: number; notFound: number };

/**
 * Returns the counts to show. Two kinds of rows are stored as failed but counted separately. The check refused some
 * from the start, so they are not part of the running job's work. The others are those that a look-up did not find.
 */
export function shownCountsOf(job: Counts): ShownCounts {
  const { rowsTotal: total, rowsDone: done, rowsRefused: refused, rowsNotFound: notFound } = job;
  const failed = job.rowsFailed - notFound;
  if (job.finishedAt !== null) return { total, done, failed, refused: 0, notFound };
  return { total: total - refused, done: done - refused, failed: failed - refused, refused, notFound };
}
