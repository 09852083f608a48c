/** The services and files that the intake tests use. */
import * as xlsx from '@e965/xlsx';
import { z } from 'zod';
import { asIssue } from '#contracts/messages/cell-issue.ts';
import { quote } from '#contracts/messages/message.ts';
import { readUpload } from '#api/domain/jobs/intake/read-upload.ts';
import type { Intake } from '#api/domain/jobs/intake/types.ts';
import { DomainError } from '#contracts/errors.ts';
import { sheetExtensions, type ServiceDefinition, type SheetInput } from '#services/contract.ts';
import { localFile } from '#tests/harness/local-file.ts';
import { rawZip, type RawEntry } from './raw-zip.ts';

export const today = new Date('2026-11-21T06:00:00Z');

const described = {
  id: 'test-service',
  name: 'Test service',
  description: 'Takes part in tests. Runs nothing.',
  category: 'Tracking Services',
  icon: 'box',
  features: [],
  bengali: { name: 'পরীক্ষার সেবা', description: 'পরীক্ষায় অংশ নেয়।', features: [] },
  defaultCostHundredths: 100,
  position: 1,
  portal: null,
  credentials: null,
  references: null,
} as const;

const input: SheetInput = {
  kind: 'sheet',
  columns: [
    {
      name: 'invoice_no',
      aliases: ['invoice', 'inv no'],
      required: true,
      schema: z
        .string()
        .regex(/^[A-Z]+\/\d+$/i, asIssue(quote('The invoice number is not letters, a slash and digits.'))),
      hint: quote('Letters, a slash and digits: PAL/147.'),
    },
    {
      name: 'quantity',
      required: true,
      schema: z.string().regex(/^\d+$/, asIssue(quote('Not a number.'))),
      hint: quote('A whole number: 12.'),
    },
    { name: 'note', required: false, schema: z.string(), hint: quote('Any text.') },
  ],
  complete: (row, moment) => ({ note: `read ${moment.toISOString().slice(0, 10)}`, ...row }),
  naturalKey: (row) => `${row['invoice_no']}`,
};

export const readService: ServiceDefinition = {
  ...described,
  acceptedExtensions: sheetExtensions,
  input,
  effect: 'read',
};
export const submitService: ServiceDefinition = { ...readService, effect: 'submit' };
export const pdfService: ServiceDefinition = {
  ...described,
  acceptedExtensions: ['.pdf', '.zip'],
  input: { kind: 'pdf' },
  effect: 'read',
};

export async function read(
  service: ServiceDefinition,
  name: string,
  content: Uint8Array | string,
): Promise<Intake> {
  return readUpload(service, { file: await localFile(name, content), today });
}

export const readCsv = (content: Uint8Array | string): Promise<Intake> =>
  read(readService, 'rows.csv', content);

/** The refusal's code and sentence. */
export async function refusal(reading: Promise<unknown>): Promise<{ code: string; message: string }> {
  const outcome: unknown = await reading.then(
    () => 'was taken',
    (error: unknown) => error,
  );
  if (!(outcome instanceof DomainError))
    throw new Error(`Expected a refusal, but the file ${String(outcome)}`);
  return { code: outcome.code, message: outcome.message };
}

type Cells = Record<string, xlsx.CellObject>;

/** A workbook with one sheet per entry; cells are given by address. */
export function workbook(
  sheets: Record<string, Cells>,
  bookType: 'xlsx' | 'biff8' = 'xlsx',
  change: (book: xlsx.WorkBook) => void = () => undefined,
): Buffer {
  const book = xlsx.utils.book_new();
  for (const [name, cells] of Object.entries(sheets)) {
    const sheet: xlsx.WorkSheet = { ...cells, '!ref': 'A1:AZ50' };
    xlsx.utils.book_append_sheet(book, sheet, name);
  }
  change(book);
  return Buffer.from(xlsx.write(book, { type: 'buffer', bookType }) as Uint8Array);
}

const BEGIN_OF_SHEET = 0x0809;
const DIMENSIONS = 0x0200;
const ROW = 0x0208;
const RECORD_HEADER_BYTES = 4;
const HIDDEN = 0x20;

/** Hides rows, counted from 1, of a workbook of the old format with one sheet, which the writer of workbooks cannot. */
export function withHiddenRows(xls: Buffer, rows: readonly number[]): Buffer {
  const file = xlsx.CFB.read(xls, { type: 'buffer' });
  const stream = xlsx.CFB.find(file, 'Workbook');
  if (!stream) throw new Error('This is no workbook of the old format.');
  const records = Buffer.from(stream.content as Uint8Array);
  const isSheet = (place: number): boolean =>
    records.readUInt16LE(place) === BEGIN_OF_SHEET && records.readUInt16LE(place + 6) === 0x10;
  let inSheet = false;
  for (let place = 0; place < records.length;) {
    inSheet ||= isSheet(place);
    const isDimensions = inSheet && records.readUInt16LE(place) === DIMENSIONS;
    place += RECORD_HEADER_BYTES + records.readUInt16LE(place + 2);
    if (!isDimensions) continue;
    const parts = [records.subarray(0, place), ...rows.map(hiddenRow), records.subarray(place)];
    stream.content = Buffer.concat(parts);
    stream.size = stream.content.length;
    return Buffer.from(xlsx.CFB.write(file, { type: 'buffer' }) as Uint8Array);
  }
  throw new Error('The workbook has no sheet.');
}

function hiddenRow(row: number): Buffer {
  const record = Buffer.alloc(RECORD_HEADER_BYTES + 16);
  record.writeUInt16LE(ROW, 0);
  record.writeUInt16LE(16, 2);
  record.writeUInt16LE(row - 1, RECORD_HEADER_BYTES);
  record.writeUInt8(HIDDEN, RECORD_HEADER_BYTES + 12);
  return record;
}

export const text = (v: string): xlsx.CellObject => ({ t: 's', v });
export const number = (v: number, z?: string): xlsx.CellObject => ({ t: 'n', v, ...(z ? { z } : {}) });
export const headings: Cells = { A1: text('invoice_no'), B1: text('quantity'), C1: text('note') };

const contentTypes = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`;
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (type: string, target: string): string =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${officeRelations}/${type}" Target="${target}"/></Relationships>`;

/** A workbook around a hand-written sheet, for what no spreadsheet program writes. */
export function rawWorkbook(sheetXml: string | Buffer, more: RawEntry[] = []): Buffer {
  return rawZip([
    { name: '[Content_Types].xml', data: contentTypes },
    { name: '_rels/.rels', data: relations('officeDocument', 'xl/workbook.xml') },
    {
      name: 'xl/workbook.xml',
      data: `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${officeRelations}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', data: relations('worksheet', 'worksheets/sheet1.xml') },
    { name: 'xl/worksheets/sheet1.xml', data: sheetXml },
    ...more,
  ]);
}

export const sheetXml = (rows: string): string =>
  `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
export const inlineCell = (address: string, content: string): string =>
  `<c r="${address}" t="inlineStr"><is><t>${content}</t></is></c>`;
export const headingRow = `<row r="1">${inlineCell('A1', 'invoice_no')}${inlineCell('B1', 'quantity')}</row>`;
