/** Lines of a table without rules to its rows: chunks into columns, wrapped lines back into their row. */
import { median, type Ruling } from './geometry.ts';
import type { Columns } from './columns.ts';
import { chunkText, type Chunk, type TextLine } from './lines.ts';
import { filledCells } from './table.ts';
import type { Word } from './words.ts';

export type ColumnSpan = { column: number; columnSpan: number };
export type StreamRow = {
  cells: string[];
  spans: ColumnSpan[];
  line: TextLine;
  /** Middle of the last text line that went into the row. */
  lastMiddle: number;
};

/** How far a chunk may reach over a separator without being taken as crossing it. */
const edgeSlackPt = 0.5;
/** A word gap at a separator parts two cells when it is this much wider than the chunk's others, or the line's height. */
const wideGapFactor = 1.35;
const wideGapHeights = 0.33;
/** A rule that separates rows spans this share of the table. */
const ruleWidthShare = 0.5;
/** Rules stand for the rows when there is at least one for this share of the lines. */
const ruledLinesShare = 0.5;
/** A wrapped line fills at most this share of the columns and follows within this many heights. */
const wrappedCellsShare = 0.34;
const wrappedPitch = 1.35;

const columnAt = (separators: readonly number[], x: number): number => {
  const index = separators.findIndex((separator) => x <= separator);
  return index < 0 ? separators.length : index;
};

const append = (cells: string[], column: number, text: string): void => {
  cells[column] = `${cells[column]} ${text}`.trim();
};

/** The words of a chunk by column, when its word gaps allow to part it there; else undefined. */
function parted(
  chunk: Chunk,
  separators: readonly number[],
  height: number,
): Map<number, Word[]> | undefined {
  const parts = new Map<number, Word[]>();
  for (const word of chunk.words) {
    const column = columnAt(separators, (word.x0 + word.x1) / 2);
    parts.set(column, [...(parts.get(column) ?? []), word]);
  }
  if (parts.size < 2) return undefined;
  const gapBefore = (index: number): number => chunk.words[index]!.x0 - chunk.words[index - 1]!.x1;
  const usualGap = median(chunk.words.slice(1).map((_, index) => gapBefore(index + 1)));
  const needed = Math.max(wideGapFactor * usualGap, wideGapHeights * height);
  const [, ...later] = [...parts.values()];
  const isParted = later.every(([first]) => gapBefore(chunk.words.indexOf(first!)) > needed);
  return isParted ? parts : undefined;
}

function rowOf(line: TextLine, separators: readonly number[]): StreamRow {
  const cells = Array<string>(separators.length + 1).fill('');
  const spans: ColumnSpan[] = [];
  for (const chunk of line.chunks) {
    const first = columnAt(separators, chunk.x0 + edgeSlackPt);
    const last = columnAt(separators, chunk.x1 - edgeSlackPt);
    const middle = columnAt(separators, (chunk.x0 + chunk.x1) / 2);
    if (first === last || chunk.words.length === 1) {
      append(cells, first === last ? first : middle, chunkText(chunk));
      continue;
    }
    const parts = parted(chunk, separators, line.height);
    for (const [column, words] of parts ?? [])
      append(cells, column, words.map((word) => word.text).join(' '));
    if (parts) continue;
    append(cells, first, chunkText(chunk));
    if (last > first) spans.push({ column: first, columnSpan: last - first + 1 });
  }
  return { cells, spans, line, lastMiddle: line.middle };
}

const isNumberOrDash = (text: string): boolean => /^[\d.,()%$৳–-]+$/.test(text);

function isWrapped(row: StreamRow, above: StreamRow): boolean {
  const cellsMax = Math.max(1, Math.floor(row.cells.length * wrappedCellsShare));
  return (
    !row.cells[0] &&
    row.spans.length === 0 &&
    filledCells(row.cells) <= cellsMax &&
    row.line.middle - above.lastMiddle < wrappedPitch * row.line.height &&
    row.cells.every((text, column) => !text || (above.cells[column] && !isNumberOrDash(text)))
  );
}

function joinInto(above: StreamRow, row: StreamRow): void {
  row.cells.forEach((text, column) => {
    if (text) append(above.cells, column, text);
  });
  above.lastMiddle = row.line.middle;
}

/** Positions of the rules that separate rows of a table with this extent. */
function separatingRules(columns: Columns, horizontals: readonly Ruling[]): number[] {
  const { x0, x1 } = columns;
  return horizontals
    .filter(({ from, to }) => to - from > ruleWidthShare * (x1 - x0) && from < x1 && to > x0)
    .map((ruling) => ruling.at);
}

export function streamRows(
  region: readonly TextLine[],
  columns: Columns,
  horizontals: readonly Ruling[],
): StreamRow[] {
  const rules = separatingRules(columns, horizontals);
  const [top, bottom] = [region[0]!.y0, region.at(-1)!.y1];
  const inside = rules.filter((at) => at > top && at < bottom);
  const areRowsRuled = inside.length >= ruledLinesShare * region.length;
  const rows: StreamRow[] = [];
  for (const [index, line] of region.entries()) {
    const row = rowOf(line, columns.separators);
    const above = rows.at(-1);
    const isRuledOff = above !== undefined && rules.some((at) => at > above.line.middle && at < line.middle);
    const belongsAbove =
      above !== undefined && !isRuledOff && (areRowsRuled || (index > 1 && isWrapped(row, above)));
    if (belongsAbove) joinInto(above, row);
    else rows.push(row);
  }
  return rows;
}
