/** Date fields of the services' sheets: read day first, stored as 2026-11-02, compared as text. */
import { z } from 'zod';
import { dhakaDay, months } from '#contracts/calendar-days.ts';
import { DAY_MS } from '#contracts/durations.ts';
import { asIssue } from '#contracts/messages/cell-issue.ts';
import { latinDigits, type Field } from './fields-numbers.ts';
import { fieldMessages } from './field-messages.ts';

/** Excel's day 0, and the range in which a bare number is read as a date: 1982 to 2064. */
const excelEpochMs = Date.UTC(1899, 11, 30);
const excelDays = { min: 30_000, max: 60_000 };

const numericDate = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;

/** Parses 2026-11-02, 02/11/2026, 02-NOV-2026, 2 Nov 2026 or Excel's day number; null for anything else. */
export function parseDate(cell: string): string | null {
  const text = latinDigits(cell).trim().toUpperCase();
  const [, y1, m1, d1] = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]00:00.*)?$/.exec(text) ?? [];
  if (y1) return validDay(y1, m1, d1);
  const [, d2, m2, y2] = numericDate.exec(text) ?? [];
  if (y2) return validDay(y2, m2, d2);
  const [, d3, name = '', y3] = /^(\d{1,2})[\s-]([A-Z]{3})[A-Z]*[\s-](\d{4})$/.exec(text) ?? [];
  if (y3) return validDay(y3, String(months.indexOf(name) + 1), d3);
  const serial = /^\d{5}(\.0+)?$/.test(text) ? Number(text) : 0;
  if (serial >= excelDays.min && serial <= excelDays.max)
    return new Date(excelEpochMs + serial * DAY_MS).toISOString().slice(0, 10);
  return null;
}

/** See `Column.dateOrder`. */
function dateOrder(cell: string): 'month first' | 'either' | null {
  const [, first = '', second = '', year = ''] = numericDate.exec(latinDigits(cell).trim()) ?? [];
  if (validDay(year, first, second) === null || Number(first) === Number(second)) return null;
  return validDay(year, second, first) === null ? 'month first' : 'either';
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
