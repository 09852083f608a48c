/** Provides the administrators' calls about bKash payments. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { OpenEndDecision } from '#contracts/payments/open-end-rules.ts';
import type { AttemptState } from '#contracts/payments/payments.ts';
import type { AdminPayment } from '#contracts/calls/payments-answers.ts';
import { call } from '#web/lib/client.ts';
import { withRequestKey } from '#web/lib/request-keys.ts';
import type { ListPage } from '#web/lib/all-pages.ts';
import { hasOpenRefund } from './refund-rules.ts';

/** How often a list is read again while bKash has not reported the result of one of its refunds. */
const openRefundPollMs = 5_000;
const openRefundPollsMax = 120;

export type PaymentFilter = 'all' | 'open' | 'decision' | AttemptState;
/** `needDecision` counts all payments, regardless of the filters. */
export type PaymentsPage = ListPage<AdminPayment> & { needDecision: number };
export const paymentsPageSize = 20;
export const paymentsKey = ['admin', 'payments'];

export function paymentsQuery(input: { state: PaymentFilter; search: string; page: number }) {
  const { state, search, page } = input;
  const query = {
    limit: paymentsPageSize,
    offset: (page - 1) * paymentsPageSize,
    state: state === 'all' ? undefined : state,
    search,
  };
  return queryOptions({
    queryKey: [...paymentsKey, state, search, page],
    queryFn: ({ signal }): Promise<PaymentsPage> =>
      call('GET /api/admin/payments', { query, signal }).then(({ payments, ...rest }) => ({
        records: payments,
        totalCount: rest.totalCount,
        needDecision: rest.needDecision,
      })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      dataUpdateCount < openRefundPollsMax && data?.records.some((payment) => hasOpenRefund(payment))
        ? openRefundPollMs
        : false,
  });
}

export const unmatchedQuery = queryOptions({
  queryKey: [...paymentsKey, 'unmatched'],
  queryFn: ({ signal }) => call('GET /api/admin/payments/unmatched-notices', { signal }),
});

export const handleNotice = (messageId: string, reason: string) =>
  call('POST /api/admin/payments/unmatched-notices/:messageId/handle', {
    params: { messageId },
    body: { reason },
  });

export type RefundInput = {
  id: string;
  amount: number;
  reason: string;
  acceptShortfall: boolean;
};

/** A double click, or another try after a lost answer, makes one refund. */
export const refundPayment = ({ id, ...body }: RefundInput) =>
  withRequestKey(`payment-refund:${id}:${body.amount}`, (key) =>
    call('POST /api/admin/payments/:id/refund', { params: { id }, body, key }),
  );

export type Decision = 'credit' | 'refund' | 'close';

export const decidePayment = (id: string, decision: Decision, reason: string) =>
  call('POST /api/admin/payments/:id/decide', { params: { id }, body: { decision, reason } });

/** Asks bKash for its current list of a payment's refunds. */
export function listedRefundsQuery(paymentId: string) {
  return queryOptions({
    queryKey: [...paymentsKey, 'bkash-refunds', paymentId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/payments/:id/bkash-refunds', { params: { id: paymentId }, signal }).then(
        (answer) => answer.refunds,
      ),
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
  call('POST /api/admin/payments/:id/open-ends/:endId', { params: { id: paymentId, endId }, body });
