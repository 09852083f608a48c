/** The calls of spec section 7 about the user's transactions, and the filters they take. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  paymentStatuses,
  type PaymentStatus,
  type TransactionsAnswer,
  type TransactionSummary,
  type TransactionView,
} from '#contracts/transactions.ts';
import { api, part } from '../../api/client.ts';
import { allPages, type ListPage } from '../../lib/all-pages.ts';
import { firstDayOf, periods, type Period } from '../../lib/periods.ts';
import { oneOf, pageIn } from '../../lib/use-filters.ts';

export const transactionsPageSize = 10;

export type TransactionFilters = { period: Period; status: PaymentStatus | 'all' };

const transactionsPath = (userId: string): string => `/api/transactions/${part(userId)}`;

export const receiptUrl = (userId: string, transactionId: string): string =>
  `${transactionsPath(userId)}/${part(transactionId)}/receipt`;

/** What the address says; words that are no filter count as none. */
export function transactionViewIn(query: URLSearchParams): { filters: TransactionFilters; page: number } {
  return {
    filters: {
      period: oneOf(periods, query.get('days')) ?? 'all',
      status: oneOf(paymentStatuses, query.get('status')) ?? 'all',
    },
    page: pageIn(query),
  };
}

async function getTransactions(
  userId: string,
  { period, status }: TransactionFilters,
  { limit, offset }: { limit: number; offset: number },
  signal?: AbortSignal,
): Promise<ListPage<TransactionView>> {
  const query = new URLSearchParams({ limit: String(limit), offset: String(offset) });
  const dateFrom = firstDayOf(period);
  if (dateFrom) query.set('dateFrom', dateFrom);
  if (status !== 'all') query.set('paymentStatus', status);
  const path = `${transactionsPath(userId)}?${query.toString()}`;
  const { transactions, totalCount } = await api.get<TransactionsAnswer>(path, signal);
  return { records: transactions, totalCount };
}

export function transactionsQuery(userId: string, filters: TransactionFilters, page: number) {
  const range = { limit: transactionsPageSize, offset: (page - 1) * transactionsPageSize };
  return queryOptions({
    queryKey: ['transactions', userId, filters, page],
    queryFn: ({ signal }) => getTransactions(userId, filters, range, signal),
    placeholderData: keepPreviousData,
  });
}

export function transactionSummaryQuery(userId: string) {
  return queryOptions({
    queryKey: ['transactions', userId, 'summary'],
    queryFn: ({ signal }) =>
      api
        .get<{ summary: TransactionSummary }>(`${transactionsPath(userId)}/summary`, signal)
        .then((answer) => answer.summary),
  });
}

export const everyTransaction = (userId: string, filters: TransactionFilters): Promise<TransactionView[]> =>
  allPages((range) => getTransactions(userId, filters, range));
