/** Converts the lines of a table without rules to rows: assigns chunks to columns and rejoins wrapped lines. */
import { edgesOf, shareAnEdge } from './column-edges.ts';
import { centreX, enclosing, groupBy, median, type Ruling } from '#activities/pdf/words/geometry.ts';
import type { Columns } from './columns.ts';
import { isMulti, type Chunk, type TextLine } from '#activities/pdf/words/lines.ts';
import { isInterleaved, isRowOfItsOwn, isSubheader, isWrapped, standsAside } from './row-joins.ts';
import { rowsBySpacing, type LinePiece, type SpacedLine } from './row-spacing.ts';
import { filledCells, type Merge } from '#activities/pdf/tables/table.ts';
import { isHeadingNumber, isValue } from '#activities/pdf/words/text.ts';
import type { Word } from '#activities/pdf/words/words.ts';
import { firstOf, itemAt, lastOf, neighbours } from '#activities/pdf/words/lists.ts';

type CellSpan = Omit<Merge, 'row'>;
export type Extent = { from: number; to: number };
export type StreamRow = {
  cells: string[];
  /** Horizontal extent of the text in each filled cell. */
  extents: (Extent | undefined)[];
  spans: CellSpan[];
  line: TextLine;
  /** Middle of the last text line merged into the row. */
  lastMiddle: number;
};

/** Distance by which a chunk may extend over a separator without counting as crossing it. */
const edgeSlackPt = 0.5;
/**
 * A word gap at a separator separates two cells if it is wider than the chunk's other gaps by this factor, or than
 * this share of the line's height.
 */
const wideGapFactor = 1.35;
const wideGapHeights = 0.33;
const gapsAtEachMin = 3;
/** Minimum width of a rule that separates rows, as a share of the table. */
const ruleWidthShare = 0.5;
/**
 * Rules separate the rows if there are at least this many stretches between them, and at most this share contains
 * several rows.
 */
const ruledRowsMin = 4;
const severalShareMax = 0.15;
/** More lines than a cell normally has. */
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

/** Splits a chunk into words by column if its word gaps allow it; otherwise undefined. */
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
  const gapsBefore = new Map(neighbours(chunk.words).map(([left, word]) => [word, word.x0 - left.x1]));
  const usualGap = median([...gapsBefore.values()]);
  // The gap between a label and a value does not indicate the usual gap.
  const isLabelled = chunk.words.length === 2 && isValue(lastOf(chunk.words).text);
  const measured = isLabelled ? 0 : usualGap;
  const known = space > 0 ? Math.min(usualGap, space * height) : measured;
  const needed = Math.max(wideGapFactor * known, wideGapHeights * height);
  const isInOneColumn = ({ x0, x1 }: Word): boolean =>
    columnAt(separators, x0 + edgeSlackPt) === columnAt(separators, x1 - edgeSlackPt);
  // A heading over several columns rarely has a gap at each of their borders.
  if (
    parts.size >= gapsAtEachMin &&
    parts.size === columnsCrossed(chunk, separators) &&
    chunk.words.every(isInOneColumn)
  )
    return parts;
  const [, ...later] = [...parts.values()];
  const isSplit = later.every((words) => (gapsBefore.get(firstOf(words)) ?? 0) > needed);
  return isSplit ? parts : undefined;
}

const columnsCrossed = (chunk: Chunk, separators: readonly number[]): number =>
  columnAt(separators, chunk.x1 - edgeSlackPt) - columnAt(separators, chunk.x0 + edgeSlackPt) + 1;

function putWords(cells: Cells, column: number, words: readonly Word[]): void {
  const { x0, x1 } = enclosing(words);
  append(cells, column, words.map((word) => word.text).join(' '), { from: x0, to: x1 });
}

/** Assigns a text inside a gutter to the neighbouring column without another text on the line. */
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

/** Minimum share of columns named by a header that is split by word positions. */
const headerNamedShare = 0.7;

/** Assigns the words of a header to their nearest columns, if each part shares an edge or the centre of its column. */
function inPlace(chunk: Chunk, edges: readonly (Extent | undefined)[]): Chunk[] {
  const parts = [...groupBy(chunk.words, (word) => nearestColumn(edges, centreX(word)))].map(
    ([column, words]) => ({ column, part: { ...enclosing(words), words } }),
  );
  const isInPlace = parts.every(({ column, part }) => {
    const edge = edges[column];
    return edge !== undefined && shareAnEdge({ from: part.x0, to: part.x1 }, edge);
  });
  return isInPlace ? parts.map(({ part }) => part) : [chunk];
}

/** Splits a header line whose headings are so close that they look like one text. */
function splitHeader(line: TextLine, edges: readonly (Extent | undefined)[]): TextLine {
  const chunks = line.chunks.flatMap((chunk) => inPlace(chunk, edges));
  return chunks.length >= headerNamedShare * edges.length ? { ...line, chunks } : line;
}

function nearestColumn(edges: readonly (Extent | undefined)[], x: number): number {
  const distances = edges.map((edge) => (edge ? Math.max(edge.from - x, x - edge.to, 0) : Infinity));
  return distances.indexOf(Math.min(...distances));
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

/** Merges the cells of a row into the row above it. */
export function joinInto(above: StreamRow, row: StreamRow): void {
  row.cells.forEach((text, column) => {
    const extent = row.extents[column];
    if (text && extent) append(above, column, text, extent);
  });
  above.lastMiddle = row.lastMiddle;
}

/**
 * Returns all lines as one row, whatever is between them. A text over several columns spans them only if no other line
 * has a text there.
 */
export function rowOfLines(lines: readonly TextLine[], columns: Columns): Pick<StreamRow, 'cells' | 'spans'> {
  const [row, ...others] = lines.map((line) => rowOf(line, columns));
  if (!row) return { cells: Array<string>(columns.separators.length + 1).fill(''), spans: [] };
  const spans = [row, ...others].flatMap((one) => one.spans);
  for (const other of others) joinInto(row, other);
  const isFree = ({ column, columnSpan }: CellSpan): boolean =>
    row.cells.slice(column + 1, column + columnSpan).every((text) => !text);
  const widest = [...groupBy(spans.filter(isFree), ({ column }) => column).values()].map((same) =>
    same.reduce((wide, span) => (span.columnSpan > wide.columnSpan ? span : wide)),
  );
  return { cells: row.cells, spans: widest };
}

/** Returns the positions of rules that separate rows of a table with this extent. */
function separatingRules(columns: Columns, horizontals: readonly Ruling[]): number[] {
  const { x0, x1 } = columns;
  return horizontals
    .filter(({ from, to }) => to - from > ruleWidthShare * (x1 - x0) && from < x1 && to > x0)
    .map((ruling) => ruling.at);
}

/** Whether each stretch between two rules contains one row: neither two values above each other nor two full lines. */
function rulesPartRows(lineRows: readonly StreamRow[], rules: readonly number[]): boolean {
  const stretches = groupBy(lineRows, ({ line }) => rules.filter((at) => at < line.middle).length);
  const isSeveral = (lines: readonly StreamRow[]): boolean =>
    lines.length > stretchLinesMax ||
    lines.filter(({ cells }) => filledCells(cells) === cells.length).length > 1 ||
    firstOf(lines).cells.some(
      (_, column) => lines.filter(({ cells }) => isValue(itemAt(cells, column))).length > 1,
    );
  const several = [...stretches.values()].filter(isSeveral).length;
  return stretches.size >= ruledRowsMin && several <= severalShareMax * stretches.size;
}

function spacedLine(row: StreamRow): SpacedLine {
  const { y0, y1, middle, height } = row.line;
  const pieces = row.cells.flatMap((text, column): LinePiece[] => {
    const columnSpan = row.spans.find((span) => span.column === column)?.columnSpan ?? 1;
    return text ? [{ column, columnSpan, isValue: isValue(text) }] : [];
  });
  return { y0, y1, middle, height, pieces };
}

/** Whether the line contains an amount. Years and sizes do not count, since they may be lower headings of a header. */
const hasAmount = ({ chunks }: TextLine): boolean =>
  chunks.some(({ words }) => words.every(({ text }) => isValue(text) && !isHeadingNumber(text)));

/** Whether the text is a value, date or code of one word, of which a cell has only one. */
const isDatum = (text: string): boolean => /^\S*\d\S*$/.test(text) && /\d{3}|\d[.,:/-]\d/.test(text);

/** Whether rows of one spacing would join two data above each other, so that the spacing does not separate rows. */
function joinsData(lines: readonly StreamRow[], rows: readonly (number | undefined)[]): boolean {
  return neighbours([...lines.entries()]).some(
    ([[index, above], [next, below]]) =>
      rows[index] !== undefined &&
      rows[index] === rows[next] &&
      below.cells.some((text, column) => isDatum(text) && isDatum(itemAt(above.cells, column))),
  );
}

/** Returns the rows of a region from top to bottom. */
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
  const spacing = rowsBySpacing(lineRows.map(spacedLine));
  const spaced = spacing && joinsData(lineRows, spacing) ? undefined : spacing;
  for (const [index, row] of lineRows.entries()) {
    const { line } = row;
    const above = rows.at(-1);
    const group = spaced?.[index];
    const groupAbove = spaced?.[index - 1];
    const areSpaced = group !== undefined && groupAbove !== undefined;
    const isRuledOff = above !== undefined && rules.some((at) => at > above.line.middle && at < line.middle);
    // Text above the first or below the last rule may be several rows, because alternating backgrounds begin with the
    // second row.
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
