/** The API's description: credits, payments and portal logins. */
import { z } from 'zod';
import { creditAlertBody, creditHistoryQuery, creditUsageQuery } from '../credit-history.ts';
import { credentialBody, saveCredentialBody } from '../credentials.ts';
import { credentialPortals } from '../portal-logins.ts';
import { claimedUser } from '../envelope.ts';
import {
  creditEntry,
  creditOverview,
  creditSummary,
  creditUsage,
  transaction,
  transactionSummary,
} from './answers.ts';
import { group, message, type CallTable } from './call.ts';
import { userIdParam } from '../jobs.ts';
import { createPaymentBody, queryPaymentBody, resultTokenPath } from '../payments.ts';
import { confirmTransactionBody, receiptParam, transactionsQuery } from '../transactions.ts';
import { usageDaysQuery } from '../usage-days.ts';

const credit = group('Credits');
const payment = group('Payments');
const portal = group('Portal access');
const reading = { access: 'verified', scope: 'credits:read' } as const;
const verified = { access: 'verified' } as const;
const moment = z.iso.datetime();

export const creditCalls = {
  'GET /api/users/:userId/credit-overview': credit('Balance, reserved credits and what was paid.', {
    ...reading,
    params: userIdParam,
    administered: true,
    answer: z.object({ overview: creditOverview }),
  }),
  'GET /api/users/:userId/credit-history': credit('Where credits came from and went, newest first.', {
    ...reading,
    params: userIdParam,
    administered: true,
    query: creditHistoryQuery,
    answer: z.object({
      history: z.array(creditEntry),
      summary: creditSummary,
      totalCount: z.number().int(),
      totalPages: z.number().int(),
    }),
  }),
  'GET /api/analytics/credit-usage/:userId': credit('Credits used by service.', {
    ...reading,
    params: userIdParam,
    administered: true,
    query: creditUsageQuery,
    answer: z.object({ services: z.array(creditUsage), totalCreditsSpent: z.number() }),
  }),
  'GET /api/analytics/credit-usage-by-day/:userId': credit('Credits and jobs by day.', {
    ...reading,
    params: userIdParam,
    administered: true,
    query: usageDaysQuery,
    answer: z.object({
      days: z.array(z.object({ date: z.iso.date(), creditsUsed: z.number(), jobs: z.number().int() })),
    }),
  }),
  'PUT /api/users/:userId/credit-alert': credit('Below which balance a notification tells so.', {
    ...verified,
    body: creditAlertBody,
    answer: message.extend({ threshold: z.number().nullable() }),
  }),

  'POST /api/bkash/create-payment': payment('Begin a bKash payment.', {
    ...verified,
    body: createPaymentBody,
    answer: message.extend({
      bkashURL: z.url(),
      paymentID: z.string(),
      amount: z.number(),
      credits: z.number(),
    }),
    errors: ['PURCHASE_AMOUNT', 'ORDER_PAID', 'PAYMENT_REFUSED', 'PAYMENT_NOT_CREATED'],
  }),
  'POST /api/bkash/query-payment': payment('What bKash says of a payment.', {
    ...verified,
    body: queryPaymentBody,
    answer: message.extend({
      transactionStatus: z.enum(['Initiated', 'Completed', 'Failed', 'Cancelled']),
      trxID: z.string().nullable(),
      paymentID: z.string(),
      amount: z.number(),
      credits: z.number(),
    }),
  }),
  'GET /api/bkash/result/:token': payment(
    'What became of a payment, for the page that bKash leads back to.',
    {
      access: 'public',
      params: resultTokenPath,
      answer: z.object({
        result: z.object({
          status: z.enum(['processing', 'success', 'failed', 'cancelled']),
          message: z.string(),
        }),
      }),
      errors: ['TOO_MANY_REQUESTS'],
    },
  ),
  'POST /api/transactions': payment('Confirm that a payment is recorded.', {
    ...verified,
    body: confirmTransactionBody,
    answer: message,
    errors: ['TRANSACTION_NOT_RECORDED'],
  }),
  'GET /api/transactions/:userId': payment('Payments, newest first.', {
    ...verified,
    params: userIdParam,
    administered: true,
    query: transactionsQuery,
    answer: z.object({ transactions: z.array(transaction), totalCount: z.number().int() }),
  }),
  'GET /api/transactions/:userId/summary': payment('Sums of all payments.', {
    ...verified,
    params: userIdParam,
    administered: true,
    answer: z.object({ summary: transactionSummary }),
  }),
  'GET /api/transactions/:userId/:id/receipt': payment('The receipt of a payment.', {
    ...verified,
    params: receiptParam,
    administered: true,
    isDownload: true,
    file: 'application/pdf',
  }),

  'GET /api/credentials/user/:userId': portal('Portals with a saved login.', {
    ...verified,
    answer: z.object({
      data: z.array(
        z.object({
          portal_name: z.enum(credentialPortals),
          updated_at: moment,
          consent_at: moment.nullable(),
          tested_at: moment.nullable(),
          test_outcome: z.string().nullable(),
          managed: z.boolean().describe('Entered by our team, and never shown.'),
        }),
      ),
    }),
  }),
  'GET /api/credentials/check/:portal': portal('Whether a login is saved, and whether jobs can log in.', {
    ...verified,
    query: claimedUser,
    answer: z.object({ exists: z.boolean(), usable: z.boolean() }),
    errors: ['PORTAL_UNKNOWN'],
  }),
  'GET /api/credentials/:portal': portal('The user name of a saved login.', {
    ...verified,
    query: claimedUser,
    answer: z.object({ data: z.object({ username: z.string().nullable() }) }),
    errors: ['PORTAL_UNKNOWN'],
  }),
  'POST /api/credentials/test': portal('Log in to the portal once, without saving.', {
    ...verified,
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
