/** Calls about bKash payments. */
import { z } from 'zod';
import { userIdParam } from '#contracts/jobs/jobs.ts';
import { openEndBody, openEndPath } from '#contracts/payments/payment-open-ends.ts';
import {
  adminPaymentsQuery,
  attemptIdPath,
  createPaymentBody,
  decideBody,
  handleNoticeBody,
  noticePath,
  queryPaymentBody,
  refundBody,
  resultTokenPath,
} from '#contracts/payments/payments.ts';
import { confirmTransactionBody, receiptParam, transactionsQuery } from '#contracts/payments/transactions.ts';
import { admin, admins, orWaiting } from './admin-call.ts';
import { confirmation, group, message, type CallTable } from './call.ts';
import {
  adminPaymentsAnswer,
  createdPayment,
  listedRefund,
  paymentResult,
  queriedPayment,
  transactionSummary,
  transactionsAnswer,
  unmatchedNoticesAnswer,
} from './payments-answers.ts';

const payment = group('Payments');
const verified = { access: 'verified' } as const;

export const paymentCalls = {
  'POST /api/bkash/create-payment': payment('Start a bKash payment.', {
    ...verified,
    limit: 'paymentPerUser',
    body: createPaymentBody,
    answer: createdPayment,
    errors: [
      'NOT_FOUND',
      'PURCHASE_AMOUNT',
      'PRICE_CHANGED',
      'ORDER_PAID',
      'PAYMENT_REFUSED',
      'PAYMENT_NOT_CREATED',
      'IDEMPOTENCY_KEY_REUSED',
    ],
  }),
  'POST /api/bkash/query-payment': payment('Get the state of a payment at bKash.', {
    ...verified,
    limit: 'paymentQueryPerUser',
    body: queryPaymentBody,
    answer: queriedPayment,
    errors: ['NOT_FOUND'],
  }),
  'GET /api/bkash/result/:token': payment(
    'Get the result of a payment, for the page to which bKash returns the payer.',
    {
      access: 'public',
      limit: 'paymentResultPerIp',
      params: resultTokenPath,
      answer: z.object({ result: paymentResult }),
    },
  ),
  'POST /api/transactions': payment('Confirm that a payment is recorded.', {
    ...verified,
    body: confirmTransactionBody,
    answer: message,
    errors: ['NOT_FOUND', 'TRANSACTION_NOT_RECORDED'],
  }),
  'GET /api/transactions/:userId': payment('List your payments, newest first.', {
    ...verified,
    params: userIdParam,
    administered: true,
    query: transactionsQuery,
    answer: transactionsAnswer,
  }),
  'GET /api/transactions/:userId/summary': payment('Get the totals of your payments.', {
    ...verified,
    params: userIdParam,
    administered: true,
    answer: z.object({ summary: transactionSummary }),
  }),
  'GET /api/transactions/:userId/:id/receipt': payment('Download the receipt of a payment.', {
    ...verified,
    params: receiptParam,
    administered: true,
    isDownload: true,
    file: 'application/pdf',
  }),

  'GET /api/admin/payments': admin('List the payments of all customers.', {
    ...admins,
    query: adminPaymentsQuery,
    answer: adminPaymentsAnswer,
  }),
  'GET /api/admin/payments/unmatched-notices': admin('List bKash notifications that match no payment.', {
    ...admins,
    answer: unmatchedNoticesAnswer,
  }),
  'POST /api/admin/payments/unmatched-notices/:messageId/handle': admin(
    'Mark a bKash notification that matches no payment as dealt with.',
    { ...admins, params: noticePath, body: handleNoticeBody, answer: confirmation, errors: ['NOT_FOUND'] },
  ),
  'POST /api/admin/payments/:id/refund': admin('Refund a payment.', {
    ...admins,
    params: attemptIdPath,
    body: refundBody,
    idempotent: true,
    answer: orWaiting(confirmation.extend({ refundId: z.uuid(), creditsTaken: z.number() })),
  }),
  'GET /api/admin/payments/:id/bkash-refunds': admin('List the refunds that bKash reports for a payment.', {
    ...admins,
    params: attemptIdPath,
    answer: z.object({ refunds: z.array(listedRefund) }),
  }),
  'POST /api/admin/payments/:id/open-ends/:endId': admin(
    'Decide about a payment or refund that cannot be settled automatically.',
    {
      ...admins,
      params: openEndPath,
      body: openEndBody,
      answer: confirmation,
    },
  ),
  'POST /api/admin/payments/:id/decide': admin('Decide about a held payment.', {
    ...admins,
    params: attemptIdPath,
    body: decideBody,
    answer: orWaiting(confirmation),
  }),
} satisfies CallTable;
