/** Tables after a customer's changes: dropped, drawn, and with other columns. */
import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { changedTables, tableInArea, usableColumns, withKeys } from '#activities/pdf/tables/layout.ts';
import { loadEngine } from '#activities/pdf/reading/engine.ts';
import { workLayout, type LayoutResult } from '#activities/pdf/reading/layout-work.ts';
import { pageTables } from '#activities/pdf/tables/page-tables.ts';
import { unchangedLayout, type DrawnArea } from '#contracts/jobs/pdf-tables.ts';
import { MIB } from '#contracts/byte-sizes.ts';
import { pdfOf, scannedPdf } from './pdf-maker.ts';
import { gridRulings, gridWords, page, wordsAt } from './synthetic.ts';

const rows = [
  ['Item', 'Qty', 'Price'],
  ['Shirt', '12', '4.50'],
  ['Cap', '30', '2.10'],
  ['Sock', '41', '0.95'],
];
const words = gridWords(rows);
const area = (given: Partial<DrawnArea> = {}): DrawnArea => ({
  page: 1,
  box: { x0: 40, y0: 90, x1: 360, y1: 160 },
  columns: null,
  ...given,
});

describe('an area without text', () => {
  test('an area without text is not a table', () =>
    expect(tableInArea(page(words), area({ box: { x0: 40, y0: 400, x1: 300, y1: 500 } }))).toBeUndefined());
});

describe('a drawn area', () => {
  test('a drawn area contains exactly the words whose middle is inside', () => {
    const box = { x0: 40, y0: 110, x1: 230, y1: 160 };
    expect(tableInArea(page(words), area({ box, columns: [130] }))?.rows).toEqual(
      rows.slice(1).map((row) => row.slice(0, 2)),
    );
  });
  test('a drawn area without column lines finds its columns, with rules and without', () => {
    expect(tableInArea(page(words), area())?.rows).toEqual(rows);
    expect(tableInArea(page(words, gridRulings(4, 3)), area())?.rows).toEqual(rows);
  });
  test('a drawn area around some rows of a ruled table has those rows and no others', () => {
    const ruled = page(words, gridRulings(4, 3));
    const upper = area({ box: { x0: 40, y0: 90, x1: 360, y1: 127 } });
    expect(tableInArea(ruled, upper)?.rows).toEqual(rows.slice(0, 2));
    const lowerLeft = area({ box: { x0: 40, y0: 127, x1: 240, y1: 160 } });
    expect(tableInArea(ruled, lowerLeft)?.rows).toEqual(rows.slice(2).map((row) => row.slice(0, 2)));
  });
  test('a drawn area that cuts the rows and columns at its edges has exactly those whose text is inside', () => {
    const long = Array.from({ length: 33 }, (_, row) => [`Item${row}`, String(row + 10), `${row}.50`]);
    const ruled = page(gridWords(long), gridRulings(33, 3));
    for (const cutPt of [0, 3, 6.9]) {
      const upper = area({ box: { x0: 40, y0: 98, x1: 360, y1: 98 + 15 * 14 + cutPt } });
      expect(tableInArea(ruled, upper)?.rows).toEqual(long.slice(0, 15));
      const inner = area({
        box: { x0: 40, y0: 98 + 10 * 14 - cutPt, x1: 245 + cutPt, y1: 98 + 25 * 14 + cutPt },
      });
      expect(tableInArea(ruled, inner)?.rows).toEqual(long.slice(10, 25).map((row) => row.slice(0, 2)));
    }
  });
  test('a drawn area around a whole table keeps its empty last row', () => {
    const ruled = page(gridWords(rows), gridRulings(5, 3));
    const whole = area({ box: { x0: 40, y0: 90, x1: 360, y1: 180 } });
    expect(tableInArea(ruled, whole)?.rows).toEqual([...rows, ['', '', '']]);
  });
  test('a drawn area of a single line has the columns that stand apart', () => {
    const table = tableInArea(page(gridWords([['Signed', 'Dhaka', '12 May']])), area());
    expect(table?.rows).toEqual([['Signed', 'Dhaka', '12 May']]);
  });
  test('a drawn area has the columns that were drawn, even if the words are close together', () => {
    const near = gridWords([
      ['Cotton Shirt', '12'],
      ['Woollen Cap', '30'],
    ]);
    const between = 50 + 'Cotton'.length * 5 + 1.5;
    const table = tableInArea(page(near), area({ columns: [between, 130] }));
    expect(table?.rows[0]).toEqual(['Cotton', 'Shirt', '12']);
    expect(table?.gutters.map(({ from }) => from)).toEqual([between, 130]);
  });
  test('a drawn area whose column lines were all removed is one column', () => {
    expect(tableInArea(page(words), area({ columns: [] }))?.rows).toEqual(rows.map((row) => [row.join(' ')]));
  });
  test('a drawn area ignores column lines that are outside, duplicated or on an edge', () => {
    expect(usableColumns(area({ columns: [250, 10, 150, 150.5, 41, 359.5, 900] }))).toEqual([150, 250]);
  });
});

describe('row lines', () => {
  const topOf = (row: number): number => 98 + row * 14;
  const rowsWith = (rowLines: number[], given: Partial<DrawnArea> = {}) =>
    tableInArea(page(words), area({ columns: [130, 230], ...given, rowLines }))?.rows;

  test('each word is in the row that contains its middle, and the columns stay', () => {
    expect(rowsWith([topOf(1), topOf(2), topOf(3)])).toEqual(rows);
    expect(rowsWith([topOf(1), topOf(3)])).toEqual([rows[0], ['Shirt Cap', '12 30', '4.50 2.10'], rows[3]]);
    // A line that is moved by less than half of a text leaves the text in its row.
    expect(rowsWith([topOf(1) + 4, topOf(2) - 4, topOf(3)])).toEqual(rows);
  });
  test('a row without text between two lines is empty, and lines outside of the frame are ignored', () => {
    expect(rowsWith([10, topOf(1), topOf(4), topOf(4) + 4, 900])).toEqual([
      rows[0],
      ['Shirt Cap Sock', '12 30 41', '4.50 2.10 0.95'],
      ['', '', ''],
      ['', '', ''],
    ]);
  });
  test('a table keeps the columns that were found in it, ruled or not, when its row lines are moved', () => {
    const rowLines = [topOf(1), topOf(3)];
    for (const one of [page(words), page(words, gridRulings(4, 3))]) {
      const found = tableInArea(one, area());
      const table = tableInArea(one, area({ rowLines }));
      expect(table?.rows).toEqual([rows[0], ['Shirt Cap', '12 30', '4.50 2.10'], rows[3]]);
      expect(table?.rowTops).toEqual([90, ...rowLines]);
      expect(table?.gutters).toHaveLength(found!.gutters.length);
    }
  });
  test('a line that is moved by nothing changes no row of a table, whichever words its cells have', () => {
    const found = tableInArea(page(words), area())!;
    const again = area({ columns: found.gutters.map(({ from, to }) => (from + to) / 2) });
    expect(tableInArea(page(words), { ...again, rowLines: found.rowTops.slice(1) })?.rows).toEqual(
      found.rows,
    );
  });
  test('a heading over two columns spans them unless its row also has the headings below it', () => {
    const headed = gridWords([
      ['Goods', '', ''],
      ['', 'Unit', 'Total'],
      ['Shirt', '4.50', '54.00'],
    ]);
    const wide = page([...headed, ...wordsAt('Value in USD', 180, 100)]);
    const table = (rowLines: number[]) => tableInArea(wide, area({ columns: [130, 230], rowLines }));
    const apart = table([topOf(1), topOf(2)]);
    expect(apart?.merges).toEqual([{ row: 0, column: 1, rowSpan: 1, columnSpan: 2 }]);
    const together = table([topOf(2)]);
    expect(together?.merges).toEqual([]);
    expect(together?.rows[0]?.join(' ')).toContain('Total');
  });
});

describe('the tables of a page', () => {
  const one = page([...words, ...gridWords(rows, 50, 400)]);
  const tables = withKeys(1, pageTables(one));
  test('the tables of an unchanged page are those that were found', () => {
    expect(tables).toHaveLength(2);
    expect(changedTables([{ number: 1, tables }], { dropped: [], drawn: [] })).toEqual(tables);
  });
  test('the tables of a page exclude the dropped ones, and unknown names are ignored', () => {
    const dropped = ['1-1', '7-1', '1-99'];
    expect(changedTables([{ number: 1, tables }], { dropped, drawn: [] })).toEqual([tables[1]]);
  });
  test('the tables of a page include the drawn ones, from the top down', () => {
    const drawn = tableInArea(one, area({ columns: [130, 230] }))!;
    const changed = changedTables([{ number: 1, tables }], { dropped: ['1-1'], drawn: [drawn] });
    expect(changed).toEqual([drawn, tables[1]]);
  });
});

const engine = await loadEngine(128 * MIB);
async function result<K extends LayoutResult['kind']>(
  kind: K,
  answer: ReturnType<typeof workLayout>,
): Promise<Extract<LayoutResult, { kind: K }>> {
  const given = await answer;
  if (given.kind === 'layout' && given.result.kind === kind)
    return given.result as Extract<LayoutResult, { kind: K }>;
  throw new Error(`answered ${JSON.stringify(given).slice(0, 200)}`);
}
const look = async (bytes: Uint8Array) =>
  result('pages', workLayout(engine, bytes, 'a.pdf', { kind: 'pages' }));
const sizeOfPng = (png: Uint8Array) => ({
  width: Buffer.from(png).readUInt32BE(16),
  height: Buffer.from(png).readUInt32BE(20),
});

/** The lowest brightness within two pixels of a place; the platform's own PNGs have no filters. */
function darkestAround(png: Uint8Array, x: number, y: number): number {
  const { width } = sizeOfPng(png);
  const data = Buffer.from(png);
  const from = data.indexOf('IDAT') + 4;
  const lines = inflateSync(data.subarray(from, from + data.readUInt32BE(from - 8)));
  const row = Math.round(y) * (1 + width * 3) + 1;
  const columns = [-2, -1, 0, 1, 2].map((aside) => Math.round(x) + aside);
  return Math.min(...columns.map((column) => lines[row + column * 3]!));
}

describe('a page that is turned', () => {
  test.each([0, 90, 180, 270])(
    'the picture and the grid of a page that is turned by %i degrees are the same way up',
    async (rotate) => {
      const bytes = await pdfOf([[{ rows, ruled: true }]], { rotate });
      const { pages } = await look(bytes);
      const [{ seen, contents }] = pages as [(typeof pages)[0]];
      const { turn, width, height } = seen;
      const { png } = await result(
        'picture',
        workLayout(engine, bytes, 'a.pdf', {
          kind: 'picture',
          view: { number: 1, turn, width, height },
          pixelsMax: 400_000,
        }),
      );
      const size = sizeOfPng(png);
      expect(size.width / size.height).toBeCloseTo(width / height, 1);
      expect(size.width * size.height).toBeLessThanOrEqual(401_000);
      const [table] = seen.tables;
      expect(table?.rows).toEqual(rows);
      const { box } = table!;
      const scale = size.width / width;
      const middle = ((box.y0 + box.y1) / 2 + 3) * scale;
      // The ruled left and right edges, and only paper beside them.
      for (const edge of [box.x0, box.x1]) expect(darkestAround(png, edge * scale, middle)).toBeLessThan(140);
      for (const beside of [box.x0 - 20, box.x1 + 20])
        expect(darkestAround(png, beside * scale, middle)).toBe(255);
      expect(tableInArea(contents, { page: 1, box, columns: null })?.rows).toEqual(rows);
    },
  );
});

test('an export has the tables that were kept and drawn, and is refused without any', async () => {
  const bytes = await pdfOf([[{ rows, ruled: true }], [{ rows, ruled: false }]]);
  const { pages, pageCount, broken } = await look(bytes);
  const seen = new TextEncoder().encode(JSON.stringify(pages.map((one) => one.seen)));
  const drawn = [
    tableInArea(pages[1]!.contents, {
      ...area({ page: 2 }),
      box: { x0: 40, y0: 40, x1: 150, y1: 160 },
      columns: [],
    })!,
  ];
  const changed = (changes: { dropped: string[]; drawn: typeof drawn }) =>
    workLayout(engine, seen, 'a.pdf', {
      kind: 'changed',
      pageCount,
      broken,
      recognised: [],
      kept: [],
      layout: { ...unchangedLayout, dropped: changes.dropped },
      drawn: changes.drawn,
    });
  const { converted } = await result('changed', changed({ dropped: ['2-1'], drawn }));
  expect(converted.tables.map(({ name, rows: [first] }) => [name, first])).toEqual([
    ['p1_t1', rows[0]],
    ['p2_t1', ['Item']],
  ]);
  expect(await changed({ dropped: ['1-1', '2-1'], drawn: [] })).toMatchObject({ code: 'NO_TABLE' });
});

test('a page that cannot be rendered is reported as a problem', async () => {
  const bytes = await scannedPdf();
  const order = {
    kind: 'picture',
    view: { number: 9, turn: 0, width: 10, height: 10 },
    pixelsMax: 100,
  } as const;
  expect(await workLayout(engine, bytes, 'a.pdf', order)).toMatchObject({ kind: 'problem' });
});
