/** A page in the form the table detectors use: upright, with words and rulings. */
import type { Box, Ruling } from '#activities/pdf/words/geometry.ts';
import { turnUpright } from './orientation.ts';
import type { RawPage } from './raw-page.ts';
import { bandEdgesOf, rulingsOf } from '#activities/pdf/words/rulings.ts';
import { wordsOf, type Word } from '#activities/pdf/words/words.ts';

export type Page = {
  number: number;
  /** Clockwise quarter turns from the PDF's own coordinates to upright ones. */
  turn: number;
  width: number;
  height: number;
  words: Word[];
  horizontals: Ruling[];
  verticals: Ruling[];
  /** Upper and lower edges of coloured backgrounds, such as alternating rows and filled headers. */
  bands: Ruling[];
  fills: Box[];
  slants: Box[];
};

/** Returns the page in visual coordinates, in points. */
export function readPage(raw: RawPage): Page {
  const { turn, width, height, glyphs, segments, fills, slants } = turnUpright(raw);
  return {
    number: raw.number,
    turn,
    width,
    height,
    words: wordsOf(glyphs),
    ...rulingsOf(segments),
    bands: bandEdgesOf(fills),
    fills,
    slants,
  };
}
