/** Converts line segments to horizontal and vertical rulings, joining collinear pieces. */
import { heightOf, sum, type Box, type Ruling } from './geometry.ts';
import type { Segment } from '#activities/pdf/reading/raw-page.ts';
import { firstOf } from './lists.ts';

/** Maximum difference between the ends of a segment across its direction. */
const slantMaxPt = 1.2;
const lengthMinPt = 2;
/** Pieces whose positions differ by less than this are one line. */
const samePositionPt = 1.6;
/** Maximum gap between collinear pieces that is closed. */
const gapMaxPt = 2;
/** Limits for the height of a row's background: from small print to a cell of several lines. */
const bandHeightMinPt = 6;
const bandHeightMaxPt = 120;

export type Rulings = { horizontals: Ruling[]; verticals: Ruling[] };

function joinedAlong(line: Ruling[]): Ruling[] {
  const at = sum(line.map((piece) => piece.at)) / line.length;
  const result: Ruling[] = [];
  for (const piece of line.sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && piece.from <= last.to + gapMaxPt) last.to = Math.max(last.to, piece.to);
    else result.push({ at, from: piece.from, to: piece.to });
  }
  return result;
}

/** Joins pieces that lie on one line and touch. */
export function joinedCollinear(pieces: Ruling[]): Ruling[] {
  const lines: Ruling[][] = [];
  for (const piece of pieces.sort((a, b) => a.at - b.at)) {
    const line = lines.at(-1);
    if (line && piece.at - firstOf(line).at < samePositionPt) line.push(piece);
    else lines.push([piece]);
  }
  return lines.flatMap(joinedAlong);
}

/** Returns the rulings that the segments form, without slanted and very short ones. */
export function rulingsOf(segments: readonly Segment[]): Rulings {
  const horizontals: Ruling[] = [];
  const verticals: Ruling[] = [];
  for (const { x0, y0, x1, y1 } of segments) {
    const across = Math.abs(x0 - x1);
    const down = Math.abs(y0 - y1);
    if (down < slantMaxPt && across > lengthMinPt) {
      horizontals.push({ at: (y0 + y1) / 2, from: Math.min(x0, x1), to: Math.max(x0, x1) });
    } else if (across < slantMaxPt && down > lengthMinPt) {
      verticals.push({ at: (x0 + x1) / 2, from: Math.min(y0, y1), to: Math.max(y0, y1) });
    }
  }
  return { horizontals: joinedCollinear(horizontals), verticals: joinedCollinear(verticals) };
}

/** Returns the upper and lower edges of backgrounds that are as high as a row rather than a page. */
export function bandEdgesOf(fills: readonly Box[]): Ruling[] {
  const edges = fills
    .filter((fill) => heightOf(fill) > bandHeightMinPt && heightOf(fill) < bandHeightMaxPt)
    .flatMap(({ x0, x1, y0, y1 }) => [
      { at: y0, from: x0, to: x1 },
      { at: y1, from: x0, to: x1 },
    ]);
  return joinedCollinear(edges);
}
