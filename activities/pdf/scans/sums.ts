/** Proves figures of a table by arithmetic: totals of columns, products of rows, and running balances. */
import { itemAt } from '#activities/pdf/words/lists.ts';

export type FigureCell = { row: number; column: number; text: string; value: number };

/** Rounding that a total or a product may be off by. */
const roundingShare = 0.0005;
const roundingMin = 0.006;
/** So many rows, and at least this share of them, must obey a rule, so that it is one. */
const rowsMin = 3;
const rowsShareMin = 0.5;
/** A total of fewer figures may be a coincidence. */
const addendsMin = 2;
/** A product with a factor of zero or one proves nothing. */
const factorMin = 1.0001;
/** Products are looked for in every three columns, so in a wider table only totals are looked for. */
const columnsMax = 30;

const isSame = (a: number, b: number): boolean =>
  Math.abs(a - b) <= Math.max(roundingMin, roundingShare * Math.abs(b) * 0.1);

const nameOf = ({ row, column }: FigureCell): string => `${row},${column}`;

/** Totals: a figure that is the sum of all those above it, from the last total on. */
function provenTotals(cells: readonly FigureCell[]): FigureCell[] {
  const proven: FigureCell[] = [];
  let open: FigureCell[] = [];
  for (const cell of cells) {
    const total = open.reduce((sum, { value }) => sum + value, 0);
    if (open.length >= addendsMin && total > 0 && isSame(total, cell.value)) {
      proven.push(...open, cell);
      open = [];
    } else open.push(cell);
  }
  return proven;
}

type Rows = ReadonlyMap<number, FigureCell>;

const byRow = (cells: readonly FigureCell[]): Rows => new Map(cells.map((cell) => [cell.row, cell]));

/** Products: rows in which the figures of two columns give that of a third one. */
function provenProducts(columns: readonly Rows[]): FigureCell[] {
  const proven: FigureCell[] = [];
  for (const [third, products] of columns.entries())
    for (let first = 0; first < third; first++)
      for (let second = first + 1; second < third; second++) {
        const rows = [...products.values()].flatMap((product) => {
          const factors = [
            itemAt(columns, first).get(product.row),
            itemAt(columns, second).get(product.row),
          ].filter((factor) => factor !== undefined);
          return factors.length === 2 ? [[...factors, product]] : [];
        });
        const right = rows.filter((row) => {
          const [a, b, product] = row.map(({ value }) => value) as [number, number, number];
          return a > factorMin && b > factorMin && isSame(a * b, product);
        });
        if (right.length >= rowsMin && right.length >= rowsShareMin * rows.length)
          proven.push(...right.flat());
      }
  return proven;
}

/** Running balances: each is the one before, plus or minus another figure of its row. */
function provenBalances(columns: readonly Rows[]): FigureCell[] {
  const proven: FigureCell[] = [];
  for (const [place, balances] of columns.entries()) {
    const cells = [...balances.values()];
    const steps = cells.slice(1).map((cell, index) => {
      const before = itemAt(cells, index);
      const moved = columns.flatMap((column, other) => {
        const amount = other === place ? undefined : column.get(cell.row);
        const isStep = amount !== undefined && isSame(Math.abs(cell.value - before.value), amount.value);
        return isStep && amount.value > 0 ? [amount] : [];
      });
      return moved.length > 0 ? [before, cell, ...moved] : [];
    });
    const right = steps.filter((step) => step.length > 0);
    if (right.length >= rowsMin && right.length >= rowsShareMin * steps.length) proven.push(...right.flat());
  }
  return proven;
}

/** Returns the places (`row,column`) of all figures that arithmetic proves. `columns` has the figures of each column. */
export function provenBySums(columns: readonly (readonly FigureCell[])[]): Set<string> {
  const rows = columns.length > columnsMax ? [] : columns.map(byRow);
  return new Set(
    [...columns.flatMap(provenTotals), ...provenProducts(rows), ...provenBalances(rows)].map(nameOf),
  );
}
