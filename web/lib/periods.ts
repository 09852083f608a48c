/** Defines the periods by which an account's lists can be filtered. Their days are those of Asia/Dhaka. */
import { DAY_MS } from '#contracts/durations.ts';
import { isoDay } from './dates.ts';
import { momentNow } from './moment.ts';

export const periods = ['7', '30', '90', 'all'] as const;
export type Period = (typeof periods)[number];

/** Returns the first of the last 7, 30 or 90 days, including today, or undefined for the whole history. */
export function firstDayOf(period: Period, now = momentNow()): string | undefined {
  if (period === 'all') return undefined;
  // Bangladesh has no daylight saving time, so every day has 24 hours.
  return isoDay(new Date(now.getTime() - (Number(period) - 1) * DAY_MS));
}
