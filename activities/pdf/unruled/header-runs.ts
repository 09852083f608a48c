/** Determines the columns that a header text spans, from a rule below it, its centre, or its position. */
import type { Ruling } from '#activities/pdf/words/geometry.ts';
import type { Extent, StreamRow } from './stream-rows.ts';
import { firstOf, itemAt, lastOf } from '#activities/pdf/words/lists.ts';

/** Maximum offset between the left edges, centres or right edges of lines in one cell. */
const alignedPt = 4;
/** Maximum offset between a heading's centre and that of its columns. */
const centredPt = 6;
/** Range of the offset of a heading from its columns' texts, if it is centred over padded cells. */
const cellPaddingMaxPt = 7;
const cellSlackPt = 1;
/** Maximum distance between lines of one cell, in heights. */
export const cellPitch = 1.6;
/** Maximum distance, in heights, of a rule below the heading whose columns it spans. */
const rulePitch = 1.2;
/** Such a rule may also be below the columns' own headings, up to this far, if its centre is the heading's. */
const belowLeavesPitch = 3;
const sameMiddlePt = 1.5;
/** A rule that is wider than this share of the table spans all columns and says nothing about a heading. */
const ruleWidthShareMax = 0.9;

/** A text of a header line. */
export type Piece = Extent & { text: string; column: number; columnSpan: number; row: StreamRow };
/** A column's own heading: its lines, its extent, and the middle of its top line. */
export type Leaf = Extent & { texts: string[]; top: number };
/** The own heading of each column, as far as one is known. */
export type Leaves = (Leaf | undefined)[];

export const middleOf = ({ from, to }: Extent): number => (from + to) / 2;

/** Returns whether two extents overlap and share an edge or the middle. */
export const areAligned = (a: Extent, b: Extent): boolean =>
  a.from < b.to &&
  b.from < a.to &&
  (Math.abs(a.from - b.from) < alignedPt ||
    Math.abs(a.to - b.to) < alignedPt ||
    Math.abs(middleOf(a) - middleOf(b)) < alignedPt);

/** Returns the non-empty cells of a row with the columns that they span. */
export function piecesOf(row: StreamRow): Piece[] {
  return row.cells.flatMap((text, column) => {
    const extent = row.extents[column];
    const columnSpan = row.spans.find((span) => span.column === column)?.columnSpan ?? 1;
    return text && extent ? [{ ...extent, text, column, columnSpan, row }] : [];
  });
}

/** Neighbouring columns from `first` to `last`, both included. */
export type Run = { first: number; last: number };

/** Returns the columns spanned by a rule directly below a heading. */
function runOfRule(piece: Piece, columns: readonly Extent[], rules: readonly Ruling[]): Run | undefined {
  const { y1, height, middle } = piece.row.line;
  const width = lastOf(columns).to - firstOf(columns).from;
  const over = rules.filter(
    ({ at, from, to }) =>
      at > middle && from < middleOf(piece) && to > middleOf(piece) && to - from < ruleWidthShareMax * width,
  );
  const rule =
    over.find(({ at }) => at < y1 + rulePitch * height) ??
    over.find(
      (ruling) =>
        ruling.at < y1 + belowLeavesPitch * height &&
        Math.abs(middleOf(ruling) - middleOf(piece)) < sameMiddlePt,
    );
  if (!rule) return undefined;
  const under = columns.flatMap((column, index) =>
    middleOf(column) > rule.from && middleOf(column) < rule.to ? [index] : [],
  );
  return under.length >= 2 ? { first: firstOf(under), last: lastOf(under) } : undefined;
}

/** Whether the heading is centred over its columns' texts. */
function isOverTexts(piece: Piece, columns: readonly Extent[], { first, last }: Run): boolean {
  const extent = { from: itemAt(columns, first).from, to: itemAt(columns, last).to };
  return Math.abs(middleOf(extent) - middleOf(piece)) < centredPt;
}

/**
 * Whether the heading is centred over its columns' cells. A cell with right-aligned text begins where the text of the
 * column before it ends, and a cell with left-aligned text ends where the next column's text begins. At the end of the
 * table, a cell is assumed to be as wide as its neighbour.
 */
function isOverCells(piece: Piece, columns: readonly Extent[], { first, last }: Run): boolean {
  const [left, right] = [itemAt(columns, first), itemAt(columns, last)];
  const rightWidth = itemAt(columns, first + 1).to - left.to;
  const leftWidth = right.from - itemAt(columns, last - 1).from;
  const setRight = {
    from: Math.max(columns[first - 1]?.to ?? -Infinity, left.to - rightWidth),
    to: right.to,
  };
  const setLeft = {
    from: left.from,
    to: Math.min(columns[last + 1]?.from ?? Infinity, right.from + leftWidth),
  };
  const shifts = [middleOf(piece) - middleOf(setRight), middleOf(setLeft) - middleOf(piece)];
  return shifts.some((shift) => shift > -cellSlackPt && shift < cellPaddingMaxPt);
}

/** Returns the widest run of at least two free columns over which a heading is centred. */
function centredRun(
  piece: Piece,
  free: readonly number[],
  columns: readonly Extent[],
  isOver: (piece: Piece, columns: readonly Extent[], run: Run) => boolean = isOverTexts,
): Run | undefined {
  for (let size = free.length; size >= 2; size--) {
    for (let start = 0; start + size <= free.length; start++) {
      const [first, last] = [itemAt(free, start), itemAt(free, start + size - 1)];
      const holdsOwn = first <= piece.column && last >= piece.column + piece.columnSpan - 1;
      const isUnbroken = last - first === size - 1;
      if (isUnbroken && holdsOwn && isOver(piece, columns, { first, last })) return { first, last };
    }
  }
  return undefined;
}

/** Returns the columns that a text may head: those that no other text of its line covers or is closer to. */
export function freeColumns(
  piece: Piece,
  others: readonly Piece[],
  columns: readonly Extent[],
  leaves: Leaves,
): number[] {
  return [...columns.keys()].filter((column) => {
    const middle = middleOf(itemAt(columns, column));
    const distance = (from: Piece): number => Math.abs(middleOf(from) - middle);
    return others.every((other) => {
      const isOwn = column >= other.column && column < other.column + other.columnSpan;
      // A text that is a line of its column's own heading heads no other column.
      const leaf = leaves[other.column];
      const isHeading = other.columnSpan > 1 || (leaf !== undefined && !isLineOf(other, leaf));
      return !isOwn && !(isHeading && distance(other) < distance(piece));
    });
  });
}

/** Returns the columns that a text heads; undefined if it belongs to a single column. */
export function runOf(
  piece: Piece,
  free: readonly number[],
  { columns, leaves, rules }: { columns: readonly Extent[]; leaves: Leaves; rules: readonly Ruling[] },
): Run | undefined {
  const leaf = leaves[piece.column];
  const isSingle = piece.columnSpan === 1;
  if (isSingle && !leaf) return undefined;
  const ruled = runOfRule(piece, columns, rules);
  if (ruled) return ruled;
  const centred = centredOver(piece, free, columns, leaves);
  if (isSingle && leaf && isLineOf(piece, leaf)) {
    const isLevel =
      centred && leaves.slice(centred.first, centred.last + 1).every((other) => other?.top === leaf.top);
    return isLevel && Math.abs(middleOf(piece) - middleOf(leaf)) > alignedPt ? centred : undefined;
  }
  if (!isSingle) return centred ?? levelRun(piece, free, leaves);
  return centred ?? (leaf && beside(piece, leaf, free));
}

/** Extends a heading over several columns to all neighbours that have headings on the same line and none above them. */
function levelRun(piece: Piece, free: readonly number[], leaves: Leaves): Run {
  const run = { first: piece.column, last: piece.column + piece.columnSpan - 1 };
  const top = leaves[run.first]?.top;
  const isLevel = (column: number): boolean =>
    top !== undefined && free.includes(column) && leaves[column]?.top === top;
  while (isLevel(run.first - 1)) run.first -= 1;
  while (isLevel(run.last + 1)) run.last += 1;
  return run;
}

/**
 * Returns two columns for a text that is not above its column's own heading but on one side of it: this column and the
 * next one on that side.
 */
function beside(piece: Piece, leaf: Leaf, free: readonly number[]): Run | undefined {
  if (piece.from < leaf.to && leaf.from < piece.to) return undefined;
  const next = piece.column + (piece.from >= leaf.to ? 1 : -1);
  if (!free.includes(next)) return undefined;
  return { first: Math.min(piece.column, next), last: Math.max(piece.column, next) };
}

/** Returns the columns over whose texts, own headings or cells a heading is centred. */
function centredOver(
  piece: Piece,
  free: readonly number[],
  columns: readonly Extent[],
  leaves: Leaves,
): Run | undefined {
  const headed = columns.map((column, index) => leaves[index] ?? column);
  const cells = columns.map((column, index) => ({
    from: ((columns[index - 1]?.to ?? column.from) + column.from) / 2,
    to: (column.to + (columns[index + 1]?.from ?? column.to)) / 2,
  }));
  return (
    centredRun(piece, free, columns) ??
    centredRun(piece, free, headed) ??
    centredRun(piece, free, cells) ??
    centredRun(piece, free, columns, isOverCells)
  );
}

/** Returns whether a text is the line above the other lines of its column's own heading. */
export function isLineOf(piece: Piece, leaf: Leaf): boolean {
  const { middle, height } = piece.row.line;
  return leaf.top - middle < cellPitch * height && areAligned(piece, leaf);
}
