/**
 * Jobs that work in several sessions of a portal: each row once and in order, within what the portal and other jobs
 * leave them, and none where a login has one session.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import type { JobProgress } from '#contracts/calls/jobs/jobs-answers.ts';
import { noPortalLimits, type PortalLimits } from '#contracts/portals/portal-limits.ts';
import { knownContainers, trackingSheet } from '#tests/harness/containers.ts';
import { newCustomer, newExporter, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const PORTAL = 'maersk-track';
const SESSIONS = 4;
const COST = 1;
const TEST_MS = 180_000;
/** Longer than any test waits; clearing the faults ends it. */
const HELD_MS = 600_000;

const sandbox = await startSandbox();
const app = await startAppWithWorkers({
  MAERSK_TRACK_URL: sandbox.url(PORTAL),
  BB_EXP_URL: sandbox.url('bb-exp'),
});
const { db } = app.deps;
const admin = await newCustomer(app, { isAdmin: true });
let ana: Customer;
beforeEach(async () => {
  await sandbox.seed();
  ana = await newCustomer(app);
});
afterEach(async () => {
  await sandbox.clearFaults();
  await put({});
});

async function put(given: Partial<PortalLimits>, reason = 'Agreed with the carrier'): Promise<void> {
  const answer = await app.request(`/api/admin/portals/${PORTAL}/limits`, {
    method: 'PUT',
    json: { ...noPortalLimits, ...given, reason },
    cookie: admin.cookie,
  });
  expect(answer).toMatchObject({ status: 200 });
}
const track = async (customer: Customer, numbers: readonly string[]): Promise<string> => {
  const file = trackingSheet(numbers);
  const totalCredits = new Set(numbers).size * COST;
  const request = { serviceId: 'damco-tracking-maersk', file, totalCredits, key: randomUUID() };
  return (await customer.started(request)).jobId;
};
const progress = async (customer: Customer, jobId: string): Promise<JobProgress> =>
  (await customer.get(`/api/jobs/${jobId}/status`)).body['job'] as JobProgress;
/** The numbers that the carrier was asked for, in the order of its answers. */
const asked = async (): Promise<string[]> =>
  (await sandbox.journal(PORTAL)).flatMap(({ kind, key }) => (kind === 'lookup' && key ? [key] : []));
const hold = () => sandbox.setFault({ portal: PORTAL, kind: 'slow', route: 'api', ms: HELD_MS, times: -1 });
const slow = (ms: number) => sandbox.setFault({ portal: PORTAL, kind: 'slow', route: 'api', ms, times: -1 });
/** Look-ups that the carrier has not answered: one for each session. */
const held = async (): Promise<number> => (await sandbox.state()).held.length;
const untilHeld = (count: number): Promise<void> =>
  until(`${count} look-ups at the same time`, async () => (await held()) === count);
/** Sessions for which the portal's places are taken, at one moment: a place may pass on between two statements. */
async function sessionsTaken(): Promise<number> {
  const [taken] = await db.$queryRaw<{ sessions: number }[]>`
    SELECT ((SELECT count(*) FROM portal_leases WHERE portal = ${PORTAL} AND held)
      + (SELECT coalesce(sum(places), 0) FROM portal_extra_places WHERE portal = ${PORTAL}))::integer AS sessions`;
  return taken?.sessions ?? 0;
}

test(
  'a job works its rows in four sessions at the same time, gets each of them once and in order, and pays for each once',
  async () => {
    const numbers = knownContainers(24);
    await hold();
    const jobId = await track(ana, numbers);
    await untilHeld(SESSIONS);
    expect(await sessionsTaken()).toBe(SESSIONS);
    expect(new Set(await asked()).size).toBe(0);
    await sandbox.clearFaults();
    expect(await ana.ended(jobId)).toMatchObject({
      state: 'completed',
      rowsSucceeded: numbers.length,
      creditsUsed: numbers.length * COST,
    });
    const rows = await ana.rows(jobId);
    expect(rows.map(({ rowNumber, portalReference }) => [rowNumber, portalReference])).toEqual(
      numbers.map((number, index) => [index + 1, number]),
    );
    expect((await asked()).toSorted()).toEqual(numbers.toSorted());
    expect(await sessionsTaken()).toBe(0);
    expect(await verifyLedger(db)).toEqual([]);
  },
  TEST_MS,
);

/** Notes each place for a further session that is taken, however soon it is given back. */
async function noteFurtherPlaces(): Promise<() => Promise<number>> {
  await db.$executeRaw`CREATE TABLE noted_places (portal text)`;
  await db.$executeRaw`
    CREATE FUNCTION note_place() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO noted_places VALUES (NEW.portal); RETURN NULL; END $$`;
  await db.$executeRaw`
    CREATE TRIGGER note_place AFTER INSERT ON portal_extra_places FOR EACH ROW EXECUTE FUNCTION note_place()`;
  return async () => {
    const noted = await db.$queryRaw<unknown[]>`SELECT portal FROM noted_places`;
    await db.$executeRaw`DROP TRIGGER note_place ON portal_extra_places`;
    await db.$executeRaw`DROP TABLE noted_places`;
    return noted.length;
  };
}

test('a job of one row takes no place for a further session', async () => {
  const furtherPlaces = await noteFurtherPlaces();
  const jobId = await track(ana, knownContainers(1));
  expect(await ana.ended(jobId)).toMatchObject({ rowsSucceeded: 1 });
  expect(await furtherPlaces()).toBe(0);
});

test(
  'rows that ask the same are looked up once, however many sessions a job has',
  async () => {
    const [first = '', second = '', third = ''] = knownContainers(3);
    const numbers = [first, first, first, second, first, second, third, first];
    await hold();
    const jobId = await track(ana, numbers);
    await untilHeld(3);
    await sandbox.clearFaults();
    expect(await ana.ended(jobId)).toMatchObject({ rowsSucceeded: numbers.length, creditsUsed: 3 * COST });
    expect((await ana.rows(jobId)).map(({ portalReference }) => portalReference)).toEqual(numbers);
    expect((await asked()).toSorted()).toEqual([first, second, third].toSorted());
  },
  TEST_MS,
);

test(
  'a job that waits gets a place of one that works in several sessions while that goes on, and the portal never has more',
  async () => {
    await hold();
    const large = await track(ana, knownContainers(80));
    await untilHeld(SESSIONS);
    const bob = await newCustomer(app);
    const small = await track(bob, knownContainers(3, 500_000));
    expect(await progress(bob, small)).toMatchObject({ state: 'queued', queuePosition: 1 });
    await sandbox.clearFaults();
    await slow(300);
    let most = 0;
    await until('the small job to end', async () => {
      most = Math.max(most, await sessionsTaken());
      return (await progress(bob, small)).finishedAt !== null;
    });
    const meanwhile = await progress(ana, large);
    expect(meanwhile.finishedAt).toBeNull();
    expect(meanwhile.rowsDone).toBeGreaterThan(0);
    expect(most).toBe(SESSIONS);
    await sandbox.clearFaults();
    expect(await ana.ended(large)).toMatchObject({ state: 'completed', rowsSucceeded: 80 });
  },
  TEST_MS,
);

test(
  'a job that is cancelled stops all its sessions, and pays for the rows that have ended',
  async () => {
    const numbers = knownContainers(40);
    await hold();
    const jobId = await track(ana, numbers);
    await untilHeld(SESSIONS);
    await ana.cancel(jobId);
    await sandbox.clearFaults();
    const job = await ana.ended(jobId);
    expect(job).toMatchObject({ state: 'cancelled' });
    expect(job.creditsUsed).toBe(job.rowsSucceeded * COST);
    const before = await asked();
    expect(before.length).toBeLessThan(numbers.length);
    await until('all places to be free', async () => (await sessionsTaken()) === 0);
    // While this job is worked, a session that had not stopped would go on.
    const others = knownContainers(4, 500_000);
    await ana.ended(await track(ana, others));
    expect((await asked()).filter((number) => numbers.includes(number))).toEqual(before);
    expect(await verifyLedger(db)).toEqual([]);
  },
  TEST_MS,
);

test(
  'a portal that is paused stops all sessions of a job after their rows, and the job goes on with the rest when it is resumed',
  async () => {
    const numbers = knownContainers(40);
    const decide = (decision: string) =>
      app.post(`/api/admin/portals/${PORTAL}/${decision}`, { reason: 'Maintenance' }, admin.cookie);
    await slow(300);
    const jobId = await track(ana, numbers);
    await until('some rows to be done', async () => (await progress(ana, jobId)).rowsDone >= SESSIONS);
    expect(await decide('pause')).toMatchObject({ status: 200 });
    await until('the job to wait', async () => (await progress(ana, jobId)).state === 'queued');
    expect(await sessionsTaken()).toBe(0);
    const before = await asked();
    expect((await progress(ana, jobId)).rowsDone).toBe(before.length);
    expect(await decide('resume')).toMatchObject({ status: 200 });
    expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', rowsSucceeded: numbers.length });
    expect((await asked()).toSorted()).toEqual(numbers.toSorted());
  },
  TEST_MS,
);

test(
  'a portal that is down stops all sessions of a job, and the job does the rest when it answers again',
  async () => {
    const numbers = knownContainers(16);
    await sandbox.setFault({ portal: PORTAL, kind: 'http503-maintenance', times: 12 });
    const jobId = await track(ana, numbers);
    expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', rowsSucceeded: numbers.length });
    expect((await asked()).toSorted()).toEqual(numbers.toSorted());
    expect(await verifyLedger(db)).toEqual([]);
  },
  TEST_MS,
);

test(
  'the sessions of a job together make no more actions a minute than the portal’s limit',
  async () => {
    const actionsPerMinuteMax = 60;
    await put({ actionsPerMinuteMax });
    const rows = 12;
    expect(await ana.ended(await track(ana, knownContainers(rows)))).toMatchObject({ rowsSucceeded: rows });
    const times = (await sandbox.journal(PORTAL)).map(({ at }) => Date.parse(at));
    // Of each row at least the page is an action. When the last row began, all but those beside it had been paid for.
    const actions = rows - SESSIONS;
    const lastedMs = Math.max(...times) - Math.min(...times);
    expect(lastedMs).toBeGreaterThanOrEqual((actions / actionsPerMinuteMax) * 60_000);
  },
  TEST_MS,
);

test(
  'an administrator who lowers the sessions of a job to one takes the others back from a running job',
  async () => {
    await slow(300);
    const jobId = await track(ana, knownContainers(60));
    await until('four sessions', async () => (await sessionsTaken()) === SESSIONS);
    await put({ sessionsPerJobMax: 1 });
    await until('one session', async () => (await sessionsTaken()) === 1);
    await sandbox.clearFaults();
    expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', rowsSucceeded: 60 });
  },
  TEST_MS,
);

test(
  'a login that may have one session at a time is never used by two of a job, whatever the limits say',
  async () => {
    const exporter = await newExporter(app, 'padma');
    // Such a limit is refused to administrators, so it is stored past them.
    await db.portalLimits.create({ data: { portal: 'bb-exp', sessionsMax: 8, sessionsPerJobMax: 8 } });
    const lines = Array.from({ length: 12 }, (_, index) => `1084,${110_600 + index},2026`);
    const file = new File([['ad_code,exp_serial,exp_year', ...lines].join('\n')], 'exps.csv');
    const request = { serviceId: 'exp-search', file, totalCredits: lines.length * 0.5 };
    const job = await exporter.ended((await exporter.started(request)).jobId);
    expect(job).toMatchObject({ state: 'completed', rowsSucceeded: lines.length });
    const visits = (await sandbox.journal()).filter(({ kind }) => kind === 'login' || kind === 'logout');
    let inside = 0;
    for (const { kind } of visits) {
      inside += kind === 'login' ? 1 : -1;
      expect(inside).toBeLessThanOrEqual(1);
    }
    expect(visits.filter(({ kind }) => kind === 'login')).toHaveLength(1);
  },
  TEST_MS,
);
