/** A page as the table detectors use it: upright, with words and rulings in visual coordinates. */
import type { Box, Ruling } from '#activities/pdf/words/geometry.ts';
import { asidesOf, type Aside } from './asides.ts';
import { turnUpright } from './orientation.ts';
import type { RawPage } from './raw-page.ts';
import { cellBorders } from '#activities/pdf/words/cell-borders.ts';
import { bandEdgesOf, joinedCollinear, rulingsOf } from '#activities/pdf/words/rulings.ts';
import { typedRules } from '#activities/pdf/words/typed-rules.ts';
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
  /** Coloured backgrounds. */
  fills: Box[];
  /** Bounding boxes of pieces of curves and slopes. */
  slants: Box[];
  /** Words that run upwards or downwards. */
  asides?: Aside[];
  /** Areas whose words were recognised from a picture; missing on pages that were stored before there were any. */
  recognised?: Box[];
};

/** Returns the page in visual coordinates, in points. */
export function readPage(raw: RawPage): Page {
  const { turn, width, height, glyphs, asides, segments, fills, slants, recognised } = turnUpright(raw);
  const typed = typedRules(wordsOf(glyphs));
  const drawn = rulingsOf(segments);
  const cells = cellBorders(segments, typed.words);
  const horizontals = [...drawn.horizontals, ...cells.horizontals];
  const verticals = [...drawn.verticals, ...joinedCollinear(cells.verticals)];
  return {
    number: raw.number,
    turn,
    width,
    height,
    words: typed.words,
    horizontals: [...horizontals, ...typed.horizontals],
    verticals: [...verticals, ...typed.verticals],
    bands: bandEdgesOf(fills),
    fills,
    slants,
    asides: asides.flatMap(asidesOf),
    ...(recognised.length > 0 ? { recognised } : {}),
  };
}
