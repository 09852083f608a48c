/** Moves recognised words to common lines, because the position of each was recognised separately. */
import { groupBy, median } from '#activities/pdf/words/geometry.ts';
import { firstOf } from '#activities/pdf/words/lists.ts';
import type { PictureRuling } from './picture-rulings.ts';
import type { ReadWord } from './recognise.ts';

/** Baselines closer than this, in row heights, are the same. */
const sameLineRows = 0.3;
/** Measured heights of rows of digits, capitals or small letters differ by up to this share. */
const sameHeightShare = 0.3;
/** Letters and signs that extend below the baseline, and how far, in row heights. */
const hanging = /[gjpqy,;()[\]{}|@$Q_ঀ-৿]/;
const hangingRows = 0.22;
/**
 * If the foot of a word's letters is further than this from the line's baseline, in row heights, the word stands on its
 * letters. A line through two columns at different heights fits neither.
 */
const offLineRows = 0.22;

/** Height of capitals and digits in row heights. */
const tall = /[A-Z0-9]/;
const tallRows = 0.7;
/** A row that is higher than this many times its capitals or digits is two lines that were read as one. */
const highRows = 1.65;

/** Levels a line. Words are recognised separately, so their neighbours determine the baseline more reliably. */
function levelLine(line: readonly ReadWord[], rowHeight: number): ReadWord[] {
  const baseline = median(line.map((word) => word.baseline));
  return line.map((word) => {
    const isUsual = Math.abs(word.rowHeight - rowHeight) <= sameHeightShare * rowHeight;
    return { ...word, baseline, rowHeight: isUsual ? rowHeight : word.rowHeight };
  });
}

/** Returns the words from top to bottom in lines, each from left to right. */
function linesOf(words: readonly ReadWord[], rowHeight: number): ReadWord[][] {
  const lines: ReadWord[][] = [];
  for (const word of [...words].sort((a, b) => a.baseline - b.baseline)) {
    const line = lines.at(-1);
    if (line && word.baseline - firstOf(line).baseline < sameLineRows * rowHeight) line.push(word);
    else lines.push([word]);
  }
  return lines.map((line) => line.sort((a, b) => a.x0 - b.x0));
}

/** Returns the word with the baseline on which its letters stand. */
function onOwnLine(read: ReadWord, rowHeight: number): ReadWord {
  const letters = read.y1 - read.y0;
  const isTooHigh = tall.test(read.text) && read.rowHeight > highRows * letters;
  const word = isTooHigh ? { ...read, rowHeight: letters / tallRows } : read;
  const foot = hanging.test(word.text) ? word.y1 - hangingRows * rowHeight : word.y1;
  return Math.abs(foot - word.baseline) > offLineRows * rowHeight ? { ...word, baseline: foot } : word;
}

/**
 * Levels words column by column, because lines of neighbouring cells may lie at different heights. Returns them line by
 * line.
 *
 * @param verticals the rules between columns, in pixels
 */
export function levelWords(words: readonly ReadWord[], verticals: readonly PictureRuling[]): ReadWord[] {
  const rowHeight = median(words.map((word) => word.rowHeight));
  const columnOf = ({ x0, x1, baseline }: ReadWord): number =>
    verticals.filter(({ at, from, to }) => at < (x0 + x1) / 2 && from < baseline && to > baseline - rowHeight)
      .length;
  const own = words.map((word) => onOwnLine(word, rowHeight));
  const level = [...groupBy(own, columnOf).values()].flatMap((column) =>
    linesOf(column, rowHeight).flatMap((line) => levelLine(line, rowHeight)),
  );
  return linesOf(level, rowHeight).flat();
}
