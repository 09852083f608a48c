/** Selects the merged cells that a spreadsheet accepts: none overlaps another, hides a text or leaves the table. */
import type { CellPosition } from '#contracts/jobs/corrected-table.ts';
import { columnCount, type Grid, type Merge } from './table.ts';

/** Returns the cells of a merged cell, beginning with the one that has its text. */
export function positionsOf({ row, column, rowSpan, columnSpan }: Merge): CellPosition[] {
  return Array.from({ length: rowSpan * columnSpan }, (_, index) => ({
    row: row + Math.floor(index / columnSpan),
    column: column + (index % columnSpan),
  }));
}

/** Returns the merges to keep; for two that overlap, the first one. */
export function safeMerges(grid: Grid): Merge[] {
  const { rows, merges } = grid;
  const taken = new Set<string>();
  return merges.filter((merge) => {
    const [, ...covered] = positionsOf(merge);
    const keys = positionsOf(merge).map(({ row, column }) => `${row}:${column}`);
    const isInside =
      merge.row + merge.rowSpan <= rows.length && merge.column + merge.columnSpan <= columnCount(grid);
    const hidesText = covered.some(({ row, column }) => rows[row]?.[column]);
    if (!isInside || hidesText || keys.some((key) => taken.has(key))) return false;
    keys.forEach((key) => taken.add(key));
    return true;
  });
}
