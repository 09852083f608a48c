/** Distinguishes a table of sentences, whose cells have several lines, from columns of running text. */
import { centreX, groupBy, widthOf } from '#activities/pdf/words/geometry.ts';
import type { Chunk, TextLine } from '#activities/pdf/words/lines.ts';
import { rowsBySpacing } from './row-spacing.ts';

/** Minimum number of rows that have several lines and texts on both sides. */
const tallRowsMin = 3;
/** Maximum difference between the starts of texts in one column. */
const sameStartPt = 4;
/** A text wider than this share of the width is a line of a paragraph. */
const paragraphShareMin = 0.6;
/** Minimum share of the rows of several lines that have texts on both sides. */
const fullRowsShareMin = 0.7;
/** Minimum share of the rows that have several lines. */
const tallRowsShareMin = 0.4;

/** Returns whether the spacing of lines forms rows with texts on both sides of `x`, as wrapped cells of a table do. */
export function haveRowsOver(lines: readonly TextLine[], x: number): boolean {
  const rows = rowsBySpacing(
    lines.map(({ y0, y1, middle, height, chunks }) => {
      const columns = new Set(chunks.map((chunk) => Math.round(chunk.x0 / sameStartPt)));
      const pieces = [...columns].map((column) => ({ column, columnSpan: 1, isValue: false }));
      return { y0, y1, middle, height, pieces };
    }),
  );
  if (!rows) return false;
  const groups = [...groupBy([...lines.entries()], ([index]) => rows[index]).values()];
  const chunksOf = (group: readonly [number, TextLine][]): Chunk[] =>
    group.flatMap(([, line]) => line.chunks);
  const width = Math.max(...lines.map(({ x1 }) => x1)) - Math.min(...lines.map(({ x0 }) => x0));
  // Paragraphs across the whole width belong to neither side.
  const beside = groups.filter(
    (group) => !chunksOf(group).some((chunk) => widthOf(chunk) > paragraphShareMin * width),
  );
  const tall = beside.filter((group) => group.length > 1);
  const full = tall.filter((group) => {
    const chunks = chunksOf(group);
    return chunks.some((chunk) => centreX(chunk) < x) && chunks.some((chunk) => centreX(chunk) > x);
  });
  return (
    full.length >= Math.max(tallRowsMin, fullRowsShareMin * tall.length) &&
    tall.length >= tallRowsShareMin * beside.length
  );
}
