/** The columns of a list that is saved as a file for spreadsheets, as CSV or as an Excel workbook. */

export type SheetCell = string | number | null;

/** How a workbook stores a column's cells, apart from text and numbers. */
export type ColumnHolds = 'money' | 'dates';

/** One column: its heading, and how its cell is read from a record. A CSV file contains every cell as it was read. */
export type SheetColumn<T> = { heading: string; cell: (record: T) => SheetCell; holds?: ColumnHolds };

/**
 * Text that a spreadsheet would execute. The CSV library's own pattern misses formulas that contain a line break, and the
 * full-width signs of some locales.
 */
export const formulaStart = /^[=+\-@\t\r＝＋－＠]/;
