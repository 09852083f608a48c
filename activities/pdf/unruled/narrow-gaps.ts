/** Detects columns that are as close as words, by narrow gaps at the same position in line after line. */
import { isMulti, partsOf, type Chunk, type TextLine } from '#activities/pdf/words/lines.ts';
import { hasLetter, isHeadingNumber, looksNumeric } from '#activities/pdf/words/text.ts';
import type { Word } from '#activities/pdf/words/words.ts';
import { firstOf, lastOf, neighbours } from '#activities/pdf/words/lists.ts';

/** Minimum number of different words before a gap that separates columns. */
const textsMin = 3;
/** Resolution of the word profile in steps per point. */
const stepsPerPt = 2;
/** Minimum width of a gap between columns: this many of the page's spaces, or heights if the space is unknown. */
const spaceFactor = 1.3;
const gapHeights = 0.36;
/** Minimum number of lines with the gap; in fewer lines it may be chance. */
const linesMin = 4;
/** Maximum share of lines in which a word crosses the gap. One line, that of the header, may always do so. */
const crossedShareMax = 0.08;
const crossedMax = 1;
/** Minimum share of the gaps at this position that are wide enough. */
const wideShareMin = 0.85;

/** For a gap as narrow as a space: minimum number of texts that end before it, that begin after it, and of both. */
const edgesMin = 2;
const bothEdgesMin = 6;
/** If this many numbers that stand alone end at one position, a text after a number there is in another column. */
const numbersMin = 6;
/** With fewer such numbers, this many different texts must begin at one position after at least this many numbers. */
const textsAfterMin = 2;
const numbersBeforeMin = 4;
/** Serial numbers are at the start of at least this share of lines, and their widths differ by at least this much. */
const serialShareMin = 0.6;
const widthStepPt = 1;
const sameEdgePt = 0.7;

type Gap = { from: number; to: number; isWide: boolean };

function gapsIn({ chunks, height, space }: TextLine): Gap[] {
  const widePt = space > 0 ? spaceFactor * space * height : gapHeights * height;
  return chunks.flatMap(({ words }) =>
    neighbours(words).map(([{ x1: from }, { x0: to }]) => ({ from, to, isWide: to - from >= widePt })),
  );
}

/** At each step across the region, the number of wide gaps, of narrow gaps, and of words. */
type Profile = { x0: number; size: number; wide: Uint16Array; narrow: Uint16Array; covered: Uint16Array };

function profileOf(region: readonly TextLine[]): Profile {
  const x0 = Math.min(...region.map((line) => line.x0));
  const x1 = Math.max(...region.map((line) => line.x1));
  const size = Math.ceil((x1 - x0) * stepsPerPt) + 2;
  const [wide, narrow, covered] = [new Uint16Array(size), new Uint16Array(size), new Uint16Array(size)];
  const count = (counts: Uint16Array, from: number, to: number): void => {
    const last = Math.floor((to - x0) * stepsPerPt);
    for (let step = Math.ceil((from - x0) * stepsPerPt); step <= last; step++)
      counts[step] = (counts[step] ?? 0) + 1;
  };
  for (const line of region) {
    for (const { from, to, isWide } of gapsIn(line)) count(isWide ? wide : narrow, from, to);
    for (const word of line.chunks.flatMap((chunk) => chunk.words)) count(covered, word.x0, word.x1);
  }
  return { x0, size, wide, narrow, covered };
}

/**
 * Returns positions at which gaps inside chunks are aligned. A line with a single text, such as a group heading, is
 * ignored.
 */
function alignedPlaces(lines: readonly TextLine[]): number[] {
  const region = lines.filter(isMulti);
  if (region.length < linesMin) return [];
  const { x0, size, wide, narrow, covered } = profileOf(region);
  const isPlace = (step: number): boolean => {
    const [wides, narrows, words] = [wide[step] ?? 0, narrow[step] ?? 0, covered[step] ?? 0];
    return (
      wides >= linesMin &&
      narrows <= Math.max(crossedMax, (1 - wideShareMin) * (wides + narrows)) &&
      words <= Math.max(crossedMax, crossedShareMax * region.length)
    );
  };
  const places: number[] = [];
  for (let step = 0; step < size; step++) {
    if (!isPlace(step)) continue;
    const from = step;
    while (step + 1 < size && isPlace(step + 1)) step += 1;
    places.push(x0 + (from + step) / 2 / stepsPerPt);
  }
  return places.filter((place) => textsBefore(region, place) >= textsMin);
}

/** Counts the different words directly before a position. One that is always the same belongs to the text after it. */
function textsBefore(region: readonly TextLine[], place: number): number {
  const before = region.flatMap(({ chunks }) =>
    chunks.flatMap(({ words }) =>
      words.filter((word, index) => word.x1 < place && (words[index + 1]?.x0 ?? -Infinity) > place),
    ),
  );
  return new Set(before.map(({ text }) => text)).size;
}

const isAt = (edge: number, at: number): boolean => Math.abs(edge - at) < sameEdgePt;

/** A test of whether texts on other lines suggest two columns at a gap. */
type GapTest = (from: number, to: number) => boolean;

/** Returns a test of whether enough serial numbers of different widths end at the gap's start. */
function serialTest(region: readonly TextLine[]): GapTest {
  const serials = region
    .flatMap((line) => firstOf(line.chunks).words.slice(0, 1))
    .filter(({ text }) => isHeadingNumber(text));
  return (from) => {
    const widths = serials.filter(({ x1 }) => isAt(x1, from)).map(({ x0, x1 }) => x1 - x0);
    return (
      widths.length >= Math.max(numbersMin, serialShareMin * region.length) &&
      Math.max(...widths) - Math.min(...widths) > widthStepPt
    );
  };
}

/** Returns a test of whether a text after a number at the gap is in another column than the number. */
function textAfterNumberTest(region: readonly TextLine[], chunks: readonly Chunk[]): GapTest {
  const lone = chunks.filter(({ words }) => words.length === 1 && looksNumeric(firstOf(words).text));
  const after = chunks.flatMap(({ words }) =>
    neighbours(words).flatMap(([left, right]) =>
      looksNumeric(left.text) && hasLetter(right.text)
        ? [{ from: left.x1, to: right.x0, text: right.text }]
        : [],
    ),
  );
  const areSerials = serialTest(region);
  return (from, to) => {
    const loneNumbers = lone.filter(({ x1 }) => isAt(x1, from)).length;
    if (loneNumbers >= numbersMin || areSerials(from, to)) return true;
    const here = after.filter((gap) => isAt(gap.from, from) && isAt(gap.to, to));
    return (
      new Set(here.map(({ text }) => text)).size >= textsAfterMin &&
      loneNumbers > 0 &&
      loneNumbers + here.length >= numbersBeforeMin
    );
  };
}

/** Returns a test of whether enough numbers end at the gap's start, and texts of any kind begin at its end. */
function alignedEdgesTest(chunks: readonly Chunk[]): GapTest {
  const numberEnds = chunks.flatMap(({ x1: end, words }) => [
    ...words.slice(0, -1).flatMap(({ text, x1 }) => (looksNumeric(text) ? [x1] : [])),
    ...(looksNumeric(lastOf(words).text) ? [end] : []),
  ]);
  return (from, to) => {
    const ends = numberEnds.filter((end) => isAt(end, from)).length;
    const begins = chunks.filter(({ x0 }) => isAt(x0, to)).length;
    return Math.min(ends, begins) >= edgesMin && ends + begins >= bothEdgesMin;
  };
}

/**
 * Splits columns at aligned edges. In monospaced fonts the gap between two columns may be no wider than a space;
 * between right-aligned numbers and texts it is where numbers end and texts begin on other lines.
 */
function withEdges(region: readonly TextLine[]): TextLine[] {
  const chunks = region.flatMap((line) => line.chunks);
  const isTextAfterNumber = textAfterNumberTest(region, chunks);
  const hasAlignedEdges = alignedEdgesTest(chunks);
  const isBetween = (from: number, to: number, before: Word, next: Word): boolean => {
    if (!looksNumeric(before.text)) return false;
    return (hasLetter(next.text) && isTextAfterNumber(from, to)) || hasAlignedEdges(from, to);
  };
  return region.map((line) => ({
    ...line,
    chunks: line.chunks.flatMap((chunk) => partsOf(chunk, isBetween)),
  }));
}

/** Splits the lines' chunks at aligned gaps and at column edges. */
export function withNarrowColumns(region: readonly TextLine[]): TextLine[] {
  if (region.length < linesMin) return [...region];
  const places = alignedPlaces(region);
  const split = region.map((line) => {
    const widePt = line.space * line.height;
    const isBetween = (from: number, to: number): boolean =>
      to - from > widePt && places.some((place) => place > from && place < to);
    return { ...line, chunks: line.chunks.flatMap((chunk) => partsOf(chunk, isBetween)) };
  });
  return withEdges(split);
}
