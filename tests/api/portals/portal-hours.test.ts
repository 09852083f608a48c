/**
 * Jobs on a portal with limits: outside its hours nobody signs in, running jobs stop between rows and go on when it
 * opens, and sessions and rows keep to what an administrator has set.
 */
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { reconcileJobs } from '#activities/reconcile-jobs.ts';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { DAY_MS } from '#contracts/durations.ts';
import { dhakaDay } from '#contracts/calendar-days.ts';
import type { JobProgress } from '#contracts/calls/jobs/jobs-answers.ts';
import { noPortalLimits, type PortalLimits } from '#contracts/portals/portal-limits.ts';
import { messageText } from '#contracts/messages/render.ts';
import { newCustomer, newExporter, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { startWorkers, type WorkerGroup } from '#temporal/workers.ts';

const COST = 0.5;
const TEST_MS = 180_000;
/** A search makes more: it leads to its answer, to the report, to the file, and back. */
const ACTIONS_OF_A_SEARCH = 4;
/** Time enough for a job to be started on the closed portal, and little enough to wait for. */
const OPENS_IN_MS = 10_000;
/** How far the clock of the application and its workers is ahead. */
let aheadMs = 0;
const clock = (): Date => new Date(Date.now() + aheadMs);

const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BB_EXP_URL: sandbox.url('bb-exp') }, { clock });
const { db } = app.deps;
/** Workers beside those of the application. A hook that is registered inside a test never runs. */
const others: WorkerGroup[] = [];
afterAll(async () => {
  for (const other of others) other.shutdown();
  await Promise.all(others.map(({ finished }) => finished));
});

const admin = await newCustomer(app, { isAdmin: true });
let ana: Customer;
beforeEach(async () => {
  await sandbox.seed();
  ana = await newExporter(app, 'padma');
});
afterEach(async () => {
  aheadMs = 0;
  await sandbox.clearFaults();
  await put({});
});

const put = async (given: Partial<PortalLimits>): Promise<void> => {
  const answer = await app.request('/api/admin/portals/bb-exp/limits', {
    method: 'PUT',
    json: { ...noPortalLimits, ...given, reason: 'Agreed with the bank' },
    cookie: admin.cookie,
  });
  expect(answer).toMatchObject({ status: 200 });
};
const holiday = (at: Date) => ({ date: dhakaDay(at), name: 'Closed' });
const closedToday = () => put({ holidays: [holiday(clock())] });
/** Moves the clock to the next midnight in Dhaka. */
const midnight = (): void => {
  const next = new Date(`${dhakaDay(new Date(clock().getTime() + DAY_MS))}T00:00:01+06:00`);
  aheadMs = next.getTime() - Date.now();
};

const exps = (first: number, count: number): File => {
  const lines = Array.from({ length: count }, (_, index) => `1084,${first + index},2026`);
  return new File([['ad_code,exp_serial,exp_year', ...lines].join('\n')], 'exps.csv');
};
const search = async (customer: Customer, first: number, count: number): Promise<string> => {
  const file = exps(first, count);
  return (await customer.started({ serviceId: 'exp-search', file, totalCredits: count * COST })).jobId;
};
const job = async (customer: Customer, jobId: string): Promise<JobProgress> =>
  (await customer.get(`/api/jobs/${jobId}/status`)).body['job'] as JobProgress;
const untilWaiting = (customer: Customer, jobId: string): Promise<void> =>
  until('the job to wait', async () => (await job(customer, jobId)).state === 'queued');
const logins = async (): Promise<string[]> =>
  (await sandbox.journal()).filter(({ kind }) => kind === 'login').map(({ user }) => user);

test(
  'a job on a closed portal signs in nobody, says when it opens, and goes on by itself when the clock reaches that',
  async () => {
    await closedToday();
    const opens = new Date(`${dhakaDay(new Date(clock().getTime() + DAY_MS))}T00:00:00+06:00`);
    const jobId = await search(ana, 110_500, 2);
    const waiting = await job(ana, jobId);
    expect(waiting).toMatchObject({
      state: 'queued',
      queuePosition: 1,
      creditsReserved: 2 * COST,
      waiting: { kind: 'portal_closed' },
    });
    const weekday = opens.toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'Asia/Dhaka' });
    expect(waiting.waiting?.message).toContain(`The portal is closed until ${weekday}, `);
    expect(waiting.waiting?.message).toContain('00:00');
    const data = waiting.waiting?.messageData;
    expect(data && messageText(data, 'bn')).toMatch(/বার, .* পর্যন্ত পোর্টাল বন্ধ।/);
    await reconcileJobs(app.deps);
    expect(await logins()).toEqual([]);
    midnight();
    await reconcileJobs(app.deps);
    expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', rowsSucceeded: 2 });
    expect(await logins()).toEqual(['padma']);
    expect(await verifyLedger(db)).toEqual([]);
  },
  TEST_MS,
);

test(
  'a job in line asks again when the portal opens, so that it goes on without being told',
  async () => {
    await closedToday();
    midnight();
    const opensMs = clock().getTime() - aheadMs + OPENS_IN_MS;
    aheadMs -= OPENS_IN_MS;
    const jobId = await search(ana, 110_510, 1);
    expect(await ana.ended(jobId)).toMatchObject({ state: 'completed' });
    // The portal's clock is not moved.
    const [login] = await sandbox.journal();
    expect(Date.parse(login?.at ?? '')).toBeGreaterThanOrEqual(opensMs - 1_000);
  },
  TEST_MS,
);

test(
  'a job that runs into closing time finishes its filing, stops between rows, and files nothing twice',
  async () => {
    // The hours are looked at every two seconds, so that a second row could begin just after the closing time.
    const pauseBetweenRowsMs = 5_000;
    await put({ pauseBetweenRowsMs, holidays: [holiday(new Date(clock().getTime() + DAY_MS))] });
    const file = new File(
      [readFileSync('activities/services/exp-duplicate-reporting/sample.csv')],
      'duplicates.csv',
    );
    const { totalCredits, rows } = await ana.previewed('exp-duplicate-reporting', file);
    // The portal works on the first filing until the closing time is over.
    await sandbox.setFault({ kind: 'answer-late', ms: 600_000, times: 1 });
    const { jobId } = await ana.started({ serviceId: 'exp-duplicate-reporting', file, totalCredits });
    await until('the first filing', async () => (await sandbox.state()).held.length > 0);
    midnight();
    await sandbox.clearFaults();
    await untilWaiting(ana, jobId);
    const waiting = await job(ana, jobId);
    expect(waiting).toMatchObject({ waiting: { kind: 'portal_closed' }, rowsDone: 1, rowsSucceeded: 1 });
    expect(await commits()).toHaveLength(1);
    midnight();
    await reconcileJobs(app.deps);
    expect(await ana.ended(jobId)).toMatchObject({ state: 'completed' });
    const keys = await commits();
    expect(new Set(keys).size).toBe(keys.length);
    expect(rows.length).toBeGreaterThan(1);
    expect(await verifyLedger(db)).toEqual([]);
  },
  TEST_MS,
);
const commits = async (): Promise<(string | undefined)[]> =>
  (await sandbox.journal()).filter(({ kind }) => kind === 'commit').map(({ key }) => key);

test(
  'a portal that is limited to one session works two jobs one after the other',
  async () => {
    await put({ sessionsMax: 1 });
    const nordic = await newExporter(app, 'nordic');
    const jobIds = [await search(ana, 110_530, 3), await search(nordic, 110_540, 3)] as const;
    for (const [index, customer] of [ana, nordic].entries())
      expect(await customer.ended(jobIds[index] ?? '')).toMatchObject({ state: 'completed' });
    let inside = 0;
    for (const { kind } of await sandbox.journal()) {
      if (kind === 'login') inside += 1;
      if (kind === 'logout') inside -= 1;
      expect(inside).toBeLessThanOrEqual(1);
    }
    expect((await logins()).toSorted()).toEqual(['nordic', 'padma']);
  },
  TEST_MS,
);

/** The times at which the portal answered about each row: the first and the last of each, in their order. */
async function rowTimes(): Promise<{ firstMs: number; lastMs: number }[]> {
  const byKey = new Map<string, { firstMs: number; lastMs: number }>();
  for (const { kind, key, at } of await sandbox.journal()) {
    if (key === undefined || kind === 'login' || kind === 'logout') continue;
    const atMs = Date.parse(at);
    byKey.set(key, { firstMs: byKey.get(key)?.firstMs ?? atMs, lastMs: atMs });
  }
  return [...byKey.values()];
}

test(
  'a pause between rows keeps the rows of a job apart',
  async () => {
    const pauseBetweenRowsMs = 2_000;
    await put({ pauseBetweenRowsMs });
    expect(await ana.ended(await search(ana, 110_550, 3))).toMatchObject({ rowsSucceeded: 3 });
    const rows = await rowTimes();
    expect(rows).toHaveLength(3);
    for (const [index, { firstMs }] of rows.entries())
      if (index > 0)
        expect(firstMs - (rows[index - 1]?.lastMs ?? 0)).toBeGreaterThanOrEqual(pauseBetweenRowsMs);
  },
  TEST_MS,
);

test(
  'two jobs on two workers together make no more actions a minute than the portal’s limit',
  async () => {
    others.push(await startWorkers(app.deps, '.cache'));
    const nordic = await newExporter(app, 'nordic');
    const actionsPerMinuteMax = 90;
    await ana.ended(await search(ana, 110_560, 1));
    const beforeMs = Math.max(...(await sandbox.journal()).map(({ at }) => Date.parse(at)));
    await put({ actionsPerMinuteMax });
    const jobIds = [await search(ana, 110_570, 3), await search(nordic, 110_580, 3)] as const;
    for (const [index, customer] of [ana, nordic].entries())
      expect(await customer.ended(jobIds[index] ?? '')).toMatchObject({ rowsSucceeded: 3 });
    const rows = (await rowTimes()).filter(({ firstMs }) => firstMs > beforeMs);
    expect(rows).toHaveLength(6);
    // When the last row began, all but the one beside it had ended.
    const actions = ACTIONS_OF_A_SEARCH * (rows.length - 2);
    const lastMs = Math.max(...rows.map(({ firstMs }) => firstMs));
    expect(lastMs - beforeMs).toBeGreaterThanOrEqual((actions / actionsPerMinuteMax) * 60_000);
  },
  TEST_MS,
);
