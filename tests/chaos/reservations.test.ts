/** The audit of chaos runs finds credits that are held for no live job, and nothing else. */
import { randomUUID } from 'node:crypto';
import { Context } from '@temporalio/activity';
import { expect, test } from 'vitest';
import { reserve } from '#api/domain/credits/ledger.ts';
import { held } from '#tests/factories.ts';
import { beforeDocuments, newCustomer, pdf, PDF_SERVICE } from '#tests/harness/job-calls.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import { STRAY_MS, watchReservations } from './reservations.ts';

const app = await startAppWithWorkers();
const { deps } = app;

/** What a look finds, however short it has been so. */
async function strays(): Promise<string[]> {
  const watch = watchReservations(deps, deps.temporal, 0);
  await watch.look();
  return watch.problems();
}

test('credits of a running job are not stray, and those of a job whose workflow is gone are', async () => {
  const ana = await newCustomer(app);
  const release = beforeDocuments(app, () => Context.current().cancelled);
  const { jobId } = await ana.started({ file: pdf(), totalCredits: 1 });
  await until('the job to run', async () => (await ana.job(jobId)).state === 'running');
  expect(await strays()).toEqual([]);
  await deps.temporal.workflow.getHandle(jobWorkflowId(PDF_SERVICE, jobId)).terminate('test');
  expect(await strays()).toEqual([`credits are held for run 1 of job ${jobId}, whose workflow is gone`]);
  await deps.db.job.update({ where: { id: jobId }, data: { finishedAt: new Date() } });
  expect(await strays()).toEqual([`credits are held for run 1 of job ${jobId}, which has ended`]);
  release();
});

test('credits that are held for no job are stray only after the time in which they are returned', async () => {
  const ana = await newCustomer(app);
  const jobId = randomUUID();
  await reserve(deps.db, held(ana.id, 300n, jobId));
  expect(await strays()).toContain(`credits are held for run 1 of job ${jobId}, which does not exist`);
  const watch = watchReservations(deps, deps.temporal, STRAY_MS);
  expect(await watch.look()).toBeGreaterThan(0);
  expect(watch.problems()).toEqual([]);
});
