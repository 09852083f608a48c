/** Where the texts of each column begin and end, and whether two parts of a page share their columns. */
import { columnsOf } from './columns.ts';
import { intervalOf } from '#activities/pdf/words/geometry.ts';
import type { TextLine } from '#activities/pdf/words/lines.ts';
import type { Extent } from './stream-rows.ts';

/** Texts set to the left, the right or the middle of one column differ there by less. */
const sameEdgePt = 2;

/** From the first text's left to the last one's right, for each column; undefined where none is in one column only. */
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

/** The same of the columns that the lines have by themselves. */
export function columnEdges(lines: readonly TextLine[]): Extent[] {
  const columns = columnsOf(lines);
  return columns ? edgesOf(lines, columns.separators).filter((extent) => extent !== undefined) : [];
}

export const shareAnEdge = (a: Extent, b: Extent): boolean =>
  Math.abs(a.from - b.from) < sameEdgePt ||
  Math.abs(a.to - b.to) < sameEdgePt ||
  Math.abs(a.from + a.to - b.from - b.to) < 2 * sameEdgePt;

/** Share of the columns of both parts that begin, end or have their middle where one of the other part does. */
export function alignedShare(upper: readonly Extent[], lower: readonly Extent[]): number {
  const aligned = (own: readonly Extent[], other: readonly Extent[]): number =>
    own.filter((column) => other.some((candidate) => shareAnEdge(column, candidate))).length;
  return (aligned(upper, lower) + aligned(lower, upper)) / (upper.length + lower.length);
}
