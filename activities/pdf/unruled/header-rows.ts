/** Determines how many rows at the top of a table are its header. */
import { columnCount, filledCells, type Grid } from '#activities/pdf/tables/table.ts';
import { hasDigit, hasLetter, isValue } from '#activities/pdf/words/text.ts';
import { firstOf } from '#activities/pdf/words/lists.ts';

const headerRowsMax = 6;
/** Minimum share of columns named by a header. */
const namedShareMin = 0.5;

/** Whether the text is an amount, which cannot be a heading; years, sizes and column numbers can. */
const isAmount = (text: string): boolean => isValue(text) && !/^(19|20)\d\d$|^\d{1,2}$/.test(text);

/** Returns the number of rows that merged cells connect with the first one, including lower headings below them. */
function firstRows(grid: Grid): number {
  let count = 1;
  for (let row = 0; row < Math.min(count, headerRowsMax); row++) {
    const own = grid.merges.filter((merge) => merge.row === row);
    const isHeading = own.some(({ columnSpan }) => columnSpan > 1 && columnSpan < columnCount(grid));
    count = Math.max(count, ...own.map((merge) => row + merge.rowSpan), isHeading ? row + 2 : 0);
  }
  return Math.min(count, headerRowsMax);
}

/** Returns the number of header rows; 0 if the table begins with values, like a continuation on the next page. */
export function headerRowCount(grid: Grid): number {
  const { rows } = grid;
  const count = firstRows(grid);
  if (count >= rows.length) return 0;
  const header = rows.slice(0, count);
  const texts = header.flat().filter(Boolean);
  const first = firstOf(rows);
  const named = first.filter((_, column) => header.some((row) => row[column])).length;
  const isHeader = texts.some(hasLetter) && !texts.some(isAmount) && named >= namedShareMin * first.length;
  // A first row of words need not be a header: digits below it, or a text in each of its cells, confirm it.
  const hasValues = rows.slice(count).some((row) => row.some(hasDigit));
  return isHeader && (hasValues || filledCells(first) === first.length) ? count : 0;
}
