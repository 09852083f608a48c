/** Provides the customer's work history and its running jobs (spec section 7 "Work history and jobs"). */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Pagination } from '#contracts/envelope.ts';
import type { WorkHistoryItem, WorkSummary } from '#contracts/calls/jobs/jobs-answers.ts';
import { timings } from '#contracts/client-timings.ts';
import { jobListPageSizes } from '#contracts/jobs/job-list-rules.ts';
import { limits } from '#contracts/limits.ts';
import { call } from '#web/lib/client.ts';

type WorkHistory = { workHistory: WorkHistoryItem[]; pagination: Pagination; summary: WorkSummary };

/** How often running items are read again, and how often a tab looks for jobs that were started elsewhere. */
const runningPollMs = 5_000;
const runningLookupLimit = Math.min(...jobListPageSizes);

export const workHistoryKey = ['work-history'] as const;

function getWorkHistory(
  userId: string,
  page: number,
  limit: number,
  signal: AbortSignal,
): Promise<WorkHistory> {
  return call('GET /api/work-history/:userId', { params: { userId }, query: { page, limit }, signal });
}

const isRunning = (item: WorkHistoryItem) => item.status === 'pending' || item.status === 'processing';
/** The download of an ended job comes with its files, which may be written later. */
const mayChange = (item: WorkHistoryItem) => isRunning(item) || item.filesPending;

export function workHistoryQuery(userId: string, page: number) {
  return queryOptions({
    queryKey: [...workHistoryKey, userId, page],
    queryFn: ({ signal }) => getWorkHistory(userId, page, limits.workHistoryPageSize, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.workHistory.some(mayChange) ? runningPollMs : false),
    retry: timings.workHistoryAttempts,
    retryDelay: (attempt) => timings.workHistoryRetryMs * timings.workHistoryRetryFactor ** attempt,
  });
}

/**
 * Returns the ids of the newest jobs that have not ended, oldest first, including those started in other tabs, and how
 * many have not ended.
 */
export function runningJobsQuery(userId: string) {
  return queryOptions({
    queryKey: [...workHistoryKey, userId, 'running'],
    queryFn: ({ signal }) =>
      call('GET /api/jobs', { query: { state: 'open', page: 1, limit: runningLookupLimit }, signal }),
    select: ({ jobs, pagination: { totalCount } }) => ({
      ids: jobs.map(({ id }) => id).reverse(),
      totalCount,
    }),
    refetchInterval: runningPollMs,
  });
}
