/** Applies a customer's changes to tables of pages: drops some, and reads others in areas that the customer drew. */
import type { DrawnArea, TablesLayout } from '#contracts/jobs/pdf-tables.ts';
import { foundTableName } from '#contracts/jobs/table-names.ts';
import { columnsOf, type Columns } from '#activities/pdf/unruled/columns.ts';
import { centreY, groupBy, holdsCentre, type Box, type Ruling } from '#activities/pdf/words/geometry.ts';
import { cutAtRules, isMulti, linesOf, type TextLine } from '#activities/pdf/words/lines.ts';
import { withNarrowColumns } from '#activities/pdf/unruled/narrow-gaps.ts';
import { markedRecognised, pageTables } from './page-tables.ts';
import type { Page } from '#activities/pdf/reading/page.ts';
import { rowOfLines, streamRows, type StreamRow } from '#activities/pdf/unruled/stream-rows.ts';
import type { PageTable } from './table.ts';
import { neighbours } from '#activities/pdf/words/lists.ts';

export type PageChanges = {
  /** Keys of detected tables that are left out. */
  dropped: readonly string[];
  drawn: readonly PageTable[];
};

/** Returns what a layout changes. `drawn` are the tables that were read in its areas. */
export const changesOf = (
  { dropped, drawn: areas, joins, corrections }: TablesLayout,
  drawn: readonly PageTable[],
) => ({
  dropped: [...dropped, ...areas.flatMap(({ replaces }) => replaces ?? [])],
  drawn,
  joins,
  corrections,
});

/** Returns the page's tables with the keys by which corrections name them. */
export const withKeys = (page: number, tables: readonly PageTable[]): PageTable[] =>
  tables.map((table, index) => ({ ...table, key: foundTableName(page, index) }));

/** Borders closer than this to an edge or to each other are ignored, because no character fits between them. */
const lineDistanceMinPt = 2;

/** Returns the usable borders inside the range, in order. */
function usableLines(lines: readonly number[], { from, to }: Range): number[] {
  const usable: number[] = [];
  for (const at of [...lines].sort((a, b) => a - b)) {
    const before = usable.at(-1) ?? from;
    if (at - before >= lineDistanceMinPt && to - at >= lineDistanceMinPt) usable.push(at);
  }
  return usable;
}

/** Returns the usable borders between the columns of an area, in order; none if its columns are to be detected. */
export const usableColumns = ({ box, columns }: DrawnArea): number[] =>
  usableLines(columns ?? [], { from: box.x0, to: box.x1 });

function drawnColumns(area: DrawnArea): Columns {
  const separators = usableColumns(area);
  const { x0, x1 } = area.box;
  return { x0, x1, separators, gutters: separators.map((at) => ({ from: at, to: at })) };
}

/** Returns the columns that the line with the most texts has, for a table of one or two lines. */
function columnsOfFullestLine(region: readonly TextLine[], area: DrawnArea): Columns {
  const chunks = region.reduce<TextLine['chunks']>(
    (most, line) => (line.chunks.length > most.length ? line.chunks : most),
    [],
  );
  const columns = neighbours(chunks).map(([left, right]) => (left.x1 + right.x0) / 2);
  return drawnColumns({ ...area, columns });
}

/** Places the border of a row halfway between its text and the one above, where a printed rule would be. */
const borderBetween = (above: StreamRow | undefined, { middle, y0 }: TextLine): number =>
  above ? (above.lastMiddle + middle) / 2 : y0;

type Rows = { rows: Pick<StreamRow, 'cells' | 'spans'>[]; rowTops: number[] };

function detectedRows(page: Page, { columns, cuts }: ColumnCuts): Rows {
  const region = cutAtRules(linesOf(page.words), cuts);
  const rows = streamRows(region, columns, [...page.horizontals, ...page.bands]);
  return { rows, rowTops: rows.map(({ line }, index) => borderBetween(rows[index - 1], line)) };
}

/** Returns the rows between the lines that the customer drew. Each word is in the row that contains its middle. */
function drawnRows(
  { words }: Page,
  { y0, y1 }: Box,
  rowLines: readonly number[],
  { columns, cuts }: ColumnCuts,
): Rows {
  const borders = usableLines(rowLines, { from: y0, to: y1 });
  const rowTops = [y0, ...borders];
  const rowAt = groupBy(words, (word) => borders.filter((at) => at <= centreY(word)).length);
  const rows = rowTops.map((_, row) => {
    const lines = cutAtRules(linesOf(rowAt.get(row) ?? []), cuts);
    return rowOfLines(lines, columns);
  });
  return { rows, rowTops };
}

function gridIn(page: Page, area: DrawnArea, { gutters }: Columns, { rows, rowTops }: Rows): PageTable {
  return {
    page: page.number,
    rows: rows.map(({ cells }) => cells),
    merges: rows.flatMap(({ spans }, row) => spans.map((span) => ({ row, ...span }))),
    box: area.box,
    gutters,
    isRuled: false,
    rowTops,
  };
}

/** A frame drawn along a border may miss it by this much, in points. */
const FRAME_SLACK_PT = 2;

/** Returns the parts of lines inside an area, given by its range `across` the lines and its range `along` them. */
function linesWithin(lines: readonly Ruling[], across: Range, along: Range): Ruling[] {
  return lines
    .filter(({ at }) => at >= across.from - FRAME_SLACK_PT && at <= across.to + FRAME_SLACK_PT)
    .map(({ at, from, to }) => ({ at, from: Math.max(from, along.from), to: Math.min(to, along.to) }))
    .filter(({ from, to }) => to > from);
}

type Range = { from: number; to: number };

const middleOf = (from: number, to: number): number => (from + to) / 2;

/**
 * Returns the range without a row (or column) at either end that the end cuts off and that has no text inside. The
 * lines that cross the end would otherwise form an empty row there.
 *
 * @param borders the borders between the rows
 * @param across the lines that run from row to row
 * @param middles the middles of the words inside
 */
function withoutCutEnds(
  range: Range,
  borders: readonly number[],
  across: readonly Ruling[],
  middles: readonly number[],
): Range {
  const isCutAt = (end: number): boolean =>
    across.some(({ from, to }) => from < end - FRAME_SLACK_PT && to > end + FRAME_SLACK_PT);
  const within = borders.filter((at) => at > range.from && at < range.to);
  const first = Math.min(...within);
  const last = Math.max(...within);
  const isEmpty = (from: number, to: number): boolean => !middles.some((at) => at >= from && at <= to);
  return {
    from: within.length > 0 && isCutAt(range.from) && isEmpty(range.from, first) ? first : range.from,
    to: within.length > 0 && isCutAt(range.to) && isEmpty(last, range.to) ? last : range.to,
  };
}

/** Returns the page without anything outside the box. Lines that continue outside would form rows and columns there. */
function pageWithin(page: Page, box: Box): Page {
  const words = page.words.filter((word) => holdsCentre(box, word));
  const crosses = (range: Range) => (line: Ruling) => line.at >= range.from && line.at <= range.to;
  const drawnWidth: Range = { from: box.x0, to: box.x1 };
  const drawnHeight: Range = { from: box.y0, to: box.y1 };
  const rules = page.horizontals.filter(crosses(drawnHeight));
  const posts = page.verticals.filter(crosses(drawnWidth));
  const width = withoutCutEnds(
    drawnWidth,
    posts.map(({ at }) => at),
    rules,
    words.map(({ x0, x1 }) => middleOf(x0, x1)),
  );
  const height = withoutCutEnds(
    drawnHeight,
    rules.map(({ at }) => at),
    posts,
    words.map(({ y0, y1 }) => middleOf(y0, y1)),
  );
  return {
    ...page,
    words,
    horizontals: linesWithin(page.horizontals, height, width),
    verticals: linesWithin(page.verticals, width, height),
    bands: linesWithin(page.bands, height, width),
  };
}

/** Returns the only table of a page that was reduced to an area, if it contains all words of that area. */
function foundIn(page: Page): PageTable | undefined {
  const { words } = page;
  const [table, ...others] = pageTables(page);
  return table && others.length === 0 && words.every((word) => holdsCentre(table.box, word))
    ? table
    : undefined;
}

/** Columns, and the lines at which texts are split for them. */
type ColumnCuts = { columns: Columns; cuts: readonly Ruling[] };

/** A border that the customer drew between two words always separates them, however close they are. */
function columnsAsDrawn(area: DrawnArea): ColumnCuts {
  const columns = drawnColumns(area);
  const { y0, y1 } = area.box;
  return { columns, cuts: columns.separators.map((at) => ({ at, from: y0, to: y1 })) };
}

function detectedColumns(page: Page, area: DrawnArea): ColumnCuts {
  const region = cutAtRules(linesOf(page.words), page.verticals);
  const columns = region.some(isMulti) ? columnsOf(withNarrowColumns(region)) : undefined;
  return { columns: columns ?? columnsOfFullestLine(region, area), cuts: page.verticals };
}

/** Reads the area as one table; undefined if it contains no text. */
export function tableInArea(whole: Page, area: DrawnArea): PageTable | undefined {
  const page = pageWithin(whole, area.box);
  if (page.words.length === 0) return undefined;
  const { columns: drawn, rowLines = null } = area;
  const found = drawn === null ? foundIn(page) : undefined;
  if (found && rowLines === null) return found;
  const middles = found?.gutters.map(({ from, to }) => middleOf(from, to)) ?? drawn;
  const columns = middles ? columnsAsDrawn({ ...area, columns: middles }) : detectedColumns(page, area);
  const rows = rowLines === null ? detectedRows(page, columns) : drawnRows(page, area.box, rowLines, columns);
  return markedRecognised(gridIn(page, area, columns.columns, rows), page);
}

/** Returns the remaining detected tables and the drawn ones, page by page from top to bottom. */
export function changedTables(
  pages: readonly { number: number; tables: readonly PageTable[] }[],
  { dropped, drawn }: PageChanges,
): PageTable[] {
  const isDropped = new Set(dropped);
  return pages.flatMap(({ number, tables }) =>
    [
      ...withKeys(number, tables).filter(({ key = '' }) => !isDropped.has(key)),
      ...drawn.filter(({ page }) => page === number),
    ].sort((a, b) => a.box.y0 - b.box.y0),
  );
}
