/** Finds tables without rules: regions of aligned lines, their columns and rows, and what is no table after all. */
import type { Ruling } from './geometry.ts';
import { columnsOf } from './columns.ts';
import { linesOf, type TextLine } from './lines.ts';
import { regionsOf } from './regions.ts';
import { splitRepeated } from './repeated.ts';
import { withHeader } from './stream-header.ts';
import { streamRows, type StreamRow } from './stream-rows.ts';
import { filledCells, type PageTable } from './table.ts';
import { hasDigit, hasLetter } from './text.ts';
import type { Word } from './words.ts';

const wordsMin = 4;
const rowsMin = 3;
/** Running text in columns: few filled cells, long texts, hardly a digit. */
const fillShareMin = 0.3;
const pairLengthMax = 28;
const pairDigitsMin = 0.2;
const narrowLengthMax = 38;
const wordyLengthMax = 22;
const wordyDigitsMin = 0.08;
/** The labels of a chart stand scattered: few cells are filled, and hardly a row is. */
const scatteredFillMax = 0.5;
const scatteredFullRowsMax = 0.35;
const fullRowShare = 0.6;
/** Headings of groups are told apart in tables of some columns, most of whose rows begin with a code. */
const groupColumnsMin = 3;
const codesShare = 0.8;
/** A first or last row like this belongs to an address or a note beside the table. */
const noteColumnsMin = 4;
const noteCellsMax = 2;
const noteLengthMin = 25;

/** The share of a table's positions that hold a text. */
function fillOf(rows: readonly StreamRow[]): number {
  const filled = rows.reduce((total, row) => total + filledCells(row.cells), 0);
  return filled / (rows.length * rows[0]!.cells.length);
}

function isScattered(rows: readonly StreamRow[]): boolean {
  const fullRows = rows.filter(({ cells }) => filledCells(cells) >= fullRowShare * cells.length).length;
  return fillOf(rows) < scatteredFillMax && fullRows < scatteredFullRowsMax * rows.length;
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

/** A numbered list stands in two columns, too. */
function isList(rows: readonly StreamRow[]): boolean {
  const isMarker = (text: string): boolean => /^(\(?(\d{1,2}|[a-z]|[ivx]+)[.)]|[•◦▪*–-])$/i.test(text);
  return rows[0]!.cells.length === 2 && rows.every(({ cells }) => !cells[0] || isMarker(cells[0]));
}

const isNote = (row: StreamRow): boolean =>
  row.cells.length >= noteColumnsMin &&
  row.spans.length > 0 &&
  filledCells(row.cells) <= noteCellsMax &&
  row.cells.some((text) => text.length > noteLengthMin);

function withoutNotes(rows: readonly StreamRow[]): StreamRow[] {
  let [from, to] = [0, rows.length];
  while (to - from > rowsMin && isNote(rows[from]!)) from += 1;
  while (to - from > rowsMin && isNote(rows[to - 1]!)) to -= 1;
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

function tablesOf(region: readonly TextLine[], horizontals: readonly Ruling[], page: number): PageTable[] {
  const columns = columnsOf(region);
  if (!columns) return [];
  const all = streamRows(region, columns, horizontals);
  if (all.length < rowsMin || isRunningText(all) || isScattered(all) || isList(all)) return [];
  const rows = withGroupSpans(withHeader(withoutNotes(all)));
  return splitRepeated({
    page,
    rows: rows.map((row) => row.cells),
    merges: rows.flatMap(({ spans }, row) => spans.map((span) => ({ row, ...span }))),
    box: { x0: columns.x0, y0: region[0]!.y0, x1: columns.x1, y1: region.at(-1)!.y1 },
    gutters: columns.gutters,
  });
}

export function streamTables(
  words: readonly Word[],
  horizontals: readonly Ruling[],
  page: number,
): PageTable[] {
  if (words.length < wordsMin) return [];
  return regionsOf(linesOf(words)).flatMap((region) => tablesOf(region, horizontals, page));
}
