/**
 * Corrects letters of codes that were read as digits: if the codes of a column have the same letter at a place, a digit
 * or sign read there is that letter.
 */
import { firstOf } from '#activities/pdf/words/lists.ts';
import type { ReadWord } from './recognise.ts';

/** Codes whose left edges differ by less than this, in heights of a line, are in one column. */
const sameColumnRows = 0.35;
/** At least this many other codes of the column must have the letter, and at least this share of them. */
const alikeMin = 3;
const alikeShareMin = 0.6;
/** Characters for which a letter may be misread. */
const confused = /[0-9Il|!¥$&\][%]/;

const isCode = (text: string): boolean => /[0-9]{2}/.test(text) && text.length >= 4;

/** Returns the letter that enough of the codes have at an index; undefined if there is none. */
function commonLetter(codes: readonly string[], index: number): string | undefined {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code.charAt(index), (counts.get(code.charAt(index)) ?? 0) + 1);
  const [most, count] = firstOf([...counts].sort((a, b) => b[1] - a[1]));
  const isShared = count >= alikeMin && count >= alikeShareMin * codes.length;
  return isShared && /[A-Z]/.test(most) ? most : undefined;
}

/**
 * Returns the words, with the letters of codes corrected to those of their column.
 *
 * @param row the height of a line in pixels
 */
export function withColumnLetters(words: readonly ReadWord[], row: number): ReadWord[] {
  const codes = words.filter(({ text }) => isCode(text));
  return words.map((word) => {
    if (!isCode(word.text)) return word;
    const others = codes.filter(
      ({ x0, text }) =>
        Math.abs(x0 - word.x0) < sameColumnRows * row &&
        text.length === word.text.length &&
        text !== word.text,
    );
    if (others.length < alikeMin) return word;
    const texts = others.map(({ text }) => text);
    const letters = [...word.text].map((character, index) =>
      confused.test(character) ? (commonLetter(texts, index) ?? character) : character,
    );
    return { ...word, text: letters.join('') };
  });
}
