/** A scan that is checked on a busy worker: no page that the conversion recognised gets lost. */
import { MockActivityEnvironment } from '@temporalio/testing';
import { PDFDocument } from 'pdf-lib';
import { expect, test } from 'vitest';
import { recognisePages } from '#activities/pdf/reading/pool.ts';
import { pdfTableActivities } from '#activities/pdf-tables.ts';
import { unchangedLayout } from '#contracts/jobs/pdf-tables.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { pdfOf } from '#tests/unit/pdf/pdf-maker.ts';
import { scanOf } from '#tests/unit/pdf/scan-maker.ts';
import { cartons, goods } from '#tests/harness/table-samples.ts';
import { converted, pageOf, sheetsOf } from './table-calls.ts';

const app = await startAppWithWorkers();
/** Two pages are recognised three times. */
const SCAN_MS = 300_000;

/** The reader has no time left for the last page. */
const hasty: typeof recognisePages = async (bytes, pageNumbers, options) => {
  const { pages } = await recognisePages(bytes, pageNumbers.slice(0, -1), options);
  return { pages, tookTooLong: true };
};

async function scanOfTwoPages(): Promise<File> {
  const printed = await pdfOf([[{ rows: goods, ruled: true }], [{ rows: cartons, ruled: true }]]);
  const both = await PDFDocument.create();
  for (const page of [1, 2]) {
    const [copy] = await both.copyPages(await PDFDocument.load(await scanOf(printed, { page })), [0]);
    both.addPage(copy);
  }
  return new File([new Uint8Array(await both.save())], 'scan.pdf');
}

test(
  'a look that recognises fewer pages than the conversion fails, and a later one shows and exports all of them',
  async () => {
    const { ana, job, calls } = await converted(app, await scanOfTwoPages());
    const before = await sheetsOf(ana, job);
    expect(Object.keys(before)).toEqual(['p1_t1', 'p2_t1', 'Info']);

    const { workPdfTables } = pdfTableActivities(app.deps, hasty);
    const input = { userId: ana.id, jobId: job.jobId, rowNumber: 1, task: { kind: 'pages' as const } };
    const look = new MockActivityEnvironment().run(() => workPdfTables(input));
    await expect(look).rejects.toThrow('Pages that the conversion recognised are missing: 2.');

    await until('the scan to be read', async () => (await calls.view(2)).status === 200);
    expect(pageOf(await calls.view(2)).found.map(({ rows }) => rows)).toEqual([cartons]);
    expect(await calls.export(unchangedLayout)).toMatchObject({ status: 200 });
    expect(await sheetsOf(ana, job)).toEqual(before);
  },
  SCAN_MS,
);
