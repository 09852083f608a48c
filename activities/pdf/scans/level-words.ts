/** Puts the words of one line on one baseline, and words of about one size into boxes of one height. */
import { median } from '#activities/pdf/words/geometry.ts';
import type { ReadWord } from './recognise.ts';

/** Baselines closer than this, in heights of a row, are one. */
const sameLineRows = 0.3;
/** Rows of figures, of capitals and of small letters are measured differently, by up to this share. */
const sameHeightShare = 0.3;

/** Every word is recognised by itself; what it stands beside says better where its line is. */
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
    if (line && word.baseline - line[0]!.baseline < sameLineRows * rowHeight) line.push(word);
    else lines.push([word]);
  }
  return lines.flatMap((line) => levelLine(line, rowHeight).sort((a, b) => a.x0 - b.x0));
}
