/** Dates as the offices read them: "21 Nov 2026, 09:42", always Asia/Dhaka. */

const dateTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Dhaka',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const date = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Dhaka',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const time = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Dhaka',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

// ICU spells September "Sept" in British English; the product writes three letters for every month.
const threeLetters = (text: string) => text.replace('Sept', 'Sep');

export function formatDateTime(iso: string): string {
  return threeLetters(dateTime.format(new Date(iso)));
}

/** "2026-11-21": as the API takes a day, and as file names are dated. */
export function isoDay(moment: Date): string {
  return moment.toLocaleDateString('en-CA', { timeZone: 'Asia/Dhaka' });
}

/** "2026-11-21 09:42": as a spreadsheet takes a moment. */
export function sheetDateTime(iso: string): string {
  const moment = new Date(iso);
  return `${isoDay(moment)} ${time.format(moment)}`;
}

export function formatDate(iso: string): string {
  return threeLetters(date.format(new Date(iso)));
}

/** The time alone for today, otherwise with its date. */
export function formatSince(iso: string, now = new Date()): string {
  const moment = new Date(iso);
  return date.format(moment) === date.format(now) ? time.format(moment) : formatDateTime(iso);
}

/** Just now, minutes, hours, days under 7, then a date (spec section 2, notification panel). */
export function formatRelative(iso: string, now = new Date()): string {
  const ageMs = now.getTime() - new Date(iso).getTime();
  if (ageMs < minuteMs) return 'Just now';
  if (ageMs < hourMs) return count(Math.floor(ageMs / minuteMs), 'minute');
  if (ageMs < dayMs) return count(Math.floor(ageMs / hourMs), 'hour');
  if (ageMs < 7 * dayMs) return count(Math.floor(ageMs / dayMs), 'day');
  return formatDate(iso);
}

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'} ago`;
}

/** Expired, Expires in Nd when 2 days or fewer, else N d remaining (spec section 2, work history item). */
export function formatExpiry(iso: string, now = new Date()): string {
  const leftMs = new Date(iso).getTime() - now.getTime();
  if (leftMs <= 0) return 'Expired';
  const days = Math.ceil(leftMs / dayMs);
  return days <= 2 ? `Expires in ${days}d` : `${days} d remaining`;
}

export function isExpired(iso: string | null, now = new Date()): boolean {
  return iso !== null && new Date(iso).getTime() <= now.getTime();
}

/** 1:20, or 1:02:05 from an hour on. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(0, Math.round(durationMs / 1000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? `${hours}:${parts.join(':')}` : `${Number(parts[0])}:${parts[1]}`;
}
