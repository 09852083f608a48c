/** Files that cannot be accepted are refused with a sentence that says why, before anything is paid. */
import * as xlsx from '@e965/xlsx';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { limits } from '#contracts/limits.ts';
import { rawZip } from './raw-zip.ts';
import {
  headingRow,
  headings,
  number,
  rawWorkbook,
  read,
  readCsv,
  readService,
  refusal,
  sheetXml,
  text,
  workbook,
} from './uploads.ts';

const csv = 'invoice_no,quantity\nPAL/1,5\n';
const goodWorkbook = workbook({ Data: { ...headings, A2: text('PAL/1'), B2: number(5) } });
const goodXls = workbook({ Data: { ...headings, A2: text('PAL/1'), B2: number(5) } }, 'biff8');
const unreadable = (message: RegExp) => ({
  code: 'FILE_UNREADABLE',
  message: expect.stringMatching(message),
});
const refusalCode = (error: unknown): unknown => (error as { code?: unknown }).code;
const refusedXlsx = (bytes: Uint8Array) => refusal(read(readService, 'rows.xlsx', bytes));

describe('by name and size', () => {
  test.each(['rows.pdf', 'rows.zip', 'rows.exe', 'rows', 'rows.csv.exe', '.csv/rows', ''])(
    'the file %j is refused for its extension',
    async (name) => {
      expect(await refusal(read(readService, name, csv))).toEqual({
        code: 'INVALID_FILE_TYPE',
        message: 'Invalid file type. Accepted formats: .csv, .xlsx, .xls',
      });
    },
  );

  test('a file of one byte more than 50 MB is too large [file-too-large]', async () => {
    const bytes = Buffer.alloc(limits.uploadBytesMax + 1, 'a');
    expect(await refusal(read(readService, 'rows.csv', bytes))).toEqual({
      code: 'FILE_TOO_LARGE',
      message: 'File size must be less than 50MB',
    });
  });

  test('an extension is accepted in upper and lower case', async () => {
    expect((await read(readService, 'ROWS.CSV', csv)).rows).toHaveLength(1);
  });
});

describe('by content', () => {
  test.each([
    ['rows.csv', Buffer.alloc(0), /^The file is empty\.$/],
    ['rows.xlsx', Buffer.alloc(0), /^The file is empty\.$/],
    ['rows.csv', Buffer.from('%PDF-1.7\n…'), /named \.csv but it is a PDF/],
    ['rows.csv', goodWorkbook, /named \.csv but it is an Excel workbook \(\.xlsx\)/],
    ['rows.csv', goodXls, /named \.csv but it is an Excel workbook of the old kind/],
    ['rows.xlsx', goodXls, /named \.xlsx but it is an Excel workbook of the old kind/],
    ['rows.xls', goodWorkbook, /named \.xls but it is an Excel workbook \(\.xlsx\)/],
    ['rows.xlsx', Buffer.from(csv), /named \.xlsx but it is a plain text file/],
    ['rows.xls', Buffer.from('<html><table><tr><td>invoice_no</table>'), /named \.xls but it is a web page/],
    ['rows.xls', Buffer.from('\uFEFF\r\n<!DOCTYPE html><body>'), /it is a web page/],
    ['rows.csv', Buffer.from('<?xml version="1.0"?><a/>'), /it is an XML file/],
    ['rows.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]), /it is a picture/],
    ['rows.csv', Buffer.from([0x1f, 0x8b, 8, 0]), /it is a packed archive/],
    ['rows.csv', deflateSync(Buffer.alloc(4096, 'chalan')), /binary data/],
    ['rows.csv', Buffer.from(`${csv}PAL/2,\u00005\n`), /binary data/],
  ])('the file %s is refused if its content does not fit its name', async (name, bytes, message) => {
    expect(await refusal(read(readService, name, bytes))).toEqual(unreadable(message));
  });

  test('a ZIP file without a sheet is not a workbook [not-a-workbook]', async () => {
    const bytes = rawZip([{ name: 'word/document.xml', data: '<w/>' }]);
    expect(await refusedXlsx(bytes)).toEqual(unreadable(/ZIP file but not an Excel workbook/));
  });

  test('a damaged workbook is refused, wherever it is cut off', async () => {
    for (const share of [0.1, 0.5, 0.9, 0.99]) {
      const cut = goodWorkbook.subarray(0, Math.floor(goodWorkbook.byteLength * share));
      expect(await refusedXlsx(cut)).toEqual(unreadable(/damaged/));
    }
    expect(await refusal(read(readService, 'rows.xls', goodXls.subarray(0, 700)))).toEqual(
      unreadable(/damaged/),
    );
  });

  test('a workbook whose bytes were changed is refused', async () => {
    const entries = rawWorkbook(sheetXml(headingRow), [
      { name: 'xl/styles.xml', data: '<a/>', claimedCrc32: 1 },
    ]);
    expect(await refusedXlsx(entries)).toEqual(unreadable(/damaged/));
  });
});

describe('protected by a password', () => {
  test('a workbook with a password is refused as protected, as .xlsx and as .xls', async () => {
    const container = xlsx.CFB.utils.cfb_new();
    xlsx.CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.alloc(64));
    xlsx.CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.alloc(8192, 7));
    const bytes = Buffer.from(xlsx.CFB.write(container, { type: 'buffer' }));
    expect(await refusedXlsx(bytes)).toEqual(unreadable(/protected by a password/));
    expect(await refusal(read(readService, 'rows.xls', bytes))).toEqual(
      unreadable(/protected by a password/),
    );
  });

  test('an .xls with an encrypted stream is refused as protected', async () => {
    const container = xlsx.CFB.read(goodXls, { type: 'buffer' });
    const stream = xlsx.CFB.find(container, '/Workbook');
    const content = Buffer.from(stream.content);
    const afterBof = 4 + content.readUInt16LE(2);
    const filePass = Buffer.from([0x2f, 0, 6, 0, 0, 0, 0x12, 0x34, 0x56, 0x78]);
    stream.content = Buffer.concat([content.subarray(0, afterBof), filePass, content.subarray(afterBof)]);
    stream.size = stream.content.length;
    const bytes = Buffer.from(xlsx.CFB.write(container, { type: 'buffer' }));
    expect(await refusal(read(readService, 'rows.xls', bytes))).toEqual(
      unreadable(/protected by a password/),
    );
  });

  test('a ZIP file with encrypted parts is refused as protected', async () => {
    const bytes = rawZip([{ name: 'xl/worksheets/sheet1.xml', data: 'x', flags: 1 }]);
    expect(await refusedXlsx(bytes)).toEqual(unreadable(/protected by a password/));
  });
});

describe('too much of it', () => {
  test('a sheet of 10,001 rows is refused with the limit, and one of 10,000 is accepted', async () => {
    const rows = Array.from({ length: 10_001 }, (_, index) => `PAL/${index},1`);
    expect(await refusal(readCsv(['invoice_no,quantity', ...rows].join('\n')))).toEqual({
      code: 'TOO_MANY_ROWS',
      message: 'The file has more than 10,000 rows. Split it into files of at most 10,000 rows each.',
    });
    expect((await readCsv(['invoice_no,quantity', ...rows.slice(1)].join('\n'))).rows).toHaveLength(10_000);
  });

  test('a workbook of 10,001 rows is refused', async () => {
    const rows = Array.from(
      { length: 10_001 },
      (_, index) => `<row r="${index + 2}"><c r="A${index + 2}"><v>${index}</v></c></row>`,
    );
    expect((await refusedXlsx(rawWorkbook(sheetXml(headingRow + rows.join(''))))).code).toBe('TOO_MANY_ROWS');
  });

  test('a hundred thousand blank lines are refused, and a thousand are accepted', async () => {
    expect(await refusal(readCsv(`${csv}${'\n'.repeat(limits.sheetLinesMax)}`))).toEqual(
      unreadable(/too many blank lines/),
    );
    expect((await readCsv(`${'\n'.repeat(1_000)}${csv}`)).rows).toHaveLength(1);
  });

  test('files beyond the bound of the queue are refused, and the others are read [too-many-files-at-once]', async () => {
    const together = limits.sheetReadersMax + limits.sheetReadersWaitingMax;
    const reading = Array.from({ length: together + 3 }, () =>
      readCsv(csv).then(({ rows }) => rows.length, refusalCode),
    );
    const outcomes = await Promise.all(reading);
    expect(outcomes.filter((outcome) => outcome === 1)).toHaveLength(together);
    expect(outcomes.filter((outcome) => outcome === 'UNAVAILABLE')).toHaveLength(3);
    expect((await readCsv(csv)).rows).toHaveLength(1);
  });

  test('a sheet with a million columns is refused', async () => {
    const wide = Array.from({ length: 2 ** 20 }, (_, index) => `c${index}`).join(',');
    expect(await refusal(readCsv(`${wide}\n1\n`))).toEqual(
      unreadable(/first line of the file is far too long/),
    );
    expect(await refusal(readCsv(`${csv}${','.repeat(2 ** 20)}x\n`))).toEqual(
      unreadable(/more than 200 columns/),
    );
  });

  test('a sheet with 201 columns is refused, and one with 200 is accepted', async () => {
    const wide = Array.from({ length: limits.columnsMax - 2 }, (_, index) => `c${index}`).join(',');
    expect((await readCsv(`invoice_no,quantity,${wide}\nPAL/1,5\n`)).headers).toHaveLength(limits.columnsMax);
    expect(await refusal(readCsv(`invoice_no,quantity,${wide},one\nPAL/1,5\n`))).toEqual(
      unreadable(/more than 200 columns/),
    );
  });
});

describe('by headings', () => {
  test('missing columns are all named in one sentence', async () => {
    expect(await refusal(readCsv('note,other\na,b\n'))).toEqual(
      unreadable(/^The sheet lacks the columns invoice_no, quantity\. Add them to the first row/),
    );
    expect(await refusal(readCsv('quantity\n1\n'))).toEqual(unreadable(/lacks the column invoice_no\./));
  });

  test('a sheet without required columns is refused with its own first headings and all required ones', async () => {
    const needed = 'This service needs: invoice_no, quantity\\.$';
    expect(await refusal(readCsv('note,other\na,b\n'))).toEqual(
      unreadable(new RegExp(`Its first row has: note, other\\. ${needed}`)),
    );
    const many = Array.from({ length: 30 }, (_, index) => `c${index + 1}`).join(',');
    expect(await refusal(readCsv(`${many}\n1\n`))).toEqual(
      unreadable(new RegExp(`has: c1, c2, .*c12, …\\. ${needed}`)),
    );
  });

  test('equal headings are refused, however they are spelled', async () => {
    expect(await refusal(readCsv('invoice_no,quantity,Invoice No\nPAL/1,1,PAL/2\n'))).toEqual(
      unreadable(/"Invoice No" appears twice in the sheet/),
    );
    expect(await refusal(readCsv('invoice_no,quantity,extra,EXTRA\nPAL/1,1,a,b\n'))).toEqual(
      unreadable(/"EXTRA" appears/),
    );
  });

  test('two headings for one column are refused', async () => {
    expect(await refusal(readCsv('invoice_no,quantity,Inv-No\nPAL/1,1,PAL/2\n'))).toEqual(
      unreadable(/"invoice_no" and "Inv-No" both mean invoice_no/),
    );
  });

  test('a heading of more than 200 characters is refused', async () => {
    expect(await refusal(readCsv(`invoice_no,quantity,${'x'.repeat(201)}\nPAL/1,1,a\n`))).toEqual(
      unreadable(/heading of column 3 is longer than 200 characters/),
    );
  });

  test.each(['invoice_no,quantity\n', 'invoice_no,quantity\n\n , \n'])(
    'the sheet %j is refused because it has no rows',
    async (content) => {
      expect(await refusal(readCsv(content))).toEqual(unreadable(/no rows below its headings/));
    },
  );

  test.each(['\n\n', ' , ,\n'])('the sheet %j is refused because it is empty', async (content) => {
    expect((await refusal(readCsv(content))).code).toBe('FILE_UNREADABLE');
  });

  test('an empty workbook is refused because it has no rows', async () => {
    expect(await refusedXlsx(workbook({ One: {}, Two: {} }))).toEqual(
      unreadable(/no rows below its headings/),
    );
  });

  test('a quotation mark that is never closed is reported with its line', async () => {
    expect(await refusal(readCsv(`${csv}"PAL/2,5\nPAL/3,6\n`))).toEqual(
      unreadable(/quotation mark in line 3/),
    );
  });
});
