/** Merges the cells of rows whose one label covers several columns: headings of groups, and totals. */
import { filledCells } from '#activities/pdf/tables/table.ts';
import { firstOf, itemAt } from '#activities/pdf/words/lists.ts';
import { hasDigit, hasLetter, isValue, looksNumeric } from '#activities/pdf/words/text.ts';
import type { StreamRow } from './stream-rows.ts';

/** Group headings are recognised in tables with at least this many columns. */
const groupColumnsMin = 3;
const codesShare = 0.8;
/** Maximum offset between the starts of aligned texts. */
const sameStartPt = 1.5;
/** A label that begins this far right of the texts of its column is aligned to the end of several columns. */
const labelOffsetPt = 3;
const sameStartShare = 0.8;

const totalPattern = /^((sub|grand|net|page)[\s-]*)*totals?\b|^sum\b|^(সর্ব)?মোট/iu;

const columnCount = (rows: readonly StreamRow[]): number => firstOf(rows).cells.length;

/** Whether the text is a code. Years contain digits too, but they are values of a series. */
const isCode = (text: string): boolean => hasDigit(text) && !/^(19|20)\d\d\b/.test(text);

const labelsOf = (rows: readonly StreamRow[]): string[] =>
  rows
    .slice(1)
    .filter((row) => filledCells(row.cells) > 1)
    .map((row) => row.cells[0] ?? '');

/** Whether the first column contains codes, so that a single text in it is a heading for the rows below. */
function startsWithCodes(rows: readonly StreamRow[]): boolean {
  const labels = labelsOf(rows);
  return labels.filter(isCode).length > codesShare * labels.length;
}

/** Whether the row below a heading begins with a text at the same edge. An indented row leaves it in the first cell. */
function isAboveItsRows(rows: readonly StreamRow[], index: number): boolean {
  const [own, below] = [rows[index]?.extents[0], rows[index + 1]];
  const start = below?.extents[0];
  return (
    own !== undefined &&
    start !== undefined &&
    below !== undefined &&
    filledCells(below.cells) > 1 &&
    hasLetter(below.cells[0] ?? '') &&
    Math.abs(own.from - start.from) < sameStartPt
  );
}

function withGroupSpans(rows: readonly StreamRow[]): StreamRow[] {
  const columns = columnCount(rows);
  if (columns < groupColumnsMin) return [...rows];
  const areCodes = startsWithCodes(rows);
  return rows.map((row, index) => {
    const [label = ''] = row.cells;
    const isLabel = index > 0 && filledCells(row.cells) === 1 && hasLetter(label);
    const isGroup = isLabel && ((areCodes && !hasDigit(label)) || isAboveItsRows(rows, index));
    return isGroup ? { ...row, spans: [{ column: 0, rowSpan: 1, columnSpan: columns }] } : row;
  });
}

type Place = 'at the left edge' | 'off a level edge' | 'elsewhere';

/** Returns where a label begins in its column: `off a level edge` if nearly all other texts begin at one edge. */
function placeOf(rows: readonly StreamRow[], index: number, column: number): Place {
  const own = rows[index]?.extents[column]?.from ?? 0;
  const starts = rows.flatMap((row, at) => (at === index ? [] : (row.extents[column]?.from ?? [])));
  const left = Math.min(...starts);
  if (Math.abs(own - left) < sameStartPt) return 'at the left edge';
  const level = starts.filter((from) => from - left < sameStartPt).length;
  const isLevel = level >= sameStartShare * starts.length;
  return isLevel && own - left > labelOffsetPt ? 'off a level edge' : 'elsewhere';
}

/**
 * Returns the row with the label of a total merged over its columns: up to the first value, or for a label that is
 * aligned to the end of several columns up to there.
 */
function withTotalSpan(rows: readonly StreamRow[], index: number): StreamRow {
  const row = itemAt(rows, index);
  const column = row.cells.findIndex(Boolean);
  const value = row.cells.findIndex((text, at) => at > column && text !== '');
  const label = row.cells[column] ?? '';
  if (index === 0 || value < 0 || !hasLetter(label) || looksNumeric(label)) return row;
  if (!row.cells.slice(value).every((text) => !text || isValue(text))) return row;
  const isAtStart = column === 0 && totalPattern.test(label) && value > 1;
  const place = placeOf(rows, index, column);
  const isAtEnd =
    column > 0 && (place === 'off a level edge' || (place === 'elsewhere' && totalPattern.test(label)));
  if (!isAtStart && !isAtEnd) return row;
  const own = row.spans.find((span) => span.column === column)?.columnSpan ?? 1;
  const columnSpan = isAtStart && place !== 'off a level edge' ? value : column + own;
  if (columnSpan < 2) return row;
  const cells = row.cells.map((text, at) => (at === 0 ? label : at < columnSpan ? '' : text));
  const extents = row.extents.map((extent, at) =>
    at === 0 ? row.extents[column] : at < columnSpan ? undefined : extent,
  );
  return { ...row, cells, extents, spans: [{ column: 0, rowSpan: 1, columnSpan }] };
}

/** Returns the rows, with the labels of groups and totals merged over the columns that they cover. */
export function withSpanningLabels(rows: readonly StreamRow[]): StreamRow[] {
  return withGroupSpans(rows.map((_, index) => withTotalSpan(rows, index)));
}
