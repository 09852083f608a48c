/** Schemas of the calls of spec section 7 about the origin and use of a customer's credits: history, usage, alerts. */
import { z } from 'zod';
import { limits } from '#contracts/limits.ts';
import { filter } from '#contracts/envelope.ts';

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
  search: z.string().trim().max(limits.searchCharactersMax).optional(),
});
export type CreditHistoryQuery = z.infer<typeof creditHistoryQuery>;

export const creditUsageQuery = z.object({ dateFrom: filter(day), dateTo: filter(day) });

/** Null switches the notification off. */
export const creditAlertBody = z.object({
  threshold: z.number().min(0).max(limits.creditAlertThresholdMax).nullable(),
});
