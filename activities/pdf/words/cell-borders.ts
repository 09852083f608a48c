/**
 * Completes tables whose cells have borders below them only. Browsers draw such a border in one piece for each cell, so
 * the ends of the pieces show where the columns are and which cells span several rows.
 */
import { centreX, centreY, groupBy, type Ruling } from './geometry.ts';
import { linesOf, isMulti } from './lines.ts';
import { firstOf, itemAt, lastOf, neighbours } from './lists.ts';
import { rulingsOf, type Rulings } from './rulings.ts';
import type { Word } from './words.ts';
import type { Segment } from '#activities/pdf/reading/raw-page.ts';

/** Maximum offset of pieces on one line, and maximum gap between two pieces that touch. */
const samePt = 0.6;
const pieceMinPt = 8;
/** Minimum number of lines, minimum number of pieces of a complete line, and minimum share of complete lines. */
const linesMin = 4;
const piecesMin = 3;
const completeShareMin = 0.3;
/** Minimum number of lines without a piece below the first columns, whose cells therefore continue. */
const partialMin = 2;
/** Maximum distance of the header above its line, in heights. */
const headerHeights = 1;

type Line = { at: number; pieces: Ruling[] };

/** Returns the horizontal pieces line by line from the top, and from left to right. */
function piecesByLine(segments: readonly Segment[]): Line[] {
  const pieces = segments.flatMap(({ x0, y0, x1, y1 }): Ruling[] =>
    Math.abs(y0 - y1) < samePt && Math.abs(x1 - x0) >= pieceMinPt
      ? [{ at: (y0 + y1) / 2, from: Math.min(x0, x1), to: Math.max(x0, x1) }]
      : [],
  );
  return [...groupBy(pieces, ({ at }) => Math.round(at / samePt)).values()]
    .map((line) => ({ at: firstOf(line).at, pieces: line.toSorted((a, b) => a.from - b.from) }))
    .sort((a, b) => a.at - b.at);
}

/** Whether the pieces of a line touch and do not overlap, as the borders of cells do. */
const areCells = ({ pieces }: Line): boolean =>
  neighbours(pieces).every(([left, right]) => Math.abs(right.from - left.to) < samePt);

/** Returns the words of the header above the first line; none if that line is the upper border. */
function headerAbove(words: readonly Word[], { at, pieces }: Line): Word[] {
  const above = words.filter(
    (word) => centreY(word) < at && centreX(word) > firstOf(pieces).from && centreX(word) < lastOf(pieces).to,
  );
  if (above.length === 0) return [];
  const line = lastOf(linesOf(above));
  const isNear = at - line.y1 < headerHeights * line.height && isMulti(line);
  return isNear ? line.chunks.flatMap((chunk) => chunk.words) : [];
}

type BorderLines = { lines: Line[]; left: number; right: number };

/** Returns the lines and the table's sides if the segments are only the lower borders of a table's cells. */
function borderLinesOf(segments: readonly Segment[]): BorderLines | undefined {
  const lines = piecesByLine(segments);
  const columns = Math.max(0, ...lines.map(({ pieces }) => pieces.length));
  if (columns < piecesMin || lines.length < linesMin || !lines.every(areCells)) return undefined;
  const complete = lines.filter(({ pieces }) => pieces.length === columns);
  if (complete.length < completeShareMin * lines.length || rulingsOf(segments).verticals.length > 0)
    return undefined;
  const [left, right] = [firstOf(firstOf(complete).pieces).from, lastOf(firstOf(complete).pieces).to];
  const isInside = ({ pieces }: Line): boolean =>
    firstOf(pieces).from > left - samePt && Math.abs(lastOf(pieces).to - right) < samePt;
  const partial = lines.filter(({ pieces }) => firstOf(pieces).from > left + pieceMinPt);
  // A table without cells of several rows is read from its texts, which show its columns and what spans them.
  return lines.every(isInside) && partial.length >= partialMin ? { lines, left, right } : undefined;
}

/** Returns the rulings that such a table lacks: the sides of its cells, and its upper border. */
export function cellBorders(segments: readonly Segment[], words: readonly Word[]): Rulings {
  const none: Rulings = { horizontals: [], verticals: [] };
  const borders = borderLinesOf(segments);
  if (!borders) return none;
  const { lines, left, right } = borders;
  const first = firstOf(lines);
  const header = headerAbove(words, first);
  const top = header.length > 0 ? Math.min(...header.map(({ y0 }) => y0)) - 1 : first.at;
  const bands = header.length > 0 ? [{ ...first, at: top }, ...lines] : lines;
  // Headings of several lines may span columns, which one border below all of them does not show.
  const [upper, lower] = [itemAt(bands, 0), itemAt(bands, 1)];
  const inHeader = words.filter((word) => centreY(word) > upper.at && centreY(word) < lower.at);
  if (linesOf(inHeader).filter(isMulti).length > 1) return none;
  return {
    horizontals: header.length > 0 ? [{ at: top, from: left, to: right }] : [],
    verticals: neighbours(bands).flatMap(([above, below]) =>
      [left, ...below.pieces.map(({ to }) => to), firstOf(below.pieces).from].map((at) => ({
        at,
        from: above.at,
        to: below.at,
      })),
    ),
  };
}
