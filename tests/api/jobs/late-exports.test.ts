/** An export whose worker stood still until later exports had ended, or died before the result files were written. */
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test } from 'vitest';
import { pdfTableActivities } from '#activities/pdf-tables.ts';
import { reconcileJobs } from '#activities/reconcile-jobs.ts';
import { replaceRowDocuments } from '#api/domain/jobs/job-files.ts';
import { unchangedLayout, type TablesLayout } from '#contracts/jobs/pdf-tables.ts';
import { quote } from '#contracts/messages/message.ts';
import { createGate } from '#tests/harness/gate.ts';
import { beforeDocuments, newCustomer, pdf, zipOf } from '#tests/harness/job-calls.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import type { PdfTablesEnd, PdfTablesInput } from '#workflows/table-messages.ts';
import { converted, sheetsOf } from './table-calls.ts';

const app = await startAppWithWorkers();
const { db, files } = app.deps;

test('the files of a later export stay when an attempt that stood still writes its own', async () => {
  const { ana, job } = await converted(app);
  const { workPdfTables } = pdfTableActivities(app.deps);
  const exportAt = (turn: number, digest: string, change: Partial<TablesLayout>): Promise<PdfTablesEnd> => {
    const task = { kind: 'export' as const, layout: { ...unchangedLayout, ...change }, digest };
    const input: PdfTablesInput = { userId: ana.id, jobId: job.jobId, rowNumber: 1, task };
    const attempt = new MockActivityEnvironment({ currentAttemptScheduledTimestampMs: turn });
    return attempt.run(() => workPdfTables(input));
  };
  const first = { dropped: ['1-2'] };
  const gate = createGate();
  const heldKeys: string[] = [];
  let isHeld = true;
  const release = beforeDocuments(app, async (key) => {
    if (!isHeld) return;
    heldKeys.push(key);
    await gate.pass();
  });
  const late = exportAt(1_000, 'first', first).catch((error: unknown) => error);
  await gate.reached;
  isHeld = false;
  expect(await exportAt(2_000, 'first', first)).toMatchObject({ end: 'exported' });
  expect(await exportAt(3_000, 'second', { dropped: ['1-1'] })).toMatchObject({ end: 'exported' });
  const state = async () => ({
    sheets: await sheetsOf(ana, job),
    rows: await ana.rows(job.jobId),
    kept: await db.keptTableLayout.findMany({ where: { userId: ana.id } }),
  });
  const before = await state();
  gate.open();
  await late;
  release();
  expect(await state()).toEqual(before);
  expect(before.sheets['p1_t1']?.[0]).toEqual(['Carton', 'Net kg']);
  // The store keeps no files that nothing names.
  expect(heldKeys.length).toBeGreaterThan(0);
  const named = await db.jobFile.findMany({ where: { jobId: job.jobId }, select: { fileKey: true } });
  for (const key of heldKeys)
    expect(await files.has(key), key).toBe(named.some(({ fileKey }) => fileKey === key));
});

test('the result files show a correction whose worker died before it wrote them', async () => {
  const ana = await newCustomer(app);
  const { jobId } = await ana.converted(await zipOf('two.zip', [pdf('a.pdf'), pdf('b.pdf')]), 2);
  const correct = (turn: number) =>
    replaceRowDocuments(
      db,
      { jobId, rowNumber: 1, turn },
      { stored: [], result: { message: quote('Corrected by hand.') }, digest: String(turn) },
    );
  const results = async (): Promise<string> => {
    const { files } = await ana.job(jobId);
    return (await ana.get(files.find(({ name }) => name === 'result.csv')?.url ?? '')).text;
  };
  await correct(1);
  expect(await results()).not.toContain('Corrected by hand.');
  await reconcileJobs(app.deps);
  expect(await results()).toContain('Corrected by hand.');
});

test('a correction of a job without result files writes none', async () => {
  const { job } = await converted(app);
  const corrected = { stored: [], result: { message: quote('Corrected by hand.') }, digest: 'none' };
  await replaceRowDocuments(db, { jobId: job.jobId, rowNumber: 1, turn: 1 }, corrected);
  expect(await db.job.findUnique({ where: { id: job.jobId } })).toMatchObject({ filesState: 'none' });
});
