/** Detects columns that are closer than words may be, by narrow gaps at the same position in line after line. */
import { isMulti, partsOf, type TextLine } from '#activities/pdf/words/lines.ts';
import { hasLetter, isHeadingNumber, looksNumeric } from '#activities/pdf/words/text.ts';
import type { Word } from '#activities/pdf/words/words.ts';
import { firstOf, lastOf, neighbours } from '#activities/pdf/words/lists.ts';

/** Minimum number of different words before a gap that separates columns. */
const textsMin = 3;
/** Resolution of the word profile in steps per point. */
const stepsPerPt = 2;
/**
 * A gap that separates columns is wider than the page's space by this factor, or has this width in heights if the
 * space is unknown.
 */
const spaceFactor = 1.3;
const gapHeights = 0.36;
/** Minimum number of lines with the gap; fewer are chance. */
const linesMin = 4;
/** Maximum share of lines in which a word crosses the gap, and below, minimum share of gaps that are wide enough. */
const crossedShareMax = 0.08;
/** One line, that of the header, may always cross it. */
const crossedMax = 1;
const wideShareMin = 0.85;

/**
 * Minimum number of texts on other lines that begin or end at a gap as narrow as a space, for it to separate columns.
 */
const edgesMin = 2;
const bothEdgesMin = 6;
/** If only numbers end here in this many lines, a text after one belongs to the next column. */
const numbersMin = 6;
/** Number of different texts after numbers with a common end, and of these numbers, from which they are two columns. */
const textsAfterMin = 2;
const numbersBeforeMin = 4;
/** The same applies to serial numbers of different widths at the start of this share of lines. */
const insideShareMin = 0.6;
const widthStepPt = 1;
const sameEdgePt = 0.7;

type Gap = { from: number; to: number; isWide: boolean };

function gapsIn({ chunks, height, space }: TextLine): Gap[] {
  const widePt = space > 0 ? spaceFactor * space * height : gapHeights * height;
  return chunks.flatMap(({ words }) =>
    neighbours(words).map(([{ x1: from }, { x0: to }]) => ({ from, to, isWide: to - from >= widePt })),
  );
}

/**
 * Returns positions at which gaps inside chunks are aligned. A line with a single text, such as a group heading, is
 * ignored.
 */
function alignedPlaces(lines: readonly TextLine[]): number[] {
  const region = lines.filter(isMulti);
  if (region.length < linesMin) return [];
  const x0 = Math.min(...region.map((line) => line.x0));
  const x1 = Math.max(...region.map((line) => line.x1));
  const size = Math.ceil((x1 - x0) * stepsPerPt) + 2;
  const [wide, narrow, covered] = [new Uint16Array(size), new Uint16Array(size), new Uint16Array(size)];
  const count = (profile: Uint16Array, from: number, to: number): void => {
    const last = Math.floor((to - x0) * stepsPerPt);
    for (let step = Math.ceil((from - x0) * stepsPerPt); step <= last; step++)
      profile[step] = (profile[step] ?? 0) + 1;
  };
  for (const line of region) {
    for (const { from, to, isWide } of gapsIn(line)) count(isWide ? wide : narrow, from, to);
    for (const word of line.chunks.flatMap((chunk) => chunk.words)) count(covered, word.x0, word.x1);
  }
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

/**
 * Counts the different words that end directly before a position. If the same word always precedes the position, that
 * word belongs to the text after it and is not counted.
 */
function textsBefore(region: readonly TextLine[], place: number): number {
  const before = region.flatMap(({ chunks }) =>
    chunks.flatMap(({ words }) =>
      words.filter((word, index) => word.x1 < place && (words[index + 1]?.x0 ?? -Infinity) > place),
    ),
  );
  return new Set(before.map(({ text }) => text)).size;
}

/** Returns a function that counts how many texts begin or end at a position. */
function edgeCounter(edges: readonly number[]): (at: number) => number {
  const sorted = edges.toSorted((a, b) => a - b);
  return (at) => sorted.filter((edge) => Math.abs(edge - at) < sameEdgePt).length;
}

/**
 * Splits columns at aligned edges. In monospaced fonts the gap between two columns may be no wider than a space;
 * between right-aligned numbers and texts it is where numbers end and texts begin on other lines.
 */
function withEdges(region: readonly TextLine[]): TextLine[] {
  const chunks = region.flatMap((line) => line.chunks);
  const numbers = chunks.filter(({ words }) => looksNumeric(lastOf(words).text));
  const endsAt = edgeCounter(numbers.map(({ x1 }) => x1));
  const beginsAt = edgeCounter(chunks.map(({ x0 }) => x0));
  const inside = chunks.flatMap(({ words }) => words.slice(0, -1).filter((word) => looksNumeric(word.text)));
  const serials = region.flatMap((line) =>
    firstOf(line.chunks)
      .words.slice(0, 1)
      .filter(({ text }) => isHeadingNumber(text)),
  );
  const endsInside = edgeCounter(inside.map(({ x1 }) => x1));
  const after = chunks.flatMap(({ words }) =>
    neighbours(words).flatMap(([left, right]) =>
      looksNumeric(left.text) && hasLetter(right.text)
        ? [{ from: left.x1, to: right.x0, text: right.text }]
        : [],
    ),
  );
  /** Whether different texts begin here after numbers that end there, some of which stand alone. */
  const areTextsAfter = (from: number, to: number): boolean => {
    const here = after.filter(
      (gap) => Math.abs(gap.from - from) < sameEdgePt && Math.abs(gap.to - to) < sameEdgePt,
    );
    return (
      new Set(here.map(({ text }) => text)).size >= textsAfterMin &&
      numbersEndAt(from) > 0 &&
      numbersEndAt(from) + here.length >= numbersBeforeMin
    );
  };
  const areSerials = (from: number): boolean => {
    const widths = serials.filter(({ x1 }) => Math.abs(x1 - from) < sameEdgePt).map(({ x0, x1 }) => x1 - x0);
    return (
      widths.length >= Math.max(numbersMin, insideShareMin * region.length) &&
      Math.max(...widths) - Math.min(...widths) > widthStepPt
    );
  };
  const numbersEndAt = edgeCounter(numbers.filter(({ words }) => words.length === 1).map(({ x1 }) => x1));
  const isBetween = (from: number, to: number, before: Word, next: Word): boolean => {
    if (!looksNumeric(before.text)) return false;
    if (hasLetter(next.text) && (numbersEndAt(from) >= numbersMin || areSerials(from))) return true;
    if (hasLetter(next.text) && areTextsAfter(from, to)) return true;
    const [ends, begins] = [endsAt(from) + endsInside(from), beginsAt(to)];
    return Math.min(ends, begins) >= edgesMin && ends + begins >= bothEdgesMin;
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
