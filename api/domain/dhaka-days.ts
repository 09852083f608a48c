/** Calendar days in Asia/Dhaka, which has no daylight saving time. */
import { dhakaDay } from '#contracts/calendar-days.ts';
import { DAY_MS } from '#contracts/durations.ts';

/** Returns the time range from the first to the last day, both included; a missing day leaves that end open. */
export function timesOfDays({
  dateFrom,
  dateTo,
}: {
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
}): {
  gte?: Date;
  lt?: Date;
} {
  return {
    ...(dateFrom === undefined ? {} : { gte: midnight(dateFrom) }),
    ...(dateTo === undefined ? {} : { lt: new Date(midnight(dateTo).getTime() + DAY_MS) }),
  };
}

/** Returns the moment at which the day begins in Dhaka. */
export const midnight = (day: string): Date => new Date(`${day}T00:00:00+06:00`);

/** Returns the last `count` days up to now, oldest first. */
export const lastDhakaDays = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, n) => dhakaDay(new Date(now.getTime() - (count - 1 - n) * DAY_MS)));
