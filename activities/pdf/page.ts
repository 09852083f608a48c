/** A page as the table detectors see it: upright, with words and rulings. */
import type { Ruling } from './geometry.ts';
import { turnUpright } from './orientation.ts';
import type { RawPage } from './raw-page.ts';
import { rulingsOf } from './rulings.ts';
import { wordsOf, type Word } from './words.ts';

export type Page = {
  number: number;
  width: number;
  height: number;
  words: Word[];
  horizontals: Ruling[];
  verticals: Ruling[];
};

export function readPage(raw: RawPage): Page {
  const { width, height, glyphs, segments } = turnUpright(raw);
  return { number: raw.number, width, height, words: wordsOf(glyphs), ...rulingsOf(segments) };
}
