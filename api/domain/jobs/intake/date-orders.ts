/** Decides which dates of a sheet are certain: whether their days or their months come first. */
import type { Column } from '#services/contract.ts';
import { cleanCell } from './cells.ts';
import type { Headings } from './headings.ts';
import type { Notes } from './line-collector.mjs';

/** What the dates of a column, or of all columns, show. */
type Evidence = {
  monthFirst: boolean;
  dayFirst: boolean;
  /** Some cells of a workbook have a date of the calendar, and not a text. */
  calendar: boolean;
  /** One of these is later than the 12th, so that nobody has exchanged its day and month. */
  certain: boolean;
};

export type DateOrders = {
  /** Columns in which a text that could be read in both orders is not certain. */
  monthFirst: ReadonlySet<Column>;
  /**
   * Columns in which Excel may have exchanged days and months: it reads a date of another country's order as far as it
   * can, and leaves the days after the 12th as text.
   */
  exchanged: ReadonlySet<Column>;
  /** A text of the sheet shows that the day comes first. */
  isDayFirst: boolean;
};

/** Looks at the rows below the heading as uploaded: a corrected date does not show another order for the rest. */
export function dateOrdersOf(
  rowLines: readonly string[][],
  { matched }: Headings,
  dates: Notes['dates'],
): DateOrders {
  const found = matched.flatMap(({ column, index }) =>
    column.dateOrder
      ? [{ column, evidence: evidenceIn(rowLines, { column, index, dates: new Set(dates.get(index)) }) }]
      : [],
  );
  const some = (has: keyof Evidence): boolean => found.some(({ evidence }) => evidence[has]);
  const sheet = {
    monthFirst: some('monthFirst'),
    isUnread: some('monthFirst') || some('dayFirst'),
    certain: some('certain'),
  };
  const columnsWith = (test: (evidence: Evidence) => boolean): Set<Column> =>
    new Set(found.filter(({ evidence }) => test(evidence)).map(({ column }) => column));
  return {
    monthFirst: columnsWith(({ monthFirst, dayFirst }) => monthFirst || (sheet.monthFirst && !dayFirst)),
    exchanged: columnsWith(({ monthFirst, dayFirst, calendar, certain }) => {
      const isUnread = monthFirst || dayFirst || (sheet.isUnread && !sheet.certain);
      return calendar && !certain && isUnread;
    }),
    isDayFirst: some('dayFirst'),
  };
}

function evidenceIn(
  rowLines: readonly string[][],
  { column, index, dates }: { column: Column; index: number; dates: ReadonlySet<number> },
): Evidence {
  const evidence = { monthFirst: false, dayFirst: false, calendar: false, certain: false };
  for (const [place, cells] of rowLines.entries()) {
    const text = cleanCell(cells[index] ?? '').trim();
    if (dates.has(place + 1)) {
      evidence.calendar = true;
      evidence.certain ||= !isExchangeable(text) && !hasEqualParts(text);
      continue;
    }
    const order = column.dateOrder?.(text);
    evidence.monthFirst ||= order === 'month first';
    evidence.dayFirst ||= order === 'day first';
  }
  return evidence;
}

/** Returns whether the day of 2026-11-02 could be its month. */
export function isExchangeable(isoText: string): boolean {
  return Number(isoText.slice(8, 10)) <= 12 && !hasEqualParts(isoText);
}

const hasEqualParts = (isoText: string): boolean => isoText.slice(5, 7) === isoText.slice(8, 10);
