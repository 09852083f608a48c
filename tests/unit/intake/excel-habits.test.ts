/** What Excel leaves in sheets without its user noticing: errors, dates with the month first, and hidden rows. */
import { describe, expect, test } from 'vitest';
import { readUpload } from '#api/domain/jobs/intake/read-upload.ts';
import type { SheetEdit } from '#contracts/jobs/sheet-edits.ts';
import { isoDate } from '#services/families/fields-dates.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { localFile } from '#tests/harness/local-file.ts';
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
  today,
  withHiddenRows,
  workbook,
} from './uploads.ts';

const csv = (...lines: string[]): string => ['invoice_no,quantity,note', ...lines].join('\n');

describe('errors of a spreadsheet', () => {
  test.each(['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NUM!', '#NULL!', '#SPILL!', ' #n/a '])(
    'a cell with the error %j is a problem of its row',
    async (error) => {
      const { rows, problems } = await readCsv(csv(`PAL/1,5,${error}`, 'PAL/2,5,Box #N/A'));
      expect(problems.map(({ row, column, problem }) => [row, column, problem])).toEqual([
        [1, 'note', 'This cell has an error of the spreadsheet, not a value.'],
      ]);
      expect(rows.map(({ data }) => data !== null)).toEqual([false, true]);
    },
  );

  test('an error cell of a workbook is a problem, and is shown as Excel shows it', async () => {
    const cells = { ...headings, A2: text('PAL/1'), B2: number(5), C2: { t: 'e', v: 42 } as const };
    const { rows, problems } = await read(readService, 'rows.xlsx', workbook({ Data: cells }));
    expect(rows[0]).toMatchObject({ data: null, source: { note: '#N/A' } });
    expect(problems).toMatchObject([{ row: 1, column: 'note' }]);
  });
});

describe('dates', () => {
  const { input } = readService;
  if (input.kind !== 'sheet') throw new Error('The service of these tests reads sheets.');
  const [invoiceNo] = input.columns;
  const dated: ServiceDefinition = {
    ...readService,
    input: {
      kind: 'sheet',
      columns: [
        invoiceNo!,
        { name: 'invoice_date', required: true, ...isoDate() },
        { name: 'bill_date', required: false, ...isoDate() },
      ],
      naturalKey: (row) => row['invoice_no'] ?? '',
    },
  };
  const readDates = async (lines: readonly string[], edits: SheetEdit[] = []) => {
    const file = await localFile('rows.csv', ['invoice_no,invoice_date,bill_date', ...lines].join('\n'));
    return readUpload(dated, { file, today, edits });
  };
  const lines = ['PAL/1,11/25/2026,', 'PAL/2,11/2/2026,', 'PAL/3,5/5/2026,', 'PAL/4,2026-11-02,03/04/2026'];

  test('a column with a date that has its month first makes the dates that could be either a problem', async () => {
    const { problems, rows } = await readDates(lines);
    expect(problems).toMatchObject([
      { row: 1, column: 'invoice_date', problem: 'This is not a date, day first.' },
      {
        row: 2,
        column: 'invoice_date',
        problem: saying('other dates of this column have the month first'),
        hint: saying('2026-11-02'),
      },
    ]);
    expect(rows.map(({ data }) => data?.['invoice_date'] ?? null)).toEqual([
      null,
      null,
      '2026-05-05',
      '2026-11-02',
    ]);
    // The other column has no such proof.
    expect(rows[3]?.data?.['bill_date']).toBe('2026-04-03');
  });

  test('correcting the date that shows the order of a column does not make the others valid', async () => {
    const first = { heading: 'invoice_date', text: '2026-11-25', rowNumber: 1 };
    expect((await readDates(lines, [first])).problems).toMatchObject([{ row: 2 }]);
    const second = { heading: 'invoice_date', text: '2026-11-02', rowNumber: 2 };
    expect((await readDates(lines, [first, second])).problems).toEqual([]);
  });

  test('a column without a date that has its month first is read day first', async () => {
    const { rows, problems } = await readDates(['PAL/1,25/11/2026,', 'PAL/2,11/2/2026,']);
    expect(problems).toEqual([]);
    expect(rows[1]?.data?.['invoice_date']).toBe('2026-02-11');
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
