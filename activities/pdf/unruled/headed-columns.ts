/**
 * Reads the columns of a table from its data alone, and then assigns the headings to them. Otherwise, headings that are
 * not aligned like the data below them, such as left-aligned ones over right-aligned numbers, would form columns of
 * their own or be read as one text.
 */
import type { Ruling } from '#activities/pdf/words/geometry.ts';
import { enclosing } from '#activities/pdf/words/geometry.ts';
import { isMulti, type Chunk, type TextLine } from '#activities/pdf/words/lines.ts';
import { firstOf, itemAt, lastOf, neighbours } from '#activities/pdf/words/lists.ts';
import { hasLetter, isHeadingNumber, isValue, startsLikeValue, textOf } from '#activities/pdf/words/text.ts';
import { edgesOf } from './column-edges.ts';
import { columnsOf, type Columns } from './columns.ts';
import { overlap } from './regions.ts';
import { fittedHeadings, type HeadingGroup, type HeadingPart } from './heading-fit.ts';
import type { Extent, StreamRow } from './stream-rows.ts';

export type HeadedColumns = {
  columns: Columns;
  header: StreamRow;
  /** The lines below the header. */
  data: TextLine[];
  /** Cost per column of the headings, in text heights; absent unless each column has one. */
  cost: number | undefined;
};

const headerLinesMax = 5;
const dataLinesMin = 2;
/** Maximum distance between lines of one heading, in heights, and as a share of the distance to the next line. */
const headingPitch = 1.75;
const wrappedShareMax = 0.93;
/** Maximum offset of the edges or centres of aligned lines. */
const alignedPt = 2;
/** Maximum number of characters of a measure. */
const measureMax = 9;
/** Cost of separating two words of a line into two headings: low at a gap of at least this many heights. */
const wideGapHeights = 0.33;
const wideCut = 0.3;
const narrowCut = 3;
/** Maximum cost per column of an assignment that is trusted, and of one that has a heading for every column. */
const costPerColumnMax = 1.8;
const completeCostMax = 2.6;
/** Minimum share of columns with a heading. */
const namedShareMin = 0.66;
/** Minimum number of columns of a table that is recognised by its headings more than by its data. */
const fewLinesColumnsMin = 3;
/** In a table with at least this many columns, a complete row of headings may have one blank. */
const wideColumnsMin = 5;
const columnsMax = 60;
const partsMax = 200;

const isAmount = (text: string): boolean => isValue(text) && !isHeadingNumber(text);
/** Whether the text is a value or a code, which headings are not. */
const isDatum = (text: string): boolean =>
  !isHeadingNumber(text.replaceAll(/[()]/g, '')) &&
  (isValue(text) || (/^\S+$/.test(text) && /\d{2}/.test(text)));

const textsOf = (line: TextLine): string[] => line.chunks.map((chunk) => textOf(chunk.words));

/** Whether the text is a short value that may have a unit. */
const isMeasure = (text: string): boolean => text.length <= measureMax && startsLikeValue(text);

/**
 * Returns whether a line contains data rather than headings. The first line may name columns by codes, such as FY26. A
 * line of only years or sizes is data if it begins at the left; other short values are, if the line above has none.
 *
 * @param labelsEnd the right end of the leftmost label, in points
 */
export function isDataLine(line: TextLine, above: TextLine | undefined, labelsEnd = -Infinity): boolean {
  const texts = textsOf(line);
  if (texts.some(above ? isDatum : isAmount)) return true;
  if (above === undefined || !isMulti(line)) return false;
  if (texts.every(isHeadingNumber)) return line.x0 < labelsEnd;
  const isNew = (test: (text: string) => boolean, least: number): boolean =>
    texts.slice(1).filter(test).length >= least && !textsOf(above).some(test);
  return isNew(isValue, 1) || isNew(isMeasure, 2);
}

/** Returns the number of header lines: those above the first data, without the heading of a first group of rows. */
function headerLines(region: readonly TextLine[]): number {
  const leftmost = region.reduce((least, line) => (line.x0 < least.x0 ? line : least));
  const labelsEnd = firstOf(leftmost.chunks).x1;
  const first = region.findIndex((line, index) => isDataLine(line, region[index - 1], labelsEnd));
  let count = first;
  // If values are centred in a tall row, its first lines have none.
  while (count > 1 && overlap(itemAt(region, count - 1), itemAt(region, count))) count -= 1;
  while (count > 1) {
    const [line, above, below] = [
      itemAt(region, count - 1),
      itemAt(region, count - 2),
      itemAt(region, count),
    ];
    const pitch = line.middle - above.middle;
    const isWrapped =
      pitch < headingPitch * line.height && pitch < wrappedShareMax * (below.middle - line.middle);
    if (isMulti(line) || isWrapped) break;
    count -= 1;
  }
  return count;
}

/** The lines of one heading. */
type Block = Extent & { lines: { chunk: Chunk; line: TextLine }[] };

const areAligned = (block: Block, { x0, x1 }: Chunk): boolean =>
  block.from < x1 &&
  x0 < block.to &&
  (Math.abs(block.from - x0) < alignedPt ||
    Math.abs(block.to - x1) < alignedPt ||
    Math.abs(block.from + block.to - x0 - x1) < 2 * alignedPt);

/** Joins the lines of each heading; undefined if a heading lies over others, and therefore over several columns. */
function blocksOf(lines: readonly TextLine[], rules: readonly Ruling[]): Block[] | undefined {
  const blocks: Block[] = [];
  for (const line of lines) {
    for (const chunk of line.chunks) {
      const over = blocks.filter((block) => block.from < chunk.x1 && chunk.x0 < block.to);
      const [own] = over;
      if (!own) {
        blocks.push({ from: chunk.x0, to: chunk.x1, lines: [{ chunk, line }] });
        continue;
      }
      const above = lastOf(own.lines).line;
      const isRuled = rules.some(
        ({ at, from, to }) => at > above.middle && at < line.middle && from < chunk.x1 && to > chunk.x0,
      );
      const isNext = line.middle - above.middle < headingPitch * line.height;
      if (over.length > 1 || above === line || isRuled || !isNext || !areAligned(own, chunk))
        return undefined;
      own.lines.push({ chunk, line });
      own.from = Math.min(own.from, chunk.x0);
      own.to = Math.max(own.to, chunk.x1);
    }
  }
  blocks.sort((a, b) => a.from - b.from);
  return neighbours(blocks).every(([left, right]) => left.to <= right.from) ? blocks : undefined;
}

type Part = HeadingPart & { words: Chunk['words'] };

/** Returns the words of a heading of one line, because they may be several headings; otherwise the whole heading. */
function partsOf({ lines, from, to }: Block, height: number): Part[] {
  const words = lines.flatMap(({ chunk }) => chunk.words);
  if (lines.length > 1) return [{ from, to, words, cut: 0, isStart: true }];
  return words.map((word, index): Part => {
    const before = words[index - 1];
    const gap = before ? word.x0 - before.x1 : Infinity;
    const cut = gap >= wideGapHeights * height ? wideCut : narrowCut;
    return { from: word.x0, to: word.x1, words: [word], cut: before ? cut : 0, isStart: !before };
  });
}

function headerRow(
  parts: readonly Part[],
  groups: readonly HeadingGroup[],
  width: number,
  lines: readonly TextLine[],
): StreamRow {
  const cells = Array<string>(width).fill('');
  const extents = Array<Extent | undefined>(width).fill(undefined);
  for (const { column, from, to } of groups) {
    const words = parts.slice(from, to).flatMap((part) => part.words);
    const { x0, x1 } = enclosing(words);
    cells[column] = textOf(words);
    extents[column] = { from: x0, to: x1 };
  }
  return { cells, extents, spans: [], line: firstOf(lines), lastMiddle: lastOf(lines).middle };
}

const hasWords = ({ lines }: Block): boolean => lines.some(({ chunk }) => hasLetter(textOf(chunk.words)));

/** Whether at least two of the lines have a text for every column, and are as far apart as the lines of the data. */
function areTwoRows(lines: readonly TextLine[], data: readonly TextLine[], columns: number): boolean {
  // One cell of a wide table may be blank, such as the first heading.
  const full = columns < wideColumnsMin ? columns : columns - 1;
  const complete = lines.filter(({ chunks }) => chunks.length >= full).length;
  if (columns < fewLinesColumnsMin || complete < 2) return false;
  const pitch = Math.min(...neighbours(lines).map(([above, line]) => line.middle - above.middle));
  const pitches = neighbours(data).map(([above, line]) => line.middle - above.middle);
  return pitch > wrappedShareMax * Math.min(...pitches);
}

/**
 * Returns the columns of the data and the header above them; undefined if the headings do not fit.
 *
 * @param rules horizontal rules, which separate lines of different headings
 * @param count number of header lines
 */
export function headedColumns(
  region: readonly TextLine[],
  rules: readonly Ruling[],
  count = headerLines(region),
): HeadedColumns | undefined {
  if (count < 1 || count > headerLinesMax) return undefined;
  const [lines, data] = [region.slice(0, count), region.slice(count)];
  if (data.filter(isMulti).length < dataLinesMin) return undefined;
  const columns = columnsOf(data, dataLinesMin);
  // Only the first of two complete rows is the header.
  if (columns && areTwoRows(lines, data, columns.separators.length + 1))
    return headedColumns(region, rules, 1);
  const blocks = blocksOf(lines, rules);
  if (!blocks || blocks.length < 2 || !columns || columns.separators.length >= columnsMax) return undefined;
  const extents = edgesOf(data, columns.separators);
  if (!extents.every((extent) => extent !== undefined)) return undefined;
  const { height } = firstOf(lines);
  const parts = blocks.flatMap((block) => partsOf(block, height));
  if (parts.length > partsMax) return undefined;
  const fitted = fittedHeadings(parts, extents, height);
  const isComplete = fitted?.groups.length === extents.length;
  if (!fitted || fitted.cost > (isComplete ? completeCostMax : costPerColumnMax) * extents.length)
    return undefined;
  // Two lines of data may share a gap by chance, unless a heading over each column confirms them.
  const isNamed = fitted.groups.length >= namedShareMin * extents.length;
  const areFew = data.filter(isMulti).length <= dataLinesMin;
  const isProven = isComplete && extents.length >= fewLinesColumnsMin && blocks.every(hasWords);
  if (!isNamed || !blocks.some(hasWords) || (areFew && !isProven)) return undefined;
  return {
    columns,
    header: headerRow(parts, fitted.groups, extents.length, lines),
    data,
    cost: isComplete ? fitted.cost / extents.length : undefined,
  };
}
