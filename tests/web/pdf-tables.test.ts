/** The lines of a table on its page's picture: their positions, and how far they can be moved. */
import { describe, expect, test } from 'vitest';
import type { TableGrid } from '#contracts/jobs/pdf-tables.ts';
import { limits } from '#contracts/limits.ts';
import {
  areaBetween,
  areaKey,
  cellsOf,
  gridPath,
  narrowestOf,
  percentOf,
  pointsOf,
  withEdge,
  withLineAt,
  withNewLine,
} from '#web/features/jobs/pdf-tables/grid-shapes.ts';

const size = { width: 595, height: 842 };
const box = { x0: 100, y0: 200, x1: 300, y1: 400 };

describe('a frame', () => {
  test('a frame that is too small is ignored', () =>
    expect(areaBetween({ x: 10, y: 10 }, { x: 13, y: 90 }, size)).toBeNull());
  test('a frame can be dragged from any corner and ends at the edge of the page', () => {
    const whole = { x0: 0, y0: 0, x1: 595, y1: 842 };
    expect(areaBetween({ x: 900, y: -5 }, { x: -40, y: 1000 }, size)).toEqual(whole);
    expect(areaBetween({ x: 300, y: 400 }, { x: 100, y: 200 }, size)).toEqual(box);
  });
  test('a frame keeps each edge on its side, whatever is typed', () => {
    expect(withEdge(box, 'x0', 900, size).x0).toBe(295);
    expect(withEdge(box, 'y1', -3, size).y1).toBe(205);
    expect(withEdge(box, 'x1', 900, size).x1).toBe(595);
    expect(withEdge(box, 'y0', Number.NEGATIVE_INFINITY, size).y0).toBe(0);
  });
  test('a frame in percent is the same frame to a tenth', () => {
    for (const percent of [0, 0.1, 33.3, 50, 100])
      expect(percentOf(pointsOf(percent, size.width), size.width)).toBeCloseTo(percent, 1);
  });
});

describe('a column line', () => {
  test('a column line stays between its neighbours and within the frame', () => {
    const given = { lines: [150, 200, 250], direction: 'columns', box } as const;
    expect(withLineAt(given, 1, 400)).toEqual([150, 248, 250]);
    expect(withLineAt(given, 0, 20)).toEqual([102, 200, 250]);
    expect(withLineAt(given, 2, 260.04)).toEqual([150, 200, 260]);
  });
  test('a new column line splits the widest column until no room or no number is left', () => {
    const withNew = (lines: number[], within = box) =>
      withNewLine({ lines, direction: 'columns', box: within });
    expect(withNew([])).toEqual([200]);
    expect(withNew([120, 160])).toEqual([120, 160, 230]);
    expect(withNew([], { ...box, x1: 103 })).toBeNull();
    expect(withNew(Array.from({ length: limits.columnsDrawnMax - 1 }, (_, line) => 101 + line))).toBeNull();
  });
});

describe('a row line', () => {
  test('a row line stays between its neighbours and within the frame, and a new one splits the highest row', () => {
    const given = { lines: [220, 300], direction: 'rows', box } as const;
    expect(withLineAt(given, 0, 90)).toEqual([202, 300]);
    expect(withLineAt(given, 0, 330)).toEqual([298, 300]);
    expect(withLineAt(given, 1, 900)).toEqual([220, 398]);
    expect(withNewLine(given)).toEqual([220, 300, 350]);
    expect(narrowestOf(given)).toBe(20);
  });
});

describe('a grid', () => {
  const grid: TableGrid = {
    box,
    rowTops: [200, 300],
    columns: [150],
    merges: [{ row: 0, column: 0, rowSpan: 1, columnSpan: 2 }],
    rows: [
      ['Heading', ''],
      ['a', 'b'],
    ],
  };
  test('a grid shows a merged cell once, over all the cells that it covers', () => {
    expect(cellsOf(grid).map(({ text, columnSpan }) => [text, columnSpan])).toEqual([
      ['Heading', 2],
      ['a', 1],
      ['b', 1],
    ]);
    expect(gridPath(grid)).toBe('M100 200H300V300H100ZM100 300H150V400H100ZM150 300H300V400H150Z');
  });
  test('a grid is identified only by its place and lines', () => {
    const drawn = { page: 1, box, columns: [150], rowLines: null };
    expect(areaKey({ ...drawn, box: { y1: 400, x1: 300, y0: 200, x0: 100 } })).toBe(areaKey(drawn));
    expect(areaKey({ ...drawn, columns: null })).not.toBe(areaKey(drawn));
    expect(areaKey({ ...drawn, rowLines: [230] })).not.toBe(areaKey(drawn));
  });
});
