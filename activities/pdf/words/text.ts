/** Words of one cell to its text, and what a text looks like. */
import { centreY, heightOf } from './geometry.ts';
import type { Word } from './words.ts';

const numberPattern = /^[-–(+$€£৳]*[\d০-৯][\d০-৯.,]*[%)*]*$|^[–—-]$/;
const sameLineHeights = 0.5;

/** What captions, sources and notes begin with. */
export const captionPattern = /^(table|exhibit|figure|sources?|notes?)\b|^(সূত্র|টীকা|সারণি)/iu;

export const looksNumeric = (text: string): boolean => numberPattern.test(text);
export const hasDigit = (text: string): boolean => /[\d০-৯]/.test(text);
/** A number, or several: no words, no dash for nothing. */
export const isValue = (text: string): boolean => hasDigit(text) && text.split(' ').every(looksNumeric);
/** A year, a size or the number of a column, which may head a column as amounts do not. */
export const isHeadingNumber = (text: string): boolean => /^(19|20)\d\d$|^\d{1,3}$/.test(text);
/** A number with decimals or groups, also with a unit behind it. */
export const isAmount = (text: string): boolean =>
  /^[-–(+]?[$€£৳]?[\d০-৯]+([.,][\d০-৯]+)+\)?( \S{1,4})?$/.test(text);
export const hasLetter = (text: string): boolean => /\p{L}/u.test(text);

/** The words line by line, each line from left to right. */
export function textOf(words: readonly Word[]): string {
  const lines: { middle: number; words: Word[] }[] = [];
  for (const word of [...words].sort((a, b) => centreY(a) - centreY(b))) {
    const line = lines.at(-1);
    if (line && centreY(word) - line.middle < sameLineHeights * heightOf(word)) line.words.push(word);
    else lines.push({ middle: centreY(word), words: [word] });
  }
  return lines
    .map((line) =>
      line.words
        .sort((a, b) => a.x0 - b.x0)
        .map((word) => word.text)
        .join(' '),
    )
    .join(' ');
}

/** An amount, a quantity or a share, also with a unit behind it. */
export const startsLikeValue = (text: string): boolean => /^[-–(+]?[$€£৳]?[\d০-৯]/.test(text);
