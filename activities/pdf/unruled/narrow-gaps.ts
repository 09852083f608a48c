/** Finds columns that stand closer than words may: narrow gaps that come at the same place in line after line. */
import { isMulti, partsOf, type TextLine } from '#activities/pdf/words/lines.ts';
import { hasLetter, isHeadingNumber, looksNumeric } from '#activities/pdf/words/text.ts';
import type { Word } from '#activities/pdf/words/words.ts';

/** Different words before a gap that parts columns. */
const textsMin = 3;
/** Steps per point of the profile of words. */
const stepsPerPt = 2;
/** A gap that parts columns is this much wider than the page's space, or so wide where the space is not known. */
const spaceFactor = 1.3;
const gapHeights = 0.36;
/** A gap in fewer lines is chance. */
const linesMin = 4;
/** Share of the lines that a word may cross it in, and of the lines with a gap there that must be wide enough. */
const crossedShareMax = 0.08;
/** One line, the header's, may always be another. */
const crossedMax = 1;
const wideShareMin = 0.85;

/** Texts of other lines that begin, or end, at a gap as narrow as a space, before it parts columns. */
const edgesMin = 2;
const bothEdgesMin = 6;
/** A column of numbers alone ends here in this many lines: a text behind one is the next column's. */
const numbersMin = 6;
/** So do serial numbers of different widths at the head of most lines. */
const insideShareMin = 0.6;
const widthStepPt = 1;
const sameEdgePt = 0.7;

type Gap = { from: number; to: number; isWide: boolean };

function gapsIn({ chunks, height, space }: TextLine): Gap[] {
  const widePt = space > 0 ? spaceFactor * space * height : gapHeights * height;
  return chunks.flatMap(({ words }) =>
    words.slice(1).map((word, index) => {
      const from = words[index]!.x1;
      return { from, to: word.x0, isWide: word.x0 - from >= widePt };
    }),
  );
}

/** Places where gaps inside chunks lie over each other. A line of one text, as a heading of a group, says nothing. */
function alignedPlaces(lines: readonly TextLine[]): number[] {
  const region = lines.filter(isMulti);
  if (region.length < linesMin) return [];
  const x0 = Math.min(...region.map((line) => line.x0));
  const x1 = Math.max(...region.map((line) => line.x1));
  const size = Math.ceil((x1 - x0) * stepsPerPt) + 2;
  const [wide, narrow, covered] = [new Uint16Array(size), new Uint16Array(size), new Uint16Array(size)];
  const count = (profile: Uint16Array, from: number, to: number): void => {
    const last = Math.floor((to - x0) * stepsPerPt);
    for (let step = Math.ceil((from - x0) * stepsPerPt); step <= last; step++) profile[step]! += 1;
  };
  for (const line of region) {
    for (const { from, to, isWide } of gapsIn(line)) count(isWide ? wide : narrow, from, to);
    for (const word of line.chunks.flatMap((chunk) => chunk.words)) count(covered, word.x0, word.x1);
  }
  const isPlace = (step: number): boolean =>
    wide[step]! >= linesMin &&
    narrow[step]! <= Math.max(crossedMax, (1 - wideShareMin) * (wide[step]! + narrow[step]!)) &&
    covered[step]! <= Math.max(crossedMax, crossedShareMax * region.length);
  const places: number[] = [];
  for (let step = 0; step < size; step++) {
    if (!isPlace(step)) continue;
    const from = step;
    while (step + 1 < size && isPlace(step + 1)) step += 1;
    places.push(x0 + (from + step) / 2 / stepsPerPt);
  }
  return places.filter((place) => textsBefore(region, place) >= textsMin);
}

/** How many different words end right before a place: one that always comes is a part of the text after it. */
function textsBefore(region: readonly TextLine[], place: number): number {
  const before = region.flatMap(({ chunks }) =>
    chunks.flatMap(({ words }) =>
      words.filter((word, index) => word.x1 < place && (words[index + 1]?.x0 ?? -Infinity) > place),
    ),
  );
  return new Set(before.map(({ text }) => text)).size;
}

/** How often a text of the lines begins, or ends, at a place. */
function edgeCounter(edges: readonly number[]): (at: number) => number {
  const sorted = edges.toSorted((a, b) => a - b);
  return (at) => sorted.filter((edge) => Math.abs(edge - at) < sameEdgePt).length;
}

/**
 * In typewriter fonts the gap between two columns may be no wider than a space. Between numbers, which are set to the right,
 * and texts it lies where elsewhere numbers end and texts begin.
 */
function withEdges(region: readonly TextLine[]): TextLine[] {
  const chunks = region.flatMap((line) => line.chunks);
  const numbers = chunks.filter(({ words }) => looksNumeric(words.at(-1)!.text));
  const endsAt = edgeCounter(numbers.map(({ x1 }) => x1));
  const beginsAt = edgeCounter(chunks.map(({ x0 }) => x0));
  const inside = chunks.flatMap(({ words }) => words.slice(0, -1).filter((word) => looksNumeric(word.text)));
  const serials = region.flatMap(({ chunks: [first] }) =>
    first!.words.slice(0, 1).filter(({ text }) => isHeadingNumber(text)),
  );
  const endsInside = edgeCounter(inside.map(({ x1 }) => x1));
  const areSerials = (from: number): boolean => {
    const widths = serials.filter(({ x1 }) => Math.abs(x1 - from) < sameEdgePt).map(({ x0, x1 }) => x1 - x0);
    return (
      widths.length >= Math.max(numbersMin, insideShareMin * region.length) &&
      Math.max(...widths) - Math.min(...widths) > widthStepPt
    );
  };
  const numbersEndAt = edgeCounter(numbers.filter(({ words }) => words.length === 1).map(({ x1 }) => x1));
  const isBetween = (from: number, to: number, before: Word, after: Word): boolean => {
    if (!looksNumeric(before.text)) return false;
    if (hasLetter(after.text) && (numbersEndAt(from) >= numbersMin || areSerials(from))) return true;
    const [ends, begins] = [endsAt(from) + endsInside(from), beginsAt(to)];
    return Math.min(ends, begins) >= edgesMin && ends + begins >= bothEdgesMin;
  };
  return region.map((line) => ({
    ...line,
    chunks: line.chunks.flatMap((chunk) => partsOf(chunk, isBetween)),
  }));
}

/** The lines with their chunks parted where gaps lie over each other, and where edges of columns do. */
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
