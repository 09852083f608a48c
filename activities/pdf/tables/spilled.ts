/**
 * Adds columns that a spreadsheet printed on a page of their own, because they did not fit beside the others: their
 * rows are at the same heights as the rows of an earlier page.
 */
import type { Page } from '#activities/pdf/reading/page.ts';
import { widthOf } from '#activities/pdf/words/geometry.ts';
import { linesOf } from '#activities/pdf/words/lines.ts';
import { firstOf, itemAt } from '#activities/pdf/words/lists.ts';
import { textOf } from '#activities/pdf/words/text.ts';
import { columnCount, type PageTable } from './table.ts';

/** A column of texts that is alone on its page, with the texts' middles. */
type LoneColumn = { texts: string[]; middles: number[]; width: number; left: number };

export type TablesOfPage = {
  number: number;
  pageWidth: number;
  tables: readonly PageTable[];
  /** The only column of a page without a table. */
  lone?: LoneColumn;
};

/** The number of a page whose columns belong to a table, and of that table's page. */
export type Spill = { page: number; base: number };

const rowsMin = 5;
const rowsMax = 500;
/** Minimum share of rows with a text in the spilled column. */
const filledShareMin = 0.7;
/** Maximum offset of rows and of the left margin on the two pages. */
const rowOffsetPt = 1.5;
const marginOffsetPt = 60;
/** Width of the gap that is assumed between columns of two pages. */
const besidePt = 10;
/** A spilled column begins within this share of its page's width. */
const leftShareMax = 0.4;

/** Returns the page's tables, and its only column if it has no table. */
export function tablesOfPage(page: Page, tables: readonly PageTable[]): TablesOfPage {
  const own = { number: page.number, pageWidth: page.width, tables };
  if (tables.length > 0 || page.words.length === 0) return own;
  const lines = linesOf(page.words);
  if (lines.length < rowsMin || lines.length > rowsMax || lines.some(({ chunks }) => chunks.length > 1))
    return own;
  const left = Math.min(...lines.map(({ x0 }) => x0));
  const lone: LoneColumn = {
    texts: lines.map(({ chunks }) => textOf(firstOf(chunks).words)),
    middles: lines.map(({ middle }) => middle),
    width: Math.max(...lines.map(({ x1 }) => x1)) - left,
    left,
  };
  return { ...own, lone };
}

/** Texts for each row of a table, and the width that the first of the columns needs, in points. */
type NewColumns = { rows: string[][]; width: number };

/** Returns the texts of a lone column by the table's rows; undefined if they are not level with them. */
function columnBeside(base: PageTable, lone: LoneColumn): NewColumns | undefined {
  const { rowTops, rows, box } = base;
  const texts = rows.map(() => '');
  for (const [index, middle] of lone.middles.entries()) {
    const row = rowTops.findLastIndex((top) => top <= middle);
    if (row < 0 || middle > box.y1 || texts[row] !== '') return undefined;
    texts[row] = itemAt(lone.texts, index);
  }
  const filled = texts.filter(Boolean).length;
  if (rows.length < rowsMin || filled < filledShareMin * rows.length || texts[0] === '') return undefined;
  return { rows: texts.map((text) => [text]), width: lone.width };
}

/** Returns the rows of a table on the other page; undefined if they are not level with those of the base. */
function columnsBeside(base: PageTable, other: PageTable): NewColumns | undefined {
  // A table that continues on the next page has the same columns.
  if (columnCount(base) === columnCount(other) || base.rows[0]?.[0] === other.rows[0]?.[0]) return undefined;
  const areLevel =
    base.rows.length === other.rows.length &&
    base.rowTops.every((top, index) => Math.abs(top - itemAt(other.rowTops, index)) < rowOffsetPt);
  if (!areLevel || base.rows.length < rowsMin || other.merges.length > 0) return undefined;
  return { rows: other.rows, width: widthOf(other.box) / columnCount(other) };
}

/** Returns the columns of a page that belong to the only table of an earlier page; undefined if there are none. */
function spillOf(base: TablesOfPage, page: TablesOfPage): NewColumns | undefined {
  const [table, ...others] = base.tables;
  const [spilled, ...more] = page.tables;
  if (!table || others.length > 0 || more.length > 0 || base.pageWidth !== page.pageWidth) return undefined;
  const columns = spilled ? columnsBeside(table, spilled) : page.lone && columnBeside(table, page.lone);
  const left = spilled?.box.x0 ?? page.lone?.left ?? Infinity;
  const hadRoom = table.box.x1 + (columns?.width ?? 0) < page.pageWidth - table.box.x0;
  const isAtMargin = left < leftShareMax * page.pageWidth && left - table.box.x0 < marginOffsetPt;
  return !hadRoom && isAtMargin ? columns : undefined;
}

function withColumns(table: PageTable, { rows }: NewColumns): PageTable {
  const added = firstOf(rows).length;
  const { x1 } = table.box;
  return {
    ...table,
    rows: table.rows.map((row, index) => [...row, ...itemAt(rows, index)]),
    gutters: [...table.gutters, ...Array.from({ length: added }, () => ({ from: x1, to: x1 + besidePt }))],
  };
}

/** Returns each page's tables, with the columns that were printed on later pages, and which pages these are. */
export function withSpilledColumns(pages: readonly TablesOfPage[]): {
  tables: PageTable[][];
  spills: Spill[];
} {
  const tables = pages.map((page) => [...page.tables]);
  const spills: Spill[] = [];
  const isUsed = new Set<number>();
  for (const [index, page] of pages.entries()) {
    const base = pages
      .slice(0, index)
      .findIndex((before, at) => !isUsed.has(at) && spillOf(before, page) !== undefined);
    const columns = base < 0 ? undefined : spillOf(itemAt(pages, base), page);
    if (!columns) continue;
    isUsed.add(base).add(index);
    tables[base] = itemAt(tables, base).map((table) => withColumns(table, columns));
    tables[index] = [];
    spills.push({ page: page.number, base: itemAt(pages, base).number });
  }
  return { tables, spills };
}
