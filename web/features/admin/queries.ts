/** Calls of administrators about bKash payments. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { OpenEndDecision } from '#contracts/open-end-rules.ts';
import type { ListedRefund } from '#contracts/payment-open-ends.ts';
import type {
  AdminPayment,
  AdminPaymentsAnswer,
  AttemptState,
  UnmatchedNotice,
} from '#contracts/payments.ts';
import { api, part } from '../../api/client.ts';
import type { ListPage } from '../../lib/all-pages.ts';
import { hasOpenRefund } from './refund-rules.ts';

/** How often a list is read again while bKash has not said what became of a refund in it. */
const openRefundPollMs = 5_000;
const openRefundPollsMax = 120;

export type PaymentFilter = 'all' | 'open' | 'decision' | AttemptState;
/** `needDecision`: of all payments, whatever the filters. */
export type PaymentsPage = ListPage<AdminPayment> & { needDecision: number };
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
    queryFn: ({ signal }): Promise<PaymentsPage> =>
      api
        .get<AdminPaymentsAnswer>(`/api/admin/payments?${query.toString()}`, signal)
        .then(({ payments, totalCount, needDecision }) => ({ records: payments, totalCount, needDecision })),
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

/** bKash's own list of a payment's refunds, asked for now. */
export function listedRefundsQuery(paymentId: string) {
  return queryOptions({
    queryKey: [...paymentsKey, 'bkash-refunds', paymentId],
    queryFn: ({ signal }) =>
      api
        .get<{ refunds: ListedRefund[] }>(`/api/admin/payments/${part(paymentId)}/bkash-refunds`, signal)
        .then((answer) => answer.refunds),
    staleTime: 0,
    retry: false,
  });
}

export type OpenEndInput = {
  paymentId: string;
  endId: string;
  decision: OpenEndDecision;
  reason: string;
  refundTrxId?: string;
};

export const decideOpenEnd = ({ paymentId, endId, ...body }: OpenEndInput) =>
  api.post<{ message: string }>(`/api/admin/payments/${part(paymentId)}/open-ends/${part(endId)}`, body);
