/** The calls of spec section 7 "Payments" that a purchase makes. */
import { queryOptions } from '@tanstack/react-query';
import { timings } from '#contracts/limits.ts';
import type {
  CreatedPaymentAnswer,
  PaymentResult,
  PurchaseOrigin,
  QueriedPaymentAnswer,
} from '#contracts/payments.ts';
import { api, part } from '../../api/client.ts';
import type { PaidPayment } from './payment-machine.ts';

/** What is bought: `number` names it, so that the same number is never paid twice. `credits` is what the customer sees. */
export type PurchaseOrder = { number: string; amountBdt: number; credits: number; origin: PurchaseOrigin };

export const createPayment = (order: PurchaseOrder) =>
  api.post<CreatedPaymentAnswer>('/api/bkash/create-payment', {
    amount: order.amountBdt,
    merchantInvoiceNumber: order.number,
    origin: order.origin,
    credits: order.credits,
  });

export const queryPayment = (paymentID: string) =>
  api.post<QueriedPaymentAnswer>('/api/bkash/query-payment', { paymentID });

export const confirmTransaction = (paid: PaidPayment, userId: string) =>
  api.post<{ success: true; message: string }>('/api/transactions', {
    userId,
    transactionType: 'credit_purchase',
    amountBdt: paid.amountBdt,
    creditsAmount: paid.credits,
    paymentMethod: 'bkash',
    paymentStatus: 'completed',
    transactionId: paid.trxId,
    gatewayReference: paid.paymentId,
    paymentDate: new Date().toISOString(),
  });

export function paymentResultQuery(token: string) {
  return queryOptions({
    queryKey: ['payment-result', token],
    queryFn: ({ signal }) =>
      api
        .get<{ result: PaymentResult }>(`/api/bkash/result/${part(token)}`, signal)
        .then((answer) => answer.result),
    refetchInterval: ({ state }) =>
      state.data?.status === 'processing' && state.dataUpdateCount < timings.paymentQueriesMax
        ? timings.paymentQueryMs
        : false,
  });
}
