/** Words to text lines, and each line to chunks: words that belong together by the gaps between them. */
import { centreY, enclosing, heightOf, median, type Box, type Ruling } from './geometry.ts';
import { hasDigit, hasLetter, looksNumeric } from './text.ts';
import type { Word } from './words.ts';

export type Chunk = Box & { words: Word[] };

export type TextLine = Box & {
  /** Middle and height of the word that began the line. */
  middle: number;
  height: number;
  /** The usual space between two words of the page, in heights; 0 where it is not known. */
  space: number;
  chunks: Chunk[];
};

/** Vertical distance within which a word belongs to a line, in heights. */
const sameLineHeights = 0.42;
/** A word is compared with the last few lines only, since words come sorted from the top. */
const linesBack = 3;
/** Gap that parts two chunks, in heights; numbers of neighbour columns often stand closer than words. */
const chunkGap = 0.62;
const numberGap = 0.3;
/** Gaps between the words of a line, some of them at least, that are up to this much wider than most still join them. */
const wideGapsMin = 4;
const wideGapFactor = 1.5;
const wideGapMax = 1.25;
/** Groups of thousands that are set with a space: "12 345". */
const thousandsGap = 0.36;
/** The same in spaces of the page, where enough of them could be measured. */
const chunkGapSpaces = 1.4;
const thousandsGapSpaces = 1.15;
const spacesMin = 12;
const wideSpaceMin = 0.44;
/** A large heading does not widen the gaps of its line beyond this many usual heights. */
const heightRatioMax = 1.3;
/** Marks of notes: their size in heights of the line, how far they stand out of it in their own, and from their word. */
const markHeightsMax = 0.9;
const markOutside = 0.4;
const markGap = 0.3;
/** How far a word may reach over a rule. */
const ruleSlackPt = 0.5;

export const isMulti = (line: TextLine): boolean => line.chunks.length >= 2;

type Row = { middle: number; height: number; words: Word[] };

/** A raised or lowered note mark is smaller than the line it stands on, overlaps it, and touches one of its words. */
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

/** Puts the marks, which come as rows of their own, onto their lines. */
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

/** Headings of columns begin with a capital, the words of a sentence hardly do. */
const continuesText = (left: Word, right: Word): boolean =>
  hasLetter(left.text) && !hasDigit(left.text) && /^\p{Ll}+\p{P}?$/u.test(right.text);

/** A currency sign by itself before the amount of the next column. */
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
  ordered
    .slice(1)
    .flatMap((word, index) =>
      continuesText(ordered[index]!, word) ? [gapBetween(ordered[index]!, word)] : [],
    );

const lowerQuartile = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 2] ?? 0;

/** Justified lines have wide gaps between all of their words. */
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

/** The space of running text tells of a table what it is only where it is a typewriter's. */
const wideOnly = (space: number): number => (space > wideSpaceMin ? space : 0);

/** Typewriter fonts have wide spaces: the page's own space widens the gaps that words are told apart by. */
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

/** Where the words are too few to measure their spaces, `usualSpace` is the page's. */
export function linesOf(words: readonly Word[], usualSpace = 0): TextLine[] {
  const rows = rowsOfWords(words);
  const usualHeight = median(rows.map((row) => row.height));
  for (const row of rows) row.words.sort((a, b) => a.x0 - b.x0);
  const gaps = gapsOf(rows, usualSpace);
  return rows.map((row) => {
    // In a heading all words are large, in a line with a large initial only one is.
    const isHeading = row.words.every((word) => heightOf(word) > usualHeight * heightRatioMax);
    const height = isHeading ? row.height : Math.min(row.height, usualHeight * heightRatioMax);
    const chunks = chunksOf(row.words, height, gaps);
    return {
      middle: row.middle,
      height: row.height,
      space: gaps.space,
      chunks,
      x0: chunks[0]!.x0,
      x1: chunks.at(-1)!.x1,
      y0: Math.min(...row.words.map((word) => word.y0)),
      y1: Math.max(...row.words.map((word) => word.y1)),
    };
  });
}

/** Chunks end at a vertical rule, however near the words on both sides of it stand. */
export function cutAtRules(lines: readonly TextLine[], verticals: readonly Ruling[]): TextLine[] {
  return lines.map((line) => {
    const rules = verticals.filter(({ from, to }) => from < line.middle && to > line.middle);
    if (rules.length === 0) return line;
    const isRule = (from: number, to: number): boolean =>
      rules.some(({ at }) => at > from - ruleSlackPt && at < to + ruleSlackPt);
    return { ...line, chunks: line.chunks.flatMap((chunk) => partsOf(chunk, isRule)) };
  });
}

/** A chunk parted between the words where the test says so. */
export function partsOf(
  chunk: Chunk,
  isEnd: (from: number, to: number, before: Word, after: Word) => boolean,
): Chunk[] {
  const parts: Word[][] = [];
  for (const word of chunk.words) {
    const before = parts.at(-1)?.at(-1);
    if (before && !isEnd(before.x1, word.x0, before, word)) parts.at(-1)!.push(word);
    else parts.push([word]);
  }
  return parts.map((words) => ({ ...enclosing(words), words }));
}
