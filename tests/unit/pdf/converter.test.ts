/** The service pdf-excel-converter: what a customer gets for one PDF. */
import { readFileSync } from 'node:fs';
import { read, utils } from '@e965/xlsx';
import { afterAll, expect, test } from 'vitest';
import { english } from '#contracts/messages/render.ts';
import { closePdfPool } from '#activities/pdf/reading/pool.ts';
import { chargedOutcomes } from '#contracts/jobs/jobs.ts';
import { pdfExcelConverter } from '#services/pdf-excel-converter/run.ts';
import { runContext } from '#tests/harness/run-context.ts';
import { scannedPdf } from './pdf-maker.ts';

const folder = new URL('../../../activities/services/pdf-excel-converter/', import.meta.url);
const run = (fileName: string, bytes: Uint8Array) =>
  pdfExcelConverter.run({ file_name: fileName }, runContext({ readFile: async () => bytes }));

afterAll(closePdfPool);

test('the sample gives the expected documents with the expected cells', async () => {
  const expected = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')) as {
    rows: { documents: string[] }[];
    tables: string[][][];
  };
  const result = await run('lists/sample.pdf', readFileSync(new URL('sample.pdf', folder)));
  const documents = result.documents?.map(({ name }) => name);
  expect([{ ...result, documents }]).toMatchObject(expected.rows);
  const sheet = read(result.documents![0]!.bytes).Sheets['p1_t1']!;
  expect(utils.sheet_to_json(sheet, { header: 1, raw: false, defval: '' })).toEqual(expected.tables[0]);
});

test('a scan is reported as a scan and not charged', async () => {
  const result = await run('scan.pdf', await scannedPdf());
  expect(english(result.message)).toMatch(/^This PDF is a scan/);
  expect(chargedOutcomes.has(result.outcome)).toBe(false);
  expect(result.documents).toBeUndefined();
});
