/** Provides the list of the customer's jobs, and its filters, which are part of the address. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ListedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import {
  jobListPageSize,
  jobListPageSizes,
  jobListStates,
  jobSearchCharactersMax,
} from '#contracts/jobs/job-list-rules.ts';
import type { ListPage } from '#web/lib/all-pages.ts';
import { call } from '#web/lib/client.ts';
import { rowsPageSize } from '#web/features/jobs/queries.ts';
import { paths } from '#web/paths.ts';
import { firstDayOf, periods, type Period } from '#web/lib/periods.ts';
import { findService } from '#web/lib/services.ts';
import { oneOf, pageIn } from '#web/lib/use-filters.ts';

/** Interval at which a page with unfinished jobs is read again. */
const openPollMs = 5_000;

export type JobFilters = {
  state: (typeof jobListStates)[number] | 'all';
  /** The service's id. */
  service: string | undefined;
  period: Period;
  search: string;
};
export type JobListPage = ListPage<ListedJob> & { rowsSearchedFrom: string | null };

/** Reads the filters from the address; unknown values are ignored. */
export function jobListViewIn(query: URLSearchParams): {
  filters: JobFilters;
  page: number;
  pageSize: number;
} {
  const size = Number(query.get('size'));
  return {
    filters: {
      state: oneOf(jobListStates, query.get('state')) ?? 'all',
      service: findService(query.get('service') ?? '')?.id,
      period: oneOf(periods, query.get('days')) ?? 'all',
      search: (query.get('q') ?? '').trim().slice(0, jobSearchCharactersMax),
    },
    page: pageIn(query),
    pageSize: jobListPageSizes.find((known) => known === size) ?? jobListPageSize,
  };
}

/** Returns how many filters are set, apart from the search, which is always visible. */
export const filtersSet = ({ state, service, period }: JobFilters): number =>
  [state !== 'all', service !== undefined, period !== 'all'].filter(Boolean).length;

export const isFiltered = (filters: JobFilters): boolean => filtersSet(filters) > 0 || filters.search !== '';

/** The key differs from that of single jobs, whose results are kept for a reload: a found row value is not. */
export function jobListQuery(input: { userId: string; filters: JobFilters; page: number; pageSize: number }) {
  const { userId, filters, page, pageSize } = input;
  const { state, service, period, search } = filters;
  return queryOptions({
    queryKey: ['job-list', userId, filters, pageSize, page],
    queryFn: async ({ signal }): Promise<JobListPage> => {
      const { jobs, pagination, rowsSearchedFrom } = await call('GET /api/jobs', {
        query: {
          state: state === 'all' ? undefined : state,
          service,
          from: firstDayOf(period),
          q: search || undefined,
          page,
          limit: pageSize,
        },
        signal,
      });
      return { records: jobs, totalCount: pagination.totalCount, rowsSearchedFrom };
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.records.some(({ finishedAt, filesPending }) => finishedAt === null || filesPending)
        ? openPollMs
        : false,
  });
}

/** Returns the address of the job's page on which the row is listed. */
export const rowPath = (jobId: string, rowNumber: number): string =>
  `${paths.job(jobId)}?page=${Math.ceil(rowNumber / rowsPageSize)}`;
