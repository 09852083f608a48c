/**
 * Computes the positions of a table's lines on its page, and how they move. The unit is points from the upper left
 * corner.
 */
import type { Box, DrawnTable, TableGrid } from '#contracts/jobs/pdf-tables.ts';
import { limits } from '#contracts/limits.ts';

export type Size = { width: number; height: number };
export type Point = { x: number; y: number };

/** The smallest size of an area, and of a row or column between two lines, in points. */
const areaMinPt = 5;
const cellMinPt = 2;

/** A tenth of a point is finer than any pointer. */
const rounded = (points: number): number => Math.round(points * 10) / 10;
const between = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most));

export const percentOf = (points: number, whole: number): number => Math.round((points / whole) * 1000) / 10;
export const pointsOf = (percent: number, whole: number): number => rounded((percent / 100) * whole);

/** Returns the area between two corners, clipped to the page, or null if it is too small to be intentional. */
export function areaBetween(a: Point, b: Point, { width, height }: Size): Box | null {
  const xs = [a.x, b.x].map((x) => rounded(between(x, 0, width)));
  const ys = [a.y, b.y].map((y) => rounded(between(y, 0, height)));
  const box = { x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys) };
  return box.x1 - box.x0 < areaMinPt || box.y1 - box.y0 < areaMinPt ? null : box;
}

export type Edge = keyof Box;
const opposite: Record<Edge, Edge> = { x0: 'x1', x1: 'x0', y0: 'y1', y1: 'y0' };

/** Moves an edge, limited to the page and to its own side of the opposite edge. */
export function withEdge(box: Box, edge: Edge, at: number, { width, height }: Size): Box {
  const other = box[opposite[edge]];
  const whole = edge === 'x0' || edge === 'x1' ? width : height;
  const place =
    edge === 'x0' || edge === 'y0'
      ? between(at, 0, other - areaMinPt)
      : between(at, other + areaMinPt, whole);
  return { ...box, [edge]: rounded(place) };
}

/** The lines between columns are positions across the table, those between rows positions down it. */
export type Direction = 'columns' | 'rows';
export const linesMax: Record<Direction, number> = {
  columns: limits.columnsDrawnMax - 1,
  rows: limits.rowsDrawnMax - 1,
};
const rangeOf = ({ x0, x1, y0, y1 }: Box, direction: Direction): { from: number; to: number } =>
  direction === 'columns' ? { from: x0, to: x1 } : { from: y0, to: y1 };

type Lines = { lines: readonly number[]; direction: Direction; box: Box };

/** Moves a line between its neighbours. */
export function withLineAt({ lines, direction, box }: Lines, index: number, at: number): number[] {
  const { from, to } = rangeOf(box, direction);
  const before = lines[index - 1] ?? from;
  const after = lines[index + 1] ?? to;
  const place = rounded(between(at, before + cellMinPt, after - cellMinPt));
  return lines.map((line, other) => (other === index ? place : line));
}

/** Returns the spaces between the lines, in order. */
function spacesOf({ lines, direction, box }: Lines) {
  const { from, to } = rangeOf(box, direction);
  return [from, ...lines].map((start, index) => ({ start, index, size: (lines[index] ?? to) - start }));
}

/** Adds a line in the middle of the widest space, or returns null if there is no room. */
export function withNewLine(given: Lines): number[] | null {
  const { lines, direction } = given;
  if (lines.length >= linesMax[direction]) return null;
  const { start, index, size } = spacesOf(given).reduce((widest, space) =>
    space.size > widest.size ? space : widest,
  );
  if (size < 2 * cellMinPt) return null;
  return [...lines.slice(0, index), rounded(start + size / 2), ...lines.slice(index)];
}

/** Returns the size of the smallest space between two lines. */
export const narrowestOf = (given: Lines): number => Math.min(...spacesOf(given).map(({ size }) => size));

/** A cell with its position. A merged cell appears once, at its upper left corner. */
export type Cell = { row: number; column: number; rowSpan: number; columnSpan: number; text: string };

export function cellsOf({ rows, merges }: TableGrid): Cell[] {
  const spans = new Map(merges.map((merge) => [`${merge.row}/${merge.column}`, merge]));
  const covered = new Set<string>();
  const cells: Cell[] = [];
  for (const [row, texts] of rows.entries()) {
    for (const [column, text] of texts.entries()) {
      if (covered.has(`${row}/${column}`)) continue;
      const { rowSpan = 1, columnSpan = 1 } = spans.get(`${row}/${column}`) ?? {};
      for (let down = 0; down < rowSpan; down += 1)
        for (let right = 0; right < columnSpan; right += 1) covered.add(`${row + down}/${column + right}`);
      cells.push({ row, column, rowSpan, columnSpan, text });
    }
  }
  return cells;
}

/** Returns the outlines of all cells as one SVG path. */
export function gridPath(grid: TableGrid): string {
  const { box, rowTops, columns } = grid;
  const xs = [box.x0, ...columns, box.x1];
  const ys = [box.y0, ...rowTops.slice(1), box.y1];
  return cellsOf(grid)
    .map(({ row, column, rowSpan, columnSpan }) => {
      const [left, top] = [xs[column] ?? box.x1, ys[row] ?? box.y1];
      const right = xs[column + columnSpan] ?? box.x1;
      const bottom = ys[row + rowSpan] ?? box.y1;
      return `M${left} ${top}H${right}V${bottom}H${left}Z`;
    })
    .join('');
}

/** Identifies an area by its content, so that an answer can be matched to it. */
export const areaKey = ({
  page,
  box,
  columns,
  rowLines,
}: Pick<DrawnTable, 'page' | 'box' | 'columns' | 'rowLines'>): string =>
  JSON.stringify([page, box.x0, box.y0, box.x1, box.y1, columns, rowLines]);
