/**
 * A worker that was frozen while it showed that a job waits: what the job has come to since then stays as it is shown.
 */
import { expect, test } from 'vitest';
import { createAsker } from '#activities/challenges.ts';
import { noteResume } from '#api/domain/jobs/job-repairs.ts';
import { haltReason, setState } from '#api/domain/jobs/job-steps.ts';
import { workableRows } from '#api/domain/jobs/row-records.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { quote } from '#contracts/messages/message.ts';
import { grantLeases, requestLease } from '#api/domain/portals/portal-leases.ts';
import { chargedJobs } from '#tests/harness/charged-jobs.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { at, lateSteps } from '#tests/harness/late-steps.ts';
import { jobWorkflowId } from '#workflows/ids.ts';

const { db } = await createTestDatabase();
const { started, again, end, leases, lease } = chargedJobs(db);
const { deps, parkJob, requestSlot, step, work, fail } = lateSteps(db);

type Job = Awaited<ReturnType<typeof started>>;

/** Parks the job, as an activity that was scheduled so many seconds after the start does. */
function park(job: Job, seconds: number, attempt = 1): Promise<void> {
  const waiting = {
    kind: 'person' as const,
    since: at(seconds).toISOString(),
    message: quote('It has stopped.'),
    about: { row: 1 },
  };
  const given = { jobId: job.jobId, attempt, step: jobMessages.waitingForTeam(), waiting };
  return step(job, seconds, () => parkJob(given));
}

/** Shows the job as queued, as a step that was scheduled so many seconds after the start does. */
const queue = ({ jobId }: Job, seconds: number, attempt = 1): Promise<boolean> =>
  setState(db, {
    jobId,
    attempt,
    state: 'queued',
    step: jobMessages.waitingForSlot(),
    waiting: null,
    scheduledAt: at(seconds),
    holder: jobWorkflowId('exp-issue', jobId),
  });

const shown = async ({ jobId }: Job) => {
  const { state, waiting } = await db.job.findUniqueOrThrow({ where: { id: jobId } });
  const since = (waiting as { since?: string } | null)?.since;
  return { state, since: since === undefined ? undefined : new Date(since) };
};

test('a stop that is written late does not stop a job that has continued, or has stopped again', async () => {
  const job = await started(1);
  await work(job, 1);
  await park(job, 2);
  expect(await shown(job)).toEqual({ state: 'parked', since: at(2) });
  await work(job, 3);
  // It has a lease again, under which it works.
  await requestLease(db, lease(job));
  await park(job, 2);
  expect(await shown(job)).toEqual({ state: 'running', since: undefined });
  expect(await leases(job)).toBe(1);
  await park(job, 4);
  expect(await leases(job)).toBe(0);
  await park(job, 2);
  expect(await shown(job)).toEqual({ state: 'parked', since: at(4) });
});

test('a stop of an earlier run that is written late does not stop the next run before it begins', async () => {
  const job = await started(1);
  await work(job, 1);
  await fail(job);
  await end(job, 1);
  await again(job, 2);
  await park(job, 2);
  expect(await shown(job)).toEqual({ state: 'queued', since: undefined });
  await park(job, 5, 2);
  expect(await shown(job)).toEqual({ state: 'parked', since: at(5) });
});

test('a chunk of an earlier run that a thawed worker begins or continues works no row of the next run', async () => {
  const job = await started(1);
  const { jobId } = job;
  await fail(job);
  await end(job, 1);
  await again(job, 2);
  const now = new Date();
  expect(await work(job, 1, 1)).toBeNull();
  expect(await shown(job)).toEqual({ state: 'queued', since: undefined });
  expect(await haltReason(db, { jobId, attempt: 1 }, now)).toBe('stopped');
  expect(await haltReason(db, { jobId, attempt: 2 }, now)).toBeNull();
  expect(await workableRows(db, { jobId, attempt: 1, rowsMax: 10 })).toEqual([]);
  expect(await workableRows(db, { jobId, attempt: 2, rowsMax: 10 })).toHaveLength(1);
});

test('a place in the queue that is written late does not show a job as queued that runs, waits, or has ended', async () => {
  const job = await started(1);
  await queue(job, 1);
  expect(await shown(job)).toEqual({ state: 'queued', since: undefined });
  await grantLeases(db, 'bb-exp');
  await work(job, 2);
  await queue(job, 1);
  expect(await shown(job)).toEqual({ state: 'running', since: undefined });
  await park(job, 3);
  await queue(job, 1);
  expect(await shown(job)).toEqual({ state: 'parked', since: at(3) });
  await fail(job);
  await end(job, 1, 'failed');
  await queue(job, 1);
  expect(await shown(job)).toEqual({ state: 'failed', since: undefined });
});

test('a place in the queue that is written late does not show a job as queued that got its lease and runs on', async () => {
  const job = await started(1);
  await grantLeases(db, 'bb-exp');
  await work(job, 1);
  // The portal was paused; the second try of the step was granted the lease, so that the job never was shown as queued.
  await work(job, 3);
  await queue(job, 2);
  expect(await shown(job)).toEqual({ state: 'running', since: undefined });
});

test('a step of an earlier run that asks for the lease late does not show the next run as queued', async () => {
  const job = await started(1);
  await work(job, 1);
  await fail(job);
  await end(job, 1);
  await again(job, 2);
  await park(job, 5, 2);
  await db.portalState.updateMany({ data: { pausedAt: new Date() } });
  const ask = (seconds: number, attempt: number) =>
    step(job, seconds, () => requestSlot({ ...job, portal: 'bb-exp', attempt }));
  await ask(1, 1);
  expect(await shown(job)).toEqual({ state: 'parked', since: at(5) });
  await ask(6, 2);
  expect(await shown(job)).toEqual({ state: 'queued', since: undefined });
  await db.portalState.updateMany({ data: { pausedAt: null } });
});

test('a question of an earlier run that is asked late does not show the next run as waiting for its answer', async () => {
  const job = await started(1);
  await work(job, 1);
  await fail(job);
  await end(job, 1);
  await again(job, 2);
  const env = { CHALLENGE_WAIT_MS: 60_000 };
  const temporal = { workflow: { getHandle: () => ({ signal: async () => undefined }) } };
  const asker = { ...deps, env, temporal } as unknown as Parameters<typeof createAsker>[0];
  const asked = { id: job.jobId, attempt: 1, userId: job.userId, serviceId: 'exp-issue', serviceName: 'EXP' };
  const ask = createAsker(asker, asked, AbortSignal.abort(new Error('The lease is lost.')));
  await expect(ask({ kind: 'otp', prompt: quote('Which code?') })).rejects.toThrow();
  expect(await shown(job)).toEqual({ state: 'queued', since: undefined });
});

test('a job that lost its workflow in its third run is still shown as stopped', async () => {
  const job = await started(1);
  for (const attempt of [1, 2]) {
    await fail(job);
    await end(job, attempt);
    await again(job, attempt + 1);
  }
  await work(job, 1, 3);
  await noteResume(db, { id: job.jobId, attempt: 3, resumes: 0 });
  await park(job, 2, 3);
  expect(await shown(job)).toEqual({ state: 'parked', since: at(2) });
});
