/** Splits what looks like one table where its header is repeated, below or beside the first one. */
import { columnCount, filledCells, slicePageRows, type PageTable } from './table.ts';
import { hasLetter, isValue } from '#activities/pdf/words/text.ts';
import { firstOf, lastOf } from '#activities/pdf/words/lists.ts';

const rowsBetweenHeadersMin = 3;
const headerCellsMin = 2;
/** If a larger share of the first column's texts are values, the texts of its first row are headings. */
const valuesShareMin = 0.6;
/** Possible widths, in columns, of tables that stand side by side. */
const widths = [2, 3, 4, 5];

/** Whether the text is a value that cannot be a heading; years and sizes can. */
const isAmount = (text: string): boolean => isValue(text) && /[.,%]|\d{5}/.test(text);

/** Splits a table at each row that repeats its first one. */
function splitStacked(table: PageTable): PageTable[] {
  const { rows } = table;
  const header = firstOf(rows);
  const firstText = header.find(Boolean);
  const cuts = [0];
  // A single heading over all other columns is followed by the columns' own headings.
  const isSpanning = filledCells(header) === 1 && header[0] === '' && hasLetter(rows[1]?.[0] ?? '');
  const isHeaderAgain = (row: readonly string[], index: number): boolean =>
    row.find(Boolean) === firstText &&
    row[0] === header[0] &&
    (isSpanning ? rows[index + 1]?.[0] === rows[1]?.[0] : filledCells(row) >= headerCellsMin);
  const firstCells = rows.slice(1).map(firstOf<string>);
  const areValuesBelow = firstCells.filter(isValue).length > valuesShareMin * firstCells.length;
  const isHeader =
    firstText &&
    hasLetter(firstText) &&
    (isSpanning || filledCells(header) >= headerCellsMin) &&
    (areValuesBelow || !header.some(isAmount));
  if (isHeader) {
    for (const [index, row] of rows.slice(0, -2).entries()) {
      if (index - lastOf(cuts) >= rowsBetweenHeadersMin && isHeaderAgain(row, index)) cuts.push(index);
    }
  }
  return cuts.map((from, index) => slicePageRows(table, from, cuts[index + 1] ?? rows.length));
}

/** Whether the parts are columns of one table: each has a text in every row, while two tables end in different rows. */
function areParts({ rows }: PageTable, width: number): boolean {
  const columns = firstOf(rows).length;
  return rows.every((row) =>
    Array.from({ length: columns / width }, (_, part) => part * width).every((from) => row[from] !== ''),
  );
}

/** Splits a table whose headings are repeated from left to right. */
function splitBeside(table: PageTable): PageTable[] {
  const columns = columnCount(table);
  const header = firstOf(table.rows);
  const width = widths.find(
    (candidate) =>
      columns % candidate === 0 &&
      columns / candidate >= 2 &&
      header.every((text, index) => text && text === header[index % candidate]) &&
      header.slice(0, candidate).every(hasLetter),
  );
  if (!width || areParts(table, width)) return [table];
  return Array.from({ length: columns / width }, (_, part) => ({
    ...table,
    rows: table.rows
      .map((row) => row.slice(part * width, (part + 1) * width))
      .filter((row) => filledCells(row) > 0),
    merges: [],
    gutters: table.gutters.slice(part * width, (part + 1) * width - 1),
  }));
}

/** Returns the parts in reading order; the table itself if its header is not repeated. */
export function splitRepeated(table: PageTable): PageTable[] {
  return splitStacked(table).flatMap(splitBeside);
}
