/** Response schemas of the calls about credits and payments; the types are inferred from them. */
import { z } from 'zod';
import { textShape } from '#contracts/messages/answers.ts';
import { creditEntryTypes } from '#contracts/credits/credit-history.ts';
import { credentialPortals } from '#contracts/portals/portal-logins.ts';
import { transactionStatuses } from '#contracts/payments/payments.ts';
import { paymentStatuses } from '#contracts/payments/transactions.ts';
import { message } from './call.ts';
import { count, credits, moment, optionalMoment } from './parts.ts';

/** One step of an entry: credits reserved, used or returned for a job. */
const creditStep = z.object({ date: moment, kind: z.enum(['reserved', 'used', 'returned']), credits });
export type CreditStep = z.infer<typeof creditStep>;

/** Credits have two decimals. A job is one entry: while it runs, what it reserves; afterwards, what it used. */
const creditEntry = z
  .object({
    id: z.string(),
    date: moment,
    type: z.enum(creditEntryTypes),
    ...textShape('description'),
    previousCredit: credits,
    creditsChange: credits,
    amountBdt: z.number().nullable(),
    jobId: z.uuid().nullable(),
    open: z.boolean(),
    steps: z.array(creditStep),
  })
  .meta({ id: 'CreditEntry' });
export type CreditEntry = z.infer<typeof creditEntry>;

const creditSummary = z
  .object({
    totalPurchased: credits,
    totalUsed: credits,
    netChange: credits,
    currentBalance: credits,
  })
  .meta({ id: 'CreditSummary' });
export type CreditSummary = z.infer<typeof creditSummary>;

const creditUsage = z
  .object({
    serviceId: z.string(),
    serviceName: z.string(),
    totalCreditsSpent: credits,
    timesUsed: count,
    lastUsed: moment,
    percentage: z.number(),
  })
  .meta({ id: 'CreditUsage' });
export type CreditUsage = z.infer<typeof creditUsage>;

/** What the top of the Credits tab shows; `totalSpent` is in BDT. */
export const creditOverview = z
  .object({
    balance: credits,
    reserved: credits,
    totalSpent: z.number().describe('In BDT.'),
    lowCreditThreshold: credits.nullable(),
  })
  .meta({ id: 'CreditOverview' });
export type CreditOverview = z.infer<typeof creditOverview>;

const transaction = z
  .object({
    id: z.uuid(),
    transaction_id: z.string(),
    transaction_type: z.string(),
    amount_bdt: z.number(),
    credits_amount: credits,
    payment_method: z.string(),
    payment_status: z.enum(paymentStatuses),
    refunded_bdt: z.number(),
    receipt_number: z.string().nullable(),
    message: z.string(),
    created_at: moment,
  })
  .meta({ id: 'Transaction' });
export type TransactionView = z.infer<typeof transaction>;

export const transactionSummary = z
  .object({
    total_transactions: count,
    total_spent: z.number(),
    total_credits_purchased: credits,
  })
  .meta({ id: 'TransactionSummary' });
export type TransactionSummary = z.infer<typeof transactionSummary>;

export const creditHistoryAnswer = z.object({
  history: z.array(creditEntry),
  summary: creditSummary,
  totalCount: count,
  totalPages: count,
});
export type CreditHistoryAnswer = z.infer<typeof creditHistoryAnswer>;

export const creditUsageAnswer = z.object({ services: z.array(creditUsage), totalCreditsSpent: credits });
export type CreditUsageAnswer = z.infer<typeof creditUsageAnswer>;

/** All days of the query, including those without a job. */
export const usageDay = z.object({ date: z.iso.date(), creditsUsed: credits, jobs: count });
export type UsageDay = z.infer<typeof usageDay>;

/** `amount` is in BDT, `credits` in credits. */
export const createdPayment = message.extend({
  bkashURL: z.url(),
  paymentID: z.string(),
  amount: z.number(),
  credits: z.number(),
});
export type CreatedPaymentAnswer = z.infer<typeof createdPayment>;

export const queriedPayment = message.extend({
  transactionStatus: z.enum(transactionStatuses),
  trxID: z.string().nullable(),
  paymentID: z.string(),
  amount: z.number(),
  credits: z.number(),
});
export type QueriedPaymentAnswer = z.infer<typeof queriedPayment>;

export const paymentResult = z.object({
  status: z.enum(['processing', 'success', 'failed', 'cancelled']),
  message: z.string(),
});
export type PaymentResult = z.infer<typeof paymentResult>;

export const transactionsAnswer = z.object({ transactions: z.array(transaction), totalCount: count });
export type TransactionsAnswer = z.infer<typeof transactionsAnswer>;

export const savedCredential = z.object({
  portal_name: z.enum(credentialPortals),
  updated_at: moment,
  consent_at: optionalMoment,
  /** When the saved login was last used or tested, and the result: `ok` or a row outcome. */
  tested_at: optionalMoment,
  test_outcome: z.string().nullable(),
  managed: z.boolean().describe('Entered by our team, and never shown.'),
});
export type SavedCredential = z.infer<typeof savedCredential>;
