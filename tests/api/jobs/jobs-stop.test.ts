/** An administrator stops jobs, or suspends their customer: no further filing is made, and the credits are settled. */
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import type { StopTarget } from '#contracts/jobs/admin-jobs.ts';
import { newCustomer, newExporter, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const SEARCH_COST = 0.5;
const ISSUE_COST = 2;
/** Rows of the sample. */
const ISSUES = 3;
const ROWS = 12;
const reason = 'The sheet belongs to another exporter.';

const sandbox = await startSandbox();
const app = await startAppWithWorkers({
  BB_EXP_URL: sandbox.url('bb-exp'),
  PORTAL_RETRY_FIRST_MS: '500',
  PORTAL_RETRY_MAX_MS: '1000',
});
const { db } = app.deps;

let admin: Customer;
let ana: Customer;
let jamal: Customer;
beforeEach(async () => {
  await sandbox.seed();
  await sandbox.clearFaults();
  admin = await newCustomer(app, { isAdmin: true });
  ana = await newExporter(app, 'padma');
  jamal = await newExporter(app, 'nordic');
});

const searches = (first: number, rows = ROWS): File => {
  const lines = Array.from({ length: rows }, (_, index) => `1084,${first + index},2026`);
  return new File([['ad_code,exp_serial,exp_year', ...lines].join('\n')], 'exps.csv');
};
const search = (customer: Customer, first: number, rows = ROWS) =>
  customer.started({
    serviceId: 'exp-search',
    file: searches(first, rows),
    totalCredits: rows * SEARCH_COST,
  });

const issue = (customer: Customer) => {
  const file = new File([readFileSync('activities/services/exp-issue/sample.csv')], 'exp.csv');
  return customer.started({ serviceId: 'exp-issue', file, totalCredits: ISSUES * ISSUE_COST });
};
const filings = async (): Promise<number> =>
  (await sandbox.journal('bb-exp')).filter(({ kind }) => kind === 'commit').length;

const stopOne = (jobId: string) => app.post(`/api/admin/jobs/${jobId}/stop`, { reason }, admin.cookie);
const stopAll = (target: StopTarget) => app.post('/api/admin/jobs/stop', { target, reason }, admin.cookie);

const countAll = (target: StopTarget) => app.post('/api/admin/jobs/stop/preview', { target }, admin.cookie);

const isUnderWay = async (customer: Customer, jobId: string): Promise<void> =>
  until('a row to be worked', async () => (await customer.job(jobId)).rowsDone > 0);

/** What holds for every stopped job: it has ended, its open rows are not charged, and nothing is held. */
async function expectStopped(customer: Customer, jobId: string): Promise<void> {
  const job = await customer.ended(jobId);
  expect(job).toMatchObject({ state: 'cancelled', creditsReserved: 0 });
  const rows = await customer.rows(jobId);
  const worked = rows.filter(({ outcome }) => outcome !== 'CANCELLED');
  expect(worked.length).toBeLessThan(rows.length);
  expect(job.creditsUsed).toBe(rows.filter(({ charged }) => charged).length * SEARCH_COST);
  expect(await verifyLedger(db)).toEqual([]);
}

describe('a job that an administrator stops', () => {
  test('a job stopped by an administrator ends, returns the credits of its open rows, and tells its customer why', async () => {
    const { jobId } = await search(ana, 110_400);
    await isUnderWay(ana, jobId);
    expect(await stopOne(jobId)).toMatchObject({ status: 200, body: { stopped: 1 } });
    await expectStopped(ana, jobId);
    expect((await ana.job(jobId)).events.map(({ message }) => message)).toContain(
      `Stopped by our team: ${reason}`,
    );
    expect(
      await db.notification.findMany({ where: { userId: ana.id, title: 'Automation stopped' } }),
    ).toMatchObject([{ message: expect.stringContaining(reason) }]);
    expect(await db.auditEntry.findMany({ where: { subject: `job/${jobId}` } })).toMatchObject([
      { adminId: admin.id, action: 'job stopped', reason },
    ]);
  });

  test('a stopped job clicks nothing more, while the click in progress is followed to its answer', async () => {
    await sandbox.setFault({ portal: 'bb-exp', kind: 'answer-late', ms: 3_000, times: 1 });
    const { jobId } = await issue(ana);
    await until('the first filing', async () => (await filings()) === 1);
    expect(await stopOne(jobId)).toMatchObject({ status: 200 });
    const job = await ana.ended(jobId);
    expect(job).toMatchObject({ state: 'cancelled', creditsReserved: 0 });
    const done = (await ana.rows(jobId)).filter(({ outcome }) => outcome === 'SUCCESS');
    expect(done).toHaveLength(1);
    expect(done[0]?.portalReference).toMatch(/\d/);
    expect(await filings()).toBe(1);
    expect(job.creditsUsed).toBe(ISSUE_COST);
  });

  test('a stopped job that waits for its turn never reaches the portal', async () => {
    const first = await search(ana, 110_400);
    const second = await search(ana, 110_420);
    await stopOne(second.jobId);
    expect(await ana.ended(second.jobId)).toMatchObject({ state: 'cancelled', creditsUsed: 0 });
    await stopOne(first.jobId);
    await expectStopped(ana, first.jobId);
  });

  test('a job that has ended or does not exist cannot be stopped', async () => {
    const { jobId } = await search(ana, 110_400, 1);
    await ana.ended(jobId);
    expect(await stopOne(jobId)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_CANCELLABLE' } });
    expect(await stopOne(crypto.randomUUID())).toMatchObject({ status: 404 });
    expect(await db.auditEntry.count({ where: { adminId: admin.id } })).toBe(0);
  });
});

describe('stopping several jobs', () => {
  test('all jobs of a customer are stopped together, while jobs of others continue', async () => {
    const mine = [await search(ana, 110_400), await search(ana, 110_420)];
    const other = await search(jamal, 110_440, 3);
    expect(await countAll({ userId: ana.id })).toMatchObject({ body: { jobs: 2, customers: 1 } });
    expect(await stopAll({ userId: ana.id })).toMatchObject({ status: 200, body: { stopped: 2 } });
    for (const { jobId } of mine) await expectStopped(ana, jobId);
    expect(await jamal.ended(other.jobId)).toMatchObject({ state: 'completed' });
    expect(await db.auditEntry.findMany({ where: { adminId: admin.id } })).toMatchObject([
      { action: 'jobs stopped', subject: `user/${ana.id}`, after: { jobs: 2 }, reason },
    ]);
  });

  test.each([{ serviceId: 'exp-search' }, { portal: 'bb-exp' }])(
    'all jobs of %j are counted, and stopped, whoever started them',
    async (target) => {
      const first = await search(ana, 110_400);
      const second = await search(jamal, 110_420);
      expect(await countAll(target)).toMatchObject({ status: 200, body: { jobs: 2, customers: 2 } });
      expect(await stopAll(target)).toMatchObject({ status: 200, body: { stopped: 2 } });
      expect(await countAll(target)).toMatchObject({ body: { jobs: 0, customers: 0 } });
      await expectStopped(ana, first.jobId);
      await expectStopped(jamal, second.jobId);
      expect(await stopAll(target)).toMatchObject({ status: 200, body: { stopped: 0 } });
    },
  );

  test('all jobs of a customer are stopped when the customer is suspended [jobs-stop-when-suspended]', async () => {
    const running = await search(ana, 110_400);
    const waiting = await search(ana, 110_420);
    await isUnderWay(ana, running.jobId);
    const suspend = { status: 'suspended', reason };
    expect(
      await app.request(`/api/users/${ana.id}`, { method: 'PUT', json: suspend, cookie: admin.cookie }),
    ).toMatchObject({ status: 200 });
    await until(
      'the jobs to end',
      async () => (await db.job.count({ where: { userId: ana.id, finishedAt: null } })) === 0,
    );
    const jobs = await db.job.findMany({ where: { userId: ana.id } });
    expect(jobs.map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
    expect(jobs.find(({ id }) => id === waiting.jobId)?.capturedAmount).toBe(0n);
    expect(await ana.credits()).toMatchObject({ held: 0 });
    expect(await verifyLedger(db)).toEqual([]);
  });
});
