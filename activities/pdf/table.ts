/** What the extraction yields: grids of texts with the merged cells on them. */
import type { Box } from './geometry.ts';

/** A cell that covers more than one row or column; its text stands at its top left position. */
export type Merge = { row: number; column: number; rowSpan: number; columnSpan: number };

export type Grid = { rows: string[][]; merges: Merge[] };

/** Where the border between two columns may lie: a rule has hardly any width, a gap between words has some. */
export type Gutter = { from: number; to: number };

/** A table as found on one page. */
export type PageTable = Grid & { page: number; box: Box; gutters: Gutter[] };

/** A whole table, which may continue over several pages. */
export type LogicalTable = Grid & {
  firstPage: number;
  lastPage: number;
  /** 1 for the first table that starts on its page. */
  numberOnPage: number;
};

export const filledCells = (row: readonly string[]): number => row.filter(Boolean).length;

export const columnCount = (grid: Grid): number => grid.rows[0]?.length ?? 0;

/** The part of a grid from one row up to another, with the merges that start in it. */
export function sliceRows<T extends Grid>(grid: T, from: number, to: number): T {
  return {
    ...grid,
    rows: grid.rows.slice(from, to),
    merges: grid.merges
      .filter((merge) => merge.row >= from && merge.row < to)
      .map((merge) => ({
        ...merge,
        row: merge.row - from,
        rowSpan: Math.min(merge.rowSpan, to - merge.row),
      })),
  };
}
