/** A malicious workbook costs the API next to nothing and is refused with a sentence. */
import { expect, test } from 'vitest';
import { MIB } from '#contracts/byte-sizes.ts';
import { limits } from '#contracts/limits.ts';
import { rawZip } from './raw-zip.ts';
import { headingRow, inlineCell, rawWorkbook, read, readService, refusal, sheetXml } from './uploads.ts';

const unreadable = (message: RegExp) => ({
  code: 'FILE_UNREADABLE',
  message: expect.stringMatching(message),
});
const refusedXlsx = (bytes: Uint8Array) => refusal(read(readService, 'rows.xlsx', bytes));

test('a workbook that claims to unpack to more than the limit is never unpacked [zip-bomb]', async () => {
  const bytes = rawWorkbook(sheetXml(headingRow), [
    { name: 'xl/a.xml', claimedUnpackedBytes: limits.sheetUnpackedBytesMax },
  ]);
  expect(await refusedXlsx(bytes)).toEqual(unreadable(/unpacks to far more/));
});

test('a workbook with a higher compression ratio than any real sheet is never unpacked', async () => {
  const bytes = rawWorkbook(Buffer.alloc(8 * MIB, ' '));
  expect(await refusedXlsx(bytes)).toEqual(unreadable(/unpacks to far more/));
});

test('a workbook that hides its unpacked size is read only up to the size that it claims', async () => {
  const bytes = rawZip([
    { name: 'xl/worksheets/sheet1.xml', data: Buffer.alloc(64 * MIB, ' '), claimedUnpackedBytes: 120 },
  ]);
  expect(await refusedXlsx(bytes)).toEqual(unreadable(/damaged/));
});

test('a workbook whose entries share their data is refused', async () => {
  const shared = Array.from({ length: 50 }, (_, index) => ({
    name: `xl/worksheets/copy${index}.xml`,
    sharesDataOf: 4,
    claimedPackedBytes: 30_000,
    claimedUnpackedBytes: 30_000,
  }));
  expect(await refusedXlsx(rawWorkbook(sheetXml(headingRow), shared))).toEqual(
    unreadable(/unpacks to far more/),
  );
});

test('a workbook with more parts than an archive can have is refused', async () => {
  const parts = Array.from({ length: limits.zipEntriesMax + 1 }, (_, index) => ({
    name: `xl/${index}.xml`,
  }));
  expect(await refusedXlsx(rawZip(parts))).toEqual(unreadable(/more than 2,000 files/));
});

test.each(['../../etc/passwd', '/etc/passwd', 'C:\\Windows\\x.xml', '..\\x.xml', 'xl/\u0001.xml'])(
  'a workbook with the path %j is refused [path-in-archive]',
  async (name) => {
    const bytes = rawWorkbook(sheetXml(headingRow), [{ name, data: 'x' }]);
    expect(await refusedXlsx(bytes)).toEqual(unreadable(/unsafe path/));
  },
);

test('a workbook with entities that expand to gigabytes is refused [xml-entities]', async () => {
  const levels = Array.from(
    { length: 9 },
    (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
  );
  const laughs = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY l0 "lol">${levels.join('')}]><sst><si><t>&l9;</t></si></sst>`;
  const bytes = rawWorkbook(sheetXml(headingRow), [{ name: 'xl/sharedStrings.xml', data: laughs }]);
  expect(await refusedXlsx(bytes)).toEqual(unreadable(/XML definitions/));
});

test('an archive inside a workbook is never opened', async () => {
  const bomb = rawZip([{ name: '0.xml', data: Buffer.alloc(8 * MIB) }]);
  const rows = `${headingRow}<row r="2">${inlineCell('A2', 'PAL/1')}${inlineCell('B2', '5')}</row>`;
  const bytes = rawWorkbook(sheetXml(rows), [{ name: 'xl/embeddings/book.zip', data: bomb }]);
  expect((await read(readService, 'rows.xlsx', bytes)).rows).toHaveLength(1);
});

test('a workbook that claims a million rows and columns is read at its real size', async () => {
  const rows = `${headingRow}<row r="2">${inlineCell('A2', 'PAL/1')}${inlineCell('B2', '5')}</row>`;
  const xml = sheetXml(rows).replace('<sheetData>', '<dimension ref="A1:XFD1048576"/><sheetData>');
  expect((await read(readService, 'rows.xlsx', rawWorkbook(xml))).rows).toHaveLength(1);
});

test('a link over all cells of a sheet adds no rows', async () => {
  const rows = `${headingRow}<row r="2">${inlineCell('A2', 'PAL/1')}${inlineCell('B2', '5')}</row>`;
  const links = '<hyperlinks><hyperlink ref="A1:XFD1048576" location="x"/></hyperlinks>';
  const xml = sheetXml(rows).replace('</worksheet>', `${links}</worksheet>`);
  expect((await read(readService, 'rows.xlsx', rawWorkbook(xml))).rows).toHaveLength(1);
});

test("a cell in Excel's last column is refused as one of too many columns", async () => {
  const xml = sheetXml(`${headingRow}<row r="2">${inlineCell('XFD2', 'x')}</row>`);
  expect(await refusedXlsx(rawWorkbook(xml))).toEqual(unreadable(/more than 200 columns/));
});
