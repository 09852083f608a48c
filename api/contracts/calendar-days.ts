/** Calendar days as 2026-11-02: the day in Bangladesh, and the forms in which portals take it. */
import { DAY_MS } from './durations.ts';

/** The short names of the months in English, January first. */
export const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

const dayInDhaka = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dhaka', dateStyle: 'short' });

/** Returns the calendar day in Bangladesh, such as 2026-11-21. */
export function dhakaDay(moment: Date): string {
  return dayInDhaka.format(moment);
}

/** Returns whole days from one date to the other, both as 2026-11-02; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** Converts 2026-11-02 to 02-NOV-2026. */
export function monthNameDate(day: string): string {
  const [year, month, date] = day.split('-');
  return `${date}-${months[Number(month) - 1]}-${year}`;
}

/** Converts 2026-11-02 to 02/11/2026. */
export function slashDate(day: string): string {
  return day.split('-').toReversed().join('/');
}
