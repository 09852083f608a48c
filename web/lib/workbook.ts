/** Writes a list as an Excel workbook, in which dates and amounts are real values and no text is a formula. */
import writeXlsxFile, { type CellObject } from 'write-excel-file/universal';
import { formulaStart, type ColumnHolds, type SheetCell } from './sheet-columns.ts';

/** A list without functions, which cannot be sent to a worker. */
export type WorkbookTable = {
  columns: { heading: string; holds: ColumnHolds | null }[];
  lines: SheetCell[][];
};

/** Excel's limit; a longer text makes the file unreadable. */
const cellCharactersMax = 32_767;
const columnWidthMin = 10;
const columnWidthMax = 60;
/** Number of rows from which column widths are computed. */
const widthSampleLines = 200;

const loneSurrogate = /\p{Surrogate}/gu;

const headingStyle = { fontWeight: 'bold', backgroundColor: '#E2E8F0' } as const;
const amountFormat = '#,##0.00';
const dayFormat = 'd mmm yyyy';
const minuteFormat = 'd mmm yyyy hh:mm';

export function workbookOf({ columns, lines }: WorkbookTable): Promise<Blob> {
  const headings = columns.map(({ heading }) => heading);
  return writeXlsxFile(
    [
      headings.map((heading) => textCell(heading, headingStyle)),
      ...lines.map((line) => columns.map(({ holds }, at) => cellOf(line[at] ?? null, holds))),
    ],
    { sheet: 'Chalan', columns: widths([headings, ...lines.slice(0, widthSampleLines)]), stickyRowsCount: 1 },
  ).toBlob();
}

/** Text stays text, so that a long number keeps its digits and leading zeros. */
function cellOf(cell: SheetCell, holds: ColumnHolds | null): CellObject {
  if (cell === null || cell === '') return {};
  if (typeof cell === 'number')
    return { value: cell, type: Number, ...(holds === 'money' ? { format: amountFormat } : {}) };
  return (holds === 'dates' ? dateCell(cell) : null) ?? textCell(cell);
}

/** A day, or a day with a time, which is Dhaka's. */
const dateText = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/;
/** Excel counts days from 1900, a year to which it wrongly gives 366 days. */
const yearMin = 1901;

/** Returns null for a text that is no date, or a day that does not exist, such as 31 June. */
function dateCell(text: string): CellObject | null {
  const parts = dateText
    .exec(text)
    ?.slice(1)
    .map((part) => (part === undefined ? 0 : Number(part)));
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  // The library takes the date and the time of day from UTC.
  const value = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isReal =
    value.getUTCMonth() === month - 1 && value.getUTCDate() === day && value.getUTCHours() === hour;
  if (!isReal || year < yearMin) return null;
  return { value, type: Date, format: text.length > 'yyyy-mm-dd'.length ? minuteFormat : dayFormat };
}

function textCell(text: string, style: CellObject = {}): CellObject {
  const clean = writable(text);
  // Guarded as in a CSV file, because the workbook may be saved as one.
  const guarded = formulaStart.test(clean) ? `'${clean}` : clean;
  return { value: guarded.slice(0, cellCharactersMax), type: String, ...style };
}

/** Removes what XML cannot hold; one such character makes the whole file unreadable. */
const writable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '').replace(loneSurrogate, '\uFFFD');

function widths(lines: readonly SheetCell[][]): { width: number }[] {
  return (lines[0] ?? []).map((_, at) => {
    const longest = lines.reduce((most, line) => Math.max(most, String(line[at] ?? '').length), 0);
    return { width: Math.min(columnWidthMax, Math.max(columnWidthMin, longest + 2)) };
  });
}
