/** Figures that OCR read become numbers only if their column or a sum proves them; the others are named. */
import { read, utils } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { english } from '#contracts/messages/render.ts';
import { workbookOf } from '#activities/pdf/output/workbook.ts';
import { misreadWarnings } from '#activities/pdf/scans/doubtful-figures.ts';
import type { RecognisedPage } from '#activities/pdf/scans/recognised-page.ts';
import { cellAddress } from '#contracts/jobs/table-names.ts';
import { joinTables } from '#activities/pdf/tables/joined.ts';
import { pageTables } from '#activities/pdf/tables/page-tables.ts';
import type { LogicalTable, PageTable } from '#activities/pdf/tables/table.ts';
import { gridRulings, gridWords, page } from './synthetic.ts';

const tableOf = (
  rows: string[][],
  recognised: RecognisedPage[] = [],
  given: Partial<PageTable> = { isRecognised: true },
): LogicalTable => {
  const [table] = pageTables(page(gridWords(rows), gridRulings(rows.length, rows[0]!.length)));
  return joinTables([{ ...table!, rows, merges: [], ...given }], { recognised })[0]!;
};
const column = (heading: string, ...figures: string[]): string[][] => [
  ['Item', heading],
  ...figures.map((figure, index) => [`Button ${'abcdefgh'.charAt(index)}`, figure]),
];
const doubtful = (rows: string[][], recognised: RecognisedPage[] = []): string[] =>
  tableOf(rows, recognised)
    .doubts.filter(({ reason }) => reason === 'misread')
    .map(cellAddress);
const unsurePage = (...unsureFigures: string[]): RecognisedPage =>
  ({ page: { number: 1 }, confidence: 0.9, unsureFigures }) as unknown as RecognisedPage;

describe('by the shape of the column', () => {
  test('a comma that was read as a point is doubtful among grouped figures', () => {
    expect(doubtful(column('Qty', '1,388', '9.623', '9,167', '53'))).toEqual(['B3']);
  });
  test('a figure that lost its point is doubtful among figures with two decimals', () => {
    expect(doubtful(column('Price', '2.87', '5.98', '453', '6.72'))).toEqual(['B4']);
  });
  test('figures of one shape are not doubtful', () => {
    expect(doubtful(column('Amount', '1,234.50', '99.00', '12,345.67'))).toEqual([]);
  });
  test('codes with points are neither doubtful nor numbers', () => {
    const { doubts, unproven } = tableOf(column('HS', '6123.50.16', '6290.91.66'));
    expect([doubts.length, unproven?.length]).toEqual([0, 2]);
  });
  test('a figure of which two readings differ is doubtful', () => {
    expect(doubtful(column('Qty', '1,388', '9,623', '9,167'), [unsurePage('9,623')])).toEqual(['B3']);
  });
  test('nothing is doubtful in a table that was not recognised', () => {
    const table = tableOf(column('Qty', '1,388', '9.623', '9,167'), [], {});
    expect(table).toMatchObject({ doubts: [] });
    expect(table.unproven).toBeUndefined();
  });
});

describe('by sums', () => {
  test('a total proves the figures above it, whatever their shape', () => {
    expect(doubtful(column('Weight', '1.5', '2', '3.25', '6.75'))).toEqual([]);
  });
  test('quantity times price proves the figures of its row', () => {
    const rows = [
      ['Item', 'Qty', 'Price', 'Amount'],
      ['a', '14,521', '2.87', '41,675.27'],
      ['b', '6,959', '5.98', '41,614.82'],
      ['c', '22,917', '5.66', '129,710.22'],
      ['d', '9,887', '453', '44,788.11'],
    ];
    expect(doubtful(rows, [unsurePage('6,959', '9,887')])).toEqual(['B5', 'C5']);
  });
  test('a product that agrees only within its rounding proves no figure, and makes none doubtful', () => {
    const rows = [
      ['Item', 'Qty', 'Price', 'Amount'],
      ['a', '14,521', '2.87', '41,675.27'],
      ['b', '22,917', '5.66', '129,710.22'],
      ['c', '9,887', '4.53', '44,788.11'],
      ['d', '6,959', '5.98', '41,618.82'],
    ];
    expect(doubtful(rows, [unsurePage('9,887', '41,618.82')])).toEqual(['D5']);
    expect(tableOf(rows).doubts).toEqual([]);
  });
  test('a running balance proves its debits and credits', () => {
    const rows = [
      ['Date', 'Debit', 'Credit', 'Balance'],
      ['a', '51,864.11', '', '405,727.60'],
      ['b', '1,939.38', '', '403,788.22'],
      ['c', '58,320.25', '', '345,467.97'],
      ['d', '', '5,317.05', '350,785.02'],
      ['e', '', '21,361.13', '372,146.15'],
    ];
    expect(doubtful(rows, [unsurePage('1,939.38', '345,467.97', '21,361.13')])).toEqual([]);
  });
});

test('a doubtful figure is coloured text in the workbook and named in a warning, and the others are numbers', async () => {
  const table = tableOf(column('Qty', '1,388', '9.623', '9,167'));
  const warnings = misreadWarnings([table]);
  expect(warnings.map(english)).toEqual([expect.stringMatching(/^1 figures read by OCR .*: p1_t1!B3\.$/)]);
  const workbook = await workbookOf({
    fileName: 'a.pdf',
    pages: 1,
    tables: [table],
    recognised: [],
    warnings,
  });
  const sheet = read(workbook, { cellStyles: true }).Sheets['p1_t1']!;
  const cells = utils.sheet_to_json<unknown[]>(sheet, { header: 1 });
  expect(cells.slice(1).map(([, figure]) => figure)).toEqual([1388, '9.623', 9167]);
  expect(JSON.stringify(sheet['B3'])).toContain('FFE699');
});
