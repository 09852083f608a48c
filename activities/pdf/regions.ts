/** Text lines to regions: runs of lines that may be a table without rules. */
import { median } from './geometry.ts';
import { isMulti, type TextLine } from './lines.ts';

/** A line of one chunk with at least this many words is running text. */
const proseWordsMin = 9;
/** A vertical gap of this many pitches or heights ends a region. */
const regionGap = 3.2;
/** This many lines of one chunk in sequence end it, too. */
const singleLinesMax = 3;
const linesMin = 3;
/** A wrapped continuation follows its row within this many heights. */
const continuationGap = 1.5;
/** One that begins exactly where its column does may follow at this many: the first line of a cell beside shorter ones. */
const alignedGap = 2.2;
const alignedPt = 1;
const continuationLinesBack = 8;
/** Lines of one cell are closer than rows by more than this; rows are measured over the last lines. */
const tighterPt = 0.8;
const pitchLinesBack = 30;
/** How far a continuation may start left of its column, or reach into the next. */
const indentPt = 3;
const overhangPt = 2;
/** Lines closer than this many heights stand beside each other. */
export const overlappingPitch = 0.8;
const pitchMaxPt = 40;
/** Pitch of single-spaced text, in heights, where a page has too few lines to measure it. */
const usualPitchHeights = 1.3;

/** Usual distance between two lines of more than one chunk. */
function rowPitch(region: readonly TextLine[]): number {
  const pitches = region
    .slice(-pitchLinesBack)
    .flatMap((line, index, lines) =>
      index > 0 && isMulti(line) && isMulti(lines[index - 1]!)
        ? [line.middle - lines[index - 1]!.middle]
        : [],
    );
  return median(pitches);
}

/** A single chunk under an inner column is the rest of a wrapped cell, not the end of the table. */
function isContinuation(line: TextLine, region: readonly TextLine[]): boolean {
  const [chunk] = line.chunks;
  const above = region.slice(-continuationLinesBack).findLast(isMulti);
  if (line.chunks.length !== 1 || !chunk || !above) return false;
  const column = above.chunks.findIndex((other) => chunk.x0 >= other.x0 - indentPt && chunk.x0 <= other.x1);
  const nextStart = above.chunks[column + 1]?.x0 ?? Infinity;
  const gap = line.middle - region.at(-1)!.middle;
  if (column < 0 || chunk.x1 > nextStart + overhangPt) return false;
  const isAligned = Math.abs(chunk.x0 - above.chunks[column]!.x0) < alignedPt && column > 0;
  if (gap >= (isAligned ? alignedGap : continuationGap) * line.height) return false;
  // Under the first column it may as well be a row of its own, unless it follows closer than rows do.
  return column > 0 || gap < rowPitch(region) - tighterPt;
}

const isProse = (line: TextLine): boolean =>
  line.chunks.length === 1 && line.chunks[0]!.words.length >= proseWordsMin;

function usualPitch(lines: readonly TextLine[]): number {
  const pitches = lines.slice(1).map((line, index) => line.middle - lines[index]!.middle);
  const measured = median(pitches.filter((pitch) => pitch > 0 && pitch < pitchMaxPt));
  return measured || median(lines.map((line) => line.height)) * usualPitchHeights;
}

type Region = { lines: TextLine[]; continuations: Set<TextLine> };

function runsOf(lines: readonly TextLine[]): Region[] {
  const pitch = usualPitch(lines);
  const regions: Region[] = [];
  let current: Region | undefined;
  for (const line of lines) {
    const last = current?.lines.at(-1);
    const continued = current !== undefined && isContinuation(line, current.lines);
    const isText = isProse(line) && !continued;
    const isFar = last !== undefined && line.middle - last.middle > regionGap * Math.max(pitch, line.height);
    if (isText || isFar) current = undefined;
    if (isText) continue;
    if (!current) {
      if (!isMulti(line)) continue;
      current = { lines: [], continuations: new Set() };
      regions.push(current);
    }
    current.lines.push(line);
    if (continued) current.continuations.add(line);
  }
  return regions;
}

const overlap = (above: TextLine, below: TextLine): boolean =>
  below.middle - above.middle < overlappingPitch * below.height;

/** Without the lines of one chunk at both ends, but with a last one that stands beside the line before it. */
function trimmed(lines: readonly TextLine[]): TextLine[] {
  const first = lines.findIndex(isMulti);
  if (first < 0) return [];
  let last = lines.findLastIndex(isMulti);
  if (lines[last + 1] && overlap(lines[last]!, lines[last + 1]!)) last += 1;
  return lines.slice(first, last + 1);
}

/** Cuts a region where several lines in sequence have one chunk only. */
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

export function regionsOf(lines: readonly TextLine[]): TextLine[][] {
  return runsOf(lines)
    .flatMap(partsOf)
    .map(trimmed)
    .filter((region) => region.length >= linesMin);
}
