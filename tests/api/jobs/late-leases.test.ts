/** Steps that ask for a job's lease or release it, and were frozen meanwhile: they leave alone what the job has now. */
import { expect, test } from 'vitest';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { quote } from '#contracts/messages/message.ts';
import { chargedJobs } from '#tests/harness/charged-jobs.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { at, lateSteps } from '#tests/harness/late-steps.ts';

const { db } = await createTestDatabase();
const { started, again, end, leases } = chargedJobs(db);
const { admitJob, parkJob, requestSlot, releaseSlot, step, work, fail } = lateSteps(db);
const portal = 'bb-exp';

type Job = Awaited<ReturnType<typeof started>>;

const ask = (job: Job, seconds: number, attempt = 1) =>
  step(job, seconds, () => requestSlot({ ...job, portal, attempt }));
/** The portal has been down since the start. */
const park = (job: Job, seconds: number): Promise<void> => {
  const message = quote('The portal is down.');
  const waiting = { kind: 'portal_down' as const, since: at(0).toISOString(), message };
  return step(job, seconds, () =>
    parkJob({ jobId: job.jobId, attempt: 1, step: jobMessages.waitingForPortal(), waiting }),
  );
};

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

test('a request for a lease of a job that has ended meanwhile is answered with its end', async () => {
  const job = await started(1);
  await work(job, 2);
  await fail(job);
  expect(await ask(job, 3)).not.toHaveProperty('ended');
  await end(job, 1);
  expect(await ask(job, 4)).toMatchObject({ granted: false, ended: { state: 'completed', code: null } });
  await again(job, 2);
  expect(await ask(job, 4)).not.toHaveProperty('ended');
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
