/** Splits a region at which one table ends and another with different columns begins closely below it. */
import { alignedShare, columnEdges, shareAnEdge } from './column-edges.ts';
import { columnsOf } from './columns.ts';
import { median, type Ruling } from '#activities/pdf/words/geometry.ts';
import { isMulti, type TextLine } from '#activities/pdf/words/lines.ts';
import type { Gutter } from '#activities/pdf/tables/table.ts';
import { titledParts } from './titles.ts';
import { isHeadingNumber, isValue } from '#activities/pdf/words/text.ts';
import { firstOf, itemAt, lastOf, neighbours } from '#activities/pdf/words/lists.ts';

/** Minimum distance between tables, in pitches of the surrounding lines. */
const apartPitches = 1.3;
const linesMin = 3;
const depthMax = 20;
/** If a larger share of both parts' gutters has no counterpart in the other part, the parts are two tables. */
const unmetShareMin = 0.45;
/** Maximum share of both parts' columns that have a common edge by chance. */
const alignedShareMax = 0.7;
/** A line with at least this share of its texts at the edges of the columns above is one of their rows. */
const placedShareMin = 0.8;
/** Without a gap, the upper part must have at least this many lines with values; otherwise it is a header. */
const valueLinesMin = 2;
/** A header has texts over at least this share of its columns, in at most this many lines. */
const namedShareMin = 0.7;
const headerLinesMax = 5;
/** A page heading has at most this many lines, and texts for at most this share of the columns. */
const headingLinesMax = 2;
const headingShareMax = 0.67;
/** A complete header names at least this share of its columns. */
const completeShareMin = 0.9;
/** A table's own rule or background begins near its left edge, and covers at least this share of it. */
const ruleOutsidePt = 12;
const ruleShare = 0.8;

const guttersOf = (lines: readonly TextLine[]): readonly Gutter[] => columnsOf(lines)?.gutters ?? [];

const meet = (a: Gutter, b: Gutter): boolean => a.from < b.to && b.from < a.to;

/** Counts the gutters of one part without a counterpart in the other. */
const unmet = (own: readonly Gutter[], other: readonly Gutter[]): number =>
  own.filter((gutter) => !other.some((candidate) => meet(gutter, candidate))).length;

/** Whether the parts have different columns: as one table they would lose some, or their gutters hardly agree. */
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

/** Whether the line contains an amount. Years do not count, since they may be headings. */
const hasAmount = (line: TextLine): boolean =>
  line.chunks.some(({ words }) => words.some(({ text }) => isValue(text) && !/^(19|20)\d\d$/.test(text)));

const hasValue = (line: TextLine): boolean =>
  line.chunks.some(({ words }) => words.every(({ text }) => isValue(text)));

/** Whether the line contains data. Years and sizes do not count, since they may be headings. */
const isData = (line: TextLine): boolean =>
  line.chunks.some(({ words }) => words.every(({ text }) => isValue(text) && !isHeadingNumber(text)));

/** Whether the lines above the first data name most columns; in a table of words the first line must. */
function startsWithHeader(lines: readonly TextLine[], namedShare: number): boolean {
  const first = firstOf(lines);
  if (!isMulti(first) || hasAmount(first)) return false;
  const columns = columnsOf(lines);
  if (!columns) return false;
  const firstData = lines.slice(0, headerLinesMax).findIndex(isData);
  const header = lines.slice(0, Math.max(1, firstData)).flatMap((line) => line.chunks);
  const named = neighbours([-Infinity, ...columns.separators, Infinity]).filter(([from, to]) =>
    header.some(({ x0, x1 }) => x0 < to && x1 > from),
  ).length;
  return named >= namedShare * (columns.separators.length + 1);
}

/** Whether hardly any column of one part shares its left edge, right edge or centre with one of the other. */
function areUnaligned(upper: readonly TextLine[], lower: readonly TextLine[]): boolean {
  const [above, below] = [columnEdges(upper), columnEdges(lower.slice(1))];
  if (above.length === 0 || below.length === 0 || alignedShare(above, below) >= alignedShareMax) return false;
  // In rows with many blanks the detected columns may differ, but each text still lies in one column.
  const header = firstOf(lower).chunks.map(({ x0, x1 }) => ({ from: x0, to: x1 }));
  const placed = header.filter((text) => above.some((column) => shareAnEdge(text, column)));
  return placed.length < placedShareMin * header.length;
}

/** Whether a rule across the lower part, or the edge of a background, separates the two. */
function isRuledOff(upper: TextLine, lower: readonly TextLine[], rules: readonly Ruling[]): boolean {
  const x0 = Math.min(...lower.map((line) => line.x0));
  const x1 = Math.max(...lower.map((line) => line.x1));
  return rules.some(
    ({ at, from, to }) =>
      at > upper.middle &&
      at < firstOf(lower).middle &&
      Math.abs(from - x0) < ruleOutsidePt &&
      Math.min(to, x1) - Math.max(from, x0) > ruleShare * (x1 - x0),
  );
}

const pitchesOf = (lines: readonly TextLine[]): number[] =>
  neighbours(lines).map(([above, line]) => line.middle - above.middle);

/** Whether one table ends with the upper lines and another begins with the lower ones. */
function areTwo(
  upper: readonly TextLine[],
  lower: readonly TextLine[],
  usual: number,
  rules: readonly Ruling[],
): boolean {
  const areTables = [upper, lower].every((part) => part.filter(isMulti).length >= linesMin);
  const pitch = firstOf(lower).middle - lastOf(upper).middle;
  const isSetOff =
    pitch > apartPitches * Math.min(usual, median(pitchesOf(upper))) ||
    isRuledOff(lastOf(upper), lower, rules);
  if (!areTables || !startsWithHeader(lower, isSetOff ? namedShareMin : completeShareMin)) return false;
  if (pitch > apartPitches * usual && haveOwnColumns(upper, lower)) return true;
  const canEnd = isSetOff || upper.filter(hasValue).length >= valueLinesMin;
  return (canEnd && areUnaligned(upper, lower)) || isTitled(upper, lower, usual);
}

/** Whether the last upper line is a separate title below a table of values, and the lower lines are a table as well. */
function isTitled(upper: readonly TextLine[], lower: readonly TextLine[], usual: number): boolean {
  const [last, title] = [itemAt(upper, upper.length - 2), lastOf(upper)];
  return (
    !isMulti(title) &&
    title.middle - last.middle > apartPitches * usual &&
    title.x0 < Math.min(...lower.map(({ x0 }) => x0)) + ruleOutsidePt &&
    [upper, lower].every((part) => part.filter(hasValue).length >= valueLinesMin)
  );
}

/** Removes a page heading, such as a date, a title or a page number, that is set off from the complete header below. */
function withoutPageHeading(region: readonly TextLine[]): readonly TextLine[] {
  const usual = median(pitchesOf(region));
  const columns = columnsOf(region);
  const end = region.slice(0, headingLinesMax + 1).findIndex((line, index) => {
    const above = region[index - 1];
    return above !== undefined && line.middle - above.middle > apartPitches * usual;
  });
  if (!columns || end < 1) return region;
  const [header, upper] = [itemAt(region, end), region.slice(0, end)];
  const most = columns.separators.length + 1;
  const startsLeft = (line: TextLine): boolean => firstOf(line.chunks).x0 < firstOf(columns.separators);
  const isHeader =
    header.chunks.length >= completeShareMin * most && startsLeft(header) && !hasAmount(header);
  const isHeading = upper.every((line) => startsLeft(line) && line.chunks.length <= headingShareMax * most);
  return isHeader && isHeading ? region.slice(end) : region;
}

/** Returns the tables in a region from top to bottom, without the titles and the page heading above them. */
export function stackedParts(region: readonly TextLine[], rules: readonly Ruling[]): (readonly TextLine[])[] {
  return titledParts(region).flatMap((part) => untitledParts(part, rules));
}

/** Splits a region without titles wherever one table ends and another begins. */
function untitledParts(
  region: readonly TextLine[],
  rules: readonly Ruling[],
  depth = 0,
): (readonly TextLine[])[] {
  const usual = median(pitchesOf(region));
  const last = depth < depthMax ? region.length - linesMin : 0;
  for (let index = linesMin; index <= last; index++) {
    const [upper, lower] = [region.slice(0, index), region.slice(index)];
    if (areTwo(upper, lower, usual, rules))
      return [...untitledParts(upper, rules, depth + 1), ...untitledParts(lower, rules, depth + 1)];
  }
  return [withoutPageHeading(region)];
}
