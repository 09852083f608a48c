/** Finds where the texts of each column begin and end, and whether two parts of a page share their columns. */
import { columnsOf } from './columns.ts';
import { intervalOf } from '#activities/pdf/words/geometry.ts';
import type { TextLine } from '#activities/pdf/words/lines.ts';
import type { Extent } from './stream-rows.ts';

/** Maximum offset between the aligned edges of texts in one column. */
const sameEdgePt = 2;

/**
 * Returns each column's extent from its leftmost to its rightmost text; undefined for a column without a text of its
 * own. Texts over several columns do not count.
 */
export function edgesOf(lines: readonly TextLine[], separators: readonly number[]): (Extent | undefined)[] {
  const borders = [-Infinity, ...separators, Infinity];
  const extents: (Extent | undefined)[] = borders.slice(1).map(() => undefined);
  for (const { x0, x1 } of lines.flatMap((line) => line.chunks)) {
    const column = intervalOf(borders, x0);
    if (intervalOf(borders, x1) !== column) continue;
    const before = extents[column];
    extents[column] = { from: Math.min(before?.from ?? x0, x0), to: Math.max(before?.to ?? x1, x1) };
  }
  return extents;
}

/** Returns the extents of the columns detected from the lines themselves. */
export function columnEdges(lines: readonly TextLine[]): Extent[] {
  const columns = columnsOf(lines);
  return columns ? edgesOf(lines, columns.separators).filter((extent) => extent !== undefined) : [];
}

/** Returns whether two extents begin, end or are centred at the same position. */
export const shareAnEdge = (a: Extent, b: Extent): boolean =>
  Math.abs(a.from - b.from) < sameEdgePt ||
  Math.abs(a.to - b.to) < sameEdgePt ||
  Math.abs(a.from + a.to - b.from - b.to) < 2 * sameEdgePt;

/** Returns the share of the columns of both parts that share an edge or the centre with a column of the other part. */
export function alignedShare(upper: readonly Extent[], lower: readonly Extent[]): number {
  const aligned = (own: readonly Extent[], other: readonly Extent[]): number =>
    own.filter((column) => other.some((candidate) => shareAnEdge(column, candidate))).length;
  return (aligned(upper, lower) + aligned(lower, upper)) / (upper.length + lower.length);
}
