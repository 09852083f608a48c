/** Finds where one ruled table ends and another, with other columns, begins at the same rule. */
import type { Lattice } from './lattice.ts';
import type { Rulings } from '#activities/pdf/words/rulings.ts';

/** How far a rule may miss the border of both and still be theirs. */
const tolerancePt = 3;
/** A table has this many rows at least, when another is right above or below it. */
const ownRowsMin = 2;
/** Share of the inner borders that two such tables may have in common by chance. */
const commonBordersMax = 0.34;

/** Columns that a ruling parts in a row of cells: the places of its inner borders. */
function innerBorders({ cells }: Lattice, row: number): Set<number> {
  return new Set(
    cells
      .filter(({ row0, row1, column0 }) => row0 <= row && row1 >= row && column0 > 0)
      .map(({ column0 }) => column0),
  );
}

function areOtherColumns(upper: ReadonlySet<number>, lower: ReadonlySet<number>): boolean {
  const common = [...upper].filter((border) => lower.has(border)).length;
  const least = Math.min(upper.size, lower.size);
  return common < least && common <= commonBordersMax * least;
}

/** The row at which a table with other columns begins right below another: hardly an inner border goes on from the row above. */
function rowOfOtherColumns(lattice: Lattice): number | undefined {
  const rowCount = lattice.ys.length - 1;
  for (let row = ownRowsMin; row + ownRowsMin <= rowCount; row++) {
    const isCut = lattice.cells.every(({ row0, row1 }) => row0 >= row || row1 < row);
    const rows = Array.from({ length: ownRowsMin }, (_, index) => index);
    const above = rows.map((index) => innerBorders(lattice, row - 1 - index));
    const below = rows.map((index) => innerBorders(lattice, row + index));
    if (isCut && above.every((upper) => below.every((lower) => areOtherColumns(upper, lower)))) return row;
  }
  return undefined;
}

/** The rule between two such tables. */
export function borderOfTables(lattice: Lattice): number | undefined {
  const row = rowOfOtherColumns(lattice);
  return row === undefined ? undefined : lattice.ys[row];
}

export const rulingsAbove = ({ horizontals, verticals }: Rulings, y: number): Rulings => ({
  horizontals: horizontals.filter(({ at }) => at < y + tolerancePt),
  verticals: verticals
    .filter(({ from }) => from < y - tolerancePt)
    .map((ruling) => ({ ...ruling, to: Math.min(ruling.to, y) })),
});

export const rulingsBelow = ({ horizontals, verticals }: Rulings, y: number): Rulings => ({
  horizontals: horizontals.filter(({ at }) => at > y - tolerancePt),
  verticals: verticals
    .filter(({ to }) => to > y + tolerancePt)
    .map((ruling) => ({ ...ruling, from: Math.max(ruling.from, y) })),
});
