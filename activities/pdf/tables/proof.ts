/**
 * Checks a table against itself: kinds of texts by column, sums, products and running balances. What agrees proves
 * that the table was read as it is; what does not is listed as a doubt.
 */
import { headerRowCount } from '#activities/pdf/unruled/header-rows.ts';
import { valueOf } from '#activities/pdf/words/amounts.ts';
import { hasDigit, hasLetter, isValue } from '#activities/pdf/words/text.ts';
import type { DoubtReason } from '#contracts/jobs/pdf-tables.ts';
import { median } from '#activities/pdf/words/geometry.ts';
import { itemAt, neighbours } from '#activities/pdf/words/lists.ts';
import { columnCount, filledCells, type CellPlace, type Grid, type TableMarks } from './table.ts';

/** A cell that may be wrong. */
export type Doubt = CellPlace & { reason: DoubtReason };

export type Proof = {
  /** Number of sums, products and balances that agree. */
  agreed: number;
  doubts: Doubt[];
};

/** Share of a column's texts that must be of one kind for the others to be doubtful. */
const kindShareMin = 0.8;
const kindRowsMin = 4;
/** Minimum number and share of rows in which a product or a balance agrees. */
const relationRowsMin = 3;
const relationShareMin = 0.75;
/** Two amounts are equal if they differ by less than this, as a share and absolutely. */
const equalShare = 0.0005;
const equalAmount = 0.011;
const amountsShareMin = 0.6;
const columnsMax = 30;
const rowsMax = 5_000;
const doubtsMax = 200;

const totalPattern = /\b(grand |sub-?)?totals?\b|মোট/iu;

/** A number with its unit or a note beside it is a value of another look. */
const withUnit = /^\S*\d\S*( \p{Ll}+| \S{1,2}|\p{L}{1,3})$/u;

const areEqual = (a: number, b: number): boolean =>
  Math.abs(a - b) < Math.max(equalAmount, equalShare * Math.max(Math.abs(a), Math.abs(b)));

type Numbers = (number | undefined)[][];

/** Whether the text consists of several values. */
const holdsSeveral = (text: string): boolean => {
  const parts = text.split(' ');
  return parts.length > 1 && parts.every((part) => isValue(part)) && valueOf(text) === undefined;
};

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

type Found = { agreed: number; doubts: Doubt[] };
const nothing: Found = { agreed: 0, doubts: [] };

/** Whether a row of the table, by its number, is a total. */
type IsTotal = (row: number) => boolean;

/** Returns which rows are totals, by their labels and by what the customer said. */
export function totalsOf({ rows, totals = [] }: Grid & TableMarks): IsTotal {
  const said = new Map(totals.map(({ row, isTotal }) => [row, isTotal]));
  return (row) => said.get(row) ?? (rows[row] ?? []).slice(0, 3).some((text) => totalPattern.test(text));
}

/** Compares each total with the sum of the rows since the last one, or of all rows. */
function sums(rows: readonly string[][], numbers: Numbers, header: number, isTotalRow: IsTotal): Found {
  const result: Found = { agreed: 0, doubts: [] };
  let from = header;
  for (let row = header + 2; row < rows.length; row++) {
    if (!isTotalRow(row)) continue;
    const agreed: number[] = [];
    const differ: number[] = [];
    for (const [column, total] of itemAt(numbers, row).entries()) {
      if (total === undefined) continue;
      const parts = (start: number): number[] =>
        numbers
          .slice(start, row)
          .flatMap((values, at) => (isTotalRow(start + at) ? [] : (values[column] ?? [])));
      const isSum = [from, header].some((start) => {
        const values = parts(start);
        return (
          values.length >= 2 &&
          areEqual(
            values.reduce((sum, value) => sum + value, 0),
            total,
          )
        );
      });
      (isSum ? agreed : differ).push(column);
    }
    result.agreed += agreed.length;
    // Averages and rates have no sum; only beside sums that agree is another amount doubtful.
    if (agreed.length > differ.length)
      result.doubts.push(...differ.map((column): Doubt => ({ row, column, reason: 'sum' })));
    from = row + 1;
  }
  return result;
}

type Relation = { agreed: number; rows: number[]; differ: number[] };

const isRelation = ({ agreed, differ }: Relation): boolean =>
  agreed >= relationRowsMin && agreed >= relationShareMin * (agreed + differ.length);

/** Finds three columns of which one is the product of the others. */
function products(numbers: Numbers, header: number, columns: readonly number[], isTotal: IsTotal): Found {
  for (const [at, a] of columns.entries()) {
    for (const b of columns.slice(at + 1)) {
      for (const c of columns) {
        if (c <= b) continue;
        const relation: Relation = { agreed: 0, rows: [], differ: [] };
        for (let row = header; row < numbers.length; row++) {
          const [x, y, z] = [numbers[row]?.[a], numbers[row]?.[b], numbers[row]?.[c]];
          if (x === undefined || y === undefined || z === undefined || isTotal(row)) continue;
          // Multiplying by 0 or 1 proves nothing.
          const isTrivial = [x, y].some((value) => value === 0 || value === 1);
          if (areEqual(x * y, z) && !isTrivial) relation.agreed += 1;
          else if (!isTrivial) relation.differ.push(row);
          if (row - header > relationRowsMin * 2 && relation.agreed === 0) break;
        }
        if (isRelation(relation))
          return {
            agreed: relation.agreed,
            doubts: relation.differ.map((row) => ({ row, column: c, reason: 'product' as const })),
          };
      }
    }
  }
  return nothing;
}

/** Finds a column that changes from row to row by what the other columns say. */
function balances(
  rows: readonly string[][],
  numbers: Numbers,
  header: number,
  columns: readonly number[],
  isTotalRow: IsTotal,
): Found {
  const usual = median(rows.slice(header).map(filledCells));
  for (const column of columns.toReversed()) {
    // Counts of a few digits differ by one another by chance.
    const amounts = rows.slice(header).filter((row) => /\d{4}|[.,]\d/.test(row[column] ?? '')).length;
    if (amounts < amountsShareMin * (rows.length - header)) continue;
    const relation: Relation = { agreed: 0, rows: [], differ: [] };
    for (const [before, row] of neighbours(
      Array.from({ length: numbers.length - header }, (_, at) => header + at),
    )) {
      const [from, to] = [numbers[before]?.[column], numbers[row]?.[column]];
      // Totals and lines that carry a page's balance over have fewer cells.
      if (from === undefined || to === undefined || filledCells(itemAt(rows, row)) < usual - 1) continue;
      if (isTotalRow(row) || row === numbers.length - 1) continue;
      const change = Math.abs(to - from);
      const moved = itemAt(numbers, row).some((value, other) => {
        if (other === column) return false;
        return value !== undefined && value !== 0 && areEqual(change, Math.abs(value));
      });
      if (moved && change > 0) relation.agreed += 1;
      else relation.differ.push(row);
    }
    if (isRelation(relation))
      return {
        agreed: relation.agreed,
        doubts: relation.differ.map((row) => ({ row, column, reason: 'balance' as const })),
      };
  }
  return nothing;
}

/** Returns the positions that merged cells cover. */
function coveredBy({ merges }: Grid): Set<string> {
  const covered = new Set<string>();
  for (const { row, column, rowSpan, columnSpan } of merges)
    for (let r = row; r < row + rowSpan; r++)
      for (let c = column; c < column + columnSpan; c++) covered.add(`${r}:${c}`);
  return covered;
}

/** Returns what in the table agrees, and what is doubtful. */
export function proofOf(grid: Grid & TableMarks): Proof {
  const { rows, checked = [] } = grid;
  if (rows.length < 2 || rows.length > rowsMax || columnCount(grid) > columnsMax)
    return { agreed: 0, doubts: [] };
  const header = grid.headerRows ?? headerRowCount(grid);
  const numbers: Numbers = rows.map((row, at) =>
    row.map((text) => (at < header ? undefined : valueOf(text))),
  );
  const columns = Array.from({ length: columnCount(grid) }, (_, column) => column).filter(
    (column) => numbers.filter((row) => row[column] !== undefined).length >= relationRowsMin,
  );
  const isTotal = totalsOf(grid);
  const found = [
    sums(rows, numbers, header, isTotal),
    products(numbers, header, columns, isTotal),
    balances(rows, numbers, header, columns, isTotal),
  ];
  const doubts = [
    ...headingDoubts(rows, header, coveredBy(grid)),
    ...kindDoubts(rows, header),
    ...found.flatMap((part) => part.doubts),
  ];
  const agreed = found.reduce((total, part) => total + part.agreed, 0);
  const isChecked = ({ row, column }: Doubt): boolean =>
    checked.some((place) => place.row === row && place.column === column);
  return { agreed, doubts: doubts.filter((doubt) => !isChecked(doubt)).slice(0, doubtsMax) };
}
