/** Writes lists as CSV files that open correctly in a spreadsheet and cannot contain formulas. */
import { unparse } from 'papaparse';
import { formulaStart, type SheetColumn } from './sheet-columns.ts';

// Without this byte order mark Excel reads the file as Latin-1, which garbles Bengali.
const byteOrderMark = '\uFEFF';

function tableOf<T>(
  records: readonly T[],
  columns: readonly SheetColumn<T>[],
  delimiter: ',' | '\t',
): string {
  const fields = columns.map(({ heading }) => heading);
  const data = records.map((record) => columns.map(({ cell }) => cell(record)));
  return unparse({ fields, data }, { delimiter, escapeFormulae: formulaStart });
}

export const csvText = <T>(records: readonly T[], columns: readonly SheetColumn<T>[]): string =>
  byteOrderMark + tableOf(records, columns, ',');

/** Returns the text that a spreadsheet pastes into cells. */
export const pastedText = <T>(records: readonly T[], columns: readonly SheetColumn<T>[]): string =>
  tableOf(records, columns, '\t');
