/** Calls about credits, payments and portal logins. */
import { z } from 'zod';
import { creditAlertBody, creditHistoryQuery, creditUsageQuery } from '#contracts/credits/credit-history.ts';
import { credentialBody, saveCredentialBody } from '#contracts/portals/credentials.ts';
import { claimedUser } from '#contracts/envelope.ts';
import {
  createdPayment,
  creditHistoryAnswer,
  creditOverview,
  creditUsageAnswer,
  paymentResult,
  queriedPayment,
  savedCredential,
  transactionSummary,
  transactionsAnswer,
  usageDay,
} from './credit-answers.ts';
import { confirmation, group, message, type CallTable } from './call.ts';
import { userIdParam } from '#contracts/jobs/jobs.ts';
import { createPaymentBody, queryPaymentBody, resultTokenPath } from '#contracts/payments/payments.ts';
import { confirmTransactionBody, receiptParam, transactionsQuery } from '#contracts/payments/transactions.ts';
import { usageDaysQuery } from '#contracts/credits/usage-days.ts';

const credit = group('Credits');
const payment = group('Payments');
const portal = group('Portal access');
const reading = { access: 'verified', scope: 'credits:read' } as const;
const verified = { access: 'verified' } as const;

export const creditCalls = {
  'GET /api/users/:userId/credit-overview': credit('Get your balance, reserved credits and total payments.', {
    ...reading,
    params: userIdParam,
    administered: true,
    answer: z.object({ overview: creditOverview }),
  }),
  'GET /api/users/:userId/credit-history': credit('List your credit history, newest first.', {
    ...reading,
    params: userIdParam,
    administered: true,
    query: creditHistoryQuery,
    answer: creditHistoryAnswer,
  }),
  'GET /api/analytics/credit-usage/:userId': credit('Get the credits used by service.', {
    ...reading,
    params: userIdParam,
    administered: true,
    query: creditUsageQuery,
    answer: creditUsageAnswer,
  }),
  'GET /api/analytics/credit-usage-by-day/:userId': credit('Get the credits and jobs by day.', {
    ...reading,
    params: userIdParam,
    administered: true,
    query: usageDaysQuery,
    answer: z.object({ days: z.array(usageDay) }),
  }),
  'PUT /api/users/:userId/credit-alert': credit('Set the balance below which you are notified.', {
    ...verified,
    body: creditAlertBody,
    answer: confirmation.extend({ threshold: z.number().nullable() }),
  }),

  'POST /api/bkash/create-payment': payment('Start a bKash payment.', {
    ...verified,
    limit: 'paymentPerUser',
    body: createPaymentBody,
    answer: createdPayment,
    errors: ['PURCHASE_AMOUNT', 'ORDER_PAID', 'PAYMENT_REFUSED', 'PAYMENT_NOT_CREATED'],
  }),
  'POST /api/bkash/query-payment': payment('Get the state of a payment at bKash.', {
    ...verified,
    limit: 'paymentQueryPerUser',
    body: queryPaymentBody,
    answer: queriedPayment,
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
    errors: ['TRANSACTION_NOT_RECORDED'],
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

  'GET /api/credentials/user/:userId': portal('List the portals with a saved login.', {
    ...verified,
    answer: z.object({ data: z.array(savedCredential) }),
  }),
  'GET /api/credentials/check/:portal': portal(
    'Check whether a login is saved and whether jobs can use it.',
    {
      ...verified,
      query: claimedUser,
      answer: z.object({ exists: z.boolean(), usable: z.boolean() }),
      errors: ['PORTAL_UNKNOWN'],
    },
  ),
  'GET /api/credentials/:portal': portal('Get the user name of a saved login.', {
    ...verified,
    query: claimedUser,
    answer: z.object({ data: z.object({ username: z.string().nullable() }) }),
    errors: ['PORTAL_UNKNOWN'],
  }),
  'POST /api/credentials/test': portal('Test a login on the portal once, without saving it.', {
    ...verified,
    limit: 'credentialTestPerUser',
    body: credentialBody,
    answer: message,
    errors: ['CREDENTIALS_TEST_FAILED', 'CREDENTIALS_TEST_UNAVAILABLE'],
  }),
  'POST /api/credentials/save': portal('Save a login.', {
    ...verified,
    body: saveCredentialBody,
    answer: message,
    errors: ['CONSENT_REQUIRED'],
  }),
  'DELETE /api/credentials/:portal': portal('Delete a login.', {
    ...verified,
    body: claimedUser,
    answer: message,
    errors: ['PORTAL_UNKNOWN'],
  }),
} satisfies CallTable;
