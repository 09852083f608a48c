/** A malicious workbook costs the API next to nothing and is refused with a sentence. */
import { expect, test } from 'vitest';
import { limits, MIB } from '#contracts/limits.ts';
import { rawZip } from './raw-zip.ts';
import { headingRow, inlineCell, rawWorkbook, read, readService, refusal, sheetXml } from './uploads.ts';

const unreadable = (message: RegExp) => ({
  code: 'FILE_UNREADABLE',
  message: expect.stringMatching(message),
});
const refusedXlsx = (bytes: Uint8Array) => refusal(read(readService, 'rows.xlsx', bytes));

test('one that says it unpacks to more than the limit is never unpacked [zip-bomb]', async () => {
  const bytes = rawWorkbook(sheetXml(headingRow), [
    { name: 'xl/a.xml', claimedUnpackedBytes: limits.sheetUnpackedBytesMax },
  ]);
  expect(await refusedXlsx(bytes)).toEqual(unreadable(/unpacks to far more/));
});

test('one that packs better than any sheet is never unpacked', async () => {
  const bytes = rawWorkbook(Buffer.alloc(8 * MIB, ' '));
  expect(await refusedXlsx(bytes)).toEqual(unreadable(/unpacks to far more/));
});

test('one that hides its unpacked size is stopped at the size it claims', async () => {
  const bytes = rawZip([
    { name: 'xl/worksheets/sheet1.xml', data: Buffer.alloc(64 * MIB, ' '), claimedUnpackedBytes: 120 },
  ]);
  expect(await refusedXlsx(bytes)).toEqual(unreadable(/damaged/));
});

test('one whose entries share their data is refused', async () => {
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

test('one with more parts than an archive may have is refused', async () => {
  const parts = Array.from({ length: limits.zipEntriesMax + 1 }, (_, index) => ({
    name: `xl/${index}.xml`,
  }));
  expect(await refusedXlsx(rawZip(parts))).toEqual(unreadable(/more than 2,000 files/));
});

test.each(['../../etc/passwd', '/etc/passwd', 'C:\\Windows\\x.xml', '..\\x.xml', 'xl/\u0001.xml'])(
  'one with the path %j is refused [path-in-archive]',
  async (name) => {
    const bytes = rawWorkbook(sheetXml(headingRow), [{ name, data: 'x' }]);
    expect(await refusedXlsx(bytes)).toEqual(unreadable(/unsafe path/));
  },
);

test('entities that unfold into gigabytes are refused [xml-entities]', async () => {
  const levels = Array.from(
    { length: 9 },
    (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
  );
  const laughs = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY l0 "lol">${levels.join('')}]><sst><si><t>&l9;</t></si></sst>`;
  const bytes = rawWorkbook(sheetXml(headingRow), [{ name: 'xl/sharedStrings.xml', data: laughs }]);
  expect(await refusedXlsx(bytes)).toEqual(unreadable(/XML definitions/));
});

test('an embedded archive is never opened', async () => {
  const bomb = rawZip([{ name: '0.xml', data: Buffer.alloc(8 * MIB) }]);
  const rows = `${headingRow}<row r="2">${inlineCell('A2', 'PAL/1')}${inlineCell('B2', '5')}</row>`;
  const bytes = rawWorkbook(sheetXml(rows), [{ name: 'xl/embeddings/book.zip', data: bomb }]);
  expect((await read(readService, 'rows.xlsx', bytes)).rows).toHaveLength(1);
});

test('a claim of a million rows and columns costs nothing', async () => {
  const rows = `${headingRow}<row r="2">${inlineCell('A2', 'PAL/1')}${inlineCell('B2', '5')}</row>`;
  const xml = sheetXml(rows).replace('<sheetData>', '<dimension ref="A1:XFD1048576"/><sheetData>');
  expect((await read(readService, 'rows.xlsx', rawWorkbook(xml))).rows).toHaveLength(1);
});

test('a link over all cells of a sheet costs nothing', async () => {
  const rows = `${headingRow}<row r="2">${inlineCell('A2', 'PAL/1')}${inlineCell('B2', '5')}</row>`;
  const links = '<hyperlinks><hyperlink ref="A1:XFD1048576" location="x"/></hyperlinks>';
  const xml = sheetXml(rows).replace('</worksheet>', `${links}</worksheet>`);
  expect((await read(readService, 'rows.xlsx', rawWorkbook(xml))).rows).toHaveLength(1);
});

test('a cell in the last column of Excel is a column too many', async () => {
  const xml = sheetXml(`${headingRow}<row r="2">${inlineCell('XFD2', 'x')}</row>`);
  expect(await refusedXlsx(rawWorkbook(xml))).toEqual(unreadable(/more than 200 columns/));
});
