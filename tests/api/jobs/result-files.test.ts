/** Result files of a job that several workers write at the same time. */
import { Context } from '@temporalio/activity';
import { expect, test } from 'vitest';
import { collect } from '#activities/collect-results.ts';
import { endJob } from '#activities/job-end.ts';
import type { JobDetail } from '#contracts/calls/jobs/jobs-answers.ts';
import { unchangedLayout } from '#contracts/jobs/pdf-tables.ts';
import { createGate } from '#tests/harness/gate.ts';
import { beforeDocuments, newCustomer, pdf, zipOf, type Customer } from '#tests/harness/job-calls.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { tableCalls } from './table-calls.ts';

const app = await startAppWithWorkers();
const { deps } = app;

/** A job of two PDFs that its customer cancelled before the second one was converted. */
async function cancelledAtSecondRow(ana: Customer): Promise<JobDetail> {
  const release = beforeDocuments(app, async (key) => {
    if (key.includes('/documents/2/')) await Context.current().cancelled;
  });
  const { jobId } = await ana.started({
    file: await zipOf('papers.zip', [pdf('a.pdf'), pdf('b.pdf')]),
    totalCredits: 2,
  });
  await until('the first row', async () => (await ana.job(jobId)).rowsDone === 1);
  await ana.cancel(jobId);
  return ana.ended(jobId).finally(release);
}

/** Collects the job's result files as a worker that stops before it stores the first one. */
function slowCollection(jobId: string) {
  const { pass, reached, open } = createGate();
  const keys: string[] = [];
  const put: typeof deps.files.put = async (key, ...file) => {
    await pass();
    keys.push(key);
    return deps.files.put(key, ...file);
  };
  const over = collect({ ...deps, files: { ...deps.files, put } }, jobId);
  const finish = async (): Promise<string[]> => {
    open();
    await over;
    return keys;
  };
  return { reached, finish };
}

async function resultTable(ana: Customer, jobId: string): Promise<string> {
  const { files } = await ana.job(jobId);
  return (await ana.get(files.find(({ name }) => name === 'result.csv')?.url ?? '')).text;
}

test('files of an earlier run that are stored late do not replace those of a later run', async () => {
  const ana = await newCustomer(app);
  const { jobId } = await cancelledAtSecondRow(ana);
  expect(await resultTable(ana, jobId)).toContain('CANCELLED');
  const earlier = slowCollection(jobId);
  await earlier.reached;
  expect(await ana.retry(jobId)).toMatchObject({ status: 200 });
  const job = await ana.ended(jobId);
  const table = await resultTable(ana, jobId);
  expect(table).not.toContain('CANCELLED');

  const keys = await earlier.finish();
  expect(await resultTable(ana, jobId)).toBe(table);
  expect((await ana.job(jobId)).files).toEqual(job.files);
  // The store keeps no files that nothing names.
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) expect(await deps.files.has(key)).toBe(false);
});

test('a later collection replaces the files of an earlier one, which leave the store', async () => {
  const ana = await newCustomer(app);
  const { jobId } = await cancelledAtSecondRow(ana);
  const former = await deps.db.jobFile.findMany({ where: { jobId, kind: 'result' } });
  await collect(deps, jobId);
  expect(await resultTable(ana, jobId)).toContain('CANCELLED');
  for (const { fileKey } of former) expect(await deps.files.has(fileKey)).toBe(false);
});

test('an export that waited until the job runs again leaves the result files to the end of the run', async () => {
  const ana = await newCustomer(app);
  const { jobId, files } = await cancelledAtSecondRow(ana);
  const exporting = createGate();
  const converting = createGate();
  const release = beforeDocuments(app, (key) =>
    (key.includes('/documents/1/') ? exporting : converting).pass(),
  );
  const exported = tableCalls(app, ana, jobId).export(unchangedLayout);
  await exporting.reached;
  expect(await ana.retry(jobId)).toMatchObject({ status: 200 });
  await converting.reached;
  exporting.open();
  expect(await exported).toMatchObject({ status: 200 });
  expect((await ana.job(jobId)).files).toEqual(files);

  converting.open();
  expect(await ana.ended(jobId)).toMatchObject({ rowsSucceeded: 2 });
  release();
  expect(await resultTable(ana, jobId)).not.toContain('CANCELLED');
});

test('the end of a job is announced though its worker died after it had written the files', async () => {
  const ana = await newCustomer(app);
  const { jobId } = await ana.converted(await zipOf('papers.zip', [pdf('a.pdf'), pdf('b.pdf')]), 2);
  const announced = () => deps.db.notification.findMany({ where: { userId: ana.id, type: 'job_complete' } });
  expect(await announced()).toHaveLength(1);
  await deps.db.notification.deleteMany({ where: { userId: ana.id } });
  // Temporal gives the step to another worker.
  await endJob(deps, { jobId, attempt: 1, state: 'completed', errorCode: null, errorMessage: null });
  expect(await announced()).toHaveLength(1);
});
