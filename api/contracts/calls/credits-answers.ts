/** Response schemas of the calls about credits; the types are inferred from them. */
import { z } from 'zod';
import { creditEntryTypes } from '#contracts/credits/credit-history.ts';
import { textShape } from '#contracts/messages/shapes.ts';
import { jobBank } from './banks-answers.ts';
import { count, credits, moment } from './parts.ts';

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
    bank: jobBank,
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
