/** Claims at several banks, on real workers: each is filed at its own bank and nowhere else, whatever happens to others. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { portalAddresses } from '#activities/portals/portals.ts';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { dhakaDay } from '#contracts/calendar-days.ts';
import { recordPortalAddresses } from '#api/domain/portals/portal-addresses.ts';
import { noPortalLimits } from '#contracts/portals/portal-limits.ts';
import type { Account } from '#tests/harness/app.ts';
import { bankCalls, CLAIMS, DELTA, seenAt } from '#tests/harness/banks.ts';
import { newCustomer, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { taskQueues } from '#workflows/ids.ts';

const FIRST_DESK = 'bank-ci';
const DELTA_DESK = 'bank-ci-delta';
const DELTA_PLACE = `bank-ci:${DELTA}`;
const REASON = 'Agreed with the bank on paper';
const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BANK_CI_URL: sandbox.url(FIRST_DESK) });
const { db } = app.deps;
const banks = bankCalls(app);
const deltaAddress = sandbox.site(DELTA_DESK).baseUrl;
let admins: [Account, Account];

beforeAll(async () => {
  await banks.announceRates();
  admins = [await app.signUpAndVerify({ isAdmin: true }), await app.signUpAndVerify({ isAdmin: true })];
  await banks.addDesk(DELTA, deltaAddress, admins);
});

beforeEach(async () => {
  await sandbox.seed();
  await sandbox.clearFaults();
  await db.portalState.updateMany({
    where: { portal: { startsWith: FIRST_DESK } },
    data: { pausedAt: null, status: 'up', probeOutcome: null, hasAddress: true },
  });
});

/** A call of an administrator about one desk. */
async function keep(method: string, place: string, part: string, json: object = {}): Promise<void> {
  const path = `/api/admin/portals/${place}/${part}`;
  const { cookie } = admins[0];
  const answer = await app.request(path, { method, json: { ...json, reason: REASON }, cookie });
  expect(answer, answer.text).toMatchObject({ status: 200 });
}

/** A customer with a login at one bank or at both, each under another user name. */
async function claimant(logins: { first?: string; delta?: string }): Promise<Customer> {
  const customer = await newCustomer(app);
  if (logins.first) await banks.saveLogin(customer, logins.first);
  if (logins.delta) await banks.saveLogin(customer, logins.delta, DELTA);
  return customer;
}

describe('claims at two banks', () => {
  test('two customers and both banks at once: each bank has exactly its own claims, and no login of the other', async () => {
    const ana = await claimant({ first: 'padma', delta: 'exporter01' });
    const rumi = await claimant({ first: 'nordic', delta: 'exporter02' });
    const jobs = await Promise.all([
      banks.started(ana, { bankKey: 'lien-bank' }),
      banks.started(rumi, { bankKey: DELTA }),
      banks.started(ana, { bankKey: DELTA }),
      banks.started(rumi, { bankKey: 'lien-bank' }),
    ]);
    const ended = await Promise.all([
      ana.ended(jobs[0]),
      rumi.ended(jobs[1]),
      ana.ended(jobs[2]),
      rumi.ended(jobs[3]),
    ]);
    for (const job of ended) expect(job).toMatchObject({ state: 'completed', rowsSucceeded: CLAIMS });
    expect(ended[0]?.bank).toMatchObject({ key: 'lien-bank', name: 'Lien bank', nameBn: 'লিয়েন ব্যাংক' });
    expect(ended[1]?.bank).toMatchObject({ key: DELTA });
    for (const [desk, users] of [
      [FIRST_DESK, ['nordic', 'padma']],
      [DELTA_DESK, ['exporter01', 'exporter02']],
    ] as const) {
      const { filed, ...seen } = await seenAt(sandbox, desk);
      expect(seen).toEqual({ users, signedIn: users });
      expect(Object.values(filed)).toEqual(Array(2 * CLAIMS).fill(1));
    }
    expect(await verifyLedger(db)).toEqual([]);
  });

  test('a second run of the same claims finds those of its own bank, and files nothing twice', async () => {
    const ana = await claimant({ first: 'exporter05', delta: 'exporter05' });
    for (const [key, bankKey] of [DELTA, DELTA, 'lien-bank', 'lien-bank'].entries())
      await ana.ended(await banks.started(ana, { bankKey, key: `claims-run-${key}` }));
    for (const desk of [FIRST_DESK, DELTA_DESK])
      expect(Object.values((await seenAt(sandbox, desk)).filed)).toEqual(Array(CLAIMS).fill(1));
    const rows = await db.jobRow.groupBy({
      by: ['outcome'],
      where: { job: { userId: ana.id } },
      _count: true,
    });
    expect(rows.map(({ outcome, _count }) => `${outcome} ${_count}`).sort()).toEqual([
      `ALREADY_DONE ${2 * CLAIMS}`,
      `SUCCESS ${2 * CLAIMS}`,
    ]);
  });
});

test('one key starts claims at one bank: repeated, it gives the same job, and for another bank it is refused', async () => {
  const ana = await claimant({ first: 'exporter08', delta: 'exporter08' });
  const key = 'claims-of-one-bank';
  const first = await banks.started(ana, { bankKey: DELTA, key });
  expect(await banks.started(ana, { bankKey: DELTA, key })).toBe(first);
  expect(await banks.start(ana, { bankKey: 'lien-bank', key })).toMatchObject({
    body: { code: 'IDEMPOTENCY_KEY_REUSED' },
  });
  await ana.ended(first);
  expect((await seenAt(sandbox, FIRST_DESK)).filed).toEqual({});
});

test('a start that names no bank is for the only one with a login of the customer, and each answer names it', async () => {
  const ana = await claimant({ delta: 'exporter13' });
  const key = 'claims-without-a-bank';
  const delta = { key: DELTA, name: `Bank ${DELTA}`, nameBn: `ব্যাংক ${DELTA}` };
  const { body: first } = await banks.start(ana, { key });
  expect(first).toMatchObject({ success: true, bank: delta });
  await banks.saveLogin(ana, 'exporter13');
  expect((await banks.start(ana, { key })).body).toMatchObject({ jobId: first['jobId'], bank: delta });
  expect(await banks.start(ana)).toMatchObject({ body: { code: 'BANK_REQUIRED' } });
  const filed = await ana.ended(String(first['jobId']));
  expect(filed).toMatchObject({ state: 'completed', rowsSucceeded: CLAIMS, bank: delta });
  expect((await seenAt(sandbox, FIRST_DESK)).signedIn).toEqual([]);
  expect(Object.values((await seenAt(sandbox, DELTA_DESK)).filed)).toEqual(Array(CLAIMS).fill(1));
});

describe('a bank in trouble', () => {
  test('a paused bank holds its own claims only, and they are filed once when it is resumed', async () => {
    const ana = await claimant({ first: 'exporter06', delta: 'exporter06' });
    const reason = 'The bank moves its desk';
    const pause = (verb: 'pause' | 'resume') =>
      app.post(`/api/admin/portals/${DELTA_PLACE}/${verb}`, { reason }, admins[0].cookie);
    expect(await pause('pause')).toMatchObject({ status: 200 });
    const held = await banks.started(ana, { bankKey: DELTA });
    const filed = await ana.ended(await banks.started(ana, { bankKey: 'lien-bank' }));
    expect(filed).toMatchObject({ state: 'completed', rowsSucceeded: CLAIMS });
    expect(await ana.job(held)).toMatchObject({ shownState: 'waiting', waiting: { kind: 'portal_paused' } });
    expect((await seenAt(sandbox, DELTA_DESK)).signedIn).toEqual([]);
    expect(await pause('resume')).toMatchObject({ status: 200 });
    expect(await ana.ended(held)).toMatchObject({ state: 'completed', rowsSucceeded: CLAIMS });
    expect(Object.values((await seenAt(sandbox, DELTA_DESK)).filed)).toEqual(Array(CLAIMS).fill(1));
  });

  test('a bank outside its opening hours is not used while another one files, and its jobs continue when it opens', async () => {
    const ana = await claimant({ first: 'exporter09', delta: 'exporter09' });
    const today = { date: dhakaDay(new Date()), name: 'Bank holiday' };
    await keep('PUT', DELTA_PLACE, 'limits', { ...noPortalLimits, holidays: [today] });
    const held = await banks.started(ana, { bankKey: DELTA });
    const filed = await ana.ended(await banks.started(ana, { bankKey: 'lien-bank' }));
    expect(filed).toMatchObject({ state: 'completed', rowsSucceeded: CLAIMS });
    expect(await ana.job(held)).toMatchObject({ state: 'queued', waiting: { kind: 'portal_closed' } });
    expect((await seenAt(sandbox, DELTA_DESK)).signedIn).toEqual([]);
    await keep('PUT', DELTA_PLACE, 'limits', noPortalLimits);
    expect(await ana.ended(held)).toMatchObject({ state: 'completed', rowsSucceeded: CLAIMS });
    expect(Object.values((await seenAt(sandbox, DELTA_DESK)).filed)).toEqual(Array(CLAIMS).fill(1));
  });

  test('stopping the jobs of one bank gives their credits back, and leaves those of the other bank', async () => {
    const ana = await claimant({ first: 'exporter10', delta: 'exporter10' });
    for (const place of [DELTA_PLACE, FIRST_DESK]) await keep('POST', place, 'pause');
    const stopped = await banks.started(ana, { bankKey: DELTA });
    const other = await banks.started(ana, { bankKey: 'lien-bank' });
    const target = { portal: DELTA_PLACE };
    expect(
      await app.post('/api/admin/jobs/stop', { target, reason: REASON }, admins[0].cookie),
    ).toMatchObject({ status: 200, body: { stopped: 1 } });
    expect(await ana.ended(stopped)).toMatchObject({ state: 'cancelled', creditsUsed: 0 });
    await keep('POST', FIRST_DESK, 'resume');
    expect(await ana.ended(other)).toMatchObject({ state: 'completed', rowsSucceeded: CLAIMS });
    expect((await seenAt(sandbox, DELTA_DESK)).filed).toEqual({});
    await keep('POST', DELTA_PLACE, 'resume');
    expect(await verifyLedger(db)).toEqual([]);
  });

  test('probes sign in at each bank with its own login, and pages that have changed pause that bank alone', async () => {
    await recordPortalAddresses(db, portalAddresses(app.deps.env));
    const logins = [
      [FIRST_DESK, 'exporter11'],
      [DELTA_PLACE, 'exporter12'],
    ] as const;
    for (const [place, username] of logins)
      await keep('PUT', place, 'probe-login', {
        username,
        password: 'exporter1234',
        everyMinutes: 60,
        currentPassword: admins[0].password,
      });
    const renamed = { from: 'New claim', to: 'Apply' };
    await sandbox.setFault({ portal: DELTA_DESK, route: '*', kind: 'renamed', times: -1, ...renamed });
    const walks = await app.deps.temporal.workflow.start('probeWalks', {
      taskQueue: taskQueues.main,
      workflowId: `walks-${randomUUID()}`,
    });
    await walks.result();
    const walked = async (portal: string) =>
      (await db.portalProbeLogin.findUniqueOrThrow({ where: { portal } })).outcome;
    expect([await walked(FIRST_DESK), await walked(DELTA_PLACE)]).toEqual(['ok', 'PORTAL_CHANGED']);
    const paused = await db.portalState.findMany({ where: { pausedAt: { not: null } } });
    expect(paused.map(({ portal }) => portal)).toEqual([DELTA_PLACE]);
    expect((await seenAt(sandbox, FIRST_DESK)).signedIn).toEqual(['exporter11']);
    expect((await seenAt(sandbox, DELTA_DESK)).signedIn).toEqual(['exporter12']);
  });

  // The last one, because the bank keeps the page map.
  test('a desk that has changed is paused alone, and a change of its own page map repairs it', async () => {
    const ana = await claimant({ first: 'exporter07', delta: 'exporter07' });
    const renamed = { from: 'Log in', to: 'Sign in' };
    await sandbox.setFault({ portal: DELTA_DESK, route: '*', kind: 'renamed', times: -1, ...renamed });
    const held = await banks.started(ana, { bankKey: DELTA });
    const state = (portal: string) => db.portalState.findUniqueOrThrow({ where: { portal } });
    await until('the desk to be paused', async () => (await state(DELTA_PLACE)).pausedAt !== null);
    expect(await state(FIRST_DESK)).toMatchObject({ pausedAt: null });
    expect(
      await app.request(`/api/admin/portals/${DELTA_PLACE}/page-map`, {
        method: 'PUT',
        json: {
          changes: { 'login.submit': renamed.to },
          version: 0,
          reason: 'The bank has renamed its button',
        },
        cookie: admins[0].cookie,
      }),
    ).toMatchObject({ status: 200 });
    const resumed = { reason: 'The page map is mended' };
    await app.post(`/api/admin/portals/${DELTA_PLACE}/resume`, resumed, admins[0].cookie);
    const filed = await ana.ended(await banks.started(ana, { bankKey: 'lien-bank' }));
    expect(filed).toMatchObject({ state: 'completed', rowsSucceeded: CLAIMS });
    expect(await ana.ended(held)).toMatchObject({ state: 'completed', rowsSucceeded: CLAIMS });
    for (const desk of [FIRST_DESK, DELTA_DESK])
      expect(Object.values((await seenAt(sandbox, desk)).filed)).toEqual(Array(CLAIMS).fill(1));
  });
});
