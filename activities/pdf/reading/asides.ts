/** Reads text that runs upwards or downwards on an upright page, such as the headings of narrow columns. */
import { centreX, centreY, type Box } from '#activities/pdf/words/geometry.ts';
import { textOf } from '#activities/pdf/words/text.ts';
import { wordsOf, type Word } from '#activities/pdf/words/words.ts';
import type { Glyph } from './raw-page.ts';

/** A word that runs upwards or downwards: its box on the page, and the word as it is on a page turned to read it. */
export type Aside = { box: Box; turned: Word };

/** Letters whose baselines differ by less than this are in one line. */
const sameLinePt = 2;

/** Converts boxes to the turned page and back. */
type Turn = { to: (box: Box) => Box; back: (box: Box) => Box };

const upwards: Turn = {
  to: ({ x0, y0, x1, y1 }) => ({ x0: -y1, y0: x0, x1: -y0, y1: x1 }),
  back: ({ x0, y0, x1, y1 }) => ({ x0: y0, y0: -x1, x1: y1, y1: -x0 }),
};
const downwards: Turn = {
  to: ({ x0, y0, x1, y1 }) => ({ x0: y0, y0: -x1, x1: y1, y1: -x0 }),
  back: ({ x0, y0, x1, y1 }) => ({ x0: -y1, y0: x0, x1: -y0, y1: x1 }),
};

/** Returns how many letters stand above the letter before them, minus how many stand below it. */
function upwardSteps(glyphs: readonly Glyph[]): number {
  let steps = 0;
  for (const [index, glyph] of glyphs.entries()) {
    const before = glyphs[index - 1];
    if (!before || Math.abs(centreX(glyph) - centreX(before)) > sameLinePt) continue;
    steps += Math.sign(centreY(before) - centreY(glyph));
  }
  return steps;
}

/** Groups letters that all run upwards or all run downwards into words. Boxes are in visual coordinates. */
export function asidesOf(glyphs: readonly Glyph[]): Aside[] {
  if (glyphs.length === 0) return [];
  const turn = upwardSteps(glyphs) > 0 ? upwards : downwards;
  const words = wordsOf(glyphs.map((glyph) => ({ ...glyph, ...turn.to(glyph) })));
  return words.map((turned) => ({ box: turn.back(turned), turned }));
}

/** Returns the text of the words, line by line as they are read on the turned page. */
export const asideText = (asides: readonly Aside[]): string => textOf(asides.map(({ turned }) => turned));
