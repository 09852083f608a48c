/** Finds the rule at which one ruled table ends and another with different columns begins. */
import type { Lattice } from './lattice.ts';
import type { Rulings } from '#activities/pdf/words/rulings.ts';

/** Maximum distance between a rule and a border that it belongs to. */
const tolerancePt = 3;
/** Minimum number of rows of a table with another directly above or below it. */
const ownRowsMin = 2;
/** Maximum share of inner borders that two such tables share by chance. */
const commonBordersMax = 0.34;

/** Returns the inner borders drawn in a row of cells, as numbers of the columns that they precede. */
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

/**
 * Returns the row at which a table with different columns begins directly below another: hardly any inner border
 * continues from the row above.
 */
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

/** Returns the y coordinate of the rule between two such tables; undefined if there is only one table. */
export function borderOfTables(lattice: Lattice): number | undefined {
  const row = rowOfOtherColumns(lattice);
  return row === undefined ? undefined : lattice.ys[row];
}

/** Returns the rulings above `y` and those at it; a vertical that crosses it ends there. */
export const rulingsAbove = ({ horizontals, verticals }: Rulings, y: number): Rulings => ({
  horizontals: horizontals.filter(({ at }) => at < y + tolerancePt),
  verticals: verticals
    .filter(({ from }) => from < y - tolerancePt)
    .map((ruling) => ({ ...ruling, to: Math.min(ruling.to, y) })),
});

/** Returns the rulings below `y` and those at it; a vertical that crosses it begins there. */
export const rulingsBelow = ({ horizontals, verticals }: Rulings, y: number): Rulings => ({
  horizontals: horizontals.filter(({ at }) => at > y - tolerancePt),
  verticals: verticals
    .filter(({ to }) => to > y + tolerancePt)
    .map((ruling) => ({ ...ruling, from: Math.max(ruling.from, y) })),
});
