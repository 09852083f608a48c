/** Steps that ask for a job's lease or release it, and were frozen meanwhile: they leave alone what the job has now. */
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test } from 'vitest';
import { jobActivities } from '#activities/jobs.ts';
import { leaseActivities } from '#activities/portal-leases.ts';
import { endRow, markRunning } from '#api/domain/jobs/job-steps.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { quote } from '#contracts/messages/message.ts';
import { chargedJobs } from '#tests/harness/charged-jobs.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { jobWorkflowId } from '#workflows/ids.ts';

const { db } = await createTestDatabase();
const { started, again, end, leases } = chargedJobs(db);
const workflows = { notifyLeaseGranted: async () => undefined };
const deps = { db, workflows, clock: () => new Date() };
const { admitJob, parkJob } = jobActivities(deps as unknown as Parameters<typeof jobActivities>[0]);
const { requestSlot, releaseSlot } = leaseActivities(
  deps as unknown as Parameters<typeof leaseActivities>[0],
);
const STARTED_MS = Date.UTC(2026, 10, 3, 4);
const portal = 'bb-exp';

type Job = Awaited<ReturnType<typeof started>>;
const at = (seconds: number): Date => new Date(STARTED_MS + seconds * 1_000);
/** A step that was scheduled so many seconds after the start. */
const step = <T>({ jobId }: Job, seconds: number, run: () => Promise<T>): Promise<T> =>
  new MockActivityEnvironment({
    scheduledTimestampMs: at(seconds).getTime(),
    workflowExecution: { workflowId: jobWorkflowId('exp-issue', jobId), runId: 'run' },
  }).run(run);

const ask = (job: Job, seconds: number, attempt = 1) =>
  step(job, seconds, () => requestSlot({ ...job, portal, attempt }));
const work = ({ jobId }: Job, seconds: number) =>
  markRunning(db, { jobId, attempt: 1 }, new Date(), at(seconds));
/** The portal has been down since the start. */
const park = (job: Job, seconds: number): Promise<void> => {
  const message = quote('The portal is down.');
  const waiting = { kind: 'portal_down' as const, since: at(0).toISOString(), message };
  return step(job, seconds, () =>
    parkJob({ jobId: job.jobId, attempt: 1, step: jobMessages.waitingForPortal(), waiting }),
  );
};
const fail = ({ jobId }: Job) =>
  endRow(db, {
    jobId,
    rowNumber: 1,
    outcome: 'PORTAL_DOWN',
    message: quote('The portal is down.'),
    attempts: 1,
    now: new Date(),
  });

test('a request for a lease that is made late requests none for a job that is parked since', async () => {
  const job = await started(1);
  await ask(job, 1);
  await park(job, 2);
  expect(await leases(job)).toBe(0);
  expect(await ask(job, 1)).toMatchObject({ granted: false, position: null });
  expect(await leases(job)).toBe(0);
  expect(await ask(job, 3)).toMatchObject({ granted: true });
  expect(await leases(job)).toBe(1);
});

test('an admission that is repeated late requests no lease for a job that is parked since', async () => {
  const job = await started(1);
  const admit = (seconds: number) => step(job, seconds, () => admitJob({ ...job, portal, attempt: 1 }));
  expect(await admit(1)).toMatchObject({ place: { granted: true } });
  await work(job, 2);
  await park(job, 3);
  expect(await admit(1)).toMatchObject({ place: { granted: false, position: null } });
  expect(await leases(job)).toBe(0);
  // The workflow was lost and is replaced, as after a termination.
  expect(await admit(4)).toMatchObject({ place: { granted: true } });
});

test('a request for a lease that is made late requests none for a job that has ended or runs again', async () => {
  const job = await started(1);
  await work(job, 2);
  await fail(job);
  await end(job, 1);
  await ask(job, 1);
  expect(await leases(job)).toBe(0);
  await again(job, 2);
  await step(job, 3, releaseSlot);
  await ask(job, 1);
  expect(await leases(job)).toBe(0);
  await ask(job, 4, 2);
  expect(await leases(job)).toBe(1);
});

test('a release that is made late leaves alone a lease that the job has requested since', async () => {
  const job = await started(1);
  const { id = '' } = await ask(job, 1);
  await step(job, 2, () => releaseSlot({ id }));
  expect(await leases(job)).toBe(0);
  const next = await ask(job, 3);
  expect(next.id).not.toBe(id);
  await step(job, 2, () => releaseSlot({ id }));
  expect(await leases(job)).toBe(1);
  await step(job, 4, () => releaseSlot({ id: next.id ?? '' }));
  expect(await leases(job)).toBe(0);
});

test('a release of a workflow that does not know the id of its lease releases the lease', async () => {
  const job = await started(1);
  await ask(job, 1);
  await step(job, 2, () => releaseSlot());
  expect(await leases(job)).toBe(0);
});
