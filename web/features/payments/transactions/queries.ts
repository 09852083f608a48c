/** Provides the calls of spec section 7 about the customer's transactions, and their filters. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { paymentStatuses, type PaymentStatus } from '#contracts/payments/payment-statuses.ts';
import type { TransactionView } from '#contracts/calls/payments-answers.ts';
import { addressOf, call } from '#web/lib/client.ts';
import { allPages, type ListPage } from '#web/lib/all-pages.ts';
import { firstDayOf, periods, type Period } from '#web/lib/periods.ts';
import { oneOf, pageIn } from '#web/lib/use-filters.ts';

export const transactionsPageSize = 10;

export type TransactionFilters = { period: Period; status: PaymentStatus | 'all' };

export const receiptUrl = (userId: string, transactionId: string): string =>
  addressOf('GET /api/transactions/:userId/:id/receipt', { userId, id: transactionId });

/** Reads the filters from the address; unknown values are ignored. */
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
  const { transactions, totalCount } = await call('GET /api/transactions/:userId', {
    params: { userId },
    query: {
      limit,
      offset,
      dateFrom: firstDayOf(period) ?? undefined,
      paymentStatus: status === 'all' ? undefined : status,
    },
    ...(signal ? { signal } : {}),
  });
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
      call('GET /api/transactions/:userId/summary', { params: { userId }, signal }).then(
        (answer) => answer.summary,
      ),
  });
}

export const everyTransaction = (userId: string, filters: TransactionFilters): Promise<TransactionView[]> =>
  allPages((range) => getTransactions(userId, filters, range));
