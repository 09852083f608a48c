/** Starts whose workflow was started and never asked to admit the job, as after a power failure. */
import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { WorkflowGone } from '#api/domain/workflows-port.ts';
import { newCustomer, pdf, PDF_SERVICE } from '#tests/harness/job-calls.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { jobWorkflowId, taskQueues } from '#workflows/ids.ts';
import type { serviceJob } from '#workflows/service-job.ts';

const app = await startAppWithWorkers();
const { db, temporal, workflows } = app.deps;

test('a repeated request starts the job although the workflow of the first one has ended without being asked', async () => {
  const ana = await newCustomer(app);
  const request = { file: pdf(), totalCredits: 1, key: randomUUID() };
  const lost = vi
    .spyOn(workflows.jobs, 'admit')
    .mockRejectedValueOnce(new Error('Temporal does not answer.'));
  expect(await ana.start(request)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  const [order] = lost.mock.calls[0]!;
  const handle = await temporal.workflow.start<typeof serviceJob>('serviceJob', {
    workflowId: jobWorkflowId(PDF_SERVICE, order.input.jobId),
    taskQueue: taskQueues.main,
    args: [order.input],
  });
  await handle.terminate('Nobody asked it to admit the job.');
  const { jobId } = await ana.started(request);
  expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', creditsUsed: 1 });
  expect(await ana.traces()).toMatchObject({ jobs: 1, reservations: 1 });
  // Another repetition gets the answer of the job that was started.
  expect(await ana.started(request)).toMatchObject({ jobId });
  expect(await verifyLedger(db)).toEqual([]);
});

test('a repeated request gets the first answer if the workflow that admitted the job has ended without ending it', async () => {
  const ana = await newCustomer(app);
  const request = { file: pdf(), totalCredits: 1, key: randomUUID() };
  const { jobId, newCredits } = await ana.started(request);
  await ana.ended(jobId);
  // As long as nobody has repaired the job.
  await db.job.update({ where: { id: jobId }, data: { state: 'running', finishedAt: null } });
  vi.spyOn(workflows.jobs, 'admit').mockRejectedValueOnce(new WorkflowGone({}));
  expect(await ana.started(request)).toMatchObject({ jobId, newCredits });
});
