/** Lists as CSV files that a spreadsheet opens as they are, and never runs. */
import { unparse } from 'papaparse';

export type CsvCell = string | number | null;
/** One column: its heading, and its cell of a record. */
export type CsvColumn<T> = { heading: string; cell: (record: T) => CsvCell };

// Excel takes a file without this mark for Latin text, and Bengali turns into noise.
const byteOrderMark = '\uFEFF';
// The library's own pattern overlooks a formula that has a line break in it, and the wide signs of some locales.
const formulaStart = /^[=+\-@\t\r＝＋－＠]/;

export function csvText<T>(records: readonly T[], columns: readonly CsvColumn<T>[]): string {
  const fields = columns.map(({ heading }) => heading);
  const data = records.map((record) => columns.map(({ cell }) => cell(record)));
  return byteOrderMark + unparse({ fields, data }, { escapeFormulae: formulaStart });
}
