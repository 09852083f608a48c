/** Calls of administrators about bKash payments. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AdminPayment, AttemptState, UnmatchedNotice } from '#contracts/payments.ts';
import { api, part } from '../../api/client.ts';
import type { ListPage } from '../../lib/all-pages.ts';
import { hasOpenRefund } from './refund-rules.ts';

/** How often a list is read again while bKash has not said what became of a refund in it. */
const openRefundPollMs = 5_000;
const openRefundPollsMax = 120;

export type PaymentFilter = 'all' | 'open' | AttemptState;
export const paymentsPageSize = 20;
export const searchCharactersMax = 100;
export const paymentsKey = ['admin', 'payments'];

export function paymentsQuery(input: { state: PaymentFilter; search: string; page: number }) {
  const { state, search, page } = input;
  const query = new URLSearchParams({
    limit: String(paymentsPageSize),
    offset: String((page - 1) * paymentsPageSize),
    ...(state === 'all' ? {} : { state }),
    ...(search === '' ? {} : { search }),
  });
  return queryOptions({
    queryKey: [...paymentsKey, state, search, page],
    queryFn: ({ signal }): Promise<ListPage<AdminPayment>> =>
      api
        .get<{ payments: AdminPayment[]; totalCount: number }>(
          `/api/admin/payments?${query.toString()}`,
          signal,
        )
        .then(({ payments, totalCount }) => ({ records: payments, totalCount })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      dataUpdateCount < openRefundPollsMax && data?.records.some((payment) => hasOpenRefund(payment))
        ? openRefundPollMs
        : false,
  });
}

export const unmatchedQuery = queryOptions({
  queryKey: [...paymentsKey, 'unmatched'],
  queryFn: ({ signal }) =>
    api
      .get<{ notices: UnmatchedNotice[] }>('/api/admin/payments/unmatched-notices', signal)
      .then((answer) => answer.notices),
});

export type RefundInput = {
  id: string;
  amount: number;
  reason: string;
  acceptShortfall: boolean;
  /** A double click is one refund. */
  key: string;
};

export const refundPayment = ({ id, key, ...body }: RefundInput) =>
  api.post<{ message: string; creditsTaken: number }>(`/api/admin/payments/${part(id)}/refund`, body, {
    'Idempotency-Key': key,
  });

export type Decision = 'credit' | 'refund' | 'close';

export const decidePayment = (id: string, decision: Decision, reason: string) =>
  api.post<{ message: string }>(`/api/admin/payments/${part(id)}/decide`, { decision, reason });
