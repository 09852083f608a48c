/**
 * Groups words into text lines, and splits each line into chunks of words that belong together by the gaps between
 * them.
 */
import { centreY, enclosing, heightOf, median, type Box, type Ruling } from './geometry.ts';
import { hasDigit, hasLetter, looksNumeric } from './text.ts';
import type { Word } from './words.ts';
import { firstOf, lastOf, neighbours } from './lists.ts';

export type Chunk = Box & { words: Word[] };

export type TextLine = Box & {
  /** Middle and height of the first word of the line. */
  middle: number;
  height: number;
  /** Usual space between two words of the page, in heights of a line; 0 if unknown. */
  space: number;
  chunks: Chunk[];
};

/** Maximum vertical distance of a word from its line, in heights. */
const sameLineHeights = 0.42;
/** Number of previous lines with which a word is compared; words are sorted from top to bottom. */
const linesBack = 3;
/** Gap that separates two chunks, in heights; numbers of neighbouring columns are often closer than words. */
const chunkGap = 0.62;
const numberGap = 0.3;
/** In a line with enough gaps between words of a text, the limit is this many times their width, up to a maximum. */
const wideGapsMin = 4;
const wideGapFactor = 1.5;
const wideGapMax = 1.25;
/** Maximum gap, in heights, within a number whose thousands are separated by a space, such as "12 345". */
const thousandsGap = 0.36;
/** The limits for texts and for such numbers as multiples of the page's space, if enough spaces could be measured. */
const chunkGapSpaces = 1.4;
const thousandsGapSpaces = 1.15;
const spacesMin = 12;
const wideSpaceMin = 0.44;
/** A line's gaps are measured by its height up to this many usual heights, because a single letter may be larger. */
const heightRatioMax = 1.3;
/**
 * Limits for note marks: size in heights of the line, how far they extend out of it in their own height, and distance
 * from their word.
 */
const markHeightsMax = 0.9;
const markOutside = 0.4;
const markGap = 0.3;
/** Distance by which a word may extend over a rule. */
const ruleSlackPt = 0.5;

/** Returns whether the line has several chunks, as a row of a table has. */
export const isMulti = (line: TextLine): boolean => line.chunks.length >= 2;

/** Words of one line. Middle and height are those of its first word. */
type Row = { middle: number; height: number; words: Word[] };

/**
 * Whether the word is a raised or lowered note mark: smaller than its line, overlapping it, and touching one of its
 * words.
 */
function isMarkOf(word: Word, row: Row): boolean {
  const height = heightOf(word);
  const reach = Math.abs(centreY(word) - row.middle) - (row.height - height) / 2;
  return (
    height < markHeightsMax * row.height &&
    reach < markOutside * height &&
    row.words.some(
      (other) => word.x0 - other.x1 < markGap * row.height && other.x0 - word.x1 < markGap * row.height,
    )
  );
}

/** Moves note marks, which are detected as separate rows, to their lines. */
function withMarks(rows: readonly Row[]): Row[] {
  rows.forEach((marks, index) => {
    const near = rows.slice(Math.max(0, index - 1), index + 2).filter((row) => row !== marks);
    for (const word of marks.words) {
      const own = near.find((row) => isMarkOf(word, row));
      if (!own) continue;
      own.words.push(word);
      marks.words = marks.words.filter((other) => other !== word);
    }
  });
  return rows.filter((row) => row.words.length > 0);
}

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
  return withMarks(rows.sort((a, b) => a.middle - b.middle));
}

/** Gaps of a page, in heights, below which words belong together. */
type Gaps = { space: number; words: number; numbers: number; thousands: number };

function isThousandsGroup(left: Word, right: Word): boolean {
  return /^\d{3}([.,]\d+)?$/.test(right.text) && /^-?\d{1,3}$/.test(left.text);
}

/** Whether the right word continues a text: column headings begin with a capital, words of a sentence rarely do. */
const continuesText = (left: Word, right: Word): boolean =>
  hasLetter(left.text) && !hasDigit(left.text) && /^\p{Ll}+\p{P}?$/u.test(right.text);

/** Whether the right word is a currency sign that belongs to the amount of the next column. */
const isSignOfNext = (left: Word, right: Word): boolean =>
  /^(US)?[$€£৳]$/.test(right.text) && looksNumeric(left.text);

function gapMax(left: Word, right: Word, gaps: Gaps, textGap: number): number {
  if (isSignOfNext(left, right)) return gaps.numbers;
  if (continuesText(left, right)) return textGap;
  if (!looksNumeric(left.text) || !looksNumeric(right.text)) return gaps.words;
  return isThousandsGroup(left, right) ? gaps.thousands : gaps.numbers;
}

const gapBetween = (left: Word, right: Word): number => right.x0 - left.x1;

const textGaps = (ordered: readonly Word[]): number[] =>
  neighbours(ordered).flatMap(([left, right]) =>
    continuesText(left, right) ? [gapBetween(left, right)] : [],
  );

const lowerQuartile = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 2] ?? 0;

/** Returns the widest gap, in heights, that still joins words of a text. A justified line has wide gaps throughout. */
function textGapOf(ordered: readonly Word[], height: number, usual: number): number {
  const gaps = textGaps(ordered);
  if (gaps.length < wideGapsMin) return usual;
  return Math.max(usual, Math.min(wideGapMax, (wideGapFactor * lowerQuartile(gaps)) / height));
}

function chunksOf(ordered: readonly Word[], height: number, gaps: Gaps): Chunk[] {
  const chunks: Chunk[] = [];
  const textGap = textGapOf(ordered, height, gaps.words);
  for (const word of ordered) {
    const chunk = chunks.at(-1);
    const last = chunk?.words.at(-1);
    if (chunk && last && gapBetween(last, word) < gapMax(last, word, gaps, textGap) * height) {
      chunk.words.push(word);
      chunk.x1 = Math.max(chunk.x1, word.x1);
    } else {
      chunks.push({ x0: word.x0, x1: word.x1, y0: word.y0, y1: word.y1, words: [word] });
    }
  }
  return chunks;
}

/**
 * Returns the space only if it is as wide as in a monospaced font; otherwise the space of running text says nothing
 * about tables.
 */
const wideOnly = (space: number): number => (space > wideSpaceMin ? space : 0);

/** Returns the page's gaps. Monospaced fonts have wide spaces, which widen the gaps that join words. */
function gapsOf(rows: readonly Row[], usualSpace: number): Gaps {
  const spaces = rows
    .flatMap(({ words, height }) => textGaps(words).map((gap) => gap / height))
    .filter((gap) => gap < wideGapMax);
  const space = spaces.length < spacesMin ? wideOnly(usualSpace) : lowerQuartile(spaces);
  return {
    space,
    words: Math.max(chunkGap, chunkGapSpaces * space),
    numbers: numberGap,
    thousands: Math.max(thousandsGap, thousandsGapSpaces * space),
  };
}

/**
 * Groups words into lines, from top to bottom.
 *
 * @param usualSpace the page's space in heights, for words that are too few to measure it
 */
export function linesOf(words: readonly Word[], usualSpace = 0): TextLine[] {
  const rows = rowsOfWords(words);
  const usualHeight = median(rows.map((row) => row.height));
  for (const row of rows) row.words.sort((a, b) => a.x0 - b.x0);
  const gaps = gapsOf(rows, usualSpace);
  return rows.map((row) => {
    // In a heading all words are large; in a line with a large initial only one is.
    const isHeading = row.words.every((word) => heightOf(word) > usualHeight * heightRatioMax);
    const height = isHeading ? row.height : Math.min(row.height, usualHeight * heightRatioMax);
    const chunks = chunksOf(row.words, height, gaps);
    return {
      middle: row.middle,
      height: row.height,
      space: gaps.space,
      chunks,
      x0: firstOf(chunks).x0,
      x1: lastOf(chunks).x1,
      y0: Math.min(...row.words.map((word) => word.y0)),
      y1: Math.max(...row.words.map((word) => word.y1)),
    };
  });
}

/** Splits chunks at vertical rules, however narrow the gap between the words is. */
export function cutAtRules(lines: readonly TextLine[], verticals: readonly Ruling[]): TextLine[] {
  return lines.map((line) => {
    const rules = verticals.filter(({ from, to }) => from < line.middle && to > line.middle);
    if (rules.length === 0) return line;
    const isRule = (from: number, to: number): boolean =>
      rules.some(({ at }) => at > from - ruleSlackPt && at < to + ruleSlackPt);
    return { ...line, chunks: line.chunks.flatMap((chunk) => partsOf(chunk, isRule)) };
  });
}

/** Splits a chunk at the gaps for which `isEnd` is true; `from` and `to` are the gap's ends. */
export function partsOf(
  chunk: Chunk,
  isEnd: (from: number, to: number, before: Word, after: Word) => boolean,
): Chunk[] {
  const parts: Word[][] = [];
  for (const word of chunk.words) {
    const part = parts.at(-1);
    const before = part?.at(-1);
    if (part && before && !isEnd(before.x1, word.x0, before, word)) part.push(word);
    else parts.push([word]);
  }
  return parts.map((words) => ({ ...enclosing(words), words }));
}
