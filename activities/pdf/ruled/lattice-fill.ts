/** Assigns the words of a page to a ruled grid. */
import { centreX, centreY, groupBy, heightOf, intervalOf, sum } from '#activities/pdf/words/geometry.ts';
import type { Lattice, LatticeCell } from './lattice.ts';
import { linesOf } from '#activities/pdf/words/lines.ts';
import { rowsBySpacing } from '#activities/pdf/unruled/row-spacing.ts';
import {
  columnCount,
  filledCells,
  type Grid,
  type Merge,
  type PageTable,
} from '#activities/pdf/tables/table.ts';
import { isValue, textOf } from '#activities/pdf/words/text.ts';
import type { Word } from '#activities/pdf/words/words.ts';
import { firstOf, itemAt, lastOf, neighbours } from '#activities/pdf/words/lists.ts';

type FilledCell = LatticeCell & { words: Word[] };

/** A band between two rules that has at least this many text lines may be several rows, and is split at its lines. */
const bandLinesMin = 3;
/** With this many lines, two full columns are enough to split it. */
const tallBandLines = 8;
/** Values above each other in at least this many columns are separate rows. */
const stackedColumnsMin = 2;
/** A band with more than this share of the table's words contains several rows. */
const stackedWordsShare = 0.5;
/** At least this share of the columns must be full: have at least this share of the fullest column's lines. */
const fullColumnsShare = 0.6;
const nearlyFull = 0.8;
/** Lines of two columns are level if they differ by less than this. */
const levelPt = 3;
/** Lines of all columns that differ by less than this are one row. */
const distinctPt = 3.5;

/** Minimum number of filled cells of a table, and minimum share of its cells. */
const cellsWithTextMin = 3;
const fillShareMin = 0.12;

/** Returns the cells of the grid with the words whose centres they contain. */
export function cellsWithWords(lattice: Lattice, words: readonly Word[]): FilledCell[] {
  const cells = lattice.cells.map((cell): FilledCell => ({ ...cell, words: [] }));
  for (const word of words) {
    const row = intervalOf(lattice.ys, centreY(word));
    const column = intervalOf(lattice.xs, centreX(word));
    if (row >= 0 && column >= 0) itemAt(cells, lattice.cellAt(row, column)).words.push(word);
  }
  return cells;
}

/** Returns the middles of the text lines from top to bottom. */
function lineMiddles(words: readonly Word[]): number[] {
  const middles: number[] = [];
  for (const word of [...words].sort((a, b) => centreY(a) - centreY(b))) {
    const last = middles.at(-1);
    if (last === undefined || centreY(word) - last >= 0.5 * heightOf(word)) middles.push(centreY(word));
  }
  return middles;
}

/**
 * Returns the middles of the rows in a band without rules between them, from top to bottom; undefined if it must not be
 * split.
 */
function bandLines(cells: readonly FilledCell[]): number[] | undefined {
  if (cells.length < 2) return undefined;
  const columns = cells.map((cell) => lineMiddles(cell.words));
  const most = Math.max(...columns.map((lines) => lines.length));
  if (most < bandLinesMin) return undefined;
  const full = columns.filter((lines) => lines.length >= nearlyFull * most);
  const isMostlyFull = full.length >= Math.max(2, fullColumnsShare * cells.length);
  if (!isMostlyFull && !(most >= tallBandLines && full.length >= 2)) return undefined;
  const reference = firstOf(full);
  const isLevel = full.every((lines) => {
    const level = lines.filter((y) => reference.some((other) => Math.abs(other - y) < levelPt));
    return level.length >= nearlyFull * lines.length;
  });
  if (!isLevel) return undefined;
  const all: number[] = [];
  for (const y of columns.flat()) if (!all.some((other) => Math.abs(other - y) < distinctPt)) all.push(y);
  return all.sort((a, b) => a - b);
}

function nearest(lines: readonly number[], y: number): number {
  const distances = lines.map((line) => Math.abs(line - y));
  return distances.indexOf(Math.min(...distances));
}

/** Assigns a cell's words to the nearest of the band's rows. */
function splitBand(cell: FilledCell, lines: readonly number[]): Word[][] {
  const rows: Word[][] = lines.map(() => []);
  for (const word of cell.words) itemAt(rows, nearest(lines, centreY(word))).push(word);
  return rows;
}

/** Returns the middles of the lines that are values, from top to bottom. */
function valueMiddles(words: readonly Word[]): number[] {
  return linesOf(words)
    .filter(({ chunks }) => chunks.every((chunk) => chunk.words.every((word) => isValue(word.text))))
    .map((line) => line.middle);
}

/**
 * Whether the cells contain several rows without rules between them: values above each other, or most of the table.
 * Cells with a few lines of text do not.
 */
function holdsRows(cells: readonly FilledCell[], wordsOfTable: number): boolean {
  const words = sum(cells.map((cell) => cell.words.length));
  const stacked = cells.filter((cell) => valueMiddles(cell.words).length >= bandLinesMin);
  return stacked.length > 0 || words > stackedWordsShare * wordsOfTable;
}

/** Whether the spacing of a band's lines forms rows, enough of which have texts in several columns. */
function hasSpacedRows(cells: readonly FilledCell[], words: readonly Word[], { xs }: Lattice): boolean {
  if (cells.length < stackedColumnsMin) return false;
  const lines = linesOf(words).map(({ y0, y1, middle, height, chunks }) => {
    const columns = new Set(
      chunks.flatMap((chunk) => chunk.words.map((word) => intervalOf(xs, centreX(word)))),
    );
    return {
      y0,
      y1,
      middle,
      height,
      pieces: [...columns].map((column) => ({ column, columnSpan: 1, isValue: false })),
    };
  });
  const rows = rowsBySpacing(lines);
  const groups = groupBy(
    lines.flatMap(({ pieces }, index) => pieces.map(({ column }) => ({ column, row: rows?.[index] }))),
    ({ row }) => row,
  );
  const full = [...groups].filter(
    ([row, pieces]) =>
      row !== undefined && new Set(pieces.map(({ column }) => column)).size >= stackedColumnsMin,
  );
  return full.length >= bandLinesMin;
}

/** Returns whether most words are in a band of several rows that cannot be split line by line. */
export function hasStackedRows(lattice: Lattice, words: readonly Word[]): boolean {
  const cells = cellsWithWords(lattice, words);
  return neighbours(lattice.ys).some(([top, bottom], row) => {
    const inRow = cells.filter((cell) => cell.row0 <= row && cell.row1 >= row && cell.words.length > 0);
    const isHere = (word: Word): boolean => centreY(word) > top && centreY(word) < bottom;
    const stacked = inRow.filter((cell) => valueMiddles(cell.words.filter(isHere)).length >= bandLinesMin);
    const isBand = inRow.every((cell) => cell.row0 === cell.row1);
    const isMost = words.filter(isHere).length > stackedWordsShare * words.length;
    if (!isMost) return false;
    if (hasSpacedRows(inRow, words.filter(isHere), lattice)) return true;
    return stacked.length >= stackedColumnsMin && !(isBand && bandLines(inRow));
  });
}

type LatticeGrid = Grid & Pick<PageTable, 'rowTops'>;

/** Returns for each row of the lattice the middles of the rows into which it is split, or undefined. */
function bandsOf(
  { ys }: Lattice,
  cells: readonly FilledCell[],
  wordsOfTable: number,
): (number[] | undefined)[] {
  return Array.from({ length: ys.length - 1 }, (_, row) => {
    const inRow = cells.filter((cell) => cell.row0 <= row && cell.row1 >= row);
    // A cell that spans several rows shows that rules do separate the rows here.
    const isBand = inRow.every((cell) => cell.row0 === cell.row1);
    const filled = inRow.filter((cell) => cell.words.length > 0);
    return isBand && holdsRows(filled, wordsOfTable) ? bandLines(filled) : undefined;
  });
}

/** Returns the top of each row: the rule for the first line, halfway from the previous line for the others. */
function bandTops(band: readonly number[], top: number): number[] {
  return [top, ...neighbours(band).map(([above, middle]) => (above + middle) / 2)];
}

/**
 * Returns the texts, merges and tops of rows of the grid. A row of the lattice that contains several rows without rules
 * between them is split.
 */
export function gridOf(lattice: Lattice, words: readonly Word[]): LatticeGrid {
  const cells = cellsWithWords(lattice, words);
  const bands = bandsOf(lattice, cells, words.length);
  const rowTops = bands.flatMap((band, row) => bandTops(band ?? [], itemAt(lattice.ys, row)));
  /** The first row of the grid for each row of the lattice. */
  const starts = [0];
  for (const band of bands) starts.push(lastOf(starts) + (band?.length ?? 1));
  const rows = Array.from({ length: lastOf(starts) }, () => Array<string>(lattice.xs.length - 1).fill(''));
  const merges: Merge[] = [];
  for (const cell of cells) {
    const row = itemAt(starts, cell.row0);
    const column = cell.column0;
    const columnSpan = cell.column1 - column + 1;
    const band = cell.row0 === cell.row1 ? bands[cell.row0] : undefined;
    if (band) {
      splitBand(cell, band).forEach((part, index) => {
        itemAt(rows, row + index)[column] = textOf(part);
        if (columnSpan > 1) merges.push({ row: row + index, column, rowSpan: 1, columnSpan });
      });
      continue;
    }
    itemAt(rows, row)[column] = textOf(cell.words);
    const rowSpan = itemAt(starts, cell.row1 + 1) - row;
    if (rowSpan > 1 || columnSpan > 1) merges.push({ row, column, rowSpan, columnSpan });
  }
  return { rows, merges, rowTops };
}

/** Returns whether the grid has enough text for a table. Frames, letterhead boxes and empty forms are grids too. */
export function isTable(grid: Grid): boolean {
  const filled = grid.rows.flat().filter(Boolean).length;
  const rowsWithText = grid.rows.filter((row) => filledCells(row) > 0).length;
  const columns = columnCount(grid);
  const columnsWithText = Array.from({ length: columns }, (_, column) => column).filter((column) =>
    grid.rows.some((row) => row[column]),
  ).length;
  const share = filled / (grid.rows.length * columns);
  return filled >= cellsWithTextMin && rowsWithText >= 2 && columnsWithText >= 2 && share >= fillShareMin;
}
