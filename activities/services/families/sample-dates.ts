/** Dates of samples that count days back from today, so that a sample stays valid as time goes on. */
import { dhakaDay } from './fields-dates.ts';

const DAY_MS = 86_400_000;
const daysAgo = /\{today-(\d{1,4})\}/g;

/** `{today-40}` → the day forty days before today in Dhaka. */
export function datedSample(csv: string, today: Date): string {
  return csv.replace(daysAgo, (_, days: string) =>
    dhakaDay(new Date(today.getTime() - Number(days) * DAY_MS)),
  );
}
