/** Parts a region where one table ends and another, with other columns, begins close below it. */
import { alignedShare, columnEdges, shareAnEdge } from './column-edges.ts';
import { columnsOf } from './columns.ts';
import { median, type Ruling } from '#activities/pdf/words/geometry.ts';
import { isMulti, type TextLine } from '#activities/pdf/words/lines.ts';
import type { Gutter } from '#activities/pdf/tables/table.ts';
import { isHeadingNumber, isValue } from '#activities/pdf/words/text.ts';

/** Tables stand apart by more than this many pitches of the lines around. */
const apartPitches = 1.3;
const linesMin = 3;
const depthMax = 20;
/** Share of the gutters that find none in the other part. */
const unmetShareMin = 0.45;
/** Share of the columns of both parts that may still have an edge in common by chance. */
const alignedShareMax = 0.7;
/** A line with this share of its texts at the edges of the columns above is a row of theirs. */
const placedShareMin = 0.8;
/** Without a gap the upper part must have lines with values: else it is a header. */
const valueLinesMin = 2;
/** A header has a text over this share of its columns, in this many lines at most. */
const namedShareMin = 0.7;
const headerLinesMax = 5;
/** A page's heading has few lines, and fewer texts than the header below it, which names nearly all columns. */
const headingLinesMax = 2;
const headingShareMax = 0.67;
const completeShareMin = 0.9;
/** A table's own rule or ground begins near its left and reaches over this share of it. */
const ruleOutsidePt = 12;
const ruleShare = 0.8;

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
const hasAmount = (line: TextLine): boolean =>
  line.chunks.some(({ words }) => words.some(({ text }) => isValue(text) && !/^(19|20)\d\d$/.test(text)));

const hasValue = (line: TextLine): boolean =>
  line.chunks.some(({ words }) => words.every(({ text }) => isValue(text)));

/** A line of data has amounts: years and sizes may head columns. */
const isData = (line: TextLine): boolean =>
  line.chunks.some(({ words }) => words.every(({ text }) => isValue(text) && !isHeadingNumber(text)));

/** Whether the lines above the first data name most of the columns; of a table of words its first line does. */
function startsWithHeader(lines: readonly TextLine[], namedShare: number): boolean {
  if (!isMulti(lines[0]!) || hasAmount(lines[0]!)) return false;
  const columns = columnsOf(lines);
  if (!columns) return false;
  const firstData = lines.slice(0, headerLinesMax).findIndex(isData);
  const header = lines.slice(0, Math.max(1, firstData)).flatMap((line) => line.chunks);
  const borders = [-Infinity, ...columns.separators, Infinity];
  const named = columns.separators
    .concat(Infinity)
    .filter((to, index) => header.some(({ x0, x1 }) => x0 < to && x1 > borders[index]!)).length;
  return named >= namedShare * (columns.separators.length + 1);
}

/** Whether hardly a column of one part begins, ends or has its middle where one of the other does. */
function areUnaligned(upper: readonly TextLine[], lower: readonly TextLine[]): boolean {
  const [above, below] = [columnEdges(upper), columnEdges(lower.slice(1))];
  if (above.length === 0 || below.length === 0 || alignedShare(above, below) >= alignedShareMax) return false;
  // Where rows have many blanks the columns of some rows may be others, but each text stands in one.
  const header = lower[0]!.chunks.map(({ x0, x1 }) => ({ from: x0, to: x1 }));
  const placed = header.filter((text) => above.some((column) => shareAnEdge(text, column)));
  return placed.length < placedShareMin * header.length;
}

/** Whether a rule over the width of the lower part, or the edge of a ground, stands between the two. */
function isRuledOff(upper: TextLine, lower: readonly TextLine[], rules: readonly Ruling[]): boolean {
  const x0 = Math.min(...lower.map((line) => line.x0));
  const x1 = Math.max(...lower.map((line) => line.x1));
  return rules.some(
    ({ at, from, to }) =>
      at > upper.middle &&
      at < lower[0]!.middle &&
      Math.abs(from - x0) < ruleOutsidePt &&
      Math.min(to, x1) - Math.max(from, x0) > ruleShare * (x1 - x0),
  );
}

const pitchesOf = (lines: readonly TextLine[]): number[] =>
  lines.slice(1).map((line, index) => line.middle - lines[index]!.middle);

/** Whether one table ends with the upper lines and another begins with the lower ones. */
function areTwo(
  upper: readonly TextLine[],
  lower: readonly TextLine[],
  usual: number,
  rules: readonly Ruling[],
): boolean {
  const areTables = [upper, lower].every((part) => part.filter(isMulti).length >= linesMin);
  const pitch = lower[0]!.middle - upper.at(-1)!.middle;
  const isSetOff =
    pitch > apartPitches * Math.min(usual, median(pitchesOf(upper))) ||
    isRuledOff(upper.at(-1)!, lower, rules);
  if (!areTables || !startsWithHeader(lower, isSetOff ? namedShareMin : completeShareMin)) return false;
  if (pitch > apartPitches * usual && haveOwnColumns(upper, lower)) return true;
  const canEnd = isSetOff || upper.filter(hasValue).length >= valueLinesMin;
  return (canEnd && areUnaligned(upper, lower)) || isTitled(upper, lower, usual);
}

/** Whether the last upper line is a title apart from a table of values above it, and the lower lines are one, too. */
function isTitled(upper: readonly TextLine[], lower: readonly TextLine[], usual: number): boolean {
  const [last, title] = upper.slice(-2);
  return (
    !isMulti(title!) &&
    title!.middle - last!.middle > apartPitches * usual &&
    title!.x0 < Math.min(...lower.map(({ x0 }) => x0)) + ruleOutsidePt &&
    [upper, lower].every((part) => part.filter(hasValue).length >= valueLinesMin)
  );
}

/** One or two lines above a complete header, apart from it, are the page's heading: a date, a title, a page number. */
function withoutPageHeading(region: readonly TextLine[]): readonly TextLine[] {
  const usual = median(pitchesOf(region));
  const columns = columnsOf(region);
  const end = region.slice(0, headingLinesMax + 1).findIndex((line, index) => {
    const gap = index === 0 ? 0 : line.middle - region[index - 1]!.middle;
    return gap > apartPitches * usual;
  });
  if (!columns || end < 1) return region;
  const [header, upper] = [region[end]!, region.slice(0, end)];
  const most = columns.separators.length + 1;
  const startsLeft = (line: TextLine): boolean => line.chunks[0]!.x0 < columns.separators[0]!;
  const isHeader =
    header.chunks.length >= completeShareMin * most && startsLeft(header) && !hasAmount(header);
  const isHeading = upper.every((line) => startsLeft(line) && line.chunks.length <= headingShareMax * most);
  return isHeader && isHeading ? region.slice(end) : region;
}

export function stackedParts(
  region: readonly TextLine[],
  rules: readonly Ruling[],
  depth = 0,
): (readonly TextLine[])[] {
  const usual = median(pitchesOf(region));
  const last = depth < depthMax ? region.length - linesMin : 0;
  for (let index = linesMin; index <= last; index++) {
    const [upper, lower] = [region.slice(0, index), region.slice(index)];
    if (areTwo(upper, lower, usual, rules))
      return [...stackedParts(upper, rules, depth + 1), ...stackedParts(lower, rules, depth + 1)];
  }
  return [withoutPageHeading(region)];
}
