/** Lines of a table without rules to its rows: chunks into columns, wrapped lines back into their row. */
import { edgesOf } from './column-edges.ts';
import { centreX, enclosing, groupBy, median, type Ruling } from '#activities/pdf/words/geometry.ts';
import type { Columns } from './columns.ts';
import { isMulti, type Chunk, type TextLine } from '#activities/pdf/words/lines.ts';
import { splitHeader } from './header-places.ts';
import { isInterleaved, isRowOfItsOwn, isSubheader, isWrapped, standsAside } from './row-joins.ts';
import { rowsBySpacing, type LinePiece, type SpacedLine } from './row-spacing.ts';
import { filledCells, type Merge } from '#activities/pdf/tables/table.ts';
import { isHeadingNumber, isValue } from '#activities/pdf/words/text.ts';
import type { Word } from '#activities/pdf/words/words.ts';

type CellSpan = Omit<Merge, 'row'>;
export type Extent = { from: number; to: number };
export type StreamRow = {
  cells: string[];
  /** From where to where the text of each filled cell reaches. */
  extents: (Extent | undefined)[];
  spans: CellSpan[];
  line: TextLine;
  /** Middle of the last text line that went into the row. */
  lastMiddle: number;
};

/** How far a chunk may reach over a separator without being taken as crossing it. */
const edgeSlackPt = 0.5;
/** A word gap at a separator parts two cells when it is this much wider than the chunk's others, or the line's height. */
const wideGapFactor = 1.35;
const wideGapHeights = 0.33;
const gapsAtEachMin = 3;
/** A rule that separates rows spans this share of the table. */
const ruleWidthShare = 0.5;
/** Rules part the rows when there are some stretches between them, hardly one of which holds several rows. */
const ruledRowsMin = 4;
const severalShareMax = 0.15;
/** More lines than a cell has. */
const stretchLinesMax = 8;

const columnAt = (separators: readonly number[], x: number): number => {
  const index = separators.findIndex((separator) => x <= separator);
  return index < 0 ? separators.length : index;
};

type Cells = Pick<StreamRow, 'cells' | 'extents'>;

function append({ cells, extents }: Cells, column: number, text: string, { from, to }: Extent): void {
  const before = extents[column];
  cells[column] = `${cells[column]} ${text}`.trim();
  extents[column] = before
    ? { from: Math.min(before.from, from), to: Math.max(before.to, to) }
    : { from, to };
}

/** The words of a chunk by column, when its word gaps allow to part it there; else undefined. */
function wordsByColumn(
  chunk: Chunk,
  separators: readonly number[],
  { height, space }: TextLine,
): Map<number, Word[]> | undefined {
  const parts = new Map<number, Word[]>();
  for (const word of chunk.words) {
    const column = columnAt(separators, (word.x0 + word.x1) / 2);
    parts.set(column, [...(parts.get(column) ?? []), word]);
  }
  if (parts.size < 2) return undefined;
  const gapBefore = (index: number): number => chunk.words[index]!.x0 - chunk.words[index - 1]!.x1;
  const usualGap = median(chunk.words.slice(1).map((_, index) => gapBefore(index + 1)));
  // The gap between a label and a value says nothing of what is usual.
  const isLabelled = chunk.words.length === 2 && isValue(chunk.words[1]!.text);
  const measured = isLabelled ? 0 : usualGap;
  const known = space > 0 ? Math.min(usualGap, space * height) : measured;
  const needed = Math.max(wideGapFactor * known, wideGapHeights * height);
  const isInOneColumn = ({ x0, x1 }: Word): boolean =>
    columnAt(separators, x0 + edgeSlackPt) === columnAt(separators, x1 - edgeSlackPt);
  // A heading over several columns hardly has a gap at each of their borders.
  if (
    parts.size >= gapsAtEachMin &&
    parts.size === columnsCrossed(chunk, separators) &&
    chunk.words.every(isInOneColumn)
  )
    return parts;
  const [, ...later] = [...parts.values()];
  const isParted = later.every(([first]) => gapBefore(chunk.words.indexOf(first!)) > needed);
  return isParted ? parts : undefined;
}

const columnsCrossed = (chunk: Chunk, separators: readonly number[]): number =>
  columnAt(separators, chunk.x1 - edgeSlackPt) - columnAt(separators, chunk.x0 + edgeSlackPt) + 1;

function putWords(cells: Cells, column: number, words: readonly Word[]): void {
  const { x0, x1 } = enclosing(words);
  append(cells, column, words.map((word) => word.text).join(' '), { from: x0, to: x1 });
}

/** A text inside a gutter belongs to the column on that side where the line has no other text. */
function freeBeside(
  line: TextLine,
  chunk: Chunk,
  { gutters, separators }: Pick<Columns, 'gutters' | 'separators'>,
  left: number,
): number {
  const isTaken = (column: number): boolean => {
    const [from, to] = [gutters[column - 1]?.to ?? -Infinity, gutters[column]?.from ?? Infinity];
    return line.chunks.some((other) => other !== chunk && other.x0 < to && other.x1 > from);
  };
  if (isTaken(left) === isTaken(left + 1)) return columnAt(separators, centreX(chunk));
  return isTaken(left) ? left + 1 : left;
}

function rowOf(line: TextLine, { gutters, separators }: Columns): StreamRow {
  const width = separators.length + 1;
  const cells: Cells = {
    cells: Array<string>(width).fill(''),
    extents: Array<undefined>(width).fill(undefined),
  };
  const spans: CellSpan[] = [];
  for (const chunk of line.chunks) {
    const first = gutters.filter(({ from }) => chunk.x0 + edgeSlackPt > from).length;
    const last = gutters.filter(({ to }) => chunk.x1 - edgeSlackPt > to).length;
    const middle = columnAt(separators, centreX(chunk));
    if (first >= last || chunk.words.length === 1) {
      const isInGutter = first > last;
      const column = isInGutter ? freeBeside(line, chunk, { gutters, separators }, last) : middle;
      putWords(cells, first === last ? first : column, chunk.words);
      continue;
    }
    const parts = wordsByColumn(chunk, separators, line);
    for (const [column, words] of parts ?? []) putWords(cells, column, words);
    if (parts) continue;
    putWords(cells, first, chunk.words);
    if (last > first) spans.push({ column: first, rowSpan: 1, columnSpan: last - first + 1 });
  }
  return { ...cells, spans, line, lastMiddle: line.middle };
}

/** Adds the cells of a row to those of the row above it. */
export function joinInto(above: StreamRow, row: StreamRow): void {
  row.cells.forEach((text, column) => {
    if (text) append(above, column, text, row.extents[column]!);
  });
  above.lastMiddle = row.lastMiddle;
}

/** Positions of the rules that separate rows of a table with this extent. */
function separatingRules(columns: Columns, horizontals: readonly Ruling[]): number[] {
  const { x0, x1 } = columns;
  return horizontals
    .filter(({ from, to }) => to - from > ruleWidthShare * (x1 - x0) && from < x1 && to > x0)
    .map((ruling) => ruling.at);
}

/** Whether each stretch between two rules holds one row: no two values over each other, no two full lines. */
function rulesPartRows(lineRows: readonly StreamRow[], rules: readonly number[]): boolean {
  const stretches = groupBy(lineRows, ({ line }) => rules.filter((at) => at < line.middle).length);
  const isSeveral = (lines: readonly StreamRow[]): boolean =>
    lines.length > stretchLinesMax ||
    lines.filter(({ cells }) => filledCells(cells) === cells.length).length > 1 ||
    lines[0]!.cells.some((_, column) => lines.filter(({ cells }) => isValue(cells[column]!)).length > 1);
  const several = [...stretches.values()].filter(isSeveral).length;
  return stretches.size >= ruledRowsMin && several <= severalShareMax * stretches.size;
}

function spacedLine(row: StreamRow): SpacedLine {
  const { y0, y1, middle, height } = row.line;
  const pieces = [...row.cells.keys()].flatMap((column): LinePiece[] => {
    const text = row.cells[column]!;
    const columnSpan = row.spans.find((span) => span.column === column)?.columnSpan ?? 1;
    return text ? [{ column, columnSpan, isValue: isValue(text) }] : [];
  });
  return { y0, y1, middle, height, pieces };
}

/** Years and sizes may be the lower headings of a header. */
const hasAmount = ({ chunks }: TextLine): boolean =>
  chunks.some(({ words }) => words.every(({ text }) => isValue(text) && !isHeadingNumber(text)));

export function streamRows(
  region: readonly TextLine[],
  columns: Columns,
  horizontals: readonly Ruling[],
): StreamRow[] {
  const rules = separatingRules(columns, horizontals);
  const rows: StreamRow[] = [];
  const edges = edgesOf(region, columns.separators);
  const header = region.slice(0, Math.max(1, region.findIndex(hasAmount))).findLast(isMulti);
  const lineRows = region.map((line) => rowOf(line === header ? splitHeader(line, edges) : line, columns));
  const areRowsRuled = rulesPartRows(lineRows, rules);
  const spaced = rowsBySpacing(lineRows.map(spacedLine));
  for (const [index, row] of lineRows.entries()) {
    const { line } = row;
    const above = rows.at(-1);
    const group = spaced?.[index];
    const groupAbove = spaced?.[index - 1];
    const areSpaced = group !== undefined && groupAbove !== undefined;
    const isRuledOff = above !== undefined && rules.some((at) => at > above.line.middle && at < line.middle);
    // What stands above the first rule or below the last may be several rows: zebra grounds begin with the second row.
    const isEnclosed = rules.some((at) => at < line.middle) && rules.some((at) => at > line.middle);
    const belongsAbove = (): boolean => {
      if (above === undefined || isRuledOff) return false;
      if (areRowsRuled && isEnclosed)
        return !isSubheader(row, above) && !isRowOfItsOwn(row, above) && !standsAside(row, above);
      if (areSpaced) return group === groupAbove;
      return isInterleaved(row, above) || (index > 1 && isWrapped(row, above));
    };
    if (above && belongsAbove()) joinInto(above, row);
    else rows.push(row);
  }
  return rows;
}
