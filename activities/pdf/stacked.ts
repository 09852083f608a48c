/** Parts a region where one table ends and another, with other columns, begins close below it. */
import { columnsOf } from './columns.ts';
import { median } from './geometry.ts';
import { isMulti, type TextLine } from './lines.ts';
import type { Gutter } from './table.ts';
import { isValue } from './text.ts';

/** Tables stand apart by more than this many pitches of the lines around. */
const apartPitches = 1.3;
const linesMin = 3;
const partsMax = 20;
/** Share of the gutters that find none in the other part. */
const unmetShareMin = 0.45;

const guttersOf = (lines: readonly TextLine[]): readonly Gutter[] => columnsOf(lines)?.gutters ?? [];

const meet = (a: Gutter, b: Gutter): boolean => a.from < b.to && b.from < a.to;

/** Gutters of one part where the other has none. */
const unmet = (own: readonly Gutter[], other: readonly Gutter[]): number =>
  own.filter((gutter) => !other.some((candidate) => meet(gutter, candidate))).length;

/** Whether the columns of both parts are lost when they are read as one table, or hardly agree. */
function haveOwnColumns(upper: readonly TextLine[], lower: readonly TextLine[]): boolean {
  const [above, below] = [guttersOf(upper), guttersOf(lower)];
  if (above.length === 0 || below.length === 0) return false;
  const together = guttersOf([...upper, ...lower]);
  const apart = unmet(above, below) + unmet(below, above);
  return (
    together.length < Math.min(above.length, below.length) ||
    apart > unmetShareMin * (above.length + below.length)
  );
}

/** Years may head columns, amounts do not. */
function startsWithHeader(lines: readonly TextLine[]): boolean {
  const first = lines.find(isMulti);
  const words = first?.chunks.flatMap((chunk) => chunk.words.map(({ text }) => text)) ?? [];
  return !words.some((text) => isValue(text) && !/^(19|20)\d\d$/.test(text));
}

export function stackedParts(region: readonly TextLine[], depth = 0): (readonly TextLine[])[] {
  const pitches = region.slice(1).map((line, index) => line.middle - region[index]!.middle);
  const usual = median(pitches);
  for (const [index, pitch] of pitches.entries()) {
    if (pitch <= apartPitches * usual || depth >= partsMax) continue;
    const [upper, lower] = [region.slice(0, index + 1), region.slice(index + 1)];
    const areTables = [upper, lower].every((part) => part.filter(isMulti).length >= linesMin);
    if (areTables && startsWithHeader(lower) && haveOwnColumns(upper, lower))
      return [upper, ...stackedParts(lower, depth + 1)];
  }
  return [region];
}
