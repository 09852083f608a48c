/** Formats dates in the form offices use, "21 Nov 2026, 09:42", always in Asia/Dhaka and in the chosen language. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/durations.ts';
import { currentLanguage, type Language } from './language.ts';
import { momentNow } from './moment.ts';
import { formatNumber, localDigits } from './numbers.ts';
import { defineWords, wordsNow } from './words.ts';

const locales: Record<Language, string> = { en: 'en-GB', bn: 'bn-BD' };
const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const kinds = {
  dateTime: { ...day, ...clock },
  date: day,
  time: clock,
  second: { ...clock, second: '2-digit' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creates a format when it is first used: all of them together would delay the first view by some milliseconds. */
function formatOf(kind: keyof typeof kinds, language = currentLanguage()): Intl.DateTimeFormat {
  const key = `${language} ${kind}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locales[language], { timeZone: 'Asia/Dhaka', ...kinds[kind] });
  formats.set(key, made);
  return made;
}

const words = defineWords({
  en: {
    justNow: 'Just now',
    ago: (amount: number, unit: 'minute' | 'hour' | 'day') =>
      `${amount} ${unit}${amount === 1 ? '' : 's'} ago`,
    expired: 'Expired',
    expiresIn: (days: number) => `Expires in ${days}d`,
    remaining: (days: number) => `${days} d remaining`,
  },
  bn: {
    justNow: 'এইমাত্র',
    ago: (amount, unit) =>
      `${formatNumber(amount)} ${{ minute: 'মিনিট', hour: 'ঘণ্টা', day: 'দিন' }[unit]} আগে`,
    expired: 'মেয়াদ শেষ',
    expiresIn: (days) => `${formatNumber(days)} দিনে মেয়াদ শেষ`,
    remaining: (days) => `${formatNumber(days)} দিন বাকি`,
  },
});

// ICU abbreviates September as "Sept" in British English; the product uses three letters for every month.
const threeLetters = (text: string) => text.replace('Sept', 'Sep');

export function formatDateTime(iso: string): string {
  return threeLetters(formatOf('dateTime').format(new Date(iso)));
}

/** Formats a day as "2026-11-21", for the API and for file names. */
export function isoDay(moment: Date): string {
  return moment.toLocaleDateString('en-CA', { timeZone: 'Asia/Dhaka' });
}

/** Returns the year in Dhaka: "2026". */
export const yearNow = (): string => isoDay(momentNow()).slice(0, 4);

/** Formats a moment as "2026-11-21 09:42", which spreadsheets recognise. */
export function sheetDateTime(iso: string): string {
  const moment = new Date(iso);
  return `${isoDay(moment)} ${formatOf('time', 'en').format(moment)}`;
}

export function formatDate(iso: string): string {
  return threeLetters(formatOf('date').format(new Date(iso)));
}

/** Formats the time of a moment to the second: "09:42:07". */
export function formatSecond(iso: string): string {
  return formatOf('second').format(new Date(iso));
}

/** Formats today's moments as a time only, and all others with their date. */
export function formatSince(iso: string, today = momentNow()): string {
  const moment = new Date(iso);
  return isoDay(moment) === isoDay(today) ? formatOf('time').format(moment) : formatDateTime(iso);
}

/** Formats "Just now", minutes, hours, days under 7, then a date (spec section 2, notification panel). */
export function formatRelative(iso: string, moment = momentNow()): string {
  const { justNow, ago } = wordsNow(words);
  const ageMs = moment.getTime() - new Date(iso).getTime();
  if (ageMs < MINUTE_MS) return justNow;
  if (ageMs < HOUR_MS) return ago(Math.floor(ageMs / MINUTE_MS), 'minute');
  if (ageMs < DAY_MS) return ago(Math.floor(ageMs / HOUR_MS), 'hour');
  if (ageMs < 7 * DAY_MS) return ago(Math.floor(ageMs / DAY_MS), 'day');
  return formatDate(iso);
}

/**
 * Formats "Expired", "Expires in Nd" when 2 days or fewer remain, else "N d remaining" (spec section 2, work history
 * item).
 */
export function formatExpiry(iso: string, moment = momentNow()): string {
  const { expired, expiresIn, remaining } = wordsNow(words);
  const leftMs = new Date(iso).getTime() - moment.getTime();
  if (leftMs <= 0) return expired;
  const days = Math.ceil(leftMs / DAY_MS);
  return days <= 2 ? expiresIn(days) : remaining(days);
}

export function isExpired(iso: string | null, moment = momentNow()): boolean {
  return iso !== null && new Date(iso).getTime() <= moment.getTime();
}

/** Formats a duration as 1:20, or as 1:02:05 from one hour. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(0, Math.round(durationMs / 1000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  const hours = Math.floor(seconds / 3600);
  return localDigits(hours > 0 ? `${hours}:${parts.join(':')}` : `${Number(parts[0])}:${parts[1]}`);
}
