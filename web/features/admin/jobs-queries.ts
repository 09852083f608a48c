/** Calls of administrators about customers' jobs. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  jobErrorCodes,
  jobSearchCharactersMax,
  listedStates,
  type AdminJobDetail,
  type AdminJobsAnswer,
  type AdminJobsFilter,
  type BulkRetryCount,
  type BulkRetryProgress,
  type EvidenceFile,
  type StateCount,
  type stuckDecisions,
} from '#contracts/admin-jobs.ts';
import type { Pagination } from '#contracts/envelope.ts';
import type { JobRow, StartedJob } from '#contracts/jobs.ts';
import { timings } from '#contracts/limits.ts';
import { api, part } from '../../api/client.ts';
import { oneOf } from '../../lib/use-filters.ts';
import { hasEnded, type RowFilter } from '../jobs/queries.ts';

export const adminJobsKey = ['admin', 'jobs'];
const bulkKey = ['admin', 'bulk-retries'];

/** New jobs are seen so soon, as long as only the first page is shown. */
const listPollMs = 10_000;
const countPollMs = 30_000;
const bulkPollMs = 2_000;
const rowsPageSize = 50;

const day = /^\d{4}-\d{2}-\d{2}$/;
const dayIn = (text: string | null): string | undefined => (text && day.test(text) ? text : undefined);
const wordsIn = (text: string | null): string | undefined =>
  (text ?? '').trim().slice(0, jobSearchCharactersMax) || undefined;

/** What the address says; words that are no filter count as none. */
export function jobFilterIn(query: URLSearchParams): AdminJobsFilter {
  return {
    serviceId: query.get('service') ?? undefined,
    portal: query.get('portal') ?? undefined,
    state: oneOf(listedStates, query.get('state')),
    errorCode: oneOf(jobErrorCodes, query.get('error')),
    customer: wordsIn(query.get('customer')),
    text: wordsIn(query.get('text')),
    dateFrom: dayIn(query.get('from')),
    dateTo: dayIn(query.get('to')),
  };
}

function paramsOf(filter: AdminJobsFilter, more: Record<string, string> = {}): string {
  const query = new URLSearchParams(more);
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, value);
  return query.toString();
}

export function adminJobsQuery(filter: AdminJobsFilter) {
  return infiniteQueryOptions({
    queryKey: [...adminJobsKey, 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      api.get<AdminJobsAnswer>(
        `/api/admin/jobs?${paramsOf(filter, pageParam === null ? {} : { after: pageParam })}`,
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && data.pages.length > 1 ? false : listPollMs),
  });
}

/** By state, whichever state is chosen. */
export function jobCountsQuery(chosen: AdminJobsFilter) {
  const filter = { ...chosen, state: undefined };
  return queryOptions({
    queryKey: [...adminJobsKey, 'counts', filter],
    queryFn: ({ signal }): Promise<StateCount[]> =>
      api
        .get<{ counts: StateCount[] }>(`/api/admin/jobs/counts?${paramsOf(filter)}`, signal)
        .then(({ counts }) => counts),
    placeholderData: keepPreviousData,
    refetchInterval: countPollMs,
  });
}

const place = (jobId: string): string => `/api/admin/jobs/${part(jobId)}`;

export function adminJobQuery(jobId: string) {
  return queryOptions({
    queryKey: [...adminJobsKey, jobId, 'detail'],
    queryFn: ({ signal }) => api.get<{ job: AdminJobDetail }>(place(jobId), signal).then(({ job }) => job),
    refetchInterval: ({ state: { data } }) => (data && hasEnded(data) ? false : timings.jobPollMs),
  });
}

export function adminRowsQuery(input: { jobId: string; page: number; outcome: RowFilter; running: boolean }) {
  const { jobId, page, outcome, running } = input;
  const query = new URLSearchParams({ page: String(page), limit: String(rowsPageSize), outcome });
  return queryOptions({
    queryKey: [...adminJobsKey, jobId, 'rows', outcome, page],
    queryFn: ({ signal }) =>
      api.get<{ rows: JobRow[]; pagination: Pagination }>(`${place(jobId)}/rows?${query.toString()}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval: running ? timings.jobPollMs : false,
  });
}

export function evidenceQuery(jobId: string) {
  return queryOptions({
    queryKey: [...adminJobsKey, jobId, 'evidence'],
    queryFn: ({ signal }) =>
      api.get<{ files: EvidenceFile[] }>(`${place(jobId)}/evidence`, signal).then(({ files }) => files),
  });
}

export const evidenceUrl = (jobId: string, fileId: string): string =>
  `${place(jobId)}/evidence/${part(fileId)}`;

export const retryJobOf = (jobId: string, reason: string) =>
  api.post<StartedJob>(`${place(jobId)}/retry`, { reason });

export type StuckDecision = (typeof stuckDecisions)[number];
export const decideJob = (jobId: string, decision: StuckDecision, reason: string) =>
  api.post<{ message: string }>(`${place(jobId)}/decide`, { decision, reason });

/** `key`: a double click is one refund. */
export const refundJob = (input: { jobId: string; credits: number; reason: string; key: string }) =>
  api.post<{ message: string }>(
    `${place(input.jobId)}/refund`,
    { credits: input.credits, reason: input.reason },
    { 'Idempotency-Key': input.key },
  );

export const countBulkRetry = (filter: AdminJobsFilter) =>
  api
    .post<{ count: BulkRetryCount }>('/api/admin/jobs/bulk-retry/preview', filter)
    .then(({ count }) => count);
export const startBulkRetry = (bulkRetryId: string, reason: string) =>
  api.post<{ bulkRetry: BulkRetryProgress }>('/api/admin/jobs/bulk-retry', { bulkRetryId, reason });
export const stopBulkRetry = (bulkRetryId: string, reason: string) =>
  api.post<{ bulkRetry: BulkRetryProgress }>(`/api/admin/jobs/bulk-retry/${part(bulkRetryId)}/stop`, {
    reason,
  });

export const isUnderWay = ({ state }: BulkRetryProgress): boolean =>
  state === 'running' || state === 'stopping';

export const bulkRetriesQuery = queryOptions({
  queryKey: bulkKey,
  queryFn: ({ signal }) =>
    api
      .get<{ bulkRetries: BulkRetryProgress[] }>('/api/admin/jobs/bulk-retry', signal)
      .then(({ bulkRetries }) => bulkRetries),
  refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) ? bulkPollMs : countPollMs),
});
