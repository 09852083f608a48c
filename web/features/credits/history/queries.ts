/** Provides the customer's credit history (spec section 7 "Credits") and its filters. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  creditEntryTypes,
  creditHistoryPageSizes,
  type CreditEntryType,
} from '#contracts/credits/credit-history.ts';
import type { CreditEntry, CreditSummary } from '#contracts/calls/credits-answers.ts';
import { call } from '#web/lib/client.ts';
import { allPages, type ListPage } from '#web/lib/all-pages.ts';
import { firstDayOf, periods, type Period } from '#web/lib/periods.ts';
import { oneOf, pageIn, searchIn } from '#web/lib/use-filters.ts';

/** How often entries of running jobs are read again. */
const openPollMs = 5_000;

export const pageSizeDefault = 20;

export type HistoryFilters = { period: Period; type: CreditEntryType | 'all'; search: string };
type HistoryPage = ListPage<CreditEntry> & { summary: CreditSummary };

/** Reads the filters from the address; unknown values are ignored. */
export function historyViewIn(query: URLSearchParams): {
  filters: HistoryFilters;
  page: number;
  pageSize: number;
} {
  const size = Number(query.get('size'));
  return {
    filters: {
      period: oneOf(periods, query.get('days')) ?? 'all',
      type: oneOf(creditEntryTypes, query.get('type')) ?? 'all',
      search: searchIn(query),
    },
    page: pageIn(query),
    pageSize: creditHistoryPageSizes.find((known) => known === size) ?? pageSizeDefault,
  };
}

export const isFiltered = ({ period, type, search }: HistoryFilters): boolean =>
  period !== 'all' || type !== 'all' || search !== '';

async function getHistory(
  userId: string,
  { period, type, search }: HistoryFilters,
  { limit, offset }: { limit: number; offset: number },
  signal?: AbortSignal,
): Promise<HistoryPage> {
  const { history, summary, totalCount } = await call('GET /api/users/:userId/credit-history', {
    params: { userId },
    query: {
      limit,
      offset,
      dateFrom: firstDayOf(period) ?? undefined,
      transactionType: type === 'all' ? undefined : type,
      search,
    },
    ...(signal ? { signal } : {}),
  });
  return { records: history, summary, totalCount };
}

export function creditHistoryQuery(input: {
  userId: string;
  filters: HistoryFilters;
  page: number;
  pageSize: number;
}) {
  const { userId, filters, page, pageSize } = input;
  const range = { limit: pageSize, offset: (page - 1) * pageSize };
  return queryOptions({
    queryKey: ['credit-history', userId, filters, pageSize, page],
    queryFn: ({ signal }) => getHistory(userId, filters, range, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.records.some(({ open }) => open) ? openPollMs : false),
  });
}

export const everyEntry = (userId: string, filters: HistoryFilters): Promise<CreditEntry[]> =>
  allPages((range) => getHistory(userId, filters, range));
