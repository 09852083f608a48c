/** Dates of a sheet are read as they are meant, or the preview says how they are read or why they are not certain. */
import { describe, expect, test } from 'vitest';
import { readUpload } from '#api/domain/jobs/intake/read-upload.ts';
import type { SheetEdit } from '#contracts/jobs/sheet-edits.ts';
import { isoDate, parseDate } from '#services/families/fields-dates.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { localFile } from '#tests/harness/local-file.ts';
import { saying } from '#tests/harness/saying.ts';
import { number, readService, text, today, workbook } from './uploads.ts';

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

async function readDates(lines: readonly string[], edits: SheetEdit[] = []) {
  const file = await localFile('rows.csv', ['invoice_no,invoice_date,bill_date', ...lines].join('\n'));
  return readUpload(dated, { file, today, edits });
}

describe('texts', () => {
  test.each([
    ['2026-11-02', '2026-11-02'],
    ['2026/11/2', '2026-11-02'],
    ['2026.11.02', '2026-11-02'],
    ['2026-11-02 00:00:00', '2026-11-02'],
    ['2026-11-02T00:00:00.000Z', '2026-11-02'],
    ['02/11/2026 12:00:00 AM', '2026-11-02'],
    ['02-11-2026 0:00', '2026-11-02'],
    ['02 / 11 / 2026', '2026-11-02'],
    ['02–11–2026', '2026-11-02'],
    ['০২/১১/২০২৬', '2026-11-02'],
    ['02-Nov-26', '2026-11-02'],
    ['2nd November, 2026', '2026-11-02'],
    ['02NOV2026', '2026-11-02'],
    ['2.Nov.2026', '2026-11-02'],
    ['Nov 2, 2026', '2026-11-02'],
    ['Monday, November 2, 2026', '2026-11-02'],
    ['46328', '2026-11-02'],
  ])('the date %j is read as %s', (cell, day) => {
    expect(parseDate(cell)).toBe(day);
  });

  test.each([
    '2/11/26',
    '26-Nov-05',
    '2026-11-02 18:00:00',
    '2026-11-01T18:00:00Z',
    '02/11/2026 14:30',
    '31/11/2026',
    '2026-13-02',
    '02112026',
    '20261102',
    'Nov 2026',
    'Nov-26',
  ])('the text %j is not read as a date', (cell) => {
    expect(parseDate(cell)).toBeNull();
  });
});

describe('dates with the month first', () => {
  const lines = ['PAL/1,11/25/2026,', 'PAL/2,11/2/2026,', 'PAL/3,5/5/2026,', 'PAL/4,2026-11-02,03/04/2026'];

  test('a date that has its month first makes the dates of the sheet that could be either a problem', async () => {
    const { problems, rows } = await readDates(lines);
    const isUncertain = {
      problem: saying('other dates of this sheet have the month first'),
      hint: saying('2026-11-02'),
    };
    expect(problems).toMatchObject([
      { row: 1, column: 'invoice_date', problem: 'This is not a date, day first.' },
      { row: 2, column: 'invoice_date', ...isUncertain },
      // One program has written all columns of the sheet.
      { row: 4, column: 'bill_date', ...isUncertain },
    ]);
    expect(rows.map(({ data }) => data?.['invoice_date'] ?? null)).toEqual([null, null, '2026-05-05', null]);
  });

  test('a column that shows that its days come first is read so, whatever another column shows', async () => {
    const { problems, rows } = await readDates([...lines, 'PAL/5,2026-11-02,25/04/2026']);
    expect(problems.map(({ row }) => row)).toEqual([1, 2]);
    expect(rows[3]?.data?.['bill_date']).toBe('2026-04-03');
  });

  test('a date with a time of midnight shows the order like any other', async () => {
    const { problems } = await readDates(['PAL/1,11/25/2026 0:00,', 'PAL/2,11/2/2026 0:00,']);
    expect(problems.map(({ row }) => row)).toEqual([1, 2]);
  });

  test('correcting the date that shows the order of a sheet does not make the others valid', async () => {
    const first = { heading: 'invoice_date', text: '2026-11-25', rowNumber: 1 };
    expect((await readDates(lines, [first])).problems).toMatchObject([{ row: 2 }, { row: 4 }]);
    const others = [
      { heading: 'invoice_date', text: '2026-11-02', rowNumber: 2 },
      { heading: 'bill_date', text: '2026-04-03', rowNumber: 4 },
    ];
    expect((await readDates(lines, [first, ...others])).problems).toEqual([]);
  });
});

describe('dates that could be either', () => {
  test('a sheet that does not show the order of its dates is read day first, and a warning says so', async () => {
    const { rows, problems, warnings } = await readDates(['PAL/1,2026-11-25,11/2/2026', 'PAL/2,3/4/2026,']);
    expect(problems).toEqual([]);
    expect(rows.map(({ data }) => data)).toMatchObject([
      { bill_date: '2026-02-11' },
      { invoice_date: '2026-04-03' },
    ]);
    expect(warnings).toEqual([
      {
        row: 1,
        column: 'bill_date',
        problem: saying(/day first: 11\/2\/2026 is 11 Feb/),
        hint: saying('2026-11-02'),
      },
    ]);
  });

  test('a sheet with a date that is possible only day first has no such warning', async () => {
    const { rows, problems, warnings } = await readDates(['PAL/1,25/11/2026,', 'PAL/2,11/2/2026,3/4/2026']);
    expect([problems, warnings]).toEqual([[], []]);
    expect(rows[1]?.data).toMatchObject({ invoice_date: '2026-02-11', bill_date: '2026-04-03' });
  });

  test('a number that is read as a day is a warning with that day', async () => {
    const { rows, warnings } = await readDates(['PAL/1,46328,', 'PAL/2,46329,']);
    expect(rows[0]?.data?.['invoice_date']).toBe('2026-11-02');
    expect(warnings).toMatchObject([{ row: 1, problem: saying(/46328 is 2 Nov/) }]);
  });
});

describe('dates of a workbook', () => {
  const day = (iso: string) => number(Date.parse(iso) / 86_400_000 + 25_569, 'm/d/yyyy');
  const cellsOf = (rows: readonly [unknown, unknown][]) =>
    Object.fromEntries([
      ['A1', text('invoice_no')],
      ['B1', text('invoice_date')],
      ['C1', text('bill_date')],
      ...rows.flatMap(([first, second], at) => [
        [`A${at + 2}`, text(`PAL/${at + 1}`)],
        [`B${at + 2}`, first],
        ...(second ? [[`C${at + 2}`, second]] : []),
      ]),
    ]);
  const readBook = async (rows: readonly [unknown, unknown][], edits: SheetEdit[] = [], date1904 = false) => {
    const bytes = workbook({ Data: cellsOf(rows) }, 'xlsx', (book) => {
      book.Workbook = { WBProps: { date1904 } };
    });
    return readUpload(dated, { file: await localFile('rows.xlsx', bytes), today, edits });
  };

  /** Excel with American settings has opened a file with 05/11/2026 and 13/11/2026. */
  const swapped = [
    [day('2026-05-11'), null],
    [text('13/11/2026'), null],
    [day('2026-11-11'), null],
  ] as [unknown, unknown][];

  test('a date that Excel may have read with day and month exchanged is a problem', async () => {
    const { problems } = await readBook(swapped);
    expect(problems).toEqual([
      {
        row: 1,
        column: 'invoice_date',
        problem: saying('Day and month of this date may be exchanged'),
        hint: saying('02-NOV-2026'),
      },
    ]);
  });

  test('a date that may be exchanged is accepted once its month is written as a name', async () => {
    const written = { heading: 'invoice_date', text: '05-NOV-2026', rowNumber: 1 };
    const { problems, rows } = await readBook(swapped, [written]);
    expect(problems).toEqual([]);
    expect(rows[0]?.data?.['invoice_date']).toBe('2026-11-05');
  });

  test('a date in another column of such a sheet may be exchanged too', async () => {
    const { problems } = await readBook([
      [text('13/11/2026'), day('2026-05-11')],
      [text('14/11/2026'), null],
    ]);
    expect(problems).toMatchObject([{ row: 1, column: 'bill_date' }]);
  });

  test('a column with a date after the 12th has been read by Excel as it is meant', async () => {
    const { problems, rows } = await readBook([
      [day('2026-11-05'), null],
      [day('2026-11-25'), null],
      [text('13/11/2026'), null],
    ]);
    expect(problems).toEqual([]);
    expect(rows[0]?.data?.['invoice_date']).toBe('2026-11-05');
  });

  test('a number without a date format is not read as a day if the workbook counts days from 1904', async () => {
    const cells = [[number(44866), number(44866, 'dd/mm/yyyy')]] as [unknown, unknown][];
    const { problems, rows } = await readBook(cells, [], true);
    expect(rows[0]?.source).toMatchObject({ bill_date: '2026-11-02' });
    expect(problems).toMatchObject([{ row: 1, column: 'invoice_date', problem: saying('from 1904') }]);
  });
});
