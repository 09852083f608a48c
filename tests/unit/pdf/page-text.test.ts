/** The text of forms: lines in separate pieces, and files that have no text. */
import { afterAll, expect, test } from 'vitest';
import { closePdfPool, readPdfText } from '#activities/pdf/reading/pool.ts';
import { fcrPdf } from '#tests/sandbox/portals/mailbox/documents.ts';
import { seedMails, type Layout } from '#tests/sandbox/portals/mailbox/seed.ts';

const options = { fileName: 'fcr.pdf' };
afterAll(() => closePdfPool());

async function drawPdfOf(layout: Layout): Promise<Uint8Array> {
  const [attached] = seedMails[0]?.attached ?? [];
  if (!attached || !('fcr' in attached)) throw new Error('The first mail has no FCR.');
  return fcrPdf(layout, attached.fcr);
}

test('a damaged file is reported as a problem', async () => {
  expect(await readPdfText(new TextEncoder().encode('%PDF-1.7 nothing'), options)).toMatchObject({
    kind: 'problem',
    code: 'CORRUPT',
  });
});

test('a page that is a picture has no text', async () => {
  const reading = await readPdfText(await drawPdfOf('scan'), options);
  expect(reading).toEqual({ kind: 'text', pages: [{ number: 1, hasText: false, rows: [] }] });
});

test('labels and values beside them are pieces of one line, from left to right', async () => {
  const reading = await readPdfText(await drawPdfOf('form'), options);
  const rows = reading.kind === 'text' ? (reading.pages[0]?.rows ?? []) : [];
  expect(rows.map((row) => row.map(({ text }) => text))).toContainEqual([
    'SO No',
    '43680233',
    'PO No',
    '4500781223',
  ]);
  for (const row of rows)
    expect(row.map(({ x0 }) => x0)).toEqual(row.map(({ x0 }) => x0).toSorted((a, b) => a - b));
});
