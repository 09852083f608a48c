/** Jobs that wait for our team: a decision of an administrator reaches the workflow, for the stop that they saw. */
import { beforeAll, expect, test, vi } from 'vitest';
import type { AdminJobDetail } from '#contracts/calls/jobs/admin-jobs-answers.ts';
import {
  newCustomer,
  pdf,
  PDF_SERVICE,
  withoutReading,
  zipOf,
  type Customer,
} from '#tests/harness/job-calls.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { losingAnswer } from '#tests/harness/lost-answer.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import type { LiveProgress, StoredWaiting } from '#workflows/messages.ts';
import { keptJob } from './kept-jobs.ts';

const reason = 'The portal was down';
const EARLIER_STOP = '2026-11-03T04:00:00.000Z';
const app = await startAppWithWorkers();
const { deps } = app;
const { db } = deps;

let admin: Customer;
beforeAll(async () => {
  admin = await newCustomer(app, { isAdmin: true });
});

const decide = (jobId: string, decision: string, since: string | undefined) =>
  app.request(`/api/admin/jobs/${jobId}/decide`, {
    method: 'POST',
    json: { decision, since, reason },
    cookie: admin.cookie,
  });
const detail = async (jobId: string): Promise<AdminJobDetail> =>
  (await admin.get(`/api/admin/jobs/${jobId}`)).body['job'] as AdminJobDetail;
const decisionsOf = (jobId: string) => db.auditEntry.findMany({ where: { subject: `job/${jobId}` } });

/** Starts a job whose PDFs cannot be read until it waits for our team. */
async function stuckJob(ana: Customer): Promise<string> {
  const { uploadId, totalCredits } = await ana.previewed(
    PDF_SERVICE,
    await zipOf('papers.zip', [pdf('a.pdf'), pdf('b.pdf')]),
  );
  const readAgain = withoutReading(app);
  const { jobId } = await ana.started({ uploadId, totalCredits });
  await until('the job to wait for our team', async () => (await ana.job(jobId)).state === 'parked').finally(
    readAgain,
  );
  return jobId;
}

test('a decision is refused for a job that does not wait for the team', async () => {
  const ana = await newCustomer(app);
  const { jobId } = await ana.converted(pdf());
  expect(await decide(jobId, 'refund', EARLIER_STOP)).toMatchObject({
    status: 409,
    body: { code: 'JOB_NOT_STUCK' },
  });
  expect(await decide(jobId, 'forget', EARLIER_STOP)).toMatchObject({ status: 400 });
});

test('a decision about an earlier stop, or about none, is refused and not recorded', async () => {
  const ana = await newCustomer(app);
  const jobId = await keptJob(db, ana, { state: 'parked', finishedAt: null, outcomes: [null] });
  const waiting = { kind: 'person', since: '2026-11-03T05:00:00.000Z', message: 'It has stopped.' };
  await db.job.update({ where: { id: jobId }, data: { waiting } });
  expect(await decide(jobId, 'retry', EARLIER_STOP)).toMatchObject({
    status: 409,
    body: {
      code: 'JOB_NOT_STUCK',
      message: 'This job now waits for another decision. Please close this and look at the job again.',
    },
  });
  expect(await decide(jobId, 'retry', undefined)).toMatchObject({ status: 400 });
  expect(await decisionsOf(jobId)).toEqual([]);
});

test('a stop names its row, and a decision about it reaches the workflow of the job and is recorded', async () => {
  const ana = await newCustomer(app);
  const jobId = await stuckJob(ana);
  const { waiting } = await db.job.findUniqueOrThrow({ where: { id: jobId } });
  const { about, since } = waiting as unknown as StoredWaiting;
  expect(about).toEqual({ row: 1 });
  const workflow = deps.temporal.workflow.getHandle(jobWorkflowId(PDF_SERVICE, jobId));
  // The chunk itself names the row, so that it need not be guessed.
  expect((await workflow.query<LiveProgress>('progress')).waiting).toMatchObject({ about, since });
  expect((await detail(jobId)).waiting).toMatchObject({ kind: 'person', since });
  expect((await detail(jobId)).waiting).not.toHaveProperty('about');
  expect(await decide(jobId, 'skip row', since)).toMatchObject({ status: 200 });
  expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', rowsSucceeded: 1, rowsFailed: 1 });
  expect((await ana.rows(jobId)).map(({ outcome }) => outcome)).toEqual(['INTERNAL_ERROR', 'SUCCESS']);
  expect(JSON.stringify(await workflow.fetchHistory())).toContain('decideStuck');
  expect(await decisionsOf(jobId)).toMatchObject([
    { action: 'stuck job decided', adminId: admin.id, after: { decision: 'skip row' }, reason },
  ]);
});

test.each(['retry', 'skip row', 'refund'])(
  'the decision "%s" is recorded once with its administrator even if its answer is lost',
  async (decision) => {
    const ana = await newCustomer(app);
    const jobId = await stuckJob(ana);
    const { waiting } = await db.job.findUniqueOrThrow({ where: { id: jobId } });
    const { since } = waiting as unknown as StoredWaiting;
    const { jobs } = deps.workflows;
    const carriedOut = losingAnswer(jobs.decideStuck);
    vi.spyOn(jobs, 'decideStuck').mockImplementationOnce(carriedOut);
    expect(await decide(jobId, decision, since)).toMatchObject({ status: 503 });
    await ana.ended(jobId);
    expect(await decisionsOf(jobId)).toMatchObject([
      { action: 'stuck job decided', adminId: admin.id, after: { decision }, reason },
    ]);
  },
);
