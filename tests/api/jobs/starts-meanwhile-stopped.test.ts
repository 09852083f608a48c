/** Starts whose service is switched off, or whose jobs are stopped, after they were asked for and before they are admitted. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openJob, reopenJob } from '#api/domain/jobs/job-opening.ts';
import { markStopped } from '#api/domain/jobs/job-stop.ts';
import { readingAfter } from '#tests/harness/reading-turns.ts';
import type { StopTarget } from '#contracts/jobs/admin-jobs.ts';
import { createUser } from '#tests/factories.ts';
import { newCustomer, noTraces, pdf, PDF_SERVICE, type Customer } from '#tests/harness/job-calls.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { keptJob } from './kept-jobs.ts';

const reason = 'It files wrong values.';
/** A service without a portal login. */
const TRACKING = 'ctg-port-tracking';

/** What happens while the file waits to be read. */
let meanwhile: () => Promise<unknown> = async () => {};
const app = await startAppWithWorkers(
  {},
  {
    inReadingTurn: readingAfter(() => meanwhile()),
  },
);
const { db, workflows } = app.deps;
let ana: Customer;
let admin: Customer;

beforeEach(async () => {
  meanwhile = async () => {};
  await db.serviceSetting.deleteMany();
  await db.bank.updateMany({ data: { isEnabled: true } });
  admin = await newCustomer(app, { isAdmin: true });
  ana = await newCustomer(app);
});

const switchOff = (serviceId = PDF_SERVICE) =>
  db.serviceSetting.create({ data: { serviceId, enabled: false } });
const switchOn = () => db.serviceSetting.deleteMany();
const stopAll = (target: StopTarget) => app.post('/api/admin/jobs/stop', { target, reason }, admin.cookie);

/** Makes the next admission fail on its way, so that the draft stays. */
const losesAdmission = () =>
  vi.spyOn(workflows.jobs, 'admit').mockRejectedValueOnce(new Error('Temporal does not answer.'));

/** The request of a start whose draft is stored and not admitted. */
async function drafted(serviceId = PDF_SERVICE, file = pdf()) {
  const { uploadId, totalCredits } = await ana.previewed(serviceId, file);
  const request = { serviceId, uploadId, totalCredits, key: randomUUID() };
  losesAdmission();
  expect(await ana.start(request)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  expect(await ana.traces()).toMatchObject({ jobs: 1, reservations: 0 });
  return request;
}

/** Whether a transaction waits for a lock of another. */
async function isWaiting(): Promise<boolean> {
  const waiting = await db.$queryRaw<unknown[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return waiting.length > 0;
}

async function expectNothingSpent(): Promise<void> {
  expect(await ana.traces()).toEqual(noTraces);
  expect(await ana.credits()).toEqual({ available: 100, held: 0 });
}

describe('a service that is switched off', () => {
  test('a start whose file still waits to be read is refused and leaves nothing', async () => {
    meanwhile = () => switchOff();
    expect(await ana.start({ file: pdf(), totalCredits: 1 })).toMatchObject({
      status: 409,
      body: { code: 'SERVICE_DISABLED' },
    });
    await expectNothingSpent();
  });

  test('a repeated request does not start the job of the first one until the service is switched on', async () => {
    const request = await drafted();
    await switchOff();
    expect(await ana.start(request)).toMatchObject({ status: 409, body: { code: 'SERVICE_DISABLED' } });
    expect(await ana.credits()).toEqual({ available: 100, held: 0 });
    await switchOn();
    const { jobId } = await ana.started(request);
    expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', creditsUsed: 1 });
    expect(await ana.traces()).toMatchObject({ jobs: 1, reservations: 1 });
  });

  test('failed rows whose new run was asked for before are not run again', async () => {
    const jobId = await keptJob(db, ana);
    await switchOff(TRACKING);
    await expect(reopenJob(db, { jobId, attempt: 2 })).rejects.toMatchObject({ code: 'SERVICE_DISABLED' });
    expect(await db.job.findUniqueOrThrow({ where: { id: jobId } })).toMatchObject({ attempt: 1 });
  });

  test('failed rows whose new run waits for its job meanwhile are not run again', async () => {
    const jobId = await keptJob(db, ana);
    let again: Promise<unknown> | undefined;
    await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM jobs WHERE id = ${jobId}::uuid FOR UPDATE`;
      again = reopenJob(db, { jobId, attempt: 2 }).catch((error: unknown) => error);
      await until('the new run to wait for its job', isWaiting);
      await switchOff(TRACKING);
    });
    expect(await again).toMatchObject({ code: 'SERVICE_DISABLED' });
    expect(await db.job.findUniqueOrThrow({ where: { id: jobId } })).toMatchObject({ attempt: 1 });
  });
});

test('a repeated request does not start the job of the first one on a portal that is down by now', async () => {
  const set = (state: { hasAddress: boolean; probeOutcome?: string; probeOutcomeSince?: Date }) =>
    db.portalState.upsert({ where: { portal: 'cpa' }, create: { portal: 'cpa', ...state }, update: state });
  await set({ hasAddress: true });
  const file = new File(['container_no\nMSKU1234565'], 'containers.csv');
  const request = await drafted(TRACKING, file);
  await set({ hasAddress: true, probeOutcome: 'PORTAL_DOWN', probeOutcomeSince: new Date() });
  expect(await ana.start(request)).toMatchObject({ status: 409, body: { code: 'SERVICE_PORTAL_DOWN' } });
  expect(await ana.credits()).toEqual({ available: 100, held: 0 });
});

/** A job that is stored and not admitted, of a customer with enough credits. */
async function draft(given: { serviceId?: string; bankKey?: string; portal?: string } = {}) {
  const { id: userId } = await createUser(db, { creditsHundredths: 1_000n });
  const fields = { serviceId: PDF_SERVICE, ...given };
  const { serviceId } = fields;
  const upload = { userId, serviceId, fileName: 'a.csv', fileKey: randomUUID(), sizeBytes: 1, sha256: '' };
  const { id: jobId } = await db.job.create({
    data: {
      ...fields,
      userId,
      serviceName: serviceId,
      uploadId: (await db.upload.create({ data: upload })).id,
      fileName: 'a.csv',
      rowsTotal: 1,
      costPerRow: 100,
      rows: { create: [{ rowNumber: 1, source: {}, data: {} }] },
    },
  });
  return { jobId, userId };
}

test('a start at a bank that is switched off while the file is read is refused', async () => {
  const { key: bankKey, place: portal } = await db.bank.findFirstOrThrow();
  const { jobId } = await draft({ serviceId: 'cash-incentive-application', bankKey, portal });
  await db.bank.update({ where: { key: bankKey }, data: { isEnabled: false } });
  await expect(openJob(db, { jobId, attempt: 1 })).rejects.toMatchObject({ code: 'BANK_NOT_OFFERED' });
  expect(await db.reservation.count({ where: { jobId } })).toBe(0);
});

describe('jobs that are stopped together', () => {
  test.each(['a service', 'a customer'])(
    'a start that is not yet admitted is refused if the jobs of %s are stopped, and is not counted',
    async (what) => {
      const request = await drafted();
      const target = what === 'a service' ? { serviceId: PDF_SERVICE } : { userId: ana.id };
      expect(await stopAll(target)).toMatchObject({ status: 200, body: { stopped: 0 } });
      expect(await db.auditEntry.count({ where: { adminId: admin.id } })).toBe(0);
      expect(await ana.start(request)).toMatchObject({
        status: 409,
        body: { code: 'JOB_STOPPED', message: expect.stringContaining('Nothing was reserved.') },
      });
      await expectNothingSpent();
      // The stop was about the jobs of that moment.
      const { jobId } = await ana.started(request);
      expect(await ana.ended(jobId)).toMatchObject({ state: 'completed' });
    },
  );

  test('a job that is admitted at the same moment is stopped and counted', async () => {
    const { jobId, userId } = await draft();
    const by = { by: admin.id, reason: null, now: new Date() };
    let stop: ReturnType<typeof markStopped> | undefined;
    await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM jobs WHERE id = ${jobId}::uuid FOR UPDATE`;
      stop = markStopped(db, { userId }, by);
      await until('the stop to wait for the admission', isWaiting);
      await tx.job.update({ where: { id: jobId }, data: { state: 'queued' } });
    });
    expect(await stop).toMatchObject([{ id: jobId }]);
    expect(await db.jobEvent.count({ where: { jobId, kind: 'stopped' } })).toBe(1);
  });
});
