/** Builds the headers of tables without rules: joins wrapped cells and merges headings over several columns. */
import type { Ruling } from '#activities/pdf/words/geometry.ts';
import { levelledHeader } from './header-levels.ts';
import { areAligned, middleOf } from './header-runs.ts';
import { joinInto, type Extent, type StreamRow } from './stream-rows.ts';
import { filledCells } from '#activities/pdf/tables/table.ts';
import { isAmount, isHeadingNumber, looksNumeric } from '#activities/pdf/words/text.ts';
import { firstOf, itemAt, lastOf } from '#activities/pdf/words/lists.ts';

const headerLinesMax = 7;
/** Maximum distance between lines of one header, in heights. */
const headerPitch = 1.4;
/** Maximum offset between a heading's centre and that of its columns. */
const centredPt = 6;
/** The edge of a background along more than this share of a line separates it from the line above. */
const backgroundShareMin = 0.95;
/** A code or date at the left marks a data row. */
const startsRow =
  /^[A-Z]{1,4}[-/]?\d{3,}\S*$|^\d{1,2}[-/.](\d{1,2}|[A-Za-z]{3})[-/.]\d{2,4}$|^\d{4}-\d\d-\d\d$/;
/** Minimum share of numbers among the texts of a data row. */
const bodyNumbersShare = 0.4;

/** Returns the columns in which the row has a text. */
const filledColumns = (row: StreamRow): number[] =>
  [...row.cells.keys()].filter((column) => row.cells[column]);

function isBody({ cells }: StreamRow): boolean {
  const [label = '', ...rest] = cells;
  if (startsRow.test(label)) return true;
  const values = rest.filter(Boolean);
  const numbers = values.filter((text) => isAmount(text) || text.split(' ').every(looksNumeric));
  // Years and sizes without a label are headings.
  if (!label && numbers.every(isHeadingNumber)) return false;
  return numbers.length > 0 && numbers.length >= bodyNumbersShare * values.length;
}

/** Whether two rows are lines of the same header cells. */
function isOneHeader(above: StreamRow, below: StreamRow): boolean {
  if (below.line.middle - above.lastMiddle > headerPitch * below.line.height) return false;
  if (above.spans.length > 0 || below.spans.length > 0) return false;
  // A single text in the first column is the heading of the first group.
  if (filledCells(below.cells) === 1 && below.cells[0]) return false;
  const [few, many] = filledCells(above.cells) < filledCells(below.cells) ? [above, below] : [below, above];
  return filledColumns(few).every((column) => {
    const [own, other] = [few.extents[column], many.extents[column]];
    return own !== undefined && other !== undefined && areAligned(own, other);
  });
}

/** Whether the edge of a background runs between two lines, along the lower one's texts. */
function areOnTwoBackgrounds(above: StreamRow, below: StreamRow, edges: readonly Ruling[]): boolean {
  const { x0, x1, middle } = below.line;
  return edges.some(
    ({ at, from, to }) =>
      at > above.lastMiddle &&
      at < middle &&
      Math.min(to, x1) - Math.max(from, x0) > backgroundShareMin * (x1 - x0),
  );
}

function joinedLines(lines: readonly StreamRow[], backgroundEdges: readonly Ruling[]): StreamRow[] {
  const rows: StreamRow[] = [];
  for (const line of lines) {
    const above = rows.at(-1);
    if (above && isOneHeader(above, line) && !areOnTwoBackgrounds(above, line, backgroundEdges))
      joinInto(above, line);
    else rows.push({ ...line, cells: [...line.cells], extents: [...line.extents], spans: [...line.spans] });
  }
  return rows;
}

/** Returns the widest run of at least two of the columns over whose texts below a heading is centred. */
function columnsUnder(heading: Extent, columns: readonly number[], below: StreamRow): number[] | undefined {
  for (let size = columns.length; size >= 2; size--) {
    for (let start = 0; start + size <= columns.length; start++) {
      const run = columns.slice(start, start + size);
      const [first, last] = [firstOf(run), lastOf(run)];
      const isUnbroken = last === first + size - 1;
      const extent = { from: itemAt(below.extents, first).from, to: itemAt(below.extents, last).to };
      if (isUnbroken && Math.abs(middleOf(extent) - middleOf(heading)) < centredPt) return run;
    }
  }
  return undefined;
}

/** Returns a row of headings in which each is merged over the columns that it spans. */
function withHeadings(row: StreamRow, below: StreamRow): StreamRow {
  const headings = filledColumns(row).filter((column) => {
    const isAlone = below.extents[column] === undefined;
    return !isAlone || row.spans.some((span) => span.column === column);
  });
  const others = filledColumns(row).filter((column) => !headings.includes(column));
  const nearest = (column: number): number | undefined => {
    const middle = middleOf(itemAt(below.extents, column));
    const distance = (heading: number): number => Math.abs(middleOf(itemAt(row.extents, heading)) - middle);
    return headings.toSorted((a, b) => distance(a) - distance(b))[0];
  };
  const free = filledColumns(below).filter((column) => !others.includes(column));
  const result = {
    ...row,
    cells: row.cells.map((text, column) => (others.includes(column) ? text : '')),
    spans: [] as StreamRow['spans'],
  };
  for (const heading of headings) {
    const own = free.filter((column) => nearest(column) === heading);
    const run = columnsUnder(itemAt(row.extents, heading), own, below);
    const span = run
      ? { column: firstOf(run), rowSpan: 1, columnSpan: run.length }
      : row.spans.find(({ column }) => column === heading);
    const column = span?.column ?? heading;
    // If two headings claim one position, the first one stays.
    if (result.cells[column]) return row;
    result.cells[column] = itemAt(row.cells, heading);
    if (span) result.spans.push(span);
  }
  return result;
}

/** Extends the header cells beside a merged one down to the row below. */
function withTallCells(header: readonly StreamRow[]): StreamRow[] {
  const rows = header.map((row) => ({ ...row, cells: [...row.cells], spans: [...row.spans] }));
  const [upper, lower] = rows.slice(-2);
  if (!upper || !lower || upper.spans.length === 0 || lower.spans.length > 0) return rows;
  const isUnderSpan = (index: number): boolean =>
    upper.spans.some(({ column, columnSpan }) => index >= column && index < column + columnSpan);
  for (const index of lower.cells.keys()) {
    const text = `${upper.cells[index]}${lower.cells[index]}`;
    const isSplit = upper.cells[index] !== '' && lower.cells[index] !== '';
    if (isUnderSpan(index) || isSplit || text === '') continue;
    upper.cells[index] = text;
    lower.cells[index] = '';
    upper.spans.push({ column: index, rowSpan: 2, columnSpan: 1 });
  }
  return rows;
}

const isGroupHeading = ({ cells }: StreamRow): boolean => filledCells(cells) === 1 && cells[0] !== '';

/** Returns the extent of each column's texts below the header; undefined if a column has none. */
function bodyExtents(rows: readonly StreamRow[]): Extent[] | undefined {
  const extents = firstOf(rows).cells.map((_, column) => {
    const own = rows.flatMap(({ extents: all, spans }) => {
      const isMerged = spans.some((span) => span.column === column);
      return all[column] && !isMerged ? [all[column]] : [];
    });
    if (own.length === 0) return undefined;
    return { from: Math.min(...own.map(({ from }) => from)), to: Math.max(...own.map(({ to }) => to)) };
  });
  return extents.every((extent) => extent !== undefined) ? extents : undefined;
}

/**
 * Returns the rows with the header rebuilt; unchanged unless the header has several lines.
 *
 * @param rules horizontal rules
 * @param backgroundEdges upper and lower edges of coloured backgrounds
 */
export function withHeader(
  rows: readonly StreamRow[],
  rules: readonly Ruling[],
  backgroundEdges: readonly Ruling[],
): StreamRow[] {
  const values = rows.findIndex(isBody);
  // The heading of the first group is below the header.
  const body = rows.slice(0, Math.max(0, values)).findLastIndex((row) => !isGroupHeading(row)) + 1;
  if (body < 2 || body > headerLinesMax) return [...rows];
  const extents = bodyExtents(rows.slice(body));
  // Lines of one text at the top may be the end of a caption. The header is then consistent only without them.
  const captionLines = rows.slice(0, body - 1).findIndex(({ cells }) => filledCells(cells) > 1);
  for (let from = 0; from <= Math.max(0, captionLines); from++) {
    const levelled = extents && levelledHeader(rows.slice(from, body), extents, rules);
    if (levelled) return [...levelled, ...rows.slice(body)];
  }
  const lines = joinedLines(rows.slice(0, body), backgroundEdges);
  const last = lastOf(lines);
  const header = lines.map((row) => (row === last ? row : withHeadings(row, last)));
  return [...withTallCells(header), ...rows.slice(body)];
}
