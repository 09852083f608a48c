/** Distinguishes rules that bound every cell from decorative rules of a table whose columns are separated by gaps. */
import { heightOf } from '#activities/pdf/words/geometry.ts';
import type { Lattice } from './lattice.ts';
import { cellsWithWords } from './lattice-fill.ts';
import { neighbours } from '#activities/pdf/words/lists.ts';
import { looksNumeric } from '#activities/pdf/words/text.ts';
import type { Word } from '#activities/pdf/words/words.ts';

/** If a larger share of the words is in cells with several values, the rules are decorative. */
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

const inReadingOrder = (words: readonly Word[]): Word[] =>
  [...words].sort((a, b) => (isLevel(a, b) ? a.x0 - b.x0 : a.y0 - b.y0));

/** Whether two neighbouring words of a line are apart. */
function hasGap(words: readonly Word[], areApart: (left: Word, right: Word) => boolean): boolean {
  return neighbours(inReadingOrder(words)).some(
    ([left, right]) => isLevel(left, right) && areApart(left, right),
  );
}

function holdsSeveralValues(words: readonly Word[]): boolean {
  return hasGap(words, (left, right) => {
    const gap = right.x0 - left.x1;
    const areNumbers = looksNumeric(left.text) && looksNumeric(right.text);
    return gap > (areNumbers ? numberGap : wordGap) * heightOf(right);
  });
}

function hasWideGap(words: readonly Word[]): boolean {
  return hasGap(words, (left, right) => right.x0 - left.x1 > spanGap * heightOf(right));
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
