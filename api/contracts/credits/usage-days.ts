/** Schema of the call about a customer's credits and jobs per day. */
import { z } from 'zod';
import { DAY_MS } from '#contracts/durations.ts';
import { usageDaysMax } from './usage-rules.ts';

/** Days in Asia/Dhaka; both are included. */
export const usageDaysQuery = z
  .object({ dateFrom: z.iso.date(), dateTo: z.iso.date() })
  .refine(({ dateFrom, dateTo }) => dateFrom <= dateTo, { error: 'The last day is before the first.' })
  .refine(({ dateFrom, dateTo }) => Date.parse(dateTo) - Date.parse(dateFrom) < usageDaysMax * DAY_MS, {
    error: `At most ${usageDaysMax} days can be shown.`,
  });
export type UsageDaysQuery = z.infer<typeof usageDaysQuery>;
