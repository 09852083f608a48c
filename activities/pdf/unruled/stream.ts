/**
 * Detects tables without rules: regions of aligned lines, their columns and rows, and which regions are not tables
 * after all.
 */
import { isChart } from '#activities/pdf/words/charts.ts';
import { columnsOf, type Columns } from './columns.ts';
import { median, type Ruling } from '#activities/pdf/words/geometry.ts';
import { cutAtRules, linesOf, type TextLine } from '#activities/pdf/words/lines.ts';
import { headedColumns, type HeadedColumns } from './headed-columns.ts';
import { withNarrowColumns } from './narrow-gaps.ts';
import { blocksOf } from '#activities/pdf/words/page-blocks.ts';
import type { Page } from '#activities/pdf/reading/page.ts';
import { regionsOf, trimmed } from './regions.ts';
import { splitRepeated } from '#activities/pdf/tables/repeated.ts';
import { stackedParts } from './stacked.ts';
import { withSpanningLabels } from './spanning-rows.ts';
import { withHeader } from './stream-header.ts';
import { streamRows, type StreamRow } from './stream-rows.ts';
import { filledCells, type Evidence, type PageTable } from '#activities/pdf/tables/table.ts';
import { hasDigit, isAmount, isValue, startsLikeValue } from '#activities/pdf/words/text.ts';
import type { Word } from '#activities/pdf/words/words.ts';
import { firstOf, itemAt, lastOf, neighbours } from '#activities/pdf/words/lists.ts';

const wordsMin = 4;
const rowsMin = 3;
/** Running text in columns has a smaller share of filled cells than this. */
const fillShareMin = 0.3;
/** Running text in two columns: longer texts on average (in characters), or a smaller share of texts with digits. */
const pairLengthMax = 28;
const pairDigitsMin = 0.2;
/** Running text in up to three columns has longer texts than this. */
const narrowLengthMax = 38;
/** In any number of columns, texts are running text if they are both longer than this and hardly ever have digits. */
const wordyLengthMax = 22;
const wordyDigitsMin = 0.08;
/**
 * A table of sentences: minimum number of columns, share of filled cells and lines for each row, and maximum length of
 * headings as a share of the texts' length.
 */
const sentenceColumnsMin = 3;
const sentenceFillMin = 0.9;
const sentenceLinesMin = 1.6;
const headingShareMax = 0.5;
/** The labels of a chart are scattered: few cells are filled, and hardly any complete row. */
const scatteredFillMax = 0.5;
const scatteredFullRowsMax = 0.35;
const fullRowShare = 0.6;
/** A rule that belongs to a table begins near its first column and covers at least this share of it. */
const ownRuleOutsidePt = 25;
const ownRuleShare = 0.8;
/** Maximum distance of a frame's rules from the rows, in heights, and maximum difference between their ends. */
const frameHeights = 2.5;
const frameEndPt = 1;
/** A table with fewer columns has no notes or addresses that can be told from its rows. */
const noteColumnsMin = 4;
const letterheadRowsMax = 7;
/** A field list has two labels beside each other, each with its value. */
const fieldListColumns = 4;
const fieldListRowsMax = 8;
/** Minimum distance of a table from an address above it, in pitches of the rows; without labels also in heights. */
const apartPitches = 1.2;
const apartHeights = 1.75;
/** Maximum number of texts of a row that is a note or a line of an address. */
const noteCellsMax = 2;
const pageFoot = /^(page|página|পাতা|পৃষ্ঠা)[\s:]*[\d০-৯]+(\s*(of|de|\/|এর)?\s*[\d০-৯]+)?$/iu;
/** A note has a text of more characters than this. */
const noteLengthMin = 25;
/** Small print is smaller than this many usual heights, and fills at most this share of the columns. */
const smallPrintHeights = 0.9;
const smallPrintShareMax = 0.6;

const columnCount = (rows: readonly StreamRow[]): number => firstOf(rows).cells.length;

/** Returns the share of a table's positions that contain text. */
function fillOf(rows: readonly StreamRow[]): number {
  const filled = rows.reduce((total, row) => total + filledCells(row.cells), 0);
  return filled / (rows.length * columnCount(rows));
}

/** Whether the texts are scattered over the columns, as the labels of a chart are. */
function isScattered(rows: readonly StreamRow[]): boolean {
  const fullRows = rows.filter(({ cells }) => filledCells(cells) >= fullRowShare * cells.length).length;
  return fillOf(rows) < scatteredFillMax && fullRows < scatteredFullRowsMax * rows.length;
}

/**
 * Whether the rows form a table of sentences: three or more fully filled columns with short headings and cells of
 * several lines.
 */
function isTableOfSentences(rows: readonly StreamRow[], lineCount: number): boolean {
  const header = firstOf(rows).cells;
  const body = rows.slice(1);
  const lengthOf = (cells: readonly string[]): number => cells.join('').length / cells.length;
  return (
    header.length >= sentenceColumnsMin &&
    header.every(Boolean) &&
    fillOf(rows) >= sentenceFillMin &&
    lineCount >= sentenceLinesMin * rows.length &&
    lengthOf(header) < headingShareMax * lengthOf(body.flatMap((row) => row.cells))
  );
}

/** Whether the rows are a full table of short texts: each begins a new entry, unlike the lines of running text. */
function isTableOfTexts(rows: readonly StreamRow[]): boolean {
  const startsEntry = (text: string): boolean => /^[\p{P}\p{S}]*[\p{Lu}\p{N}]/u.test(text);
  return (
    columnCount(rows) >= sentenceColumnsMin &&
    rows.length > sentenceColumnsMin &&
    fillOf(rows) >= sentenceFillMin &&
    rows.every(({ cells }) => startsEntry(cells[0] ?? '') && startsEntry(cells[1] ?? ''))
  );
}

function isRunningText(rows: readonly StreamRow[]): boolean {
  const columns = columnCount(rows);
  const texts = rows.flatMap((row) => row.cells.filter(Boolean));
  const digits = texts.filter(hasDigit).length / texts.length;
  const length = texts.join('').length / texts.length;
  return (
    fillOf(rows) < fillShareMin ||
    (columns === 2 && (length > pairLengthMax || digits < pairDigitsMin)) ||
    (columns <= 3 && length > narrowLengthMax) ||
    (digits < wordyDigitsMin && length > wordyLengthMax)
  );
}

/** Whether the rows are a letterhead: addresses and references in two columns of a few lines. */
function isLetterhead(rows: readonly StreamRow[], isHeaded: boolean): boolean {
  if (columnCount(rows) !== 2 || rows.length > letterheadRowsMax) return false;
  const values = rows.filter(({ cells }) => isValue(cells[1] ?? '')).length;
  if (isHeaded && values >= rowsMin && values > rows.length / 2) return false;
  return ![0, 1].some((column) => {
    const texts = rows.slice(1).map(({ cells }) => cells[column] ?? '');
    return texts.some(Boolean) && texts.every((text) => !text || startsLikeValue(text));
  });
}

/** Whether the first row may be headings, which have no digits. */
const namesColumns = (rows: readonly StreamRow[]): boolean => !firstOf(rows).cells.some(hasDigit);

/** Whether the rows are two columns of labels with their values, as above an invoice. The values are of all kinds. */
function isFieldList(rows: readonly StreamRow[]): boolean {
  if (columnCount(rows) !== fieldListColumns || rows.length > fieldListRowsMax) return false;
  const column = (index: number): string[] => rows.map(({ cells }) => cells[index] ?? '');
  const isLabels = (texts: readonly string[]): boolean =>
    texts.every((text) => text !== '' && !hasDigit(text)) && new Set(texts).size === texts.length;
  const isMixed = (texts: readonly string[]): boolean =>
    texts.some(hasDigit) && texts.some((text) => text !== '' && !hasDigit(text));
  return isLabels(column(0)) && isLabels(column(2)) && [column(1), column(3)].some(isMixed);
}

/** Whether the rows are a numbered list, which also forms two columns. */
function isList(rows: readonly StreamRow[]): boolean {
  const isMarker = (text: string): boolean => /^(\(?(\d{1,2}|[a-z]|[ivx]+)[.)]|[•◦▪*–-])$/i.test(text);
  return columnCount(rows) === 2 && rows.every(({ cells }) => !cells[0] || isMarker(cells[0]));
}

/** Whether the row is one text from the left over several columns: the end of a caption, or a note. */
const isWideText = ({ cells, spans }: StreamRow): boolean =>
  filledCells(cells) === 1 && cells[0] !== '' && spans.length > 0;

/** Whether the row is the foot of the page, with its number. */
const isPageFoot = ({ cells }: StreamRow): boolean =>
  filledCells(cells) <= noteCellsMax && pageFoot.test(cells.filter(Boolean).at(-1) ?? '');

const isNote = (row: StreamRow): boolean => isWideText(row) || isLongNote(row) || isPageFoot(row);

const isLongNote = (row: StreamRow): boolean =>
  row.cells.length >= noteColumnsMin &&
  row.spans.length > 0 &&
  filledCells(row.cells) <= noteCellsMax &&
  row.cells.some((text) => text.length > noteLengthMin) &&
  !row.cells.some(isAmount);

/**
 * Returns the index of the row at which a table begins below an address: a fuller row at a distance from rows of a few
 * texts. 0 if there is no address.
 */
function firstBelowLetterhead(rows: readonly StreamRow[]): number {
  const pitch = median(neighbours(rows).map(([above, row]) => row.line.middle - above.lastMiddle));
  const start = rows.slice(0, letterheadRowsMax).findIndex((row, index) => {
    const above = rows[index - 1];
    if (above === undefined) return false;
    const gap = row.line.middle - above.lastMiddle;
    const before = rows.slice(0, index);
    // Without a text at the left it may be a heading over several columns, which is closer.
    const isAddress = before.every(({ cells }) => cells[0]) || gap > apartHeights * row.line.height;
    return (
      isAddress &&
      gap > apartPitches * pitch &&
      filledCells(row.cells) > noteCellsMax &&
      firstOf(rows).cells[0] !== '' &&
      before.every(({ cells }) => filledCells(cells) <= noteCellsMax)
    );
  });
  return Math.max(0, start);
}

/** Whether the row is a note below the table: a few texts in smaller type without a value. */
const isSmallPrint = ({ line, cells }: StreamRow, usualHeight: number): boolean =>
  line.height < smallPrintHeights * usualHeight &&
  filledCells(cells) <= smallPrintShareMax * cells.length &&
  !cells.some(isValue);

/** Returns the rows without an address or the end of a caption above them, and without notes below them. */
function withoutNotes(rows: readonly StreamRow[]): StreamRow[] {
  let [from, to] = [columnCount(rows) >= noteColumnsMin ? firstBelowLetterhead(rows) : 0, rows.length];
  // Rows without a text at the left are headings over the columns.
  const areHeadings = ({ cells }: StreamRow): boolean => !cells[0] && filledCells(cells) > 1;
  const isAbove = (row: StreamRow): boolean => isNote(row) && !areHeadings(row);
  while (to - from > rowsMin && isAbove(itemAt(rows, from))) from += 1;
  const usualHeight = median(rows.map(({ line }) => line.height));
  const isBelow = (row: StreamRow): boolean => isNote(row) || isSmallPrint(row, usualHeight);
  while (to - from > rowsMin && isBelow(itemAt(rows, to - 1))) to -= 1;
  return rows.slice(from, to);
}

function tableOf(
  region: readonly TextLine[],
  columns: Columns,
  rows: readonly StreamRow[],
  { page, isOneRowHeaded = false }: { page: Page; isOneRowHeaded?: boolean },
): PageTable {
  const body = withoutNotes(rows);
  const all = withSpanningLabels(isOneRowHeaded ? body : withHeader(body, page.horizontals, page.bands));
  return {
    page: page.number,
    rows: all.map((row) => row.cells),
    merges: all.flatMap(({ spans }, row) => spans.map((span) => ({ row, ...span }))),
    box: { x0: columns.x0, y0: firstOf(region).y0, x1: columns.x1, y1: lastOf(region).y1 },
    gutters: columns.gutters,
    isRuled: false,
    rowTops: all.map((row) => row.line.y0),
  };
}

const rulesOf = (page: Page): Ruling[] => [...page.horizontals, ...page.bands];

/**
 * Whether rules show that the rows are a table, whatever their texts: a frame, a rule below the header, or several
 * equal rules, one of them between rows.
 */
function hasOwnRules(rows: readonly StreamRow[], { x0, x1 }: Columns, rules: readonly Ruling[]): boolean {
  const [first, second] = [firstOf(rows).line, itemAt(rows, 1).line];
  const bottom = lastOf(rows).line.y1;
  const own = rules.filter(
    ({ from, to }) => Math.abs(from - x0) < ownRuleOutsidePt && to - from > ownRuleShare * (x1 - x0),
  );
  return (
    isFramed(rows, own) ||
    own.some(
      ({ at, from, to }) =>
        at > first.middle &&
        at < bottom &&
        (at < second.middle ||
          rules.filter((other) => other.from === from && other.to === to).length >= rowsMin),
    )
  );
}

/** Whether two rules above the rows, around the heading, and one below them have the same ends, as in printed books. */
function isFramed(rows: readonly StreamRow[], own: readonly Ruling[]): boolean {
  const { y0, height } = firstOf(rows).line;
  const end = lastOf(rows);
  const near = (from: number, to: number): Ruling[] => own.filter(({ at }) => at > from && at < to);
  const below = near(end.lastMiddle, end.lastMiddle + frameHeights * height);
  const above = near(y0 - 2 * frameHeights * height, y0 + height / 2);
  const isLevel = (a: Ruling, b: Ruling): boolean =>
    Math.abs(a.from - b.from) < frameEndPt && Math.abs(a.to - b.to) < frameEndPt;
  return below.some((rule) => above.filter((other) => isLevel(rule, other)).length >= 2);
}

function evidenceOf(rows: readonly StreamRow[], headed: HeadedColumns | undefined): Evidence {
  const wrapped = rows.slice(1).filter(({ line, lastMiddle }) => lastMiddle > line.middle).length;
  const wrappedShare = wrapped / Math.max(1, rows.length - 1);
  return headed?.cost === undefined ? { wrappedShare } : { headingCost: headed.cost, wrappedShare };
}

function tablesOf(region: readonly TextLine[], page: Page): PageTable[] {
  const headed = headedColumns(region, page.horizontals);
  const columns = headed?.columns ?? columnsOf(region);
  if (!columns) return [];
  const rows = headed
    ? [headed.header, ...streamRows(headed.data, columns, rulesOf(page))]
    : streamRows(region, columns, rulesOf(page));
  if (rows.length < rowsMin || isList(rows)) return [];
  const isText = isRunningText(rows) && !isTableOfSentences(rows, region.length) && !isTableOfTexts(rows);
  const isDoubtful =
    isText ||
    isScattered(rows) ||
    isLetterhead(rows, headed !== undefined) ||
    (isFieldList(rows) && !(headed && namesColumns(rows)));
  if (isDoubtful && !hasOwnRules(rows, columns, rulesOf(page))) return [];
  const table = {
    ...tableOf(region, columns, rows, { page, isOneRowHeaded: headed !== undefined }),
    evidence: evidenceOf(rows, headed),
  };
  return isChart(page, table.box) ? [] : splitRepeated(table);
}

/** Reads a table whose columns are ruled while its rows are not; undefined if it has too few rows. */
export function columnRuledTable(
  words: readonly Word[],
  columns: Columns,
  page: Page,
): PageTable | undefined {
  const region = cutAtRules(linesOf(words), page.verticals);
  const rows = streamRows(region, columns, rulesOf(page));
  if (rows.length < rowsMin) return undefined;
  return { ...tableOf(region, columns, rows, { page }), isRuled: true };
}

/** Returns the tables among the given words of the page; empty if there are none. */
export function streamTables(words: readonly Word[], page: Page): PageTable[] {
  if (words.length < wordsMin) return [];
  const space = firstOf(linesOf(words)).space;
  return blocksOf(words, rulesOf(page))
    .flatMap((block) => regionsOf(cutAtRules(linesOf(block, space), page.verticals)))
    .flatMap((region) => stackedParts(region, rulesOf(page)).map(trimmed))
    .flatMap((region) => tablesOf(withNarrowColumns(region), page));
}
