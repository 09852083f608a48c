/** The tables that an extraction returns: grids of texts with merged cells. */
import type { CellPosition } from '#contracts/jobs/corrected-table.ts';
import type { Doubt } from './proof.ts';
import type { Box } from '#activities/pdf/words/geometry.ts';
import { itemAt } from '#activities/pdf/words/lists.ts';

/** A cell that covers several rows or columns; its text is stored at its top left position. */
export type Merge = { row: number; column: number; rowSpan: number; columnSpan: number };

/** All rows have the same number of texts, of which blank ones are empty. */
export type Grid = { rows: string[][]; merges: Merge[] };

/** Range in which the border between two columns may lie: narrow for a rule, wider for a gap between words. */
export type Gutter = { from: number; to: number };

/** How well the headings and rows of a table without rules fit. */
export type Evidence = {
  /** Cost per column of the headings over the data, in text heights; absent unless each column has one heading. */
  headingCost?: number;
  /** Share of the rows that consist of several lines. */
  wrappedShare: number;
};

/** A table as found on one page, in visual coordinates. */
export type PageTable = Grid & {
  /** Name by which corrections refer to it; missing on pages that were stored before there were corrections. */
  key?: string;
  page: number;
  box: Box;
  gutters: Gutter[];
  /** Whether its cells are bounded by rules rather than by gaps. */
  isRuled: boolean;
  /** Top of each row. */
  rowTops: number[];
  evidence?: Evidence;
  /** True if its words were recognised from a picture. */
  isRecognised?: boolean;
};

/** What the customer said about a table, where it differs from what its texts say. */
export type TableMarks = {
  headerRows?: number;
  totals?: readonly { row: number; isTotal: boolean }[];
  /** Cells whose text the customer wrote or confirmed. */
  checked?: readonly CellPosition[];
};

/** A part of a complete table: its key, its page, and its first row before corrections. */
export type TablePart = { key: string; page: number; startRow: number };

/** A complete table, which may continue over several pages. */
export type LogicalTable = Grid &
  TableMarks & {
    parts?: TablePart[];
    /** The first row of each part as corrected, if there are corrections. */
    partStarts?: readonly number[];
    /** The table before the customer's corrections, if there are any. */
    before?: Grid;
    firstPage: number;
    lastPage: number;
    /** Number of the table among those that start on its first page, counted from 1. */
    numberOnPage: number;
    /** Lowest confidence of its parts, 0 to 1. */
    confidence: number;
    /** Cells that may be wrong, beginning with those that OCR may have misread. */
    doubts: Doubt[];
    /** Figures that stay text because nothing proves that they were read correctly. */
    unproven?: CellPosition[];
    /** True if some of its words were recognised from a picture. */
    isRecognised?: boolean;
  };

/** A cell's row and column, counted from 0. */

/** Names a table by its first page and its number there, such as `p2_t1`. */
export const tableName = (table: Pick<LogicalTable, 'firstPage' | 'numberOnPage'>): string =>
  `p${table.firstPage}_t${table.numberOnPage}`;

/** Returns each page of a table with the first row that comes from it; none for a table on one page. */
export function pageStarts({ parts = [], partStarts, rows }: LogicalTable): { page: number; row: number }[] {
  const starts = parts.map(({ page, startRow }, index) => ({ page, row: partStarts?.[index] ?? startRow }));
  // A page of which no row is left starts at the same row as the next one, and a page may have several parts.
  const own = starts.filter(
    ({ page, row }, index) =>
      row < rows.length && starts[index + 1]?.row !== row && starts[index - 1]?.page !== page,
  );
  return own.length > 1 ? own : [];
}

/** Counts the cells that are not empty. */
export const filledCells = (row: readonly string[]): number => row.filter(Boolean).length;

/** Returns the number of columns, which is the same in every row; 0 for a grid without rows. */
export const columnCount = (grid: Grid): number => grid.rows[0]?.length ?? 0;

/** Returns the rows from `from` up to but excluding `to`, with the merges that start there. */
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

/** Returns a table with only the rows from `from` up to but excluding `to`, and with their box. */
export function slicePageRows(table: PageTable, from: number, to: number): PageTable {
  const { box, rowTops } = table;
  const y0 = from === 0 ? box.y0 : itemAt(rowTops, from);
  return {
    ...table,
    ...sliceRows(table, from, to),
    box: { ...box, y0, y1: rowTops[to] ?? box.y1 },
    rowTops: rowTops.slice(from, to),
  };
}
