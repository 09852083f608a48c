/**
 * Checks a table against itself: kinds of texts by column, sums, products and running balances. What agrees proves that
 * the table was read correctly; what does not is listed as a doubt.
 */
import type { CellPosition } from '#contracts/jobs/corrected-table.ts';
import { headerRowCount } from '#activities/pdf/unruled/header-rows.ts';
import { valueOf } from '#activities/pdf/words/amounts.ts';
import { hasDigit, hasLetter, isValue } from '#activities/pdf/words/text.ts';
import type { DoubtReason } from '#contracts/jobs/pdf-tables.ts';
import { itemAt } from '#activities/pdf/words/lists.ts';
import { agreementsOf, placeName, relationsOf, type Relation } from './arithmetic.ts';
import type { Grid, TableMarks } from './table.ts';

/** A cell that may be wrong. */
export type Doubt = CellPosition & { reason: DoubtReason };

export type Proof = {
  /** Number of sums, products and balances that agree. */
  agreed: number;
  doubts: Doubt[];
  /** The arithmetic that was found, by which figures prove each other. */
  relations: Relation[];
};

/** Share of a column's texts that must be of one kind for the others to be doubtful. */
const kindShareMin = 0.8;
const kindRowsMin = 4;
const rowsMax = 5_000;
const doubtsMax = 200;

const totalPattern = /\b(grand |sub-?)?totals?\b|মোট/iu;

/** A number with its unit or with a note mark is a value too. */
const withUnit = /^\S*\d\S*( \p{Ll}+| \S{1,2}|\p{L}{1,3})$/u;

/** Whether the text consists of several values. */
const holdsSeveral = (text: string): boolean => {
  const parts = text.split(' ');
  return parts.length > 1 && parts.every((part) => isValue(part)) && valueOf(text) === undefined;
};

/** Returns the places of missing headings over columns with values, except over the first column. */
function headingDoubts(rows: readonly string[][], header: number, covered: ReadonlySet<string>): Doubt[] {
  if (header === 0) return [];
  const body = rows.slice(header);
  return itemAt(rows, 0).flatMap((_, column): Doubt[] => {
    const named = rows.slice(0, header).some((row, at) => row[column] || covered.has(`${at}:${column}`));
    const isFilled = body.some((row) => row[column]);
    if (named || !isFilled || column === 0) return [];
    return [{ row: header - 1, column, reason: 'heading' }];
  });
}

/** Returns the cells of columns of numbers that hold a number beside letters, or several numbers. */
function kindDoubts(rows: readonly string[][], header: number): Doubt[] {
  const body = rows.slice(header);
  return Array.from({ length: itemAt(rows, 0).length }, (_, column) => column).flatMap((column) => {
    const texts = body.map((row, at) => ({ text: row[column] ?? '', row: at + header }));
    const filled = texts.filter(({ text }) => text !== '' && text !== '-');
    const values = filled.filter(({ text }) => valueOf(text) !== undefined).length;
    if (filled.length < kindRowsMin || values < kindShareMin * filled.length || values === filled.length)
      return [];
    return filled.flatMap(({ text, row }): Doubt[] => {
      if (holdsSeveral(text)) return [{ row, column, reason: 'several' }];
      const isLabel = itemAt(rows, row).findIndex(Boolean) === column;
      const isMixed = hasDigit(text) && hasLetter(text) && !isLabel && !withUnit.test(text);
      return isMixed ? [{ row, column, reason: 'kind' }] : [];
    });
  });
}

/** Returns whether a row of the table, given by its index, is a total. */
type IsTotal = (row: number) => boolean;

/** Returns a test for totals: what the customer said about a row, or else its label. */
export function totalsOf({ rows, totals = [] }: Grid & TableMarks): IsTotal {
  const said = new Map(totals.map(({ row, isTotal }) => [row, isTotal]));
  return (row) => said.get(row) ?? (rows[row] ?? []).slice(0, 3).some((text) => totalPattern.test(text));
}

/** Returns the positions that merged cells cover, as `row:column`. */
function coveredBy({ merges }: Grid): Set<string> {
  const covered = new Set<string>();
  for (const { row, column, rowSpan, columnSpan } of merges)
    for (let r = row; r < row + rowSpan; r++)
      for (let c = column; c < column + columnSpan; c++) covered.add(`${r}:${c}`);
  return covered;
}

const nothing: Proof = { agreed: 0, doubts: [], relations: [] };

/** Returns what agrees in the table, and what is doubtful. Cells that the customer checked are not doubtful. */
export function proofOf(grid: Grid & TableMarks): Proof {
  const { rows, checked = [] } = grid;
  if (rows.length < 2 || rows.length > rowsMax) return nothing;
  const header = grid.headerRows ?? headerRowCount(grid);
  const numbers = rows.map((row, at) => row.map((text) => (at < header ? undefined : valueOf(text))));
  const isTotal = totalsOf(grid);
  const relations = relationsOf({ rows, numbers, from: header, totals: rows.map((_, row) => isTotal(row)) });
  const doubts = [
    ...headingDoubts(rows, header, coveredBy(grid)),
    ...kindDoubts(rows, header),
    ...relations.flatMap(({ reason, differ, isCertain }) =>
      isCertain ? differ.map((place): Doubt => ({ ...place, reason })) : [],
    ),
  ];
  const done = new Set(checked.map(placeName));
  return {
    agreed: agreementsOf(relations),
    doubts: doubts.filter((doubt) => !done.has(placeName(doubt))).slice(0, doubtsMax),
    relations,
  };
}
