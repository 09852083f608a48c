/** Dates in samples that are relative to today, so that a sample stays valid over time. */
import { DAY_MS } from '#contracts/durations.ts';
import { dhakaDay } from '#contracts/calendar-days.ts';

const daysAgo = /\{today-(\d{1,4})\}/g;

/** Replaces `{today-40}` by the day forty days before today in Dhaka. */
export function datedSample(csv: string, today: Date): string {
  return csv.replace(daysAgo, (_, days: string) =>
    dhakaDay(new Date(today.getTime() - Number(days) * DAY_MS)),
  );
}
