/** Converts the words of one cell to its text, and classifies texts. */
import { centreY, heightOf } from './geometry.ts';
import type { Word } from './words.ts';

const numberPattern = /^[-–(+$€£৳]*[\d০-৯][\d০-৯.,]*[%)*]*$|^[–—-]$/;
const sameLineHeights = 0.5;

/** Words with which captions, sources and notes begin. */
export const captionPattern = /^(table|exhibit|figure|sources?|notes?)\b|^(সূত্র|টীকা|সারণি)/iu;

/** Returns whether the text is written like a number, or is a dash for an empty value. */
export const looksNumeric = (text: string): boolean => numberPattern.test(text);
/** Returns whether the text contains a Western or a Bengali digit. */
export const hasDigit = (text: string): boolean => /[\d০-৯]/.test(text);
/** Whether the text consists of one or more numbers; words and a dash for an empty value do not count. */
export const isValue = (text: string): boolean => hasDigit(text) && text.split(' ').every(looksNumeric);
/** Whether the text is a year, a size or a column number, which may be a heading. An amount may not. */
export const isHeadingNumber = (text: string): boolean => /^(19|20)\d\d$|^\d{1,3}$/.test(text);
/** Whether the text is a number with decimals or group separators, optionally with a unit. */
export const isAmount = (text: string): boolean =>
  /^[-–(+]?[$€£৳]?[\d০-৯]+([.,][\d০-৯]+)+\)?( \S{1,4})?$/.test(text);
/** Returns whether the text contains a letter of any script. */
export const hasLetter = (text: string): boolean => /\p{L}/u.test(text);

/** Joins the words line by line, each line from left to right. */
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

/** Whether the text begins like an amount, a quantity or a share, optionally with a unit. */
export const startsLikeValue = (text: string): boolean => /^[-–(+]?[$€£৳]?[\d০-৯]/.test(text);
