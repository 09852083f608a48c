/** Rotates a page so that its text is upright: first by /Rotate, then by the direction of most characters. */
import type { Box } from '#activities/pdf/words/geometry.ts';
import type { Glyph, RawPage } from './raw-page.ts';
import { itemAt } from '#activities/pdf/words/lists.ts';

type Point = { x: number; y: number };

/** Share of characters that must run in one direction before the page is rotated accordingly. */
const dominantShareMin = 0.6;
/** A direction with a smaller share of the characters is that of stamps and side notes. */
const minorShareMin = 0.25;
/** The text's own direction must explain this many times as many characters as /Rotate does, and a few more. */
const evidenceFactor = 1.2;
const evidenceSurplus = 2;
const sampledGlyphs = 400;
const sameLinePt = 3;

type Directions = { counts: number[]; total: number; dominant: number };

function directionsOf(glyphs: readonly Glyph[]): Directions {
  const counts = [0, 0, 0, 0];
  for (const glyph of glyphs) counts[glyph.quarterTurns] = (counts[glyph.quarterTurns] ?? 0) + 1;
  return { counts, total: glyphs.length, dominant: counts.indexOf(Math.max(...counts)) };
}

/**
 * Returns the conversion from the page's own coordinates to visual ones (points, origin at the top left, y growing
 * downwards) after `turn` clockwise quarter turns.
 */
export function toVisual(page: RawPage, turn: number): (x: number, y: number) => Point {
  const { left, bottom, width, height } = page;
  switch (turn) {
    case 0:
      return (x, y) => ({ x: x - left, y: height - (y - bottom) });
    case 1:
      return (x, y) => ({ x: y - bottom, y: x - left });
    case 2:
      return (x, y) => ({ x: width - (x - left), y: y - bottom });
    default:
      return (x, y) => ({ x: height - (y - bottom), y: width - (x - left) });
  }
}

/** Counts characters that follow their predecessor from left to right on the same line. */
function uprightPairs(page: RawPage, glyphs: readonly Glyph[], turn: number): number {
  const visual = toVisual(page, turn);
  const points = glyphs.map((glyph) => visual(glyph.x0, glyph.y0));
  return points.filter((point, index) => {
    const before = points[index - 1];
    return before !== undefined && Math.abs(point.y - before.y) < sameLinePt && point.x > before.x;
  }).length;
}

function turnOf(page: RawPage, { counts, total, dominant }: Directions): number {
  if (itemAt(counts, dominant) <= total * dominantShareMin) return page.rotation;
  const sample = page.glyphs.filter((glyph) => glyph.quarterTurns === dominant).slice(0, sampledGlyphs);
  const evidence = [0, 1, 2, 3].map((turn) => uprightPairs(page, sample, turn));
  const best = evidence.indexOf(Math.max(...evidence));
  const isClear =
    itemAt(evidence, best) >= itemAt(evidence, page.rotation) * evidenceFactor + evidenceSurplus;
  return isClear ? best : page.rotation;
}

/** Converts a box with a conversion of `toVisual`. */
export function boxToVisual(visual: (x: number, y: number) => Point, box: Box): Box {
  const a = visual(box.x0, box.y0);
  const b = visual(box.x1, box.y1);
  return {
    x0: Math.min(a.x, b.x),
    y0: Math.min(a.y, b.y),
    x1: Math.max(a.x, b.x),
    y1: Math.max(a.y, b.y),
  };
}

export type Upright = {
  /** Clockwise quarter turns from the page's own coordinates to upright ones. */
  turn: number;
  width: number;
  height: number;
  glyphs: Glyph[];
  /** Characters in each direction at a right angle to the text's, unless so many have it that they are in `glyphs`. */
  asides: Glyph[][];
  segments: RawPage['segments'];
  fills: RawPage['fills'];
  slants: RawPage['slants'];
  recognised: Box[];
};

/** Returns the page's contents in visual coordinates. Stamps and side notes upside down are left out. */
export function turnUpright(page: RawPage): Upright {
  const directions = directionsOf(page.glyphs);
  const turn = turnOf(page, directions);
  const visual = toVisual(page, turn);
  const isSideways = turn % 2 === 1;
  const seen = page.glyphs.map((glyph) => ({ ...glyph, ...boxToVisual(visual, glyph) }));
  const isRead = ({ quarterTurns }: Glyph): boolean =>
    quarterTurns === directions.dominant ||
    itemAt(directions.counts, quarterTurns) > directions.total * minorShareMin;
  return {
    turn,
    width: isSideways ? page.height : page.width,
    height: isSideways ? page.width : page.height,
    glyphs: seen.filter(isRead),
    asides: [1, 3].map((quarter) =>
      seen.filter((glyph) => !isRead(glyph) && glyph.quarterTurns === (directions.dominant + quarter) % 4),
    ),
    fills: page.fills.map((box) => boxToVisual(visual, box)),
    slants: page.slants.map((box) => boxToVisual(visual, box)),
    recognised: (page.recognised ?? []).map((box) => boxToVisual(visual, box)),
    segments: page.segments.map(({ x0, y0, x1, y1 }) => {
      const start = visual(x0, y0);
      const end = visual(x1, y1);
      return { x0: start.x, y0: start.y, x1: end.x, y1: end.y };
    }),
  };
}
