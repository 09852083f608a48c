/** Provides the calls of spec section 7, "Payments", that a purchase makes. */
import { queryOptions } from '@tanstack/react-query';
import { timings } from '#contracts/client-timings.ts';
import type { PurchaseOrigin } from '#contracts/payments/payments.ts';
import { call } from '#web/lib/client.ts';
import type { PaidPayment } from './payment-machine.ts';

/**
 * A purchase. `number` identifies it, so that it is never paid twice. `credits` is the number shown to the customer.
 */
export type PurchaseOrder = { number: string; amountBdt: number; credits: number; origin: PurchaseOrigin };

/** `another` opens one more payment of an order that has an unfinished one. */
export const createPayment = (order: PurchaseOrder, another: boolean) =>
  call('POST /api/bkash/create-payment', {
    body: {
      amount: order.amountBdt,
      merchantInvoiceNumber: order.number,
      origin: order.origin,
      credits: order.credits,
      ...(another ? { another } : {}),
    },
  });

export const queryPayment = (paymentID: string) =>
  call('POST /api/bkash/query-payment', { body: { paymentID } });

export const confirmTransaction = (paid: PaidPayment, userId: string) =>
  call('POST /api/transactions', {
    body: {
      userId,
      transactionType: 'credit_purchase',
      amountBdt: paid.amountBdt,
      creditsAmount: paid.credits,
      paymentMethod: 'bkash',
      paymentStatus: 'completed',
      transactionId: paid.trxId,
      gatewayReference: paid.paymentId,
      paymentDate: new Date().toISOString(),
    },
  });

export function paymentResultQuery(token: string) {
  return queryOptions({
    queryKey: ['payment-result', token],
    queryFn: ({ signal }) =>
      call('GET /api/bkash/result/:token', { params: { token }, signal }).then((answer) => answer.result),
    refetchInterval: ({ state }) =>
      state.data?.status === 'processing' && state.dataUpdateCount < timings.paymentQueriesMax
        ? timings.paymentQueryMs
        : false,
  });
}
