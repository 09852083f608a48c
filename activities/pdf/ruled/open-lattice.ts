/** Distinguishes rules that bound every cell from decorative rules of a table whose columns are separated by gaps. */
import { heightOf } from '#activities/pdf/words/geometry.ts';
import type { Lattice } from './lattice.ts';
import { cellsWithWords } from './lattice-fill.ts';
import { looksNumeric } from '#activities/pdf/words/text.ts';
import type { Word } from '#activities/pdf/words/words.ts';

/** Share of words in cells with several values from which the rules are considered decorative. */
const openShareMin = 0.42;
const rowsMin = 2;
const sameLinePt = 3;
/**
 * Gaps that separate two values, in heights: between numbers, between words, and inside a cell that spans several
 * columns.
 */
const numberGap = 0.5;
const wordGap = 1.6;
const spanGap = 1.2;

const isLevel = (a: Word, b: Word): boolean => Math.abs(a.y0 - b.y0) < sameLinePt;

const inLines = (words: readonly Word[]): Word[] =>
  [...words].sort((a, b) => (isLevel(a, b) ? a.x0 - b.x0 : a.y0 - b.y0));

function hasPair(words: readonly Word[], parts: (left: Word, right: Word) => boolean): boolean {
  return words.some((word, index) => {
    const before = words[index - 1];
    return before !== undefined && isLevel(before, word) && parts(before, word);
  });
}

function holdsSeveralValues(words: readonly Word[]): boolean {
  return hasPair(inLines(words), (left, right) => {
    const gap = right.x0 - left.x1;
    const areNumbers = looksNumeric(left.text) && looksNumeric(right.text);
    return gap > (areNumbers ? numberGap : wordGap) * heightOf(right);
  });
}

function hasWideGap(words: readonly Word[]): boolean {
  return hasPair(inLines(words), (left, right) => right.x0 - left.x1 > spanGap * heightOf(right));
}

/** Returns whether the rules are decorative, so that the words must be read without them. */
export function isDecoration(lattice: Lattice, words: readonly Word[]): boolean {
  const columnCount = lattice.xs.length - 1;
  if (lattice.ys.length - 1 < rowsMin) return false;
  let inside = 0;
  let open = 0;
  for (const { column0, column1, words: cellWords } of cellsWithWords(lattice, words)) {
    const isSpan = column1 > column0;
    const isOpen =
      (!isSpan && columnCount > 1 && holdsSeveralValues(cellWords)) ||
      ((isSpan || columnCount === 1) && hasWideGap(cellWords));
    inside += cellWords.length;
    if (isOpen) open += cellWords.length;
  }
  return open > openShareMin * inside;
}
