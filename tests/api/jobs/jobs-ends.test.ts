/** Ends of jobs: only successful work is charged, nothing is lost, and nothing is kept longer than promised. */
import { randomUUID } from 'node:crypto';
import { Context } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/durations.ts';
import { housekeepingActivities } from '#activities/housekeeping.ts';
import { adjustCredits, reserve, verifyLedger } from '#api/domain/credits/ledger.ts';
import type { JobDetail, StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import { limits } from '#contracts/limits.ts';
import { adjustment, held } from '#tests/factories.ts';
import {
  beforeDocuments,
  fixture,
  newCustomer as signedUp,
  pdf,
  PDF_SERVICE,
  setBalance,
  zipOf,
  type Customer,
} from '#tests/harness/job-calls.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { jobWorkflowId } from '#workflows/ids.ts';

const app = await startAppWithWorkers();
const { deps } = app;

/** Signed in for longer than these tests move any clock. */
const newCustomer = async (): Promise<Customer> => {
  const customer = await signedUp(app);
  const expiresAt = new Date(Date.now() + 10 * limits.sessionMs);
  await deps.db.session.updateMany({ where: { userId: customer.id }, data: { expiresAt } });
  return customer;
};

/** Runs what the schedules run, as if `laterMs` had passed. */
function housekeeping(laterMs: number) {
  const activities = housekeepingActivities({ ...deps, clock: () => new Date(Date.now() + laterMs) });
  const environment = new MockActivityEnvironment();
  return {
    deleteExpired: activities.deleteExpired,
    reconcileJobs: () => environment.run(activities.reconcileJobs),
  };
}

/** Runs `work` with a store that calls `meanwhile` when the second row's document is stored. */
async function atSecondRow<T>(meanwhile: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const release = beforeDocuments(app, async (key) => key.includes('/documents/2/') && meanwhile());
  return work().finally(release);
}

/** A job of two PDFs whose second one is in progress when `meanwhile` is called, and waits there to be cancelled. */
function heldAtSecondRow(
  customer: Customer,
  meanwhile: (jobId: string) => Promise<unknown>,
  request?: Parameters<Customer['started']>[0],
): Promise<JobDetail> {
  const untilCancelled = (): Promise<never> => Context.current().cancelled;
  return atSecondRow(untilCancelled, async () => {
    const file = await zipOf('papers.zip', [pdf('a.pdf'), pdf('b.pdf')]);
    const { jobId } = await customer.started(request ?? { file, totalCredits: 2 });
    await until('the first row', async () => (await customer.job(jobId)).rowsDone === 1);
    await meanwhile(jobId);
    return customer.ended(jobId);
  });
}

const cancelledJob = (customer: Customer): Promise<JobDetail> =>
  heldAtSecondRow(customer, (jobId) => customer.cancel(jobId));

describe('rows that are not charged', () => {
  test('a PDF without tables is not charged, and its row says why', async () => {
    const ana = await newCustomer();
    const job = await ana.converted(fixture('negative-01.pdf'));
    expect(job).toMatchObject({ status: 'completed', rowsFailed: 1, creditsUsed: 0, creditsReturned: 1 });
    // There is nothing to download, so no download is offered.
    expect(job.downloadUrl).toBeNull();
    expect(await ana.rows(job.jobId)).toMatchObject([
      {
        outcome: 'INPUT_INVALID',
        message: expect.stringMatching(/no table/i),
        charged: false,
        documents: [],
      },
    ]);
    expect(await ana.credits()).toEqual({ available: 100, held: 0 });
    const { body } = await ana.get(`/api/work-history/${ana.id}`);
    expect(body['workHistory']).toMatchObject([{ creditsUsed: 0, downloadUrl: null }]);
  });

  test('only the good one of two PDFs in a ZIP file is charged', async () => {
    const ana = await newCustomer();
    const file = await zipOf('papers.zip', [pdf('good.pdf'), fixture('negative-01.pdf')]);
    const job = await ana.converted(file, 2);
    expect(job).toMatchObject({ rowsSucceeded: 1, rowsFailed: 1, creditsUsed: 1, creditsReturned: 1 });
    expect((await ana.rows(job.jobId)).map(({ outcome, charged }) => [outcome, charged])).toEqual([
      ['SUCCESS', true],
      ['INPUT_INVALID', false],
    ]);
    expect(await ana.credits()).toEqual({ available: 99, held: 0 });
    expect(await ana.retry(job.jobId)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_RETRYABLE' } });
    expect(await verifyLedger(deps.db)).toEqual([]);
  });
});

describe('a cancelled job', () => {
  test('a cancelled job keeps and charges its finished rows, and returns the other credits', async () => {
    const ana = await newCustomer();
    const job = await cancelledJob(ana);
    expect(job).toMatchObject({
      status: 'failed',
      state: 'cancelled',
      errorMessage: 'Cancelled',
      creditsUsed: 1,
      creditsReturned: 1,
    });
    expect((await ana.rows(job.jobId)).map(({ outcome, charged }) => [outcome, charged])).toEqual([
      ['SUCCESS', true],
      ['CANCELLED', false],
    ]);
    expect(await ana.credits()).toEqual({ available: 99, held: 0 });
    expect(await ana.cancel(job.jobId)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_CANCELLABLE' } });
    expect(job.files.map(({ name }) => name)).toEqual(expect.arrayContaining(['result.csv']));
  });

  test('a retry of a cancelled job continues the same job and charges only the new work', async () => {
    const ana = await newCustomer();
    const { jobId } = await cancelledJob(ana);
    const before = await ana.credits();
    const clicks = await Promise.all([ana.retry(jobId), ana.retry(jobId), ana.retry(jobId)]);
    const taken = clicks.filter(({ status }) => status === 200);
    expect(taken.length).toBeGreaterThan(0);
    for (const { body } of taken) expect(body).toMatchObject({ jobId, newCredits: before.available - 1 });
    // A late click finds the job running, or ended well.
    for (const { status, body } of clicks) if (status !== 200) expect(body['code']).toBe('JOB_NOT_RETRYABLE');

    const job = await ana.ended(jobId);
    expect(job).toMatchObject({ state: 'completed', rowsSucceeded: 2, rowsFailed: 0, creditsUsed: 2 });
    expect(job.errorMessage).toBeNull();
    expect(await ana.credits()).toEqual({ available: 98, held: 0 });
    expect(await ana.traces()).toMatchObject({ jobs: 1, rows: 2, reservations: 2 });
    expect(await ana.retry(jobId)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_RETRYABLE' } });
    expect(await verifyLedger(deps.db)).toEqual([]);
  });

  test('a cancelled job whose upload was deleted cannot be retried, and stays unchanged', async () => {
    const ana = await newCustomer();
    const { jobId } = await cancelledJob(ana);
    await housekeeping(limits.uploadRetentionMs + HOUR_MS).deleteExpired();
    expect(await ana.retry(jobId)).toMatchObject({ status: 410, body: { code: 'FILE_EXPIRED' } });
    expect(await ana.job(jobId)).toMatchObject({ state: 'cancelled', creditsReserved: 0 });
    expect(await ana.credits()).toEqual({ available: 99, held: 0 });
  });

  test('a cancelled job keeps its rows and files while a retry runs, however long ago it ended first', async () => {
    const ana = await newCustomer();
    const { jobId } = await cancelledJob(ana);
    const week = housekeeping(limits.resultRetentionMs + HOUR_MS);
    const job = await atSecondRow(week.deleteExpired, async () => {
      expect(await ana.retry(jobId)).toMatchObject({ status: 200 });
      return ana.ended(jobId);
    });
    expect(job).toMatchObject({ state: 'completed', rowsSucceeded: 2, rowsTotal: 2 });
    expect(await ana.rows(jobId)).toHaveLength(2);
    expect((await ana.get(`/api/jobs/${jobId}/download`)).status).toBe(200);
  });

  test('a retry without enough credits changes nothing, and works once the credits are there', async () => {
    const ana = await newCustomer();
    const cancelled = await cancelledJob(ana);
    const { jobId } = cancelled;
    await setBalance(app, ana, 0);
    for (let click = 1; click <= 2; click += 1)
      expect(await ana.retry(jobId)).toMatchObject({ status: 402, body: { code: 'INSUFFICIENT_CREDITS' } });
    expect(await ana.job(jobId)).toEqual(cancelled);
    expect(await ana.credits()).toEqual({ available: 0, held: 0 });

    await adjustCredits(deps.db, adjustment(ana.id, 'add', 100n));
    expect(await ana.retry(jobId)).toMatchObject({ status: 200, body: { newCredits: 0 } });
    expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', creditsUsed: 2 });
    expect(await verifyLedger(deps.db)).toEqual([]);
  });

  test('a repeated start returns the first answer, even after a cancellation and a retry', async () => {
    const ana = await newCustomer();
    const file = await zipOf('papers.zip', [pdf('a.pdf'), pdf('b.pdf')]);
    const request = { file, totalCredits: 2, key: randomUUID() };
    const answers: StartedJob[] = [];
    const { jobId } = await heldAtSecondRow(
      ana,
      async (id) => {
        answers.push(await ana.started(request));
        await ana.cancel(id);
      },
      request,
    );
    answers.push(await ana.started(request));
    await ana.retry(jobId);
    await ana.ended(jobId);
    answers.push(await ana.started(request));
    for (const answer of answers) expect(answer).toMatchObject({ jobId, newCredits: 98, immediate: true });
    expect(await ana.traces()).toMatchObject({ jobs: 1, reservations: 2 });
    expect(await ana.credits()).toEqual({ available: 98, held: 0 });
  });
});

describe('a store that refuses result files', () => {
  /** A job of two PDFs that has ended while the store refuses its result files, which was tried more than once. */
  async function endedWithoutFiles(customer: Customer) {
    const { put } = deps.files;
    let refusals = 0;
    const store = vi.spyOn(deps.files, 'put').mockImplementation(async (key, bytes, contentType) => {
      if (!key.includes('/results/')) return put(key, bytes, contentType);
      refusals += 1;
      throw new Error('The store is full.');
    });
    const file = await zipOf('papers.zip', [pdf('a.pdf'), pdf('b.pdf')]);
    const { jobId } = await customer.started({ file, totalCredits: 2 });
    await until('the files to be tried again', () => refusals > 1);
    return { jobId, repair: () => store.mockRestore() };
  }

  async function expectSettled(customer: Customer, jobId: string, filesPending: boolean): Promise<JobDetail> {
    const job = await customer.job(jobId);
    expect(job).toMatchObject({ state: 'completed', creditsUsed: 2, creditsReserved: 0, filesPending });
    expect(await customer.credits()).toEqual({ available: 98, held: 0 });
    expect(await verifyLedger(deps.db)).toEqual([]);
    return job;
  }

  async function expectFiles(customer: Customer, jobId: string): Promise<void> {
    const { files, downloadUrl } = await expectSettled(customer, jobId, false);
    expect(files.map(({ name }) => name)).toEqual(['result.csv', 'result.xlsx']);
    for (const place of [downloadUrl ?? '', ...files.map(({ url }) => url)])
      expect(await customer.get(place)).toMatchObject({ status: 200 });
  }

  test('result files that cannot be written are pending and retried, after the credits are settled', async () => {
    const ana = await newCustomer();
    const { jobId, repair } = await endedWithoutFiles(ana);
    expect(await expectSettled(ana, jobId, true)).toMatchObject({ files: [], downloadUrl: null });
    repair();
    await ana.ended(jobId);
    await expectFiles(ana, jobId);
  });

  test('result files whose workflow is terminated before they are written are written by the reconciler', async () => {
    const ana = await newCustomer();
    const { jobId, repair } = await endedWithoutFiles(ana);
    await deps.temporal.workflow.getHandle(jobWorkflowId(PDF_SERVICE, jobId)).terminate('test');
    await housekeeping(0).reconcileJobs();
    await expectSettled(ana, jobId, true);
    repair();
    // On a busy server the list of running workflows may still contain the terminated one.
    await until('the reconciler to write the files', async () => {
      await housekeeping(0).reconcileJobs();
      return !(await ana.job(jobId)).filesPending;
    });
    await expectFiles(ana, jobId);
  });
});

describe('retention of files', () => {
  test('an upload is deleted within 24 hours, in the last run before they have passed [uploads-are-deleted]', async () => {
    const ana = await newCustomer();
    const { uploadId } = await ana.previewed(PDF_SERVICE, pdf());
    await housekeeping(DAY_MS - HOUR_MS - MINUTE_MS).deleteExpired();
    const { fileKey, deletedAt } = await deps.db.upload.findUniqueOrThrow({ where: { id: uploadId } });
    expect(deletedAt).toBeNull();
    expect((await deps.files.get(fileKey)).byteLength).toBeGreaterThan(0);

    await housekeeping(DAY_MS - HOUR_MS + MINUTE_MS).deleteExpired();
    await expect(deps.files.get(fileKey)).rejects.toThrow();
    expect(await ana.start({ uploadId, totalCredits: 1 })).toMatchObject({
      status: 410,
      body: { code: 'FILE_EXPIRED' },
    });
    expect(await ana.credits()).toEqual({ available: 100, held: 0 });
  });

  test('results are deleted after 7 days, and not before, while the job and its payment stay known [results-are-deleted]', async () => {
    const ana = await newCustomer();
    const job = await ana.converted(await zipOf('papers.zip', [pdf('a.pdf'), pdf('b.pdf')]), 2);
    const files = await deps.db.jobFile.findMany({ where: { jobId: job.jobId } });
    await housekeeping(limits.resultRetentionMs - HOUR_MS).deleteExpired();
    expect((await ana.get(job.downloadUrl ?? '')).status).toBe(200);

    await housekeeping(limits.resultRetentionMs + HOUR_MS).deleteExpired();
    for (const { fileKey } of files) await expect(deps.files.get(fileKey)).rejects.toThrow();
    await expectExpired(ana, job);
    expect(await ana.job(job.jobId)).toMatchObject({ creditsUsed: 2, files: [], downloadUrl: null });
    expect(await ana.retry(job.jobId)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_RETRYABLE' } });
    expect(await verifyLedger(deps.db)).toEqual([]);
  });

  test('expired results are not served, even before they are deleted', async () => {
    const ana = await newCustomer();
    const job = await ana.converted(await zipOf('papers.zip', [pdf('a.pdf'), pdf('b.pdf')]), 2);
    await deps.db.job.update({ where: { id: job.jobId }, data: { expiresAt: new Date() } });
    await expectExpired(ana, job);
  });
});

async function expectExpired(customer: Customer, job: JobDetail): Promise<void> {
  const places = [job.downloadUrl ?? '', ...job.files.map(({ url }) => url)];
  expect(places.length).toBeGreaterThan(1);
  for (const place of places)
    expect(await customer.get(place)).toMatchObject({ status: 410, body: { code: 'FILE_EXPIRED' } });
  const { body } = await customer.get(`/api/work-history/${customer.id}`);
  expect(body['workHistory']).toEqual([]);
  expect((await customer.job(job.jobId)).downloadUrl).toBeNull();
}

describe('the reconciler', () => {
  test('the reconciler resumes a job whose workflow was terminated, and the job is charged once', async () => {
    const ana = await newCustomer();
    let isHeld = true;
    const release = beforeDocuments(app, async (key) => {
      if (isHeld && key.includes('/documents/2/')) await Context.current().cancelled;
    });
    const file = await zipOf('papers.zip', [pdf('a.pdf'), pdf('b.pdf')]);
    const { jobId } = await ana.started({ file, totalCredits: 2 });
    await until('the first row', async () => (await ana.job(jobId)).rowsDone === 1);
    await deps.temporal.workflow.getHandle(jobWorkflowId(PDF_SERVICE, jobId)).terminate('test');
    isHeld = false;
    // On a busy server the list of running workflows may still contain the terminated one.
    await until('the reconciler to resume the job', async () => {
      await housekeeping(0).reconcileJobs();
      return (await ana.job(jobId)).events.some(({ kind }) => kind === 'resumed');
    });
    expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', rowsSucceeded: 2, creditsUsed: 2 });
    release();
    expect(await ana.credits()).toEqual({ available: 98, held: 0 });
    await housekeeping(HOUR_MS).reconcileJobs();
    expect(await ana.credits()).toEqual({ available: 98, held: 0 });
    expect(await verifyLedger(deps.db)).toEqual([]);
  });

  test("the reconciler ends a job that keeps losing its workflow, with its files, and returns the open rows' credits", async () => {
    const ana = await newCustomer();
    const file = await zipOf('papers.zip', [pdf('a.pdf'), pdf('b.pdf')]);
    const release = beforeDocuments(app, async (key) => {
      if (key.includes('/documents/2/')) await Context.current().cancelled;
    });
    const { jobId } = await ana.started({ file, totalCredits: 2 });
    await until('the first row', async () => (await ana.job(jobId)).rowsDone === 1);
    await deps.db.job.update({ where: { id: jobId }, data: { resumes: 5 } });
    await deps.temporal.workflow.getHandle(jobWorkflowId(PDF_SERVICE, jobId)).terminate('test');
    // On a busy server the list of running workflows may still contain the terminated one.
    await until('the reconciler to end the job', async () => {
      await housekeeping(0).reconcileJobs();
      return (await ana.job(jobId)).state === 'failed';
    });
    release();
    const job = await ana.job(jobId);
    expect(job).toMatchObject({
      errorMessage: 'The job was stopped by our team.',
      creditsUsed: 1,
      creditsReturned: 1,
      filesPending: false,
    });
    expect(job.files.map(({ name }) => name)).toContain('result.xlsx');
    expect(await ana.credits()).toEqual({ available: 99, held: 0 });
    expect(await verifyLedger(deps.db)).toEqual([]);
  });

  test('the reconciler returns credits that are held for no job', async () => {
    const ana = await newCustomer();
    const jobId = randomUUID();
    await reserve(deps.db, held(ana.id, 300n, jobId));
    const before = new Date(Date.now() - HOUR_MS);
    await deps.db.$executeRaw`ALTER TABLE reservations DISABLE TRIGGER reservations_kept`;
    await deps.db.reservation.updateMany({ where: { jobId }, data: { createdAt: before } });
    await deps.db.$executeRaw`ALTER TABLE reservations ENABLE TRIGGER reservations_kept`;
    expect(await ana.credits()).toEqual({ available: 97, held: 3 });
    await housekeeping(0).reconcileJobs();
    expect(await ana.credits()).toEqual({ available: 100, held: 0 });
    expect(await verifyLedger(deps.db)).toEqual([]);
  });

  test('the reconciler does not touch jobs that run', async () => {
    const ana = await newCustomer();
    const job = await heldAtSecondRow(ana, async (jobId) => {
      await housekeeping(HOUR_MS).reconcileJobs();
      expect(await ana.job(jobId)).toMatchObject({ finishedAt: null, creditsReserved: 2 });
      await ana.cancel(jobId);
    });
    expect(job.state).toBe('cancelled');
  });
});
