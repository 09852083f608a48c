/** Date fields of the services' sheets: read day first, stored as 2026-11-02, compared as text. */
import { z } from 'zod';
import { dhakaDay, months } from '#contracts/calendar-days.ts';
import { DAY_MS } from '#contracts/durations.ts';
import { asIssue } from '#contracts/messages/cell-issue.ts';
import type { DateOrder } from '#services/contract.ts';
import { keyboardText, type Field } from './fields-numbers.ts';
import { fieldMessages } from './field-messages.ts';

/** Excel's day 0, and the range in which a bare number is read as a date: 1982 to 2064. */
const excelEpochMs = Date.UTC(1899, 11, 30);
const excelDays = { min: 30_000, max: 60_000 };

/** Midnight, which programs write behind a day. Another time of day may belong to another day in Dhaka. */
const midnight = /[T ](?:00?:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:?\d\d)?|12:00(?::00)? ?AM)$/;
const weekday = /^(?:MON|TUE|WED|THU|FRI|SAT|SUN)[A-Z]*,?\s+/;

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const numericDate = /^(\d{1,2})\s?[/.-]\s?(\d{1,2})\s?[/.-]\s?(\d{4})$/;
const dayThenMonth = /^(\d{1,2})(?:ST|ND|RD|TH)?[\s./-]*([A-Z]{3})[A-Z]*[\s.,/-]*(\d{4}|\d{2})$/;
const monthThenDay = /^([A-Z]{3})[A-Z]*[\s.]*(\d{1,2})(?:ST|ND|RD|TH)?[\s,]+(\d{4})$/;

/** Years of two digits behind the name of a month, as Excel shows them: 10 to 39. */
const shortYear = /^[1-3]\d$/;

const dayText = (cell: string): string =>
  keyboardText(cell).replace(/\s+/g, ' ').trim().toUpperCase().replace(midnight, '').replace(weekday, '');

/**
 * Parses 2026-11-02, 02/11/2026, 02-NOV-2026, 2 Nov 26, November 2, 2026 or Excel's day number; null for anything else.
 */
export function parseDate(cell: string): string | null {
  const text = dayText(cell);
  const [, y1, , m1, d1] = yearFirst.exec(text) ?? [];
  if (y1) return validDay(y1, m1, d1);
  const [, d2, m2, y2] = numericDate.exec(text) ?? [];
  if (y2) return validDay(y2, m2, d2);
  const [, d3, m3, y3] = dayThenMonth.exec(text) ?? [];
  if (y3) return validDay(wholeYear(y3), monthNumber(m3), d3);
  const [, m4, d4, y4] = monthThenDay.exec(text) ?? [];
  if (y4) return validDay(y4, monthNumber(m4), d4);
  return isDayNumber(text) ? new Date(excelEpochMs + Number(text) * DAY_MS).toISOString().slice(0, 10) : null;
}

const monthNumber = (name = ''): string => String(months.indexOf(name) + 1);
const wholeYear = (year: string): string => (shortYear.test(year) ? `20${year}` : year);

/** See `Column.dateOrder`. */
export function dateOrder(cell: string): DateOrder | null {
  const text = dayText(cell);
  if (isDayNumber(text)) return 'day number';
  const [, first = '', second = '', year = ''] = numericDate.exec(text) ?? [];
  const isDayFirst = validDay(year, second, first) !== null;
  const isMonthFirst = validDay(year, first, second) !== null;
  if (isDayFirst && isMonthFirst) return Number(first) === Number(second) ? null : 'either';
  if (isMonthFirst) return 'month first';
  return isDayFirst ? 'day first' : null;
}

function isDayNumber(text: string): boolean {
  const days = /^\d{5}(\.0+)?$/.test(text) ? Number(text) : 0;
  return days >= excelDays.min && days <= excelDays.max;
}

function validDay(year: string, month = '', day = ''): string | null {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const parsed = new Date(`${iso}T00:00:00Z`);
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== iso ? null : iso;
}

/**
 * A date field, read day first. A date that is valid only month first is refused, and shows that the others of its column
 * must not be read day first (`dateOrder`).
 */
export function isoDate(rule: { notAfterToday?: boolean; notBeforeToday?: boolean } = {}): Field {
  const { notAfterToday = false, notBeforeToday = false } = rule;
  const field = z
    .string()
    .refine((cell) => parseDate(cell) !== null, asIssue(fieldMessages.notDate()))
    .overwrite((cell) => parseDate(cell) ?? cell)
    .refine((day) => !notAfterToday || day <= dhakaDay(new Date()), asIssue(fieldMessages.inFuture()))
    .refine((day) => !notBeforeToday || day >= dhakaDay(new Date()), asIssue(fieldMessages.inPast()));
  return {
    schema: field,
    hint: fieldMessages.dateHint(),
    dateOrder,
  };
}
