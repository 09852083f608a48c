/**
 * Finds the arithmetic of a table: totals of columns, products of rows, and running balances. Says which cells agree
 * with each other, and which differ from what follows from the others.
 */
import type { CellPosition } from '#contracts/jobs/corrected-table.ts';
import { median } from '#activities/pdf/words/geometry.ts';
import { itemAt } from '#activities/pdf/words/lists.ts';
import { filledCells } from './table.ts';

/** Cells of which one is calculated from the others. */
type Agreement = {
  cells: CellPosition[];
  /** Whether they agree to the last digit, and not only within the rounding of a price or a rate. */
  isExact: boolean;
};

export type Relation = {
  reason: 'sum' | 'product' | 'balance';
  agreed: Agreement[];
  differ: CellPosition[];
  /** Whether it certainly holds for the whole table, so that cells that differ are doubtful. */
  isCertain: boolean;
};

export type Figures = {
  rows: readonly (readonly string[])[];
  /** The amount in each cell; undefined for headings, texts and blanks. */
  numbers: readonly (readonly (number | undefined)[])[];
  /** The first row below the heading. */
  from: number;
  /** Whether each row is a total. */
  totals: readonly boolean[];
};

/** Two amounts are about equal if they differ by less than this, as a share and absolutely. */
const equalShare = 0.0005;
const equalAmount = 0.011;
/** They are equal to the last digit if they differ by less than this. */
const exactShare = 0.00005;
const exactAmount = 0.006;
/** A sum of fewer figures may be a coincidence. */
const addendsMin = 2;
/** A product or a balance must agree in at least this many rows. */
const rowsMin = 3;
/** If at least this share of the rows agrees, the others are doubtful. */
const certainShareMin = 0.75;
/** If a smaller share of the rows agrees, it is a coincidence. */
const proofShareMin = 0.5;
/** Minimum share of a balance's texts that look like amounts. Counts of a few digits may agree by chance. */
const amountsShareMin = 0.6;
/** In a wider table only totals are looked for, because products may be in any three columns. */
const columnsMax = 30;

const isWithin = (a: number, b: number, share: number, amount: number): boolean =>
  Math.abs(a - b) < Math.max(amount, share * Math.max(Math.abs(a), Math.abs(b)));
const areEqual = (a: number, b: number): boolean => isWithin(a, b, equalShare, equalAmount);
const areExact = (a: number, b: number): boolean => isWithin(a, b, exactShare, exactAmount);

/** Rows of a column whose figures are added up. */
type Addends = { rows: number[]; sum: number };

const withRow = ({ rows, sum }: Addends, row: number, value: number): Addends => {
  rows.push(row);
  return { rows, sum: sum + value };
};

/** Returns the agreement of a total with one of the sums; undefined if there is none. */
function sumOf(
  { row, column }: CellPosition,
  total: number,
  sums: readonly Addends[],
): Agreement | undefined {
  const right = sums.find(({ rows, sum }) => rows.length >= addendsMin && areEqual(sum, total));
  if (!right) return undefined;
  const cells = [...right.rows, row].map((one) => ({ row: one, column }));
  return { cells, isExact: areExact(right.sum, total) };
}

/** Compares each row that is a total with the sums of the rows since the last total, and of all rows. */
function labelledTotals({ numbers, from, totals }: Figures): Relation[] {
  const empty = (): Addends[] => itemAt(numbers, 0).map(() => ({ rows: [], sum: 0 }));
  let sinceTotal = empty();
  const sinceHeading = empty();
  const relations: Relation[] = [];
  for (let row = from; row < numbers.length; row++) {
    const values = itemAt(numbers, row);
    if (totals[row]) {
      if (row < from + addendsMin) continue;
      relations.push(totalsOfRow(row, values, [sinceTotal, sinceHeading]));
      sinceTotal = empty();
      continue;
    }
    for (const [column, value] of values.entries()) {
      if (value === undefined) continue;
      sinceTotal[column] = withRow(itemAt(sinceTotal, column), row, value);
      sinceHeading[column] = withRow(itemAt(sinceHeading, column), row, value);
    }
  }
  return relations;
}

/** Compares the figures of a total with the sums of their columns; each of `sums` has one for each column. */
function totalsOfRow(
  row: number,
  values: readonly (number | undefined)[],
  sums: readonly (readonly Addends[])[],
): Relation {
  const agreed: Agreement[] = [];
  const differ: CellPosition[] = [];
  for (const [column, total] of values.entries()) {
    if (total === undefined) continue;
    const ofColumn = sums.map((columns) => itemAt(columns, column));
    const agreement = sumOf({ row, column }, total, ofColumn);
    if (agreement) agreed.push(agreement);
    else differ.push({ row, column });
  }
  // Averages and rates in the row are no sums, so other amounts are doubtful only if most of them agree.
  return { reason: 'sum', agreed, differ: agreed.length > differ.length ? differ : [], isCertain: true };
}

/** Finds figures in rows without a label that are the sum of all figures above them since the last such figure. */
function unlabelledTotals({ numbers, from }: Figures, column: number): Relation {
  const agreed: Agreement[] = [];
  let open: Addends = { rows: [], sum: 0 };
  for (let row = from; row < numbers.length; row++) {
    const value = numbers[row]?.[column];
    if (value === undefined) continue;
    if (open.rows.length >= addendsMin && open.sum > 0 && areExact(open.sum, value)) {
      agreed.push({ cells: [...open.rows, row].map((one) => ({ row: one, column })), isExact: true });
      open = { rows: [], sum: 0 };
    } else open = withRow(open, row, value);
  }
  return { reason: 'sum', agreed, differ: [], isCertain: false };
}

/** Returns the relation if enough rows agree; otherwise none. */
function relationOf(reason: Relation['reason'], agreed: Agreement[], differ: CellPosition[]): Relation[] {
  const share = agreed.length / (agreed.length + differ.length);
  if (agreed.length < rowsMin || share < proofShareMin) return [];
  return [{ reason, agreed, differ, isCertain: share >= certainShareMin }];
}

/** Compares a column with the products of two columns before it. */
function product(
  { numbers, from, totals }: Figures,
  [a, b, c]: readonly [number, number, number],
): Relation[] {
  const agreed: Agreement[] = [];
  const differ: CellPosition[] = [];
  for (let row = from; row < numbers.length; row++) {
    const [x, y, z] = [numbers[row]?.[a], numbers[row]?.[b], numbers[row]?.[c]];
    if (x === undefined || y === undefined || z === undefined || totals[row]) continue;
    // Multiplying by 0 or 1 proves nothing.
    if (x === 0 || x === 1 || y === 0 || y === 1) continue;
    if (areEqual(x * y, z)) {
      const cells = [a, b, c].map((column) => ({ row, column }));
      agreed.push({ cells, isExact: areExact(x * y, z) });
    } else differ.push({ row, column: c });
    if (row - from > rowsMin * 2 && agreed.length === 0) break;
  }
  return relationOf('product', agreed, differ);
}

function products(figures: Figures, columns: readonly number[]): Relation[] {
  return columns.flatMap((a, first) =>
    columns
      .slice(first + 1)
      .flatMap((b, between) =>
        columns.slice(first + between + 2).flatMap((c) => product(figures, [a, b, c])),
      ),
  );
}

/** Returns the columns of a row, other than the balance's, whose figures equal the change of the balance. */
function movesOf(
  values: readonly (number | undefined)[],
  column: number,
  change: number,
): { columns: number[]; isExact: boolean } {
  const equalTo = (isEqual: typeof areEqual): number[] =>
    values.flatMap((value, other) =>
      other !== column && value !== undefined && value !== 0 && isEqual(change, Math.abs(value))
        ? [other]
        : [],
    );
  if (change === 0) return { columns: [], isExact: false };
  const exact = equalTo(areExact);
  return exact.length > 0
    ? { columns: exact, isExact: true }
    : { columns: equalTo(areEqual), isExact: false };
}

/**
 * Compares the changes of a column from row to row with the figures beside them.
 *
 * @param usual the usual number of texts in a row
 */
function balance({ rows, numbers, from, totals }: Figures, column: number, usual: number): Relation[] {
  const body = rows.slice(from);
  const amounts = body.filter((row) => /\d{4}|[.,]\d/.test(row[column] ?? '')).length;
  if (amounts < amountsShareMin * body.length) return [];
  const agreed: Agreement[] = [];
  const differ: CellPosition[] = [];
  for (let row = from + 1; row < numbers.length; row++) {
    const [before, after] = [numbers[row - 1]?.[column], numbers[row]?.[column]];
    // Totals and lines that carry a page's balance over have fewer cells.
    if (before === undefined || after === undefined || filledCells(itemAt(rows, row)) < usual - 1) continue;
    if (totals[row]) continue;
    const moves = movesOf(itemAt(numbers, row), column, Math.abs(after - before));
    if (moves.columns.length > 0)
      agreed.push({
        cells: [{ row: row - 1, column }, ...[column, ...moves.columns].map((one) => ({ row, column: one }))],
        isExact: moves.isExact,
      });
    // The last row may be a total without a label.
    else if (row < numbers.length - 1) differ.push({ row, column });
  }
  return relationOf('balance', agreed, differ);
}

/** Leaves only the first certain relation of a kind certain, because others often repeat it with another column. */
function firstCertain(relations: readonly Relation[]): Relation[] {
  const first = relations.find(({ isCertain }) => isCertain);
  return relations.map((relation) => ({ ...relation, isCertain: relation === first }));
}

/** Returns all relations in which enough figures agree. */
export function relationsOf(figures: Figures): Relation[] {
  const { rows, numbers, from } = figures;
  const all = Array.from({ length: numbers[0]?.length ?? 0 }, (_, column) => column);
  const sums = [...labelledTotals(figures), ...all.map((column) => unlabelledTotals(figures, column))];
  if (all.length > columnsMax) return sums;
  const columns = all.filter(
    (column) => numbers.filter((row) => row[column] !== undefined).length >= rowsMin,
  );
  const usual = median(rows.slice(from).map(filledCells));
  return [
    ...sums,
    ...firstCertain(products(figures, columns)),
    ...firstCertain(columns.toReversed().flatMap((column) => balance(figures, column, usual))),
  ];
}

/** Returns the number of agreements of relations that are certain. */
export const agreementsOf = (relations: readonly Relation[]): number =>
  relations.reduce((count, { isCertain, agreed }) => count + (isCertain ? agreed.length : 0), 0);

/** Returns the places, as `placeName` names them, of all figures that agree with others to the last digit. */
export const provenPlaces = (relations: readonly Relation[]): Set<string> =>
  new Set(
    relations.flatMap(({ agreed }) =>
      agreed.flatMap(({ cells, isExact }) => (isExact ? cells.map(placeName) : [])),
    ),
  );

/** Returns a cell's place as a key for sets and maps. */
export const placeName = ({ row, column }: CellPosition): string => `${row},${column}`;
