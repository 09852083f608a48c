/** The periods that an account's lists can be narrowed to; their days are those of Asia/Dhaka. */
import { isoDay } from './dates.ts';

export const periods = ['7', '30', '90', 'all'] as const;
export type Period = (typeof periods)[number];

const dayMs = 24 * 60 * 60 * 1000;

/** The first day of the last 7, 30 or 90, today included; nothing for the whole history. */
export function firstDayOf(period: Period, now = new Date()): string | undefined {
  if (period === 'all') return undefined;
  // Bangladesh has no summer time: a day there is always 24 hours.
  return isoDay(new Date(now.getTime() - (Number(period) - 1) * dayMs));
}
