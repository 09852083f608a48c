/** Damaged files: what is left of them is read, and the customer is told. */
import { PDFDocument } from 'pdf-lib';
import { afterAll, describe, expect, test } from 'vitest';
import { english } from '#contracts/messages/render.ts';
import { closePdfPool, convertPdf } from '#activities/pdf/reading/pool.ts';
import { recoverPdf } from '#activities/pdf/reading/recovery.ts';
import { bombPdf, pdfOf } from './pdf-maker.ts';

const truncatedAt = (bytes: Uint8Array, share: number): Uint8Array =>
  bytes.subarray(0, Math.floor(bytes.length * share));
const table = (page: number) => ({
  ruled: true,
  rows: [
    ['Style', 'Pieces'],
    [`A-${page}`, '120'],
    [`B-${page}`, '240'],
  ],
});
async function threePages(): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(await pdfOf([[table(1)], [table(2)], [table(3)]]));
  return pdf.save({ useObjectStreams: false });
}
const recoveredWarning = /^This file is damaged, so pages at its end may be missing/;

afterAll(closePdfPool);

test('the remaining pages of a file that breaks off before its directory are read, with a warning', async () => {
  const whole = await threePages();
  const end = Buffer.from(whole).lastIndexOf('\nxref');
  const converted = await convertPdf(whole.subarray(0, end), { fileName: 'cut.pdf' });
  if (converted.kind === 'problem') throw new Error(english(converted.message));
  expect(converted.pages).toBe(3);
  const rows = converted.tables.flatMap((found) => found.rows).filter(([style]) => style !== 'Style');
  expect(rows.map(([style]) => style)).toEqual(['A-1', 'B-1', 'A-2', 'B-2', 'A-3', 'B-3']);
  expect(english(converted.warnings[0]!)).toMatch(recoveredWarning);
});

test('a file without its list of pages is read with all of its pages', async () => {
  const whole = Buffer.from(await threePages()).toString('latin1');
  const lost = whole.replaceAll('/Type /Catalog', '/Type /Nothing').replace(/\nxref[^]*$/, '');
  const converted = await convertPdf(Buffer.from(lost, 'latin1'), { fileName: 'cut.pdf' });
  expect(converted).toMatchObject({ kind: 'tables', pages: 3 });
});

describe('refused as damaged', () => {
  test.each([
    ['a file of which only the beginning is left', async () => truncatedAt(await threePages(), 0.02)],
    ['a text with the beginning of a PDF', async () => Buffer.from('%PDF-1.7\nHello\n')],
  ])('%s is refused as damaged', async (_, made) => {
    expect(await convertPdf(await made(), { fileName: 'cut.pdf' })).toMatchObject({ code: 'CORRUPT' });
  });
  test('a locked file is not recovered, because its contents can be read only with its key', async () => {
    const plain = Buffer.from(await threePages()).toString('latin1');
    const locked = plain.replace('trailer\n<<', 'trailer\n<<\n/Encrypt 1 0 R');
    expect(locked).not.toBe(plain);
    expect(await recoverPdf(Buffer.from(locked, 'latin1'))).toBeUndefined();
  });
});

test('a page with more lines than are read gives a warning', async () => {
  const text = 'BT /F1 12 Tf 50 700 Td (A map of the harbour) Tj ET ';
  const drawn = await bombPdf(`${text}${'40 40 m 90 60 l S '.repeat(1_000)}`, 30);
  const converted = await convertPdf(drawn, { fileName: 'map.pdf' });
  if (converted.kind !== 'problem') throw new Error('There is no table on the page.');
  expect(english(converted.message)).toMatch(/Page 1: more lines are drawn than can be read/);
});
