/** Provides the administrators' calls about customers' jobs. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { practiceChoices, specialJobs, type stuckDecisions } from '#contracts/jobs/admin-job-rules.ts';
import { listedStates } from '#contracts/jobs/job-states.ts';
import type { AdminJobsFilter } from '#contracts/jobs/admin-jobs.ts';
import { jobSearchCharactersMax } from '#contracts/jobs/job-list-rules.ts';
import { shownStates } from '#contracts/jobs/shown-state.ts';
import { failedOutcomes } from '#contracts/jobs/row-outcomes.ts';
import type { BulkRetryProgress, StateCounts } from '#contracts/calls/jobs/admin-jobs-answers.ts';
import { timings } from '#contracts/client-timings.ts';
import { addressOf, call } from '#web/lib/client.ts';
import { withRequestKey } from '#web/lib/request-keys.ts';
import { oneOf } from '#web/lib/use-filters.ts';
import { hasEnded, rowsPageSize, type Rows, type RowsAsked } from '#web/features/jobs/queries.ts';

export const adminJobsKey = ['admin', 'jobs'];
const bulkKey = ['admin', 'bulk-retries'];

/** How often the list is read again while only its first page is shown. */
const listPollMs = 10_000;
const countPollMs = 30_000;
const bulkPollMs = 2_000;

const day = /^\d{4}-\d{2}-\d{2}$/;
const dayIn = (text: string | null): string | undefined => (text && day.test(text) ? text : undefined);
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
const momentIn = (text: string | null): string | undefined =>
  text && moment.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
const wordsIn = (text: string | null): string | undefined =>
  (text ?? '').trim().slice(0, jobSearchCharactersMax) || undefined;

/** Reads the filters from the address; unknown values are ignored. */
export function jobFilterIn(query: URLSearchParams): AdminJobsFilter {
  return {
    serviceId: query.get('service') ?? undefined,
    portal: query.get('portal') ?? undefined,
    state: oneOf(listedStates, query.get('state')),
    shown: oneOf(shownStates, query.get('shown')),
    errorCode: oneOf(failedOutcomes, query.get('error')),
    customer: wordsIn(query.get('customer')),
    text: wordsIn(query.get('text')),
    dateFrom: dayIn(query.get('from')),
    dateTo: dayIn(query.get('to')),
    endedSince: momentIn(query.get('ended')),
    special: oneOf(specialJobs, query.get('special')),
    practice: oneOf(practiceChoices, query.get('practice')),
  };
}

export function adminJobsQuery(filter: AdminJobsFilter) {
  return infiniteQueryOptions({
    queryKey: [...adminJobsKey, 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/admin/jobs', {
        query: { ...filter, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && data.pages.length > 1 ? false : listPollMs),
  });
}

/** Counts jobs by shown state, regardless of the chosen one. */
export function jobCountsQuery(chosen: AdminJobsFilter) {
  const filter = { ...chosen, state: undefined, shown: undefined };
  return queryOptions({
    queryKey: [...adminJobsKey, 'counts', filter],
    queryFn: ({ signal }): Promise<StateCounts> =>
      call('GET /api/admin/jobs/counts', { query: filter, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: countPollMs,
  });
}

export function adminJobQuery(jobId: string) {
  return queryOptions({
    queryKey: [...adminJobsKey, jobId, 'detail'],
    queryFn: ({ signal }) =>
      call('GET /api/admin/jobs/:jobId', { params: { jobId }, signal }).then(({ job }) => job),
    refetchInterval: ({ state: { data } }) => (data && hasEnded(data) ? false : timings.jobPollMs),
  });
}

export const adminRowsKey = (jobId: string) => [...adminJobsKey, jobId, 'rows'] as const;

export function adminRowsQuery(
  input: RowsAsked & { jobId: string; running: boolean },
): UseQueryOptions<Rows> {
  const { jobId, page, outcome, like, running, limit = rowsPageSize } = input;
  return {
    queryKey: [...adminRowsKey(jobId), outcome, like, page, limit],
    queryFn: ({ signal }) =>
      call('GET /api/admin/jobs/:jobId/rows', {
        params: { jobId },
        query: { page, limit, outcome, ...(like === null ? {} : { like }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: running ? timings.jobPollMs : false,
  };
}

export function evidenceQuery(jobId: string) {
  return queryOptions({
    queryKey: [...adminJobsKey, jobId, 'evidence'],
    queryFn: ({ signal }) =>
      call('GET /api/admin/jobs/:jobId/evidence', { params: { jobId }, signal }).then(({ files }) => files),
  });
}

export const evidenceUrl = (jobId: string, fileId: string): string =>
  addressOf('GET /api/admin/jobs/:jobId/evidence/:fileId', { jobId, fileId });

export const retryJobOf = (jobId: string, reason: string) =>
  call('POST /api/admin/jobs/:jobId/retry', { params: { jobId }, body: { reason } });

export type StuckDecision = (typeof stuckDecisions)[number];
/** `since` is that of the stop that the administrator saw. */
export const decideJob = (jobId: string, body: { decision: StuckDecision; since: string; reason: string }) =>
  call('POST /api/admin/jobs/:jobId/decide', { params: { jobId }, body });

/** A double click, or another try after a lost answer, makes one refund. */
export const refundJob = ({ jobId, ...body }: { jobId: string; credits: number; reason: string }) =>
  withRequestKey(`job-refund:${jobId}:${body.credits}`, (key) =>
    call('POST /api/admin/jobs/:jobId/refund', { params: { jobId }, body, key }),
  );

export const countBulkRetry = (filter: AdminJobsFilter) =>
  call('POST /api/admin/jobs/bulk-retry/preview', { body: filter }).then(({ count }) => count);
export const startBulkRetry = (bulkRetryId: string, reason: string) =>
  call('POST /api/admin/jobs/bulk-retry', { body: { bulkRetryId, reason } });
export const stopBulkRetry = (bulkRetryId: string, reason: string) =>
  call('POST /api/admin/jobs/bulk-retry/:bulkRetryId/stop', { params: { bulkRetryId }, body: { reason } });

export const isUnderWay = ({ state }: BulkRetryProgress): boolean =>
  state === 'running' || state === 'stopping';

export const bulkRetriesQuery = queryOptions({
  queryKey: bulkKey,
  queryFn: ({ signal }) =>
    call('GET /api/admin/jobs/bulk-retry', { signal }).then(({ bulkRetries }) => bulkRetries),
  refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) ? bulkPollMs : countPollMs),
});
