/** What Excel leaves in sheets without its user noticing: errors, hidden rows, and numbers that it has changed. */
import type { CellObject } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { isMessage } from '#contracts/messages/message.ts';
import { integer, money } from '#services/families/fields-numbers.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { saying } from '#tests/harness/saying.ts';
import {
  headings,
  inlineCell,
  number,
  rawWorkbook,
  read,
  readCsv,
  readService,
  sheetXml,
  submitService,
  text,
  withHiddenRows,
  workbook,
} from './uploads.ts';
import { writtenRow, writtenWorkbook } from './written-workbook.ts';

const csv = (...lines: string[]): string => ['invoice_no,quantity,note', ...lines].join('\n');

describe('errors of a spreadsheet', () => {
  test.each([
    ' #n/a ',
    '#N/A',
    '#REF!',
    '#VALUE!',
    '#NAME?',
    '#DIV/0!',
    '#NUM!',
    '#NULL!',
    '#SPILL!',
    '#BLOCKED!',
    '#ERROR!',
    '#PYTHON!',
    '#WERT!',
    '#GETTING_DATA',
    'Loading...',
    'Err:502',
    '########',
  ])('a cell with the error %j is a problem of its row', async (error) => {
    const { rows, problems } = await readCsv(csv(`PAL/1,5,${error}`, 'PAL/2,5,Box #N/A'));
    expect(problems.map(({ row, column, problem }) => [row, column, problem])).toEqual([
      [1, 'note', 'This cell has an error of the spreadsheet, not a value.'],
    ]);
    expect(rows.map(({ data }) => data !== null)).toEqual([false, true]);
  });

  test('an error cell of a workbook is a problem, and is shown as Excel shows it', async () => {
    const cells = { ...headings, A2: text('PAL/1'), B2: number(5), C2: { t: 'e', v: 42 } as const };
    const { rows, problems } = await read(readService, 'rows.xlsx', workbook({ Data: cells }));
    expect(rows[0]).toMatchObject({ data: null, source: { note: '#N/A' } });
    expect(problems).toMatchObject([{ row: 1, column: 'note' }]);
  });
});

describe('hidden rows', () => {
  const row = (place: number, cells: readonly string[], attributes = '') =>
    `<row r="${place}"${attributes}>${cells.map((cell, at) => inlineCell(`${'ABC'[at]}${place}`, cell)).join('')}</row>`;
  const heading = row(1, ['invoice_no', 'quantity', 'note']);
  const many = (count: number, attributes: (index: number) => string) =>
    Array.from({ length: count }, (_, index) =>
      row(index + 3, [`PAL/${index + 1}`, '5', 'x'.repeat(700)], attributes(index)),
    ).join('');
  const readRows = (rows: string) => read(submitService, 'rows.xlsx', rawWorkbook(sheetXml(heading + rows)));

  test.each([
    ['a small workbook', 5],
    ['a workbook that is read in pieces', 3_000],
  ])('the hidden rows of %s are read, and a warning says how many there are', async (_, count) => {
    const isHidden = (index: number) => index === 2 || index === count - 1;
    const { rows, warnings, hiddenRows } = await readRows(
      many(count, (index) => (isHidden(index) ? ' spans="1:3" hidden="1"' : '')),
    );
    expect(rows).toHaveLength(count);
    expect(hiddenRows).toBe(2);
    expect(warnings).toMatchObject([
      { row: 0, problem: saying('2 rows are hidden in the workbook, the first of them is row 3.') },
    ]);
  });

  test('the hidden rows of a workbook of the old format are read, and a warning says how many there are', async () => {
    const rows = { A2: text('PAL/1'), B2: number(1), A4: text('PAL/2'), B4: number(2), A5: text('PAL/3') };
    const xls = workbook({ Data: { ...headings, ...rows, B5: number(3) } }, 'biff8');
    expect(await read(submitService, 'rows.xls', xls)).toMatchObject({ hiddenRows: 0, warnings: [] });
    // Row 3 is empty, and so is not counted; row 4 of the sheet is the second row of the job.
    const hidden = await read(submitService, 'rows.xls', withHiddenRows(xls, [3, 4]));
    expect(hidden.rows).toHaveLength(3);
    expect(hidden).toMatchObject({
      hiddenRows: 1,
      warnings: [{ row: 0, problem: saying('Row 2 is hidden in the workbook.') }],
    });
  });

  test('a workbook without hidden rows has no such warning, whatever its cells say', async () => {
    const { warnings, hiddenRows } = await readRows(row(2, ['PAL/1', '5', '&lt;row hidden="1">']));
    expect([warnings, hiddenRows]).toEqual([[], 0]);
  });
});

describe('values that Excel has changed', () => {
  const changed = async (note: CellObject) => {
    const cells = { ...headings, A2: text('PAL/1'), B2: number(5), C2: note };
    return read(readService, 'rows.xlsx', workbook({ Data: cells }));
  };

  test.each(['1.23457E+11', '2.60326E+14', '1E+16', '1,23E+05'])(
    'a number that a spreadsheet has shortened to %j is a problem in every column',
    async (shortened) => {
      const { problems } = await readCsv(csv(`PAL/1,5,"${shortened}"`));
      expect(problems).toEqual([
        { row: 1, column: 'note', problem: saying('shortened this number'), hint: saying('Text') },
      ]);
    },
  );

  test.each(['1E5', '2E-10', 'NW-1.2E+3', 'E+05'])('the text %j is not a shortened number', async (note) => {
    expect((await readCsv(csv(`PAL/1,5,${note}`))).problems).toEqual([]);
  });

  test.each([
    [46327, 'mmm-yy'],
    [46331, 'd-mmm'],
    [46331, 'dd/mm/yyyy'],
  ])('a date in a column without dates is a problem (case %#)', async (day, format) => {
    const { problems } = await changed(number(day, format));
    expect(problems).toEqual([
      { row: 1, column: 'note', problem: saying('Excel has turned this into a date'), hint: saying('Text') },
    ]);
  });

  test.each([
    ['5-Nov', 'may have turned this into a date'],
    ['Nov-26', 'may have turned this into a date'],
    ['"2,509,675"', 'as it is written'],
    ['2509675.0', 'as it is written'],
    ['1084004512202600000', 'only 15 digits'],
    ['PAL–147', 'The character – is unusual'],
    ['ＰＡＬ-147', 'The character Ｐ is unusual'],
    ['С796229', 'The character С is unusual'],
    ['২৫০৯৬৭৫', 'The character ২ is unusual'],
  ])('the text %s is kept as it is written, with a warning', async (note, words) => {
    const { rows, problems, warnings } = await readCsv(csv(`PAL/1,5,${note}`));
    expect(problems).toEqual([]);
    expect(rows[0]?.data?.['note']).toBe(note.replaceAll('"', ''));
    expect(warnings).toEqual([
      { row: 1, column: 'note', problem: saying(words), hint: expect.toSatisfy(isMessage) as unknown },
    ]);
  });

  test.each(['PAL-147', '2509675', '004501', '12–14 Main Street', 'শার্ট ৪৫ পিস', 'Café-12', '5-NOV', 'Men’s'])(
    'the text %j has no such warning',
    async (note) => {
      expect((await readCsv(csv(`PAL/1,5,${note}`))).warnings).toEqual([]);
    },
  );
});

describe('decimals that a format hides', () => {
  const amounts: ServiceDefinition = {
    ...readService,
    input: {
      kind: 'sheet',
      columns: [
        { name: 'value', required: true, ...money({ above: 0 }) },
        { name: 'pieces', required: true, ...integer() },
      ],
      naturalKey: (row) => Object.values(row).join('|'),
    },
  };
  const readAmounts = (value: CellObject, pieces = number(5)) => {
    const cells = { A1: text('value'), B1: text('pieces'), A2: value, B2: pieces };
    return read(amounts, 'rows.xlsx', workbook({ Data: cells }));
  };

  test('an amount that is shown rounded is read as shown, with a warning that names both', async () => {
    const { rows, warnings } = await readAmounts(number(61200.75, '#,##0'));
    expect(rows[0]?.data?.['value']).toBe('61201');
    expect(warnings).toEqual([
      {
        row: 1,
        column: 'value',
        problem: saying('shows 61,201 but holds 61200.75'),
        hint: saying('more decimals'),
      },
    ]);
  });

  test('decimals that the column does not take cause no warning', async () => {
    const { rows, warnings } = await readAmounts(number(61200.7549999, '0.00'), number(612.0004, '0'));
    expect(rows[0]?.data).toEqual({ value: '61200.75', pieces: '612' });
    expect(warnings).toEqual([]);
  });
});

describe('several sheets', () => {
  const sheet = (invoice: string) => ({ ...headings, A2: text(invoice), B2: number(5) });
  const large = (invoice: string) => {
    const notes = Array.from({ length: 3_000 }, (_, at) =>
      writtenRow(at + 2, [`${invoice}${at}`, 5, 'x'.repeat(500)]),
    );
    return writtenRow(1, ['invoice_no', 'quantity', 'note']) + notes.join('');
  };

  test('a visible sheet with the same headings that is not read is named in a warning', async () => {
    const other = { A1: text('Column'), B1: text('Rule') };
    const bytes = workbook(
      { Oct: sheet('PAL/1'), Nov: sheet('PAL/2'), Columns: other, Old: sheet('PAL/3') },
      'xlsx',
      (book) => {
        book.Workbook = { Sheets: [{}, {}, {}, { Hidden: 1 }] };
      },
    );
    const { rows, warnings } = await read(submitService, 'rows.xlsx', bytes);
    expect(rows.map(({ naturalKey }) => naturalKey)).toEqual(['PAL/1']);
    expect(warnings).toEqual([
      { row: 0, column: 'Row', problem: saying(/same headings: Nov\.$/), hint: saying('file of its own') },
    ]);
  });

  test('such a sheet is named too if the workbook is read in pieces', async () => {
    const bytes = writtenWorkbook({
      sheets: [
        { name: 'Oct', rows: large('PAL/1') },
        { name: 'Nov', rows: large('PAL/2') },
        { name: 'Notes', rows: writtenRow(1, ['Remember']) },
      ],
    });
    const { rows, warnings } = await read(submitService, 'rows.xlsx', bytes);
    expect(rows).toHaveLength(3_000);
    expect(warnings).toMatchObject([{ row: 0, problem: saying(/same headings: Nov\.$/) }]);
  });
});
