/** Joins the parts of a table that continues over several pages, and drops its repeated header. */
import type { PageFacts } from '#activities/pdf/reading/quality.ts';
import { withOperations } from '#contracts/jobs/corrected-table.ts';
import type { TableCorrection } from '#contracts/jobs/table-corrections.ts';
import { headerRowCount } from '#activities/pdf/unruled/header-rows.ts';
import { confidenceOf } from './confidence.ts';
import { proofOf, type Doubt, type Proof } from './proof.ts';
import { figureDoubts } from '#activities/pdf/scans/doubtful-figures.ts';
import type { RecognisedPage } from '#activities/pdf/scans/recognised-page.ts';
import {
  columnCount,
  filledCells,
  sliceRows,
  type Gutter,
  type Grid,
  type LogicalTable,
  type PageTable,
  type TableMarks,
  type TablePart,
} from './table.ts';
import { hasDigit } from '#activities/pdf/words/text.ts';
import { firstOf, itemAt, lastOf } from '#activities/pdf/words/lists.ts';

/** Maximum horizontal offset between the columns of two pages. */
const columnShiftPt = 3;
const headerRowsMax = 4;
/** A first row with at least this share of filled cells and no digit is a header, if most rows have digits. */
const headerFillShare = 0.67;
const rowsWithDigitsShare = 0.5;

const meet = (a: Gutter, b: Gutter): boolean =>
  a.from <= b.to + columnShiftPt && b.from <= a.to + columnShiftPt;

function haveSameColumns(a: PageTable, b: PageTable): boolean {
  return (
    columnCount(a) === columnCount(b) &&
    a.gutters.every((gutter, index) => meet(gutter, itemAt(b.gutters, index)))
  );
}

const comparable = (row: readonly string[]): string => row.join('\t').replaceAll(/[^\S\t]/g, '');

/**
 * Returns the maximum number of header rows: those that merged cells of the first row cover, and the rows without a
 * digit below them.
 */
function headerRows({ rows, merges }: PageTable): number {
  let count = Math.max(1, ...merges.filter((merge) => merge.row === 0).map((merge) => merge.rowSpan));
  while (count < headerRowsMax && rows[count]?.some(hasDigit) === false) count += 1;
  return Math.min(count, headerRowsMax, rows.length);
}

/** Returns the number of rows at the top that are the same in both tables: the header printed on every page. */
function repeatedRows(first: PageTable, next: PageTable): number {
  const most = Math.min(headerRows(first), next.rows.length);
  for (let row = 0; row < most; row++) {
    if (comparable(itemAt(first.rows, row)) !== comparable(itemAt(next.rows, row))) return row;
  }
  return most;
}

/** Whether a table begins with its own header. */
function hasOwnHeader(table: PageTable): boolean {
  const [header, ...body] = table.rows;
  if (!header || header.some(hasDigit)) return false;
  const withDigits = body.filter((row) => row.some(hasDigit)).length;
  return (
    filledCells(header) >= headerFillShare * header.length && withDigits > rowsWithDigitsShare * body.length
  );
}

/** Whether a table is the continuation, on the next page, of one with these parts. */
function continues(parts: readonly PageTable[], next: PageTable): boolean {
  const first = firstOf(parts);
  const last = lastOf(parts);
  if (next.page !== last.page + 1 || !haveSameColumns(last, next)) return false;
  return repeatedRows(first, next) > 0 || !hasOwnHeader(next);
}

type Joined = Grid & { parts: TablePart[] };

function join(parts: readonly PageTable[]): Joined {
  const rows: string[][] = [];
  const merges: LogicalTable['merges'] = [];
  const places: TablePart[] = [];
  // Parts that the customer joined may have fewer columns than others.
  const columns = Math.max(...parts.map(columnCount));
  const padding = (row: readonly string[]): string[] => [
    ...row,
    ...Array.from({ length: columns - row.length }, () => ''),
  ];
  for (const part of parts) {
    const from = rows.length === 0 ? 0 : repeatedRows(firstOf(parts), part);
    const rest = sliceRows(part, from, part.rows.length);
    merges.push(...rest.merges.map((merge) => ({ ...merge, row: merge.row + rows.length })));
    places.push({ key: part.key ?? '', page: part.page, startRow: rows.length });
    rows.push(...rest.rows.map((row) => (row.length === columns ? row : padding(row))));
  }
  return { rows, merges, parts: places };
}

/** What is known of the document beside its tables, and what the customer decided about complete tables. */
type Known = {
  pages?: readonly PageFacts[];
  recognised?: readonly RecognisedPage[];
  joins?: readonly { part: string; isContinued: boolean }[];
  corrections?: readonly TableCorrection[];
};

type Corrected = Grid & TableMarks & Pick<LogicalTable, 'parts' | 'partStarts' | 'before'>;

function corrected(joined: Joined, corrections: readonly TableCorrection[]): Corrected {
  const key = firstOf(joined.parts).key;
  const operations = corrections.filter(({ table }) => table === key).map(({ operation }) => operation);
  if (operations.length === 0) return joined;
  const { rows, merges, parts } = joined;
  const partStarts = parts.map(({ startRow }) => startRow);
  const before = { rows, merges, headerRows: headerRowCount(joined), totals: [], checked: [], partStarts };
  return { ...withOperations(before, operations), parts, before: { rows, merges } };
}

/** Returns the cells of a recognised table that may be wrong, and those that stay text. */
function recognisedDoubts(
  table: Parameters<typeof figureDoubts>[0],
  recognised: readonly RecognisedPage[],
  { doubts, relations }: Proof,
): Pick<LogicalTable, 'doubts' | 'unproven'> {
  const { doubtful, unproven } = figureDoubts(table, recognised, relations);
  const misread = doubtful.map((place): Doubt => ({ ...place, reason: 'misread' }));
  return { doubts: [...misread, ...doubts], unproven: [...doubtful, ...unproven] };
}

/** Groups the parts of each complete table. What the customer decided overrides what the tables show. */
function partsOfTables(tables: readonly PageTable[], joins: NonNullable<Known['joins']>): PageTable[][] {
  const decided = new Map(joins.map(({ part, isContinued }) => [part, isContinued]));
  const groups: PageTable[][] = [];
  for (const [index, table] of tables.entries()) {
    const before = tables[index - 1];
    const isFirstOnPage = before === undefined || before.page !== table.page;
    const group = groups.at(-1);
    const isContinued = decided.get(table.key ?? '') ?? (group && isFirstOnPage && continues(group, table));
    if (group && isContinued) group.push(table);
    else groups.push([table]);
  }
  return groups;
}

/** Joins the pages' tables, given in reading order, into complete tables. */
export function joinTables(
  tables: readonly PageTable[],
  { pages = [], recognised = [], joins = [], corrections = [] }: Known = {},
): LogicalTable[] {
  const factsOf = new Map(pages.map((page) => [page.number, page]));
  const started = new Map<number, number>();
  return partsOfTables(tables, joins).map((parts) => {
    const firstPage = firstOf(parts).page;
    const numberOnPage = (started.get(firstPage) ?? 0) + 1;
    started.set(firstPage, numberOnPage);
    const grid = corrected(join(parts), corrections);
    const proof = proofOf(grid);
    const confidence = Math.min(
      ...parts.map((part) =>
        confidenceOf(part, factsOf.get(part.page), parts.length > 1 && !grid.before ? undefined : proof),
      ),
    );
    const table = { ...grid, firstPage, lastPage: lastOf(parts).page, numberOnPage, confidence };
    if (!parts.some((part) => part.isRecognised === true)) return { ...table, doubts: proof.doubts };
    return { ...table, isRecognised: true, ...recognisedDoubts(table, recognised, proof) };
  });
}
