/** Groups text lines into regions that may be tables without rules. */
import { centreX, median } from '#activities/pdf/words/geometry.ts';
import { isMulti, type TextLine } from '#activities/pdf/words/lines.ts';
import { captionPattern, textOf } from '#activities/pdf/words/text.ts';
import { firstOf, itemAt, lastOf, neighbours } from '#activities/pdf/words/lists.ts';

/** A line of one chunk with at least this many words is running text. */
const proseWordsMin = 9;
/** A larger vertical gap, in pitches or heights, ends a region. */
const regionGap = 3.2;
/** This many consecutive lines of one chunk end it as well. */
const singleLinesMax = 3;
const linesMin = 3;
/** Maximum distance of a wrapped continuation from its row, in heights. */
const continuationGap = 1.5;
/** The same for one that begins exactly at its column, as the lines of a cell beside shorter ones do. */
const alignedGap = 2.2;
const alignedPt = 1;
/** Number of previous lines among which the row of a continuation is looked for. */
const continuationLinesBack = 8;
/** Lines of one cell are closer than rows by at least this much. The pitch of rows is measured over the last lines. */
const tighterPt = 0.8;
const pitchLinesBack = 30;
/** Distances by which a continuation may start left of its column or extend into the next. */
const indentPt = 3;
const overhangPt = 2;
/**
 * Limits for a heading over several columns: number of lines, distance, and offset of its centre from theirs in
 * widths.
 */
const headingLinesMax = 2;
const headingGap = 2.2;
const centredShare = 0.15;
/** Factor by which a title is larger than the table's text. */
const titleHeights = 1.08;
/** Lines closer than this many heights overlap. */
export const overlappingPitch = 0.8;
/** Maximum distance of a line that continues a cell, as a share of the usual distance of rows. */
const wrappedPitchShare = 0.93;
const sameHeightPt = 0.3;
const pitchMaxPt = 40;
/** Pitch of single-spaced text in heights, for pages with too few lines to measure it. */
const usualPitchHeights = 1.3;

/** Returns the usual distance between two lines with several chunks. */
function rowPitch(region: readonly TextLine[]): number {
  const pitches = neighbours(region.slice(-pitchLinesBack)).flatMap(([above, line]) =>
    isMulti(above) && isMulti(line) ? [line.middle - above.middle] : [],
  );
  return median(pitches);
}

/** Whether a single chunk below an inner column continues a wrapped cell instead of ending the table. */
function isContinuation(line: TextLine, region: readonly TextLine[]): boolean {
  const [chunk] = line.chunks;
  const above = region.slice(-continuationLinesBack).findLast(isMulti);
  if (line.chunks.length !== 1 || !chunk || !above) return false;
  const column = above.chunks.findIndex((other) => chunk.x0 >= other.x0 - indentPt && chunk.x0 <= other.x1);
  const nextStart = above.chunks[column + 1]?.x0 ?? Infinity;
  const gap = line.middle - lastOf(region).middle;
  if (column < 0 || chunk.x1 > nextStart + overhangPt) return false;
  const left = Math.min(...region.slice(-pitchLinesBack).map(({ x0 }) => x0));
  const isInner = column > 0 || chunk.x0 > left + indentPt;
  const isAligned = Math.abs(chunk.x0 - itemAt(above.chunks, column).x0) < alignedPt && isInner;
  if (gap >= (isAligned ? alignedGap : continuationGap) * line.height) return false;
  // Below the first column it may also be a separate row, unless it follows more closely than rows do.
  return isInner || gap < rowPitch(region) - tighterPt;
}

const isProse = (line: TextLine): boolean =>
  line.chunks.length === 1 && firstOf(line.chunks).words.length >= proseWordsMin;

/** Returns the usual distance between two lines of the page. */
function usualPitch(lines: readonly TextLine[]): number {
  const pitches = neighbours(lines).map(([above, line]) => line.middle - above.middle);
  const measured = median(pitches.filter((pitch) => pitch > 0 && pitch < pitchMaxPt));
  return measured || median(lines.map((line) => line.height)) * usualPitchHeights;
}

/** Returns whether two lines overlap, as those of neighbouring cells at different heights do. */
export const overlap = (above: TextLine, below: TextLine): boolean =>
  below.middle - above.middle < overlappingPitch * below.height;

/**
 * Returns the lines of one chunk that begin a row: the first line of its tallest cell, if the other cells' texts are
 * vertically centred or at the bottom.
 */
function startedCells(lines: readonly TextLine[]): Set<TextLine> {
  const started = new Set<TextLine>();
  for (const [index, line] of [...lines.entries()].toReversed()) {
    const below = lines[index + 1];
    if (line.chunks.length === 1 && below && startsCellOf(line, below, started)) started.add(line);
  }
  return started;
}

function startsCellOf(line: TextLine, below: TextLine, started: ReadonlySet<TextLine>): boolean {
  const chunk = firstOf(line.chunks);
  const isRow = isMulti(below);
  if (!isRow && !started.has(below)) return false;
  if (overlap(line, below)) return true;
  const column = below.chunks.findIndex(({ x0 }) => Math.abs(x0 - chunk.x0) < alignedPt);
  const nextStart = below.chunks[column + 1]?.x0 ?? Infinity;
  const isInner = !isRow || column > 0;
  return (
    column >= 0 &&
    isInner &&
    chunk.x1 < nextStart &&
    below.middle - line.middle < continuationGap * line.height
  );
}

/** Lines that may be a table, and those of them that continue the cell of another line. */
type Region = { lines: TextLine[]; continuations: Set<TextLine> };

function runsOf(lines: readonly TextLine[]): Region[] {
  const pitch = usualPitch(lines);
  const started = startedCells(lines);
  const regions: Region[] = [];
  let current: Region | undefined;
  for (const line of lines) {
    const last = current?.lines.at(-1);
    const isBeside = last !== undefined && overlap(last, line);
    const continued =
      started.has(line) || isBeside || (current !== undefined && isContinuation(line, current.lines));
    const isText = isProse(line) && !continued;
    const isFar = last !== undefined && line.middle - last.middle > regionGap * Math.max(pitch, line.height);
    if (isText || isFar) current = undefined;
    if (isText) continue;
    if (!current) {
      current = { lines: [], continuations: new Set() };
      regions.push(current);
    }
    current.lines.push(line);
    if (continued) current.continuations.add(line);
  }
  return regions;
}

/** Merges a row with the next line of one of its cells, at which the merged row then ends. */
const extendedBy = (row: TextLine, { middle, chunks }: TextLine): TextLine => ({
  ...row,
  middle,
  chunks: [...row.chunks, ...chunks].sort((a, b) => a.x0 - b.x0),
});

/** Whether a line continues a cell of the row above it, at the same left edge. */
function endsCell(line: TextLine, above: TextLine, left: number, pitch: number): boolean {
  if (overlap(above, line)) return true;
  const chunk = firstOf(line.chunks);
  const column = above.chunks.findIndex(({ x0 }) => Math.abs(x0 - chunk.x0) < alignedPt);
  const nextStart = above.chunks.find(({ x0 }) => x0 > chunk.x0 + alignedPt)?.x0 ?? Infinity;
  // A line below the first column may be a note, unless a word is hyphenated or the line is closer than rows are.
  const isBroken =
    above.chunks[column]?.words.at(-1)?.text.endsWith('-') === true ||
    (line.middle - above.middle < wrappedPitchShare * pitch &&
      Math.abs(line.height - above.height) < sameHeightPt);
  return (
    column >= 0 &&
    (chunk.x0 > left + indentPt || isBroken) &&
    chunk.x1 < nextStart &&
    line.middle - above.middle < continuationGap * line.height
  );
}

/** Counts the lines of one chunk directly above the first row that head all columns except the first one. */
function headingsAbove(lines: readonly TextLine[], first: number): number {
  const body = lines.slice(first).filter(isMulti);
  const rows = body.filter(({ chunks }) => chunks.length > 2);
  const labelsEnd = Math.max(...rows.map(({ chunks }) => firstOf(chunks).x1));
  const [from, to] = [
    Math.min(...rows.map(({ chunks }) => itemAt(chunks, 1).x0)),
    Math.max(...rows.map(({ x1 }) => x1)),
  ];
  let count = 0;
  for (; count < headingLinesMax && count < first; count++) {
    const line = itemAt(lines, first - count - 1);
    const gap = itemAt(lines, first - count).middle - line.middle;
    const isOver = line.chunks.length === 1 && line.x0 > labelsEnd && line.x1 < to;
    const isCentred = Math.abs(centreX(line) - (from + to) / 2) < centredShare * (to - from);
    const isTitle =
      line.height > titleHeights * itemAt(lines, first).height ||
      captionPattern.test(textOf(firstOf(line.chunks).words));
    if (!isOver || !isCentred || isTitle || gap > headingGap * line.height) break;
  }
  return count;
}

/** Removes the lines of one chunk at both ends, except those that belong to cells of the first or last row. */
export function trimmed(lines: readonly TextLine[]): TextLine[] {
  let first = lines.findIndex(isMulti);
  if (first < 0) return [];
  const started = startedCells(lines.slice(0, first + 1));
  while (first > 0 && started.has(itemAt(lines, first - 1))) first -= 1;
  first -= headingsAbove(lines, first);
  const left = Math.min(...lines.map(({ x0 }) => x0));
  let last = lines.findLastIndex(isMulti);
  let above = itemAt(lines, last);
  const multi = lines.filter(isMulti);
  const pitch = median(neighbours(multi).map(([upper, line]) => line.middle - upper.middle));
  for (const line of lines.slice(last + 1)) {
    if (!endsCell(line, above, left, pitch)) break;
    above = extendedBy(above, line);
    last += 1;
  }
  return lines.slice(first, last + 1);
}

/** Splits a region at several consecutive lines with only one chunk. */
function partsOf({ lines, continuations }: Region): TextLine[][] {
  const parts: TextLine[][] = [];
  let part: TextLine[] = [];
  let singles = 0;
  for (const line of trimmed(lines)) {
    if (isMulti(line)) singles = 0;
    else if (!continuations.has(line)) singles += 1;
    part.push(line);
    if (singles < singleLinesMax || isMulti(line)) continue;
    parts.push(part.slice(0, -singleLinesMax));
    part = [];
  }
  return [...parts, part];
}

/** Returns the regions from top to bottom, without the lines that belong to none. */
export function regionsOf(lines: readonly TextLine[]): TextLine[][] {
  return runsOf(lines)
    .flatMap(partsOf)
    .map(trimmed)
    .filter((region) => region.length >= linesMin);
}
