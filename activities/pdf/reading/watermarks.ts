/** Finds watermarks: letters across the page at a slant, and large pale letters over other text. */
import { median, type Box } from '#activities/pdf/words/geometry.ts';
import type { Engine } from './engine.ts';
import type { IndexedGlyph } from './font-encodings.ts';

/** Letters whose direction deviates from a quarter turn by more than this, in radians, are at a slant. */
const slantMin = 0.09;
/** Minimum number of letters of a slanted watermark, and minimum distance between their baselines in font sizes. */
const lettersMin = 4;
const riseMinEm = 0.05;
/** A watermark's letters are larger than the page's usual ones by this factor. */
const largeFactor = 1.6;
/** Letters brighter than this (0 to 1) are pale, and so are letters with a lower opacity than this. */
const paleMin = 0.55;
const opaqueMin = 0.75;
const colourMax = 255;
/** If a larger share of a page's letters is slanted, they are its text and not a watermark. */
const slantedShareMax = 0.4;

/** A glyph with the deviation of its direction from a quarter turn, in radians. */
export type SlantedGlyph = IndexedGlyph & { slant: number };

const isSlanted = ({ slant }: SlantedGlyph): boolean => Math.abs(slant) > slantMin;

/** Returns slanted letters whose baselines also rise or fall from letter to letter, unlike those of italic text. */
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

/**
 * Separates the page's characters from those of watermarks, whose text is returned.
 *
 * @param text PDFium's handle of the page's text
 */
export function splitWatermarks(
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
