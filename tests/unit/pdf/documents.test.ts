/** Converts whole PDFs to tables, workbooks and CSV. */
import { readFileSync } from 'node:fs';
import { read, utils, type WorkBook } from '@e965/xlsx';
import Papa from 'papaparse';
import { beforeAll, describe, expect, test } from 'vitest';
import { saying } from '#tests/harness/saying.ts';
import { english } from '#contracts/messages/render.ts';
import { convertDocument, type PdfTables } from '#activities/pdf/reading/document.ts';
import { loadEngine, type Engine } from '#activities/pdf/reading/engine.ts';
import { MIB } from '#contracts/byte-sizes.ts';
import { emptyPages, pdfOf, scannedPdf } from './pdf-maker.ts';

type Truth = { tables: { page: number; rows: string[][] }[]; joined?: { rows: string[][] }[] };

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../fixtures/pdf/${name}`, import.meta.url));
const truth = (name: string): Truth => JSON.parse(fixture(`${name}.json`).toString()) as Truth;

const items = [
  ['Item', 'Qty', 'Price'],
  ['Shirt', '12', '4.50'],
  ['Cap', '30', '2.10'],
  ['Sock', '41', '0.95'],
];

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine(256 * MIB);
});

const convert = (bytes: Uint8Array) => convertDocument(engine, bytes, 'list.pdf');

async function tablesOf(bytes: Uint8Array): Promise<PdfTables> {
  const converted = await convert(bytes);
  if (converted.kind === 'problem') throw new Error(english(converted.message));
  return converted;
}

describe('a PDF that gives no tables says why', () => {
  test.each([
    ['a locked PDF', () => fixture('locked.pdf'), 'PASSWORD_REQUIRED'],
    ['a scan', () => scannedPdf(), 'SCANNED_PDF'],
    ['a PDF without a table', () => fixture('negative-01.pdf'), 'NO_TABLE'],
    ['a PDF with blank pages', () => emptyPages(3), 'NO_TABLE'],
    ['a PDF that is cut off', () => fixture('trade-hard-03.pdf').subarray(0, 9_000), 'CORRUPT'],
    ['an empty file', () => new Uint8Array(), 'CORRUPT'],
    ['a web page', () => Buffer.from('<html>Session expired</html>'), 'CORRUPT'],
    ['a PDF of 501 pages', () => emptyPages(501), 'TOO_MANY_PAGES'],
  ])('%s gives no tables and says why', async (_, bytes, code) => {
    expect(await convert(await bytes())).toMatchObject({
      kind: 'problem',
      code,
      message: saying(/\.$/),
    });
  });
});

describe('every table is read exactly', () => {
  test.each([
    ['with rules', 'trade-ruled-02'],
    ['without rules', 'trade-unruled-07'],
    ['on a rotated page', 'trade-hard-09'],
    ['in Bengali', 'bengali-01'],
  ])('a table %s is read exactly', async (_, name) => {
    const { tables } = await tablesOf(fixture(`${name}.pdf`));
    expect(tables.map((table) => table.rows)).toEqual(truth(name).tables.map((table) => table.rows));
  });
  test.each(['trade-hard-01', 'trade-hard-03'])(
    'a table over several pages is read exactly: %s',
    async (name) => {
      const { tables } = await tablesOf(fixture(`${name}.pdf`));
      expect(tables.map((table) => table.rows)).toEqual(truth(name).joined?.map((table) => table.rows));
      expect(tables.map((table) => table.name)).toEqual(['p1_t1']);
    },
  );
  test.each([90, 180, 270])('a table on a page turned by %d degrees is read exactly', async (rotate) => {
    const { tables } = await tablesOf(await pdfOf([[{ rows: items, ruled: false }]], { rotate }));
    expect(tables.map((table) => table.rows)).toEqual([items]);
  });
  test('a PDF that needs a password only for changes is read', async () => {
    const { tables, pages } = await tablesOf(fixture('owner-locked.pdf'));
    expect({ pages, tables: tables.length }).toEqual({ pages: 2, tables: 1 });
  });
});

test('a scanned page among other pages gives a warning', async () => {
  const { warnings, tables } = await tablesOf(await scannedPdf({ rows: items, ruled: true }));
  expect(tables.map((table) => table.name)).toEqual(['p2_t1']);
  expect(warnings).toEqual([saying(/^Page 1: no text layer/)]);
});

describe('the workbook', () => {
  const open = async (bytes: Uint8Array): Promise<WorkBook> => read((await tablesOf(bytes)).workbook);
  const made = (rows: string[][]) => pdfOf([[{ rows, ruled: true }]]);

  test('the workbook has a sheet for each table and one that lists what was found', async () => {
    const second = [
      ['Date', 'Paid'],
      ['1 May', '20'],
      ['2 May', '35'],
    ];
    const book = await open(
      await pdfOf([
        [
          { rows: items, ruled: true },
          { rows: second, ruled: true, y: 500 },
        ],
      ]),
    );
    expect(book.SheetNames).toEqual(['p1_t1', 'p1_t2', 'Info']);
    expect(utils.sheet_to_json(book.Sheets['Info']!, { header: 1, blankrows: false })).toEqual([
      ['File', 'list.pdf'],
      ['Pages', 1],
      ['Tables', 2],
      ['Sheet', 'Pages', 'Rows', 'Columns', 'Confidence'],
      ['p1_t1', '1', 4, 3, 0.98],
      ['p1_t2', '1', 3, 2, 0.98],
    ]);
  });
  test('the workbook has numbers as numbers and codes as text', async () => {
    const book = await open(
      await made([
        ['Code', 'Qty', 'Value'],
        ['0001', '12', '1,204.50'],
        ['0002', '7', '-3.10'],
      ]),
    );
    const sheet = book.Sheets['p1_t1']!;
    expect([sheet['A2'], sheet['B2'], sheet['C2'], sheet['C3']]).toMatchObject([
      { t: 's', v: '0001' },
      { t: 'n', v: 12 },
      { t: 'n', v: 1204.5 },
      { t: 'n', v: -3.1 },
    ]);
  });
  test('the workbook never contains a formula', async () => {
    const book = await open(
      await made([
        ['Item', 'Note'],
        ['=1+1', '@SUM(A1)'],
        ['+cmd|x', '-2+3'],
      ]),
    );
    const cells = Object.entries(book.Sheets['p1_t1']!).filter(([address]) => !address.startsWith('!'));
    for (const [, cell] of cells) expect(cell).toMatchObject({ t: 's' });
    for (const [, cell] of cells) expect(cell).not.toHaveProperty('f');
  });
  test('the workbook has the merged cells of the PDF', async () => {
    const { '!merges': merges } = (await open(fixture('trade-hard-03.pdf'))).Sheets['p1_t1']!;
    expect(merges?.map((range) => utils.encode_range(range))).toContain('E1:H1');
  });
});

describe('the CSV', () => {
  test('the CSV begins with a byte order mark, so that Excel shows Bengali', async () => {
    const { tables } = await tablesOf(fixture('bengali-01.pdf'));
    const [table] = tables;
    expect(table?.csv.startsWith('\uFEFF')).toBe(true);
    expect(Papa.parse<string[]>(table!.csv.slice(1)).data).toEqual(table?.rows);
  });
  test('the CSV cannot run a formula, and its numbers and dashes are unchanged', async () => {
    const rows = [
      ['Item', 'Value'],
      ['=1+1', '-12.50'],
      ['@SUM(A1)', '-'],
      ['-2+3', '+8801712345678'],
      ['+cmd|x', '-1,204'],
    ];
    const { tables } = await tablesOf(await pdfOf([[{ rows, ruled: true }]]));
    expect(Papa.parse<string[]>(tables[0]!.csv.slice(1)).data).toEqual([
      ['Item', 'Value'],
      ["'=1+1", '-12.50'],
      ["'@SUM(A1)", '-'],
      ["'-2+3", '+8801712345678'],
      ["'+cmd|x", '-1,204'],
    ]);
  });
});
