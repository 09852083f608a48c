/** A workbook's cells are read as a person sees them: no exponents, ISO dates, and formulas never evaluated. */
import type { CellObject } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { saying } from '#tests/harness/saying.ts';
import {
  headings,
  inlineCell,
  number,
  rawWorkbook,
  read,
  readService,
  sheetXml,
  text,
  workbook,
} from './uploads.ts';

const kinds = [
  ['xlsx', 'xlsx'],
  ['xls', 'biff8'],
] as const;

describe.each(kinds)('.%s', (extension, bookType) => {
  const readBook = (bytes: Uint8Array) => read(readService, `rows.${extension}`, bytes);
  const noteOf = async (cell: CellObject): Promise<string | undefined> => {
    const cells = { ...headings, A2: text('PAL/1'), B2: number(5), C2: cell };
    return (await readBook(workbook({ Data: cells }, bookType))).rows[0]?.source['note'];
  };

  test.each<[string, CellObject, string]>([
    ['a long number keeps all its digits', number(260326110123456), '260326110123456'],
    ['twelve digits are no exponent', number(123456789012), '123456789012'],
    ['a very large number is no exponent', number(1e21), '1000000000000000000000'],
    ['a very small number is no exponent', number(0.000000012), '0.000000012'],
    ['the noise of sums is gone', number(0.1 + 0.2), '0.3'],
    ['leading zeros of a number format stay', number(4501, '000000'), '004501'],
    ['text digits keep their zeros', text('004501'), '004501'],
    ['thousands are as shown', number(1234.5, '#,##0.00'), '1,234.50'],
    ['a percentage is as shown', number(0.15, '0%'), '15%'],
    ['a scientific format is written out', number(123456, '0.00E+00'), '123456'],
    ['a date is ISO', number(46000, 'm/d/yy'), '2025-12-09'],
    ['a date of another format is ISO', number(46000, 'dd-mmm-yyyy'), '2025-12-09'],
    ['a date with a time keeps it', number(46000.5, 'dd/mm/yyyy hh:mm'), '2025-12-09 12:00:00'],
    ['a time alone is a time', number(0.75, 'h:mm'), '18:00:00'],
    ['a duration is as shown', number(1.5, '[h]:mm'), '36:00'],
    ['a serial without a date format stays a number', number(46000), '46000'],
    ['a truth value is a word', { t: 'b', v: true }, 'TRUE'],
    ['an error is its text', { t: 'e', v: 42 }, '#N/A'],
    ['Bangla stays', text('শার্ট ৪৫'), 'শার্ট ৪৫'],
    ['a formula is the value saved with it', { t: 'n', v: 3, f: '1+2' }, '3'],
    ['a formula that gives text is that text', { t: 's', v: 'click', f: 'HYPERLINK("http://x")' }, 'click'],
    ['text that looks like a formula is text', text('=1+1'), '=1+1'],
  ])('%s', async (_, cell, shown) => {
    expect(await noteOf(cell)).toBe(shown);
  });

  test('the first visible sheet that holds something is read', async () => {
    const rows = { ...headings, A2: text('PAL/1'), B2: number(5) };
    const hidden = { ...headings, A2: text('PAL/9'), B2: number(9) };
    const bytes = workbook({ Empty: {}, Hidden: hidden, Data: rows, Later: hidden }, bookType, (book) => {
      book.Workbook = { Sheets: [{}, { Hidden: 1 }, {}, {}] };
    });
    expect((await readBook(bytes)).rows.map(({ naturalKey }) => naturalKey)).toEqual(['PAL/1']);
  });

  test('blank rows above, between and below are no rows', async () => {
    const cells = {
      A3: text('invoice_no'),
      B3: text('quantity'),
      A5: text('PAL/1'),
      B5: number(5),
      A7: text(' '),
      A9: text('PAL/2'),
      B9: number(6),
    };
    const { rows } = await readBook(workbook({ Data: cells }, bookType));
    expect(rows.map(({ rowNumber, naturalKey }) => [rowNumber, naturalKey])).toEqual([
      [1, 'PAL/1'],
      [2, 'PAL/2'],
    ]);
  });

  test('a number that Excel has rounded is warned of', async () => {
    const cells = { ...headings, A2: text('PAL/1'), B2: number(1234567890123450) };
    const { warnings, rows } = await readBook(workbook({ Data: cells }, bookType));
    expect(rows[0]?.source['quantity']).toBe('1234567890123450');
    expect(warnings).toEqual([
      {
        row: 1,
        column: 'quantity',
        problem: saying('only 15 digits'),
        hint: saying('Text'),
      },
    ]);
  });

  test('cells beside the headings get a column of their own', async () => {
    const cells = { ...headings, A2: text('PAL/1'), B2: number(5), E2: text('aside') };
    const { headers, problems } = await readBook(workbook({ Data: cells }, bookType));
    expect(headers).toEqual(['invoice_no', 'quantity', 'note', 'column_5']);
    expect(problems).toEqual([]);
  });
});

describe('.xlsx only', () => {
  test('dates of the 1904 calendar are four years later', async () => {
    const cells = { ...headings, A2: text('PAL/1'), B2: number(5), C2: number(44538, 'yyyy-mm-dd') };
    const bytes = workbook({ Data: cells }, 'xlsx', (book) => {
      book.Workbook = { WBProps: { date1904: true } };
    });
    expect((await read(readService, 'rows.xlsx', bytes)).rows[0]?.source['note']).toBe('2025-12-09');
  });

  test('a formula without a saved value is an empty cell, never a zero', async () => {
    const row = `<row r="1">${inlineCell('A1', 'invoice_no')}${inlineCell('B1', 'quantity')}</row><row r="2">${inlineCell('A2', 'PAL/1')}<c r="B2"><f>2+3</f></c></row>`;
    const { rows, problems } = await read(readService, 'rows.xlsx', rawWorkbook(sheetXml(row)));
    expect(rows[0]).toMatchObject({ source: { quantity: '' }, data: null });
    expect(problems).toEqual([
      expect.objectContaining({ column: 'quantity', problem: 'This cell is empty.' }),
    ]);
  });

  test('characters that the database cannot hold are taken out or replaced', async () => {
    const row = `<row r="1">${inlineCell('A1', 'invoice_no')}${inlineCell('B1', 'quantity')}${inlineCell('C1', 'note')}</row><row r="2">${inlineCell('A2', 'PAL/1')}${inlineCell('B2', '5')}${inlineCell('C2', 'a&#0;b_x0000_c&#xD800;d')}</row>`;
    const { rows } = await read(readService, 'rows.xlsx', rawWorkbook(sheetXml(row)));
    expect(rows[0]?.source['note']).toBe('abc\uFFFDd');
  });
});
