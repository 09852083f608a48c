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
/** A horizontal range, in visual coordinates. */
export type Extent = { from: number; to: number };
export type StreamRow = {
  /** A text for each column, empty if there is none. */
  cells: string[];
  /** Horizontal extent of the text in each filled cell. */
  extents: (Extent | undefined)[];
  spans: CellSpan[];
  /** The first text line of the row. */
  line: TextLine;
  /** Middle of the last text line merged into the row. */
  lastMiddle: number;
};

/** Distance by which a chunk may extend over a separator without counting as crossing it. */
const edgeSlackPt = 0.5;
/** A word gap at a separator separates two cells if it is wider than this many usual gaps, and this many heights. */
const wideGapFactor = 1.35;
const wideGapHeights = 0.33;
/** A text with a gap at each of the separators that it crosses is split if it has at least this many parts. */
const gapsAtEachMin = 3;
/** Minimum width of a rule that separates rows, as a share of the table. */
const ruleWidthShare = 0.5;
/** Rules separate the rows if there are at least this many stretches between them, few of which have several rows. */
const ruledRowsMin = 4;
const severalShareMax = 0.15;
/** A stretch of more lines than a cell normally has contains several rows. */
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

/** Returns the chunk's words by column; undefined if its gaps show that it is one text over several columns. */
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
  // The only gap of a label and its value does not show how wide gaps usually are.
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

/** Returns the column for a text inside a gutter: the neighbouring one that has no other text on the line, if only one. */
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

/** A header line is split at its words only if its parts then name at least this share of the columns. */
const headerNamedShare = 0.7;

/** Splits a heading's words by their nearest columns, if each part shares an edge or the centre with its column. */
function splitByColumn(chunk: Chunk, edges: readonly (Extent | undefined)[]): Chunk[] {
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
  const chunks = line.chunks.flatMap((chunk) => splitByColumn(chunk, edges));
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

/** Merges the cells of a row into the row above it, which is changed. */
export function joinInto(above: StreamRow, row: StreamRow): void {
  row.cells.forEach((text, column) => {
    const extent = row.extents[column];
    if (text && extent) append(above, column, text, extent);
  });
  above.lastMiddle = row.lastMiddle;
}

/**
 * Returns all lines as one row, however far apart they are. A text over several columns spans them only if no other
 * line has a text there.
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

/** Whether nearly each stretch between two rules is one row: it has neither stacked values nor two full lines. */
function areRowsRuledOff(lineRows: readonly StreamRow[], rules: readonly number[]): boolean {
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

/** Whether the text is one word that is a value, date or code, of which a cell has only one. */
const isDatum = (text: string): boolean => /^\S*\d\S*$/.test(text) && /\d{3}|\d[.,:/-]\d/.test(text);

/** Whether rows by spacing would join two data above each other, so that the spacing does not show the rows. */
function joinsData(lines: readonly StreamRow[], rows: readonly (number | undefined)[]): boolean {
  return neighbours([...lines.entries()]).some(
    ([[index, above], [next, below]]) =>
      rows[index] !== undefined &&
      rows[index] === rows[next] &&
      below.cells.some((text, column) => isDatum(text) && isDatum(itemAt(above.cells, column))),
  );
}

/** Returns each line of a region as a row of its own. */
function rowPerLine(region: readonly TextLine[], columns: Columns): StreamRow[] {
  const edges = edgesOf(region, columns.separators);
  const header = region.slice(0, Math.max(1, region.findIndex(hasAmount))).findLast(isMulti);
  return region.map((line) => rowOf(line === header ? splitHeader(line, edges) : line, columns));
}

/** What shows where one row ends and the next one begins. */
type RowSigns = {
  /** Positions of the rules between rows, and whether nearly all rows have one. */
  rules: readonly number[];
  areRuledOff: boolean;
  /** The row of each line by its spacing, if the spacing shows rows. */
  spacing: readonly (number | undefined)[] | undefined;
};

function rowSigns(lineRows: readonly StreamRow[], rules: readonly number[]): RowSigns {
  const spacing = rowsBySpacing(lineRows.map(spacedLine));
  return {
    rules,
    areRuledOff: areRowsRuledOff(lineRows, rules),
    spacing: spacing && joinsData(lineRows, spacing) ? undefined : spacing,
  };
}

/** Whether a line, by its index in the region, belongs to the row above it. */
function belongsTo(
  above: StreamRow,
  row: StreamRow,
  index: number,
  { rules, areRuledOff, spacing }: RowSigns,
): boolean {
  const { middle } = row.line;
  if (rules.some((at) => at > above.line.middle && at < middle)) return false;
  // Text above the first or below the last rule may be several rows, because alternating backgrounds begin with the
  // second row.
  const isEnclosed = rules.some((at) => at < middle) && rules.some((at) => at > middle);
  if (areRuledOff && isEnclosed)
    return !isSubheader(row, above) && !isRowOfItsOwn(row, above) && !standsAside(row, above);
  const [group, groupAbove] = [spacing?.[index], spacing?.[index - 1]];
  if (group !== undefined && groupAbove !== undefined) return group === groupAbove;
  return isInterleaved(row, above) || (index > 1 && isWrapped(row, above));
}

/** Returns the rows of a region from top to bottom. `horizontals` are rules and edges of backgrounds. */
export function streamRows(
  region: readonly TextLine[],
  columns: Columns,
  horizontals: readonly Ruling[],
): StreamRow[] {
  const lineRows = rowPerLine(region, columns);
  const signs = rowSigns(lineRows, separatingRules(columns, horizontals));
  const rows: StreamRow[] = [];
  for (const [index, row] of lineRows.entries()) {
    const above = rows.at(-1);
    if (above && belongsTo(above, row, index, signs)) joinInto(above, row);
    else rows.push(row);
  }
  return rows;
}
