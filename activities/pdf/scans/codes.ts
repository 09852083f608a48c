/**
 * Corrects letters of codes that were read as digits: where the codes of a column all have the same letter, a digit of
 * that shape is this letter.
 */
import { itemAt } from '#activities/pdf/words/lists.ts';
import type { ReadWord } from './recognise.ts';

/** Codes whose left edges differ by less, in heights of a line, are in one column. */
const sameColumnRows = 0.35;
/** So many others of the column must have the letter, and at least this share of them. */
const alikeMin = 3;
const alikeShareMin = 0.6;
/** Characters that are read for a letter. */
const confused = /[0-9Il|!¥$&\][%]/;

const isCode = (text: string): boolean => /[0-9]{2}/.test(text) && text.length >= 4;

/** Returns the words with codes whose letters are those of their column. */
export function withColumnLetters(words: readonly ReadWord[], row: number): ReadWord[] {
  const codes = words.filter(({ text }) => isCode(text));
  return words.map((word) => {
    if (!isCode(word.text)) return word;
    const beside = codes.filter(
      ({ x0, text }) =>
        Math.abs(x0 - word.x0) < sameColumnRows * row &&
        text.length === word.text.length &&
        text !== word.text,
    );
    if (beside.length < alikeMin) return word;
    const letters = [...word.text].map((character, index) => {
      if (!confused.test(character)) return character;
      const counts = new Map<string, number>();
      for (const { text } of beside)
        counts.set(text.charAt(index), (counts.get(text.charAt(index)) ?? 0) + 1);
      const [most, count] = itemAt(
        [...counts].sort((a, b) => b[1] - a[1]),
        0,
      );
      const isShared = count >= alikeMin && count >= alikeShareMin * beside.length;
      return isShared && /[A-Z]/.test(most) ? most : character;
    });
    return { ...word, text: letters.join('') };
  });
}
