/** Words to text lines, and each line to chunks: words that belong together by the gaps between them. */
import { centreY, heightOf, median, type Box } from './geometry.ts';
import { looksNumeric } from './text.ts';
import type { Word } from './words.ts';

export type Chunk = Box & { words: Word[] };

export type TextLine = Box & {
  /** Middle and height of the word that began the line. */
  middle: number;
  height: number;
  chunks: Chunk[];
};

/** Vertical distance within which a word belongs to a line, in heights. */
const sameLineHeights = 0.42;
/** A word is compared with the last few lines only, since words come sorted from the top. */
const linesBack = 3;
/** Gap that parts two chunks, in heights; numbers of neighbour columns often stand closer than words. */
const chunkGap = 0.62;
const numberGap = 0.3;
/** Groups of thousands that are set with a space: "12 345". */
const thousandsGap = 0.36;
/** A large heading does not widen the gaps of its line beyond this many usual heights. */
const heightRatioMax = 1.3;

export const isMulti = (line: TextLine): boolean => line.chunks.length >= 2;

type Row = { middle: number; height: number; words: Word[] };

function rowsOfWords(words: readonly Word[]): Row[] {
  const rows: Row[] = [];
  for (const word of [...words].sort((a, b) => centreY(a) - centreY(b))) {
    const middle = centreY(word);
    const height = heightOf(word);
    const row = rows
      .slice(-linesBack)
      .reverse()
      .find(
        (candidate) =>
          Math.abs(candidate.middle - middle) < sameLineHeights * Math.min(height, candidate.height),
      );
    if (row) row.words.push(word);
    else rows.push({ middle, height, words: [word] });
  }
  return rows.sort((a, b) => a.middle - b.middle);
}

function isThousandsGroup(left: Word, right: Word, gap: number, height: number): boolean {
  return /^\d{3}([.,]\d+)?$/.test(right.text) && /^-?\d{1,3}$/.test(left.text) && gap < thousandsGap * height;
}

function belongTogether(left: Word, right: Word, gap: number, height: number): boolean {
  const areColumns =
    looksNumeric(left.text) && looksNumeric(right.text) && !isThousandsGroup(left, right, gap, height);
  return gap < (areColumns ? numberGap : chunkGap) * height;
}

function chunksOf(words: readonly Word[], height: number): Chunk[] {
  const chunks: Chunk[] = [];
  for (const word of [...words].sort((a, b) => a.x0 - b.x0)) {
    const chunk = chunks.at(-1);
    if (chunk && belongTogether(chunk.words.at(-1)!, word, word.x0 - chunk.x1, height)) {
      chunk.words.push(word);
      chunk.x1 = Math.max(chunk.x1, word.x1);
    } else {
      chunks.push({ x0: word.x0, x1: word.x1, y0: word.y0, y1: word.y1, words: [word] });
    }
  }
  return chunks;
}

export function linesOf(words: readonly Word[]): TextLine[] {
  const rows = rowsOfWords(words);
  const usualHeight = median(rows.map((row) => row.height));
  return rows.map((row) => {
    const chunks = chunksOf(row.words, Math.min(row.height, usualHeight * heightRatioMax));
    return {
      middle: row.middle,
      height: row.height,
      chunks,
      x0: chunks[0]!.x0,
      x1: chunks.at(-1)!.x1,
      y0: Math.min(...row.words.map((word) => word.y0)),
      y1: Math.max(...row.words.map((word) => word.y1)),
    };
  });
}
