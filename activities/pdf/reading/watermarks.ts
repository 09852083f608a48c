/** Finds watermarks: letters across the page at a slant, and large pale letters over other text. */
import { median, type Box } from '#activities/pdf/words/geometry.ts';
import type { Engine } from './engine.ts';
import type { IndexedGlyph } from './font-encodings.ts';

/** Deviation from a quarter turn, in radians, from which letters are at a slant. */
const slantMin = 0.09;
/** Minimum number of letters of a slanted watermark, and distance between their baselines in font sizes. */
const lettersMin = 4;
const riseMinEm = 0.05;
/** A watermark's letters are larger than the page's usual ones by this factor. */
const largeFactor = 1.6;
/** Brightness, 0 to 1, from which letters are pale, and opacity below which they are. */
const paleMin = 0.55;
const opaqueMin = 0.75;
const colourMax = 255;
/** A page with a larger share of slanted letters is printed at a slant itself. */
const slantedShareMax = 0.4;

export type SlantedGlyph = IndexedGlyph & { slant: number };

const isSlanted = ({ slant }: SlantedGlyph): boolean => Math.abs(slant) > slantMin;

/** Returns slanted letters that also rise or fall one after the other. Oblique letters of a line stay level. */
function runsAtSlant(glyphs: readonly SlantedGlyph[]): SlantedGlyph[] {
  const slanted = glyphs.filter(isSlanted);
  const rises = (glyph: SlantedGlyph, other: SlantedGlyph | undefined): boolean =>
    other !== undefined && Math.abs(other.originY - glyph.originY) > riseMinEm * glyph.em;
  const rising = slanted.filter(
    (glyph, index) => rises(glyph, slanted[index - 1]) || rises(glyph, slanted[index + 1]),
  );
  return rising.length >= lettersMin ? rising : [];
}

/** Whether the character is printed in a pale or a transparent colour. */
function isPale({ calls, buffer, int }: Engine, text: number, index: number): boolean {
  if (!calls.FPDFText_GetFillColor(text, index, buffer, buffer + 4, buffer + 8, buffer + 12)) return false;
  const [red, green, blue, alpha] = [int(0), int(1), int(2), int(3)];
  const brightness = (0.299 * red + 0.587 * green + 0.114 * blue) / colourMax;
  return brightness > paleMin || alpha < opaqueMin * colourMax;
}

const holds = (outer: Box, { x0, x1, y0, y1 }: Box): boolean => {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return x > outer.x0 && x < outer.x1 && y > outer.y0 && y < outer.y1;
};

/** Splits the page's characters into those that are read and those of watermarks. */
export function partWatermarks(
  engine: Engine,
  text: number,
  glyphs: readonly SlantedGlyph[],
): { read: SlantedGlyph[]; watermark: string } {
  const slanted = runsAtSlant(glyphs);
  const areSlantsMarks = slanted.length < slantedShareMax * glyphs.length;
  const usualEm = median(glyphs.map(({ em }) => em));
  const large = glyphs.filter(
    (glyph) => !isSlanted(glyph) && glyph.em > largeFactor * usualEm && isPale(engine, text, glyph.index),
  );
  const small = large.length > 0 ? glyphs.filter(({ em }) => em <= largeFactor * usualEm) : [];
  const isLevel = (a: SlantedGlyph, b: SlantedGlyph): boolean => a.originY === b.originY && a.em === b.em;
  const over = large.filter((glyph) => small.some((other) => holds(glyph, other)));
  const marks = new Set(large.filter((glyph) => over.some((other) => isLevel(glyph, other))));
  if (areSlantsMarks) for (const glyph of slanted) marks.add(glyph);
  return {
    read: marks.size === 0 ? [...glyphs] : glyphs.filter((glyph) => !marks.has(glyph)),
    watermark: Array.from(marks, (glyph) => `${glyph.afterSpace ? ' ' : ''}${glyph.text}`)
      .join('')
      .trim(),
  };
}
