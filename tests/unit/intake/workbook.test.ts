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
    ['twelve digits are not written as an exponent', number(123456789012), '123456789012'],
    ['a very large number is not written as an exponent', number(1e21), '1000000000000000000000'],
    ['a very small number is not written as an exponent', number(0.000000012), '0.000000012'],
    ['a sum is read without binary rounding noise', number(0.1 + 0.2), '0.3'],
    ['the leading zeros of a number format are kept', number(4501, '000000'), '004501'],
    ['digits in text keep their leading zeros', text('004501'), '004501'],
    ['a number with thousands separators is read as Excel shows it', number(1234.5, '#,##0.00'), '1,234.50'],
    ['a whole number loses the separators of its format', number(2509675, '#,##0'), '2509675'],
    ['a whole number loses the decimals of its format', number(2509675, '0.00'), '2509675'],
    ['a number keeps the words and zeros of its format', number(147, '"INVOICE/"0000'), 'INVOICE/0147'],
    ['a number keeps the groups of its format', number(171234567, '0000-000000'), '0171-234567'],
    ['an amount keeps its currency', number(61200.5, '"Tk" #,##0.00'), 'Tk 61,200.50'],
    ['an amount in brackets is not read as a positive one', number(-918, '#,##0_);(#,##0)'), '(918)'],
    ['a negative number shown in red keeps its sign', number(-918, '#,##0.00;[Red]#,##0.00'), '-918'],
    ['a number shown in thousands is read as it is', number(61200, '#,##0.0,'), '61200'],
    ['a number shown in thousands with a letter is read as it is', number(61200, '0.0,"K"'), '61200'],
    ['a percentage is read as Excel shows it', number(0.15, '0%'), '15%'],
    ['a number in scientific format is written out', number(123456, '0.00E+00'), '123456'],
    ['a date is read in ISO format', number(46000, 'm/d/yy'), '2025-12-09'],
    ['a date in another format is read in ISO format', number(46000, 'dd-mmm-yyyy'), '2025-12-09'],
    ['a date with a time keeps the time', number(46000.5, 'dd/mm/yyyy hh:mm'), '2025-12-09 12:00:00'],
    ['a time that the format of a date hides is dropped', number(46000.6, 'dd/mm/yyyy'), '2025-12-09'],
    ['a date that lacks its last digits is the next day', number(46000.9999999, 'dd/mm/yyyy'), '2025-12-10'],
    ['a time alone is read as a time', number(0.75, 'h:mm'), '18:00:00'],
    ['a duration is read as Excel shows it', number(1.5, '[h]:mm'), '36:00'],
    ['a serial without a date format stays a number', number(46000), '46000'],
    ['a truth value is read as a word', { t: 'b', v: true }, 'TRUE'],
    ['an error is read as its text', { t: 'e', v: 42 }, '#N/A'],
    ['Bengali text is kept', text('শার্ট ৪৫'), 'শার্ট ৪৫'],
    ['a formula is read as its stored value', { t: 'n', v: 3, f: '1+2' }, '3'],
    [
      'a formula with a text value is read as that text',
      { t: 's', v: 'click', f: 'HYPERLINK("http://x")' },
      'click',
    ],
    ['text that looks like a formula is read as text', text('=1+1'), '=1+1'],
  ])('%s', async (_, cell, shown) => {
    expect(await noteOf(cell)).toBe(shown);
  });

  test('the first visible sheet that is not empty is read', async () => {
    const rows = { ...headings, A2: text('PAL/1'), B2: number(5) };
    const hidden = { ...headings, A2: text('PAL/9'), B2: number(9) };
    const bytes = workbook({ Empty: {}, Hidden: hidden, Data: rows, Later: hidden }, bookType, (book) => {
      book.Workbook = { Sheets: [{}, { Hidden: 1 }, {}, {}] };
    });
    expect((await readBook(bytes)).rows.map(({ naturalKey }) => naturalKey)).toEqual(['PAL/1']);
  });

  test('blank rows above, between and below are not counted as rows', async () => {
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

  test('a number that Excel has rounded gives a warning', async () => {
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

  test('cells beside the headings get their own column', async () => {
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

  test('a formula without a stored value is an empty cell, never a zero', async () => {
    const row = `<row r="1">${inlineCell('A1', 'invoice_no')}${inlineCell('B1', 'quantity')}</row><row r="2">${inlineCell('A2', 'PAL/1')}<c r="B2"><f>2+3</f></c></row>`;
    const { rows, problems } = await read(readService, 'rows.xlsx', rawWorkbook(sheetXml(row)));
    expect(rows[0]).toMatchObject({ source: { quantity: '' }, data: null });
    expect(problems).toEqual([
      expect.objectContaining({ column: 'quantity', problem: 'This cell is empty.' }),
    ]);
  });

  test('characters that the database cannot store are removed or replaced', async () => {
    const row = `<row r="1">${inlineCell('A1', 'invoice_no')}${inlineCell('B1', 'quantity')}${inlineCell('C1', 'note')}</row><row r="2">${inlineCell('A2', 'PAL/1')}${inlineCell('B2', '5')}${inlineCell('C2', 'a&#0;b_x0000_c&#xD800;d')}</row>`;
    const { rows } = await read(readService, 'rows.xlsx', rawWorkbook(sheetXml(row)));
    expect(rows[0]?.source['note']).toBe('abc\uFFFDd');
  });
});
