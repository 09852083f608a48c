/** Result sheets say how every row ended, execute nothing when opened, and keep every digit. */
import * as xlsx from '@e965/xlsx';
import * as fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { writeFailedRowsCsv, writeResultCsv } from '#activities/results/csv.ts';
import { keyColumnsOf } from '#activities/results/key-columns.ts';
import { writeResultWorkbook } from '#activities/results/workbook.ts';
import { cleanCell, guardCell } from '#api/domain/jobs/intake/cells.ts';
import { pdfService, read, readService, submitService } from '#tests/unit/intake/uploads.ts';
import { jobResult, resultRow } from './jobs.ts';

const headings = [
  'row_no',
  'invoice_no',
  'quantity',
  'note',
  'status',
  'portal_reference',
  'message',
  'attempts',
  'processed_at',
  'document_file',
  'exp_no',
  'fob_value',
];
const dangers = ['=cmd|x!A1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1'];

const job = jobResult([
  resultRow(1, {
    portalReference: '260326110123456',
    documents: [{ name: 'a.pdf' }, { name: 'b.pdf' }],
    values: { exp_no: '004501', fob_value: -61500.5 },
  }),
  resultRow(2, {
    data: null,
    outcome: 'INPUT_INVALID',
    message: '=HYPERLINK("x")',
    processedAt: null,
    attempts: 0,
  }),
  resultRow(3, { outcome: 'NOT_FOUND', message: 'কোনো তথ্য নেই' }),
]);

async function openWorkbook(bytes: Promise<Uint8Array>): Promise<xlsx.WorkBook> {
  return xlsx.read(await bytes);
}
const cellsOf = (book: xlsx.WorkBook, name: string): unknown[][] =>
  xlsx.utils.sheet_to_json(book.Sheets[name]!, { header: 1, raw: true, defval: null });
const parseCsv = (bytes: Uint8Array | null): string[][] =>
  Papa.parse<string[]>(
    Buffer.from(bytes ?? [])
      .toString('utf8')
      .replace('\uFEFF', ''),
    { skipEmptyLines: true },
  ).data;

describe('the result workbook', () => {
  test("the result workbook has every row with the fixed, the customer's and the service's columns", async () => {
    const book = await openWorkbook(writeResultWorkbook(job));
    expect(book.SheetNames).toEqual(['Result', 'Summary']);
    const time = '2026-11-22T00:30:00+06:00';
    expect(cellsOf(book, 'Result')).toEqual([
      headings,
      [
        1,
        'PAL/1',
        '5',
        null,
        'SUCCESS',
        '260326110123456',
        null,
        1,
        time,
        'a.pdf; b.pdf',
        '004501',
        -61500.5,
      ],
      [2, 'PAL/2', '5', null, 'INPUT_INVALID', null, '\'=HYPERLINK("x")', 0, null, null, null, null],
      [3, 'PAL/3', '5', null, 'NOT_FOUND', null, 'কোনো তথ্য নেই', 1, time, null, null, null],
    ]);
  });

  test('the result workbook summarises the job', async () => {
    const book = await openWorkbook(writeResultWorkbook({ ...job, fileName: '=rows.csv' }));
    expect(cellsOf(book, 'Summary')).toEqual([
      ['Job', job.jobId],
      ['Service', 'Test service'],
      ['File', "'=rows.csv"],
      ['Rows', 3],
      ['SUCCESS', 1],
      ['INPUT_INVALID', 1],
      ['NOT_FOUND', 1],
      ['Credits charged', 1.5],
      ['Credits returned', 0.5],
    ]);
  });

  test('the summary names the bank of the claims where there are several', async () => {
    const book = await openWorkbook(writeResultWorkbook({ ...job, bank: 'Delta Bank' }));
    expect(cellsOf(book, 'Summary')).toContainEqual(['Bank', 'Delta Bank']);
  });

  test.each(dangers)('the workbook cell %j is not a formula [no-formula]', async (danger) => {
    const rows = [resultRow(1, { message: danger, values: { exp_no: danger } })];
    const sheet = (await openWorkbook(writeResultWorkbook(jobResult(rows)))).Sheets['Result']!;
    for (const address of ['G2', 'K2']) {
      const cell = sheet[address] as xlsx.CellObject;
      expect([cell.t, cell.f, String(cell.v).startsWith("'")]).toEqual(['s', undefined, true]);
    }
  });

  test.each(['constructor', 'toString', '__proto__'])(
    'the workbook stores the text %s, which every object has as a name',
    async (text) => {
      const rows = [resultRow(1, { message: text, values: { exp_no: text } })];
      const cells = cellsOf(await openWorkbook(writeResultWorkbook(jobResult(rows))), 'Result');
      expect(cells[1]?.filter((cell) => String(cell).trim() === text)).toHaveLength(2);
    },
  );

  test('a text that Excel would read as the number of a character stays as it is', async () => {
    const rows = [resultRow(1, { message: 'scan_x0041_1.pdf', values: { exp_no: '_x000d_' } })];
    const cells = cellsOf(await openWorkbook(writeResultWorkbook(jobResult(rows))), 'Result');
    expect(cells[1]).toEqual(expect.arrayContaining(['scan_x0041_1.pdf', '_x000d_']));
  });

  test('text that no workbook can store is cut or cleaned', async () => {
    const rows = [resultRow(1, { message: `a\u0000\u001Fb${'x'.repeat(40_000)}` })];
    const sheet = (await openWorkbook(writeResultWorkbook(jobResult(rows)))).Sheets['Result']!;
    const message = String((sheet['G2'] as xlsx.CellObject).v);
    expect([message.slice(0, 3), message.length]).toEqual(['abx', 32_767]);
  });

  test('a job without rows still has its headings', async () => {
    expect(cellsOf(await openWorkbook(writeResultWorkbook(jobResult([]))), 'Result')).toEqual([headings]);
  });
});

test('an additional sheet with more lines than a spreadsheet shows continues on the next one', async () => {
  const events = Array.from({ length: 5 }, (_, index) => ({ event: `event ${index + 1}` }));
  const rows = [resultRow(1, { sheets: { Events: events } })];
  const long = jobResult(rows, { outputSheets: { Events: ['event'] } });
  const book = await openWorkbook(writeResultWorkbook(long, { sheetRowsMax: 3 }));
  expect(book.SheetNames).toEqual(['Result', 'Events', 'Events 2', 'Events 3', 'Summary']);
  expect(['Events', 'Events 2', 'Events 3'].map((name) => cellsOf(book, name))).toEqual([
    [
      ['row_no', 'event'],
      [1, 'event 1'],
      [1, 'event 2'],
    ],
    [
      ['row_no', 'event'],
      [1, 'event 3'],
      [1, 'event 4'],
    ],
    [
      ['row_no', 'event'],
      [1, 'event 5'],
    ],
  ]);
});

test('an additional sheet has every line with its row number and contains no formula', async () => {
  const events = [
    { event: 'LOAD', time: '2026-11-08T10:00' },
    { event: '=1', time: null },
  ];
  const tracked = jobResult([resultRow(1), resultRow(2, { sheets: { Events: events } })], {
    outputSheets: { Events: ['event', 'time'] },
  });
  const book = await openWorkbook(writeResultWorkbook(tracked));
  expect(book.SheetNames).toEqual(['Result', 'Events', 'Summary']);
  expect(cellsOf(book, 'Events')).toEqual([
    ['row_no', 'event', 'time'],
    [2, 'LOAD', '2026-11-08T10:00'],
    [2, "'=1", null],
  ]);
});

describe('the result CSV', () => {
  test("the result CSV has the workbook's cells after a byte order mark", async () => {
    const bytes = writeResultCsv(job);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const book = await openWorkbook(writeResultWorkbook(job));
    const asText = cellsOf(book, 'Result').map((row) =>
      row.map((cell) => (cell === null ? '' : String(cell))),
    );
    expect(parseCsv(bytes)).toEqual(asText);
  });

  test.each(dangers)('the CSV cell %j is not a formula', (danger) => {
    const [, cells = []] = parseCsv(writeResultCsv(jobResult([resultRow(1, { message: danger })])));
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    expect(cells[6]).toBe(`'${danger}`);
  });
});

describe('the failed rows', () => {
  test('the failed rows are the unsuccessful ones as they were uploaded, with code and reason', () => {
    const rows = [
      resultRow(1),
      resultRow(2, { outcome: 'ALREADY_DONE' }),
      resultRow(3, { outcome: 'TIMEOUT', message: 'No answer.', data: null }),
      resultRow(4, { outcome: 'NOT_FOUND', source: { 'Inv No': '00', quantity: '-5' } }),
    ];
    expect(parseCsv(writeFailedRowsCsv(['Inv No', 'quantity'], rows))).toEqual([
      ['Inv No', 'quantity', 'error_code', 'error_message'],
      ['PAL/3', '5', 'TIMEOUT', 'No answer.'],
      ['00', "'-5", 'NOT_FOUND', ''],
    ]);
  });

  test('the file of failed rows does not exist if every row succeeded', () => {
    expect(writeFailedRowsCsv(['Inv No'], [resultRow(1)])).toBeNull();
  });

  test('the failed rows can be uploaded unchanged again and again', async () => {
    const uploaded = `Buyer,Inv No,,quantity,note\n"Nordic, ""SE""",PAL/1,x,5,'=SUM(A1)\nএকতা,bad,,many,"two\nlines"\n-x,PAL/3,,6,@home\n`;
    const first = await read(readService, 'rows.csv', uploaded);
    let again = first;
    for (let round = 0; round < 2; round += 1) {
      const rows = again.rows.map((row) =>
        resultRow(row.rowNumber, {
          source: row.source,
          data: row.data,
          outcome: 'TIMEOUT',
          message: '=late, "very"',
        }),
      );
      const bytes = writeFailedRowsCsv(again.headers, rows);
      again = await read(readService, 'failed_rows.csv', bytes!);
      expect(again).toEqual(first);
    }
    expect(first.rows[0]?.data).toMatchObject({ invoice_no: 'PAL/1', note: '=SUM(A1)' });
    expect(first.rows[2]?.source).toMatchObject({ Buyer: '-x', note: '@home' });
  });

  test('the failed rows of a filing are only the rows that were not filed', async () => {
    const { headers, rows } = await read(
      submitService,
      'rows.csv',
      'invoice_no,quantity\nPAL/1,5\nPAL/2,6\nPAL/1,7\n',
    );
    const ended = rows.map(({ rowNumber, source, data }) =>
      resultRow(rowNumber, { source, data, outcome: data ? 'SUCCESS' : 'INPUT_INVALID' }),
    );
    const again = await read(submitService, 'failed_rows.csv', writeFailedRowsCsv(headers, ended)!);
    expect(again.rows.map(({ source }) => source['quantity'])).toEqual(['7']);
  });
});

test('a guarded cell starts no formula, and reading it gives the original cell', () => {
  const starts = fc.constantFrom('', '=', '+', '-', '@', '\t', '\r', '＝', "'", "'=", "''");
  fc.assert(
    fc.property(starts, fc.string({ unit: 'binary' }), (start, rest) => {
      const cell = cleanCell(start + rest);
      const guarded = guardCell(cell);
      expect(guarded).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
      expect(cleanCell(guarded)).toBe(cell);
    }),
  );
});

describe('the columns that name a row', () => {
  test("the key columns are the service's columns, found by their headings in the file", () => {
    expect(keyColumnsOf(readService, ['Buyer', 'Inv-No', 'QUANTITY'])).toEqual([
      { name: 'invoice_no', header: 'Inv-No' },
      { name: 'quantity', header: 'QUANTITY' },
      { name: 'note', header: null },
    ]);
  });

  test('the key column of a service whose rows are files is the file name', () => {
    expect(keyColumnsOf(pdfService, ['file_name'])).toEqual([{ name: 'file_name', header: 'file_name' }]);
  });
});
