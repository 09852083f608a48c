/** Names tables found in a PDF and their cells, both where they are detected and where they are shown. */

/** Builds the name from the page (from 1) and the position on it (`index`, from 0, is written from 1). */
export const foundTableName = (page: number, index: number): string => `${page}-${index + 1}`;

const letters = 26;

/** Names a column as a spreadsheet does: A, B, …, Z, AA. */
export const columnLetters = (column: number): string =>
  (column < letters ? '' : columnLetters(Math.floor(column / letters) - 1)) +
  String.fromCodePoint(65 + (column % letters));

/** Returns a cell's address in the workbook's sheet, such as C5; both numbers count from 0. */
export const cellAddress = ({ row, column }: { row: number; column: number }): string =>
  `${columnLetters(column)}${row + 1}`;
