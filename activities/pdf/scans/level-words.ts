/** Aligns the words of one line to one baseline, and gives words of similar size boxes of equal height. */
import { median } from '#activities/pdf/words/geometry.ts';
import type { ReadWord } from './recognise.ts';
import { firstOf } from '#activities/pdf/words/lists.ts';

/** Baselines closer than this, in row heights, are the same. */
const sameLineRows = 0.3;
/** Measured heights of rows of digits, capitals or small letters differ by up to this share. */
const sameHeightShare = 0.3;

/** Levels a line. Words are recognised separately, so their neighbours determine the baseline more reliably. */
function levelLine(line: readonly ReadWord[], rowHeight: number): ReadWord[] {
  const baseline = median(line.map((word) => word.baseline));
  return line.map((word) => {
    const isUsual = Math.abs(word.rowHeight - rowHeight) <= sameHeightShare * rowHeight;
    return { ...word, baseline, rowHeight: isUsual ? rowHeight : word.rowHeight };
  });
}

export function levelWords(words: readonly ReadWord[]): ReadWord[] {
  const rowHeight = median(words.map((word) => word.rowHeight));
  const lines: ReadWord[][] = [];
  for (const word of [...words].sort((a, b) => a.baseline - b.baseline)) {
    const line = lines.at(-1);
    if (line && word.baseline - firstOf(line).baseline < sameLineRows * rowHeight) line.push(word);
    else lines.push([word]);
  }
  return lines.flatMap((line) => levelLine(line, rowHeight).sort((a, b) => a.x0 - b.x0));
}
