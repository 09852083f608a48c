/** What the extraction yields: grids of texts with the merged cells on them. */
import type { Box } from '#activities/pdf/words/geometry.ts';

/** A cell that covers more than one row or column; its text stands at its top left position. */
export type Merge = { row: number; column: number; rowSpan: number; columnSpan: number };

export type Grid = { rows: string[][]; merges: Merge[] };

/** Where the border between two columns may lie: a rule has hardly any width, a gap between words has some. */
export type Gutter = { from: number; to: number };

/** A table as found on one page. */
export type PageTable = Grid & {
  page: number;
  box: Box;
  gutters: Gutter[];
  /** Whether rules bound its cells, rather than gaps. */
  isRuled: boolean;
  /** Where each row begins. */
  rowTops: number[];
};

/** A whole table, which may continue over several pages. */
export type LogicalTable = Grid & {
  firstPage: number;
  lastPage: number;
  /** 1 for the first table that starts on its page. */
  numberOnPage: number;
  /** From 0 to 1: the least of its parts'. */
  confidence: number;
};

export const tableName = (table: Pick<LogicalTable, 'firstPage' | 'numberOnPage'>): string =>
  `p${table.firstPage}_t${table.numberOnPage}`;

export const filledCells = (row: readonly string[]): number => row.filter(Boolean).length;

export const columnCount = (grid: Grid): number => grid.rows[0]?.length ?? 0;

/** The part of a grid from one row up to another, with the merges that start in it. */
export function sliceRows(grid: Grid, from: number, to: number): Grid {
  return {
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

/** The same of a table on a page, whose box then holds these rows only. */
export function slicePageRows(table: PageTable, from: number, to: number): PageTable {
  const { box, rowTops } = table;
  const y0 = from === 0 ? box.y0 : rowTops[from]!;
  return {
    ...table,
    ...sliceRows(table, from, to),
    box: { ...box, y0, y1: rowTops[to] ?? box.y1 },
    rowTops: rowTops.slice(from, to),
  };
}
