/** Finds columns that stand closer than words may: narrow gaps that come at the same place in line after line. */
import { partsOf, type TextLine } from './lines.ts';

/** Steps per point of the profile of words. */
const stepsPerPt = 2;
/** A gap that parts columns is this much wider than the page's space, or so wide where the space is not known. */
const spaceFactor = 1.3;
const gapHeights = 0.36;
/** A gap in fewer lines is chance. */
const linesMin = 4;
/** Share of the lines that a word may cross it in, and of the lines with a gap there that must be wide enough. */
const crossedShareMax = 0.08;
const wideShareMin = 0.85;

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

/** Places where gaps inside chunks lie over each other. */
function alignedPlaces(region: readonly TextLine[]): number[] {
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
    wide[step]! >= wideShareMin * (wide[step]! + narrow[step]!) &&
    covered[step]! <= crossedShareMax * region.length;
  const places: number[] = [];
  for (let step = 0; step < size; step++) {
    if (!isPlace(step)) continue;
    const from = step;
    while (step + 1 < size && isPlace(step + 1)) step += 1;
    places.push(x0 + (from + step) / 2 / stepsPerPt);
  }
  return places;
}

/** The lines with their chunks parted at such places. */
export function withNarrowColumns(region: readonly TextLine[]): TextLine[] {
  if (region.length < linesMin) return [...region];
  const places = alignedPlaces(region);
  if (places.length === 0) return [...region];
  return region.map((line) => {
    const widePt = line.space * line.height;
    const isBetween = (from: number, to: number): boolean =>
      to - from > widePt && places.some((place) => place > from && place < to);
    return { ...line, chunks: line.chunks.flatMap((chunk) => partsOf(chunk, isBetween)) };
  });
}
