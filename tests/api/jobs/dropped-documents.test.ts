/** Documents that a job no longer names are deleted from the store; those that a later run stores stay. */
import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test, vi } from 'vitest';
import { ChunkProgress } from '#activities/rows/chunk-progress.ts';
import { jobActivities } from '#activities/jobs.ts';
import type { ChunkDeps } from '#activities/rows/chunk.ts';
import { markRunning } from '#api/domain/jobs/job-steps.ts';
import { workableRows } from '#api/domain/jobs/row-records.ts';
import { quote } from '#contracts/messages/message.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { chargedJobs } from '#tests/harness/charged-jobs.ts';
import { jobWorkflowId } from '#workflows/ids.ts';

const { deps } = await startTestApp();
const { db, files } = deps;
const { started, end } = chargedJobs(db);
const put = vi.spyOn(files, 'put');

type Job = Awaited<ReturnType<typeof started>>;

/** Ends the row with a document of that text, as the run does that the worker had begun before. */
async function worker({ jobId }: Job, attempt: number) {
  const job = await markRunning(db, { jobId, attempt }, new Date());
  const [open] = await workableRows(db, { jobId, rowsMax: 1 });
  if (!job || !open) throw new Error('The run has no row.');
  const progress = new ChunkProgress(deps as unknown as ChunkDeps, job);
  return (outcome: 'SUCCESS' | 'PORTAL_DOWN', text: string): Promise<void> =>
    progress.endRow(open, {
      outcome,
      message: quote('Ended.'),
      documents: [{ name: 'form.pdf', contentType: 'application/pdf', bytes: Buffer.from(text) }],
    });
}

/** Runs the failed row again. */
function again({ jobId, userId }: Job): Promise<unknown> {
  const environment = new MockActivityEnvironment({
    workflowExecution: { workflowId: jobWorkflowId('exp-issue', jobId), runId: randomUUID() },
  });
  const { reopenJob } = jobActivities(deps);
  return environment.run(() => reopenJob({ jobId, attempt: 2, portal: null, userId }));
}

/** The documents of the job that the store has. */
async function storedIn({ jobId }: Job): Promise<string[]> {
  const keys = new Set(
    put.mock.calls.map(([key]) => key).filter((key) => key.includes(`${jobId}/documents/`)),
  );
  const isStored = await Promise.all([...keys].map((key) => files.has(key)));
  return [...keys].filter((_, index) => isStored[index]);
}

const recorded = ({ jobId }: Job) => db.jobFile.findMany({ where: { jobId, kind: 'document' } });

test('a worker that was frozen until the next run has stored its document leaves none of its own', async () => {
  const job = await started(1);
  const late = await worker(job, 1);
  await end(job, 1, 'failed');
  await again(job);
  const next = await worker(job, 2);
  await next('SUCCESS', 'the second run');
  await late('SUCCESS', 'the first run');
  const [file, ...others] = await recorded(job);
  expect(others).toEqual([]);
  expect(String(await files.get(file?.fileKey ?? ''))).toBe('the second run');
  expect(await storedIn(job)).toEqual([file?.fileKey]);
});

test('the document of a failed row is deleted when the row is run again', async () => {
  const job = await started(1);
  await (
    await worker(job, 1)
  )('PORTAL_DOWN', 'the first run');
  await end(job, 1);
  expect(await storedIn(job)).toHaveLength(1);
  await again(job);
  expect(await recorded(job)).toEqual([]);
  expect(await storedIn(job)).toEqual([]);
});
