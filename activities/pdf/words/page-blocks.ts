/** Splits a page with columns of text or tables side by side, so that each is read separately. */
import { enclosing, heightOf, median, widthOf, type Ruling } from './geometry.ts';
import { linesOf, type Chunk, type TextLine } from './lines.ts';
import { haveRowsOver } from '#activities/pdf/unruled/sentence-rows.ts';
import { hasDigit, hasLetter, looksNumeric, textOf } from './text.ts';
import type { Word } from './words.ts';
import { firstOf, itemAt, lastOf, neighbours } from './lists.ts';

/** Minimum width of a gap between two columns of a page, in heights. */
const gapMinHeights = 1;
/** Minimum number of lines that both sides must have beside each other. */
const sideLinesMin = 4;
/** Maximum number of gaps tried per page, widest first, and maximum depth of repeated splitting. */
const candidatesMax = 40;
const depthMax = 4;
/** Minimum distance of a gap from the words on both sides. */
const marginPt = 0.5;

/** Running text: most lines are one chunk of several words, and enough of them reach nearly to the right edge. */
const proseShareMin = 0.7;
const proseWordsMin = 3;
const fullLineShareMin = 0.5;
const fullLineReach = 0.85;
/** Minimum width of running text, as a share of the page's width. */
const proseWidthShareMin = 0.25;
/** Labels begin with a capital or a digit. Of the lines of running text, at least this share does not. */
const startsLabel = /^[\p{P}\p{S}]*[\p{Lu}\p{N}]/u;
const sentenceShareMin = 0.3;

/** Maximum vertical offset of level lines, in heights. */
const levelHeights = 0.25;
/** Lines of two adjacent tables are level only by chance, so at least this share of them is not. */
const unmatchedShareMin = 0.34;

/** Minimum share of lines that are labels with values, and of labels that occur once. */
const labelledShareMin = 0.7;

/** Minimum number of rules that lie over each side, or cross the gap between the sides. */
const rulesPerSideMin = 2;
/** One rule across both sides is enough too; its ends may miss theirs by this much. */
const wholeRuleSlackPt = 10;

/** The lines on one side of a gap, with their middles, and the side's extent and usual height. */
type Side = { lines: Chunk[][]; x0: number; x1: number; middles: number[]; height: number };

function sideOf(lines: readonly TextLine[], isOn: (chunk: Chunk) => boolean): Side {
  const parts = lines.flatMap((line) => {
    const chunks = line.chunks.filter(isOn);
    return chunks.length > 0 ? [{ chunks, middle: line.middle }] : [];
  });
  const chunks = parts.flatMap((part) => part.chunks);
  return {
    lines: parts.map((part) => part.chunks),
    middles: parts.map((part) => part.middle),
    x0: Math.min(...chunks.map((chunk) => chunk.x0)),
    x1: Math.max(...chunks.map((chunk) => chunk.x1)),
    height: median(chunks.map(heightOf)),
  };
}

function isRunningText({ lines, x0, x1 }: Side, pageWidth: number): boolean {
  const single = lines.flatMap((chunks) => (chunks.length === 1 ? chunks : []));
  const texts = single.filter(
    ({ words }) => words.length >= proseWordsMin && !words.every((word) => looksNumeric(word.text)),
  );
  const insideSentences = texts.filter(({ words }) => !startsLabel.test(firstOf(words).text));
  const full = texts.filter((chunk) => chunk.x1 - x0 > fullLineReach * (x1 - x0));
  return (
    x1 - x0 > proseWidthShareMin * pageWidth &&
    texts.length >= Math.max(sideLinesMin, proseShareMin * lines.length) &&
    full.length >= fullLineShareMin * lines.length &&
    insideSentences.length >= sentenceShareMin * texts.length
  );
}

/**
 * Returns the share of a side's lines of several chunks that have no level line on the other side. Only lines at the
 * heights of the other side count.
 */
function unmatchedShare(side: Side, other: Side): number {
  const [top, bottom] = [firstOf(other.middles), lastOf(other.middles)];
  const full = side.middles.filter(
    (middle, index) => itemAt(side.lines, index).length >= 2 && middle >= top && middle <= bottom,
  );
  if (full.length < sideLinesMin) return 0;
  const isMatched = (middle: number): boolean =>
    other.middles.some((otherMiddle) => Math.abs(otherMiddle - middle) < levelHeights * side.height);
  return full.filter((middle) => !isMatched(middle)).length / full.length;
}

/** Whether the lines of the two sides are not level. Blank cells leave lines unmatched on one side only. */
function areUnlevel(left: Side, right: Side): boolean {
  return Math.min(unmatchedShare(left, right), unmatchedShare(right, left)) >= unmatchedShareMin;
}

/** Whether each side has its own rules and none crosses the gap. */
function areRuledApart(left: Side, right: Side, rules: readonly Ruling[]): boolean {
  const middle = (left.x1 + right.x0) / 2;
  const isOver = ({ from, to }: Ruling): boolean => from < middle && to > middle;
  const onLeft = rules.filter(({ from, to }) => to < middle && to > left.x0 && from < left.x1);
  const onRight = rules.filter(({ from, to }) => from > middle && from < right.x1 && to > right.x0);
  const spans = (own: Ruling[], { x0, x1 }: Side): boolean =>
    own.filter(({ from, to }) => to - from > fullLineReach * (x1 - x0)).length >= rulesPerSideMin;
  return !rules.some(isOver) && spans(onLeft, left) && spans(onRight, right);
}

/** Whether rules cross the gap, like those of one table. */
function areRuledTogether(left: Side, right: Side, rules: readonly Ruling[]): boolean {
  const over = rules.filter(({ from, to }) => from < left.x1 && to > right.x0);
  const isWhole = ({ from, to }: Ruling): boolean =>
    from < left.x0 + wholeRuleSlackPt && to > right.x1 - wholeRuleSlackPt;
  return over.length >= rulesPerSideMin || over.some(isWhole);
}

/** Whether the sides are two tables: both are labels with values, and they end at different heights. */
function areLabelledApart(left: Side, right: Side): boolean {
  const [leftEnd, rightEnd] = [lastOf(left.middles), lastOf(right.middles)];
  return isLabelled(left) && isLabelled(right) && Math.abs(leftEnd - rightEnd) > left.height;
}

/** Whether most lines below the header consist of a distinct label of words followed by values. */
function isLabelled({ lines }: Side): boolean {
  const [, ...body] = lines.filter((chunks) => chunks.length >= 2);
  const rows = body.map((chunks) => ({ label: textOf(firstOf(chunks).words), values: chunks.slice(1) }));
  const labelled = rows.filter(
    ({ label, values }) =>
      hasLetter(label) &&
      !hasDigit(label) &&
      values.every((chunk) => chunk.words.every((word) => looksNumeric(word.text))),
  );
  const distinct = new Set(rows.map(({ label }) => label)).size;
  const enough = labelledShareMin * body.length;
  return body.length >= sideLinesMin && labelled.length >= enough && distinct >= enough;
}

/** A gap at `x` beside the lines with the numbers from `from` up to but excluding `to`. */
type Cut = { from: number; to: number; x: number };

/** Returns the runs of lines in which no chunk crosses `x`. */
function runsBeside(lines: readonly TextLine[], x: number): Cut[] {
  const runs: Cut[] = [];
  let from = 0;
  for (let index = 0; index <= lines.length; index++) {
    const isCrossed = lines[index]?.chunks.some(
      (chunk) => chunk.x0 < x + marginPt && chunk.x1 > x - marginPt,
    );
    if (index < lines.length && !isCrossed) continue;
    if (index - from >= sideLinesMin) runs.push({ from, to: index, x });
    from = index + 1;
  }
  return runs;
}

/** Returns the distinct middles of wide gaps, widest first, at which the page may be split. */
function candidates(lines: readonly TextLine[]): number[] {
  const gaps = lines.flatMap((line) =>
    neighbours(line.chunks).flatMap(([{ x1: from }, chunk]) => {
      const width = chunk.x0 - from;
      return width > gapMinHeights * line.height ? [{ x: from + width / 2, width }] : [];
    }),
  );
  const places = new Map<number, number>();
  for (const { x, width } of gaps) places.set(Math.round(x), Math.max(width, places.get(Math.round(x)) ?? 0));
  return [...places]
    .sort((a, b) => b[1] - a[1])
    .slice(0, candidatesMax)
    .map(([x]) => x);
}

/** Whether the gap separates two columns of the page, rather than two columns of one table. */
function separatesBlocks(
  all: readonly TextLine[],
  { from, to, x }: Cut,
  width: number,
  horizontals: readonly Ruling[],
): boolean {
  const lines = all.slice(from, to);
  const left = sideOf(lines, (chunk) => chunk.x1 < x);
  const right = sideOf(lines, (chunk) => chunk.x0 > x);
  if (left.lines.length < sideLinesMin || right.lines.length < sideLinesMin) return false;
  const [y0, y1] = [firstOf(lines).y0 - left.height, lastOf(lines).y1 + left.height];
  const rules = horizontals.filter(({ at }) => at > y0 && at < y1);
  return (
    ((isRunningText(left, width) || isRunningText(right, width)) && !haveRowsOver(all, x)) ||
    ((areUnlevel(left, right) || areLabelledApart(left, right)) && !areRuledTogether(left, right, rules)) ||
    areRuledApart(left, right, rules)
  );
}

function splitOnce(
  lines: readonly TextLine[],
  horizontals: readonly Ruling[],
  pageWidth: number,
): Word[][] | undefined {
  // The longest run comes first, because a gap beside the short line of a paragraph does not end a column.
  const cuts = candidates(lines)
    .flatMap((x) => runsBeside(lines, x))
    .sort((a, b) => b.to - b.from - (a.to - a.from));
  const cut = cuts.find((candidate) => separatesBlocks(lines, candidate, pageWidth, horizontals));
  if (!cut) return undefined;
  const wordsOf = (part: readonly TextLine[]): Word[] =>
    part.flatMap((line) => line.chunks.flatMap((chunk) => chunk.words));
  const inside = wordsOf(lines.slice(cut.from, cut.to));
  return [
    wordsOf(lines.slice(0, cut.from)),
    inside.filter((word) => word.x1 < cut.x),
    inside.filter((word) => word.x1 >= cut.x),
    wordsOf(lines.slice(cut.to)),
  ].filter((part) => part.length > 0);
}

/**
 * Returns the words of each part, from top to bottom and left to right.
 *
 * @param depth of the repeated splitting
 * @param page the width of the words in points, and the page's space in heights; 0 if unknown
 */
export function blocksOf(
  words: readonly Word[],
  horizontals: readonly Ruling[],
  depth = 0,
  page = { width: widthOf(enclosing(words)), space: 0 },
): (readonly Word[])[] {
  if (depth >= depthMax || words.length === 0) return [words];
  const lines = linesOf(words, page.space);
  const parts = splitOnce(lines, horizontals, page.width);
  const { space } = firstOf(lines);
  return parts
    ? parts.flatMap((part) => blocksOf(part, horizontals, depth + 1, { ...page, space }))
    : [words];
}
