/**
 * Completes tables whose cells have borders below them only: browsers draw such a border in one piece per cell, so
 * that the ends of the pieces show where the columns are, and which cells span several rows.
 */
import { centreX, centreY, groupBy, type Ruling } from './geometry.ts';
import { linesOf, isMulti } from './lines.ts';
import { firstOf, itemAt, lastOf, neighbours } from './lists.ts';
import { rulingsOf, type Rulings } from './rulings.ts';
import type { Word } from './words.ts';
import type { Segment } from '#activities/pdf/reading/raw-page.ts';

/** Pieces on one line differ by less than this, and their ends touch within it. */
const samePt = 0.6;
const pieceMinPt = 8;
/** Minimum number of lines, of pieces on most of them, and share of the lines that have all pieces. */
const linesMin = 4;
const piecesMin = 3;
const completeShareMin = 0.3;
/** Minimum number of lines that leave out the first columns, whose cells go on. */
const partialMin = 2;
/** Maximum distance of the header above its line, in heights. */
const headerHeights = 1;

type Line = { at: number; pieces: Ruling[] };

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

/** Returns the rulings that the pieces stand for in addition to their own: the sides of the cells, and the top. */
export function cellBorders(segments: readonly Segment[], words: readonly Word[]): Rulings {
  const none: Rulings = { horizontals: [], verticals: [] };
  const all = piecesByLine(segments);
  const columns = Math.max(0, ...all.map(({ pieces }) => pieces.length));
  const lines = all.filter(areCells);
  const complete = lines.filter(({ pieces }) => pieces.length === columns);
  if (columns < piecesMin || lines.length < linesMin || lines.length !== all.length) return none;
  if (complete.length < completeShareMin * lines.length || rulingsOf(segments).verticals.length > 0)
    return none;
  const [left, right] = [firstOf(firstOf(complete).pieces).from, lastOf(firstOf(complete).pieces).to];
  const isInside = ({ pieces }: Line): boolean =>
    firstOf(pieces).from > left - samePt && Math.abs(lastOf(pieces).to - right) < samePt;
  const partial = lines.filter(({ pieces }) => firstOf(pieces).from > left + pieceMinPt);
  // Without cells of several rows, the texts tell the columns as well, and what spans them.
  if (!lines.every(isInside) || partial.length < partialMin) return none;
  const first = firstOf(lines);
  const header = headerAbove(words, first);
  const top = header.length > 0 ? Math.min(...header.map(({ y0 }) => y0)) - 1 : first.at;
  const bands = header.length > 0 ? [{ ...first, at: top }, ...lines] : lines;
  // Headings of several lines may span columns, which one border below all of them does not tell.
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
