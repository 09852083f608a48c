/** A worker that was frozen while it parked a job: what the job has come to since then stays as it is shown. */
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test } from 'vitest';
import { jobActivities } from '#activities/jobs.ts';
import { endRow, haltReason, markRunning } from '#api/domain/jobs/job-steps.ts';
import { workableRows } from '#api/domain/jobs/row-records.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { quote } from '#contracts/messages/message.ts';
import { chargedJobs } from '#tests/harness/charged-jobs.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { jobWorkflowId } from '#workflows/ids.ts';

const { db } = await createTestDatabase();
const { started, again, end } = chargedJobs(db);
const deps = { db, clock: () => new Date() };
const { parkJob } = jobActivities(deps as unknown as Parameters<typeof jobActivities>[0]);
const STARTED_MS = Date.UTC(2026, 10, 3, 4);

type Job = Awaited<ReturnType<typeof started>>;

/** Parks the job, as an activity that was scheduled so many seconds after the start does. */
function park({ jobId }: Job, seconds: number, attempt = 1): Promise<void> {
  const since = new Date(STARTED_MS + seconds * 1_000).toISOString();
  const waiting = { kind: 'person' as const, since, message: quote('It has stopped.'), about: { row: 1 } };
  const environment = activityAt(seconds, jobId);
  return environment.run(() => parkJob({ jobId, attempt, step: jobMessages.waitingForTeam(), waiting }));
}

const activityAt = (seconds: number, jobId: string): MockActivityEnvironment =>
  new MockActivityEnvironment({
    scheduledTimestampMs: STARTED_MS + seconds * 1_000,
    workflowExecution: { workflowId: jobWorkflowId('exp-issue', jobId), runId: 'run' },
  });

const work = ({ jobId }: Job, seconds: number, attempt = 1) =>
  markRunning(db, { jobId, attempt }, new Date(), new Date(STARTED_MS + seconds * 1_000));
const shown = async ({ jobId }: Job) => {
  const { state, waiting } = await db.job.findUniqueOrThrow({ where: { id: jobId } });
  return { state, since: (waiting as { since?: string } | null)?.since };
};
const at = (seconds: number): string => new Date(STARTED_MS + seconds * 1_000).toISOString();

test('a stop that is written late does not stop a job that has continued, or has stopped again', async () => {
  const job = await started(1);
  await work(job, 1);
  await park(job, 2);
  expect(await shown(job)).toEqual({ state: 'parked', since: at(2) });
  await work(job, 3);
  await park(job, 2);
  expect(await shown(job)).toEqual({ state: 'running', since: undefined });
  await park(job, 4);
  await park(job, 2);
  expect(await shown(job)).toEqual({ state: 'parked', since: at(4) });
});

test('a stop of an earlier run that is written late does not stop the next run before it begins', async () => {
  const job = await started(1);
  await work(job, 1);
  await endRow(db, failed(job));
  await end(job, 1);
  await again(job, 2);
  await park(job, 2);
  expect(await shown(job)).toEqual({ state: 'queued', since: undefined });
  await park(job, 5, 2);
  expect(await shown(job)).toEqual({ state: 'parked', since: at(5) });
});

const failed = ({ jobId }: Job) => ({
  jobId,
  rowNumber: 1,
  outcome: 'PORTAL_DOWN' as const,
  message: quote('The portal is down.'),
  attempts: 1,
  now: new Date(),
});

test('a chunk of an earlier run that a thawed worker begins or continues works no row of the next run', async () => {
  const job = await started(1);
  const { jobId } = job;
  await endRow(db, failed(job));
  await end(job, 1);
  await again(job, 2);
  const now = new Date();
  expect(await work(job, 1, 1)).toBeNull();
  expect(await shown(job)).toEqual({ state: 'queued', since: undefined });
  expect(await haltReason(db, { jobId, attempt: 1 }, now)).toBe('stopped');
  expect(await haltReason(db, { jobId, attempt: 2 }, now)).toBeNull();
  expect(await workableRows(db, { jobId, attempt: 1, rowsMax: 10, now })).toEqual([]);
  expect(await workableRows(db, { jobId, attempt: 2, rowsMax: 10, now })).toHaveLength(1);
});
