/** Writes lists as CSV files that open correctly in a spreadsheet and cannot contain formulas. */
import { unparse } from 'papaparse';

export type CsvCell = string | number | null;
/** One column: its heading, and how its cell is read from a record. */
export type CsvColumn<T> = { heading: string; cell: (record: T) => CsvCell };

// Without this byte order mark Excel reads the file as Latin-1, which garbles Bengali.
const byteOrderMark = '\uFEFF';
// The library's own pattern misses formulas that contain a line break, and the full-width signs of some locales.
const formulaStart = /^[=+\-@\t\r＝＋－＠]/;

function tableOf<T>(records: readonly T[], columns: readonly CsvColumn<T>[], delimiter: ',' | '\t'): string {
  const fields = columns.map(({ heading }) => heading);
  const data = records.map((record) => columns.map(({ cell }) => cell(record)));
  return unparse({ fields, data }, { delimiter, escapeFormulae: formulaStart });
}

export const csvText = <T>(records: readonly T[], columns: readonly CsvColumn<T>[]): string =>
  byteOrderMark + tableOf(records, columns, ',');

/** Returns what a spreadsheet pastes into cells. */
export const pastedText = <T>(records: readonly T[], columns: readonly CsvColumn<T>[]): string =>
  tableOf(records, columns, '\t');
