/** Finds tables without rules: regions of aligned lines, their columns and rows, and what is no table after all. */
import { isChart } from '#activities/pdf/words/charts.ts';
import { columnsOf, type Columns } from './columns.ts';
import { median, type Ruling } from '#activities/pdf/words/geometry.ts';
import { cutAtRules, linesOf, type TextLine } from '#activities/pdf/words/lines.ts';
import { withNarrowColumns } from './narrow-gaps.ts';
import { blocksOf } from '#activities/pdf/words/page-blocks.ts';
import type { Page } from '#activities/pdf/reading/page.ts';
import { regionsOf, trimmed } from './regions.ts';
import { splitRepeated } from '#activities/pdf/tables/repeated.ts';
import { stackedParts } from './stacked.ts';
import { withHeader } from './stream-header.ts';
import { streamRows, type StreamRow } from './stream-rows.ts';
import { filledCells, type PageTable } from '#activities/pdf/tables/table.ts';
import { hasDigit, hasLetter, isValue, startsLikeValue } from '#activities/pdf/words/text.ts';
import type { Word } from '#activities/pdf/words/words.ts';

const wordsMin = 4;
const rowsMin = 3;
/** Running text in columns: few filled cells, long texts, hardly a digit. */
const fillShareMin = 0.3;
const pairLengthMax = 28;
const pairDigitsMin = 0.2;
const narrowLengthMax = 38;
const wordyLengthMax = 22;
const wordyDigitsMin = 0.08;
/** A table of sentences: its columns, the share of filled cells, lines for each row, and its headings' lengths. */
const sentenceColumnsMin = 3;
const sentenceFillMin = 0.9;
const sentenceLinesMin = 1.6;
const headingShareMax = 0.5;
/** The labels of a chart stand scattered: few cells are filled, and hardly a row is. */
const scatteredFillMax = 0.5;
const scatteredFullRowsMax = 0.35;
const fullRowShare = 0.6;
/** Headings of groups are told apart in tables of some columns, most of whose rows begin with a code. */
const groupColumnsMin = 3;
const codesShare = 0.8;
/** A rule of a table begins near its first column and covers this share of it. */
const ownRuleOutsidePt = 25;
const ownRuleShare = 0.8;
/** A first or last row like this belongs to an address or a note beside the table. */
const noteColumnsMin = 4;
const letterheadRowsMax = 7;
/** It stands apart from the table by more than this many pitches of the rows. */
const apartPitches = 1.2;
const apartHeights = 1.75;
const noteCellsMax = 2;
const noteLengthMin = 25;
const smallPrintHeights = 0.9;
const smallPrintShareMax = 0.6;

/** The share of a table's positions that hold a text. */
function fillOf(rows: readonly StreamRow[]): number {
  const filled = rows.reduce((total, row) => total + filledCells(row.cells), 0);
  return filled / (rows.length * rows[0]!.cells.length);
}

function isScattered(rows: readonly StreamRow[]): boolean {
  const fullRows = rows.filter(({ cells }) => filledCells(cells) >= fullRowShare * cells.length).length;
  return fillOf(rows) < scatteredFillMax && fullRows < scatteredFullRowsMax * rows.length;
}

/** Three or more columns with short headings, filled throughout, whose cells take several lines: sentences in a table. */
function isTableOfSentences(rows: readonly StreamRow[], lineCount: number): boolean {
  const [header, ...body] = rows;
  const lengthOf = (cells: readonly string[]): number => cells.join('').length / cells.length;
  return (
    header!.cells.length >= sentenceColumnsMin &&
    header!.cells.every(Boolean) &&
    fillOf(rows) >= sentenceFillMin &&
    lineCount >= sentenceLinesMin * rows.length &&
    lengthOf(header!.cells) < headingShareMax * lengthOf(body.flatMap((row) => row.cells))
  );
}

function isRunningText(rows: readonly StreamRow[]): boolean {
  const columns = rows[0]!.cells.length;
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

/** Addresses and references at the head of a letter stand in two columns of some lines, too. */
function isLetterhead(rows: readonly StreamRow[]): boolean {
  if (rows[0]!.cells.length !== 2 || rows.length > letterheadRowsMax) return false;
  return ![0, 1].some((column) => {
    const texts = rows.slice(1).map(({ cells }) => cells[column]!);
    return texts.some(Boolean) && texts.every((text) => !text || startsLikeValue(text));
  });
}

/** A numbered list stands in two columns, too. */
function isList(rows: readonly StreamRow[]): boolean {
  const isMarker = (text: string): boolean => /^(\(?(\d{1,2}|[a-z]|[ivx]+)[.)]|[•◦▪*–-])$/i.test(text);
  return rows[0]!.cells.length === 2 && rows.every(({ cells }) => !cells[0] || isMarker(cells[0]));
}

/** One text that begins at the left and runs into other columns: the end of a caption, a note. */
const isRunOver = ({ cells, spans }: StreamRow): boolean =>
  filledCells(cells) === 1 && cells[0] !== '' && spans.length > 0;

const isNote = (row: StreamRow): boolean => isRunOver(row) || isLongAside(row);

const isLongAside = (row: StreamRow): boolean =>
  row.cells.length >= noteColumnsMin &&
  row.spans.length > 0 &&
  filledCells(row.cells) <= noteCellsMax &&
  row.cells.some((text) => text.length > noteLengthMin);

/** Where a table begins below an address: a fuller row that stands apart from short ones, which begin at both sides. */
function firstBelowLetterhead(rows: readonly StreamRow[]): number {
  const pitch = median(rows.slice(1).map((row, index) => row.line.middle - rows[index]!.lastMiddle));
  const start = rows.slice(0, letterheadRowsMax).findIndex((row, index) => {
    const above = rows[index - 1];
    if (above === undefined) return false;
    const gap = row.line.middle - above.lastMiddle;
    const before = rows.slice(0, index);
    // Without a text at the left it may be a heading over several columns, which stands closer.
    const isAddress = before.every(({ cells }) => cells[0]) || gap > apartHeights * row.line.height;
    return (
      isAddress &&
      gap > apartPitches * pitch &&
      filledCells(row.cells) > noteCellsMax &&
      rows[0]!.cells[0] !== '' &&
      before.every(({ cells }) => filledCells(cells) <= noteCellsMax)
    );
  });
  return Math.max(0, start);
}

/** Below the table, in smaller type, a few texts without a value: its notes. */
const isSmallPrint = ({ line, cells }: StreamRow, usualHeight: number): boolean =>
  line.height < smallPrintHeights * usualHeight &&
  filledCells(cells) <= smallPrintShareMax * cells.length &&
  !cells.some(isValue);

function withoutNotes(rows: readonly StreamRow[]): StreamRow[] {
  let [from, to] = [rows[0]!.cells.length >= noteColumnsMin ? firstBelowLetterhead(rows) : 0, rows.length];
  // Without a text at the left they are headings over the columns.
  const areHeadings = ({ cells }: StreamRow): boolean => !cells[0] && filledCells(cells) > 1;
  while (to - from > rowsMin && isNote(rows[from]!) && !areHeadings(rows[from]!)) from += 1;
  const usualHeight = median(rows.map(({ line }) => line.height));
  const isBelow = (row: StreamRow): boolean => isNote(row) || isSmallPrint(row, usualHeight);
  while (to - from > rowsMin && isBelow(rows[to - 1]!)) to -= 1;
  return rows.slice(from, to);
}

/** Years have digits, too, but they are the values of a series. */
const isCode = (text: string): boolean => hasDigit(text) && !/^(19|20)\d\d\b/.test(text);

/** Whether the first column holds codes, so that a lone text in it is a heading for the rows below. */
function startsWithCodes(rows: readonly StreamRow[]): boolean {
  const texts = rows
    .slice(1)
    .filter((row) => filledCells(row.cells) > 1)
    .map((row) => row.cells[0]!);
  return texts.filter(isCode).length > codesShare * texts.length;
}

function withGroupSpans(rows: readonly StreamRow[]): StreamRow[] {
  if (rows[0]!.cells.length < groupColumnsMin || !startsWithCodes(rows)) return [...rows];
  return rows.map((row, index) => {
    const isGroup =
      index > 0 && filledCells(row.cells) === 1 && hasLetter(row.cells[0]!) && !hasDigit(row.cells[0]!);
    return isGroup ? { ...row, spans: [{ column: 0, rowSpan: 1, columnSpan: row.cells.length }] } : row;
  });
}

function tableOf(
  region: readonly TextLine[],
  columns: Columns,
  rows: readonly StreamRow[],
  page: Page,
): PageTable {
  const all = withGroupSpans(withHeader(withoutNotes(rows), page.horizontals, page.bands));
  return {
    page: page.number,
    rows: all.map((row) => row.cells),
    merges: all.flatMap(({ spans }, row) => spans.map((span) => ({ row, ...span }))),
    box: { x0: columns.x0, y0: region[0]!.y0, x1: columns.x1, y1: region.at(-1)!.y1 },
    gutters: columns.gutters,
    isRuled: false,
    rowTops: all.map((row) => row.line.y0),
  };
}

const rulesOf = (page: Page): Ruling[] => [...page.horizontals, ...page.bands];

/** Rules over the width of the table, at its header or between its rows, tell that it is one, whatever its texts. */
function hasOwnRules(rows: readonly StreamRow[], { x0, x1 }: Columns, rules: readonly Ruling[]): boolean {
  const [first, second] = rows;
  const bottom = rows.at(-1)!.line.y1;
  return rules.some(
    ({ at, from, to }) =>
      at > first!.line.middle &&
      at < bottom &&
      Math.abs(from - x0) < ownRuleOutsidePt &&
      to - from > ownRuleShare * (x1 - x0) &&
      (at < second!.line.middle ||
        rules.filter((other) => other.from === from && other.to === to).length >= rowsMin),
  );
}

function tablesOf(region: readonly TextLine[], page: Page): PageTable[] {
  const columns = columnsOf(region);
  if (!columns) return [];
  const rows = streamRows(region, columns, rulesOf(page));
  if (rows.length < rowsMin || isList(rows)) return [];
  const isText = isRunningText(rows) && !isTableOfSentences(rows, region.length);
  const isDoubtful = isText || isScattered(rows) || isLetterhead(rows);
  if (isDoubtful && !hasOwnRules(rows, columns, rulesOf(page))) return [];
  const table = tableOf(region, columns, rows, page);
  return isChart(page, table.box) ? [] : splitRepeated(table);
}

/** A table whose columns are ruled while its rows are not. */
export function columnRuledTable(
  words: readonly Word[],
  columns: Columns,
  page: Page,
): PageTable | undefined {
  const region = cutAtRules(linesOf(words), page.verticals);
  const rows = streamRows(region, columns, rulesOf(page));
  if (rows.length < rowsMin) return undefined;
  return { ...tableOf(region, columns, rows, page), isRuled: true };
}

export function streamTables(words: readonly Word[], page: Page): PageTable[] {
  if (words.length < wordsMin) return [];
  const space = linesOf(words)[0]!.space;
  return blocksOf(words, rulesOf(page))
    .flatMap((block) => regionsOf(cutAtRules(linesOf(block, space), page.verticals)))
    .flatMap((region) => stackedParts(region, rulesOf(page)).map(trimmed))
    .flatMap((region) => tablesOf(withNarrowColumns(region), page));
}
