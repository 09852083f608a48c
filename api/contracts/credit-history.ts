/** Calls of spec section 7 about where a customer's credits came from and went: history, usage, alerts. */
import { z } from 'zod';
import { filter } from './envelope.ts';

export const creditEntryTypes = ['purchase', 'usage', 'refund', 'admin'] as const;
export type CreditEntryType = (typeof creditEntryTypes)[number];

export const creditHistoryPageSizes = [10, 20, 50, 100] as const;

/** A day in Asia/Dhaka. */
const day = z.iso.date();

export const creditHistoryQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
  dateFrom: filter(day),
  dateTo: filter(day),
  transactionType: filter(z.enum(creditEntryTypes)),
  search: z.string().trim().max(100).optional(),
});
export type CreditHistoryQuery = z.infer<typeof creditHistoryQuery>;

/** One step of a line: what was held, used and given back for a job. */
export type CreditStep = { date: string; kind: 'reserved' | 'used' | 'returned'; credits: number };

/** Credits with two decimals. A job is one line: while it runs, what it holds; afterwards, what it used. */
export type CreditEntry = {
  id: string;
  date: string;
  type: CreditEntryType;
  description: string;
  previousCredit: number;
  creditsChange: number;
  amountBdt: number | null;
  jobId: string | null;
  open: boolean;
  steps: CreditStep[];
};
export type CreditSummary = {
  totalPurchased: number;
  totalUsed: number;
  netChange: number;
  currentBalance: number;
};
export type CreditHistoryAnswer = {
  success: true;
  history: CreditEntry[];
  summary: CreditSummary;
  totalCount: number;
  totalPages: number;
};

export const creditUsageQuery = z.object({ dateFrom: filter(day), dateTo: filter(day) });

export type CreditUsage = {
  serviceId: string;
  serviceName: string;
  totalCreditsSpent: number;
  timesUsed: number;
  lastUsed: string;
  percentage: number;
};
export type CreditUsageAnswer = { success: true; services: CreditUsage[]; totalCreditsSpent: number };

/** What the Credits tab shows at the top; `totalSpent` in BDT. */
export type CreditOverview = {
  balance: number;
  reserved: number;
  totalSpent: number;
  lowCreditThreshold: number | null;
};

/** Null switches the notification off. */
export const creditAlertBody = z.object({ threshold: z.number().min(0).max(1_000_000).nullable() });
