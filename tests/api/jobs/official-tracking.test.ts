/**
 * Jobs on a portal whose official interface is configured: they work without a browser, at the portal's pace, and a
 * refused key stops the job alone.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBrowserPool } from '#activities/browser/pool.ts';
import { lookAtEntrance } from '#activities/entrances.ts';
import { portalAddresses } from '#activities/portals/portals.ts';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { recordPortalAddresses } from '#api/domain/portals/portal-addresses.ts';
import type { PortalBoardEntry } from '#contracts/calls/portals-answers.ts';
import { noPortalLimits } from '#contracts/portals/portal-limits.ts';
import { newCustomer, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { SANDBOX_CONSUMER_KEY } from '#tests/sandbox/portals/maersk-track/events.ts';

const PORTAL = 'maersk-track';
const sandbox = await startSandbox();
const app = await startAppWithWorkers({
  MAERSK_TRACK_API_URL: sandbox.url(PORTAL),
  MAERSK_TRACK_API_KEY: SANDBOX_CONSUMER_KEY,
  // Nobody could open a page.
  MAERSK_TRACK_URL: 'http://127.0.0.1:9',
  CHROMIUM_PATH: '/nonexistent/chromium',
  PORTAL_RETRY_FIRST_MS: '500',
  PORTAL_RETRY_MAX_MS: '1000',
});
const { db, env } = app.deps;

let ana: Customer;
let admin: Customer;
beforeEach(async () => {
  await sandbox.seed();
  ana = await newCustomer(app);
  admin = await newCustomer(app, { isAdmin: true });
});
afterEach(async () => {
  await sandbox.clearFaults();
  Object.assign(env, { MAERSK_TRACK_API_KEY: SANDBOX_CONSUMER_KEY });
});

const startTracking = (numbers: string[], customer = ana) =>
  customer.started({
    serviceId: 'damco-tracking-maersk',
    file: new File([['tracking_no', ...numbers].join('\n')], 'numbers.csv'),
    totalCredits: numbers.length,
  });
const state = () => db.portalState.findUniqueOrThrow({ where: { portal: PORTAL } });

test('a job tracks its numbers by the official interface, without a browser and at the pace of the portal', async () => {
  const limited = await app.request(`/api/admin/portals/${PORTAL}/limits`, {
    method: 'PUT',
    json: { ...noPortalLimits, actionsPerMinuteMax: 600, reason: 'As the terms of the key say.' },
    cookie: admin.cookie,
  });
  expect(limited.status).toBe(200);
  const { jobId } = await startTracking(['MRKU5295187', '261904477', 'CSQU3054383']);
  expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', rowsSucceeded: 2, rowsFailed: 1 });
  const looked = (await sandbox.journal(PORTAL)).map(({ key }) => key);
  expect(new Set(looked)).toEqual(new Set(['MRKU5295187', '261904477', 'CSQU3054383']));
  const { actionsFreeAt } = await db.portalLimits.findUniqueOrThrow({ where: { portal: PORTAL } });
  expect(actionsFreeAt).not.toBeNull();
  await db.portalLimits.deleteMany();
});

test('a busy interface makes the job wait, and each row is processed afterwards', async () => {
  await sandbox.setFault({ portal: PORTAL, route: 'events', kind: 'http429', ms: 600_000, times: 3 });
  const { jobId } = await startTracking(['MRKU5295187']);
  expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', rowsSucceeded: 1 });
  expect((await state()).pausedAt).toBeNull();
});

test('a refused key stops the job, returns its credits, and leaves the portal open for others', async () => {
  Object.assign(env, { MAERSK_TRACK_API_KEY: 'an-old-key' });
  const { jobId } = await startTracking(['MRKU5295187', 'MSKU0383250']);
  const ended = await ana.ended(jobId);
  expect(ended).toMatchObject({ state: 'failed', creditsUsed: 0, creditsReturned: 2 });
  expect(ended.errorMessage).toMatch(/refused our API key, which our team has to renew/);
  expect(await state()).toMatchObject({ status: 'up', pausedAt: null });

  Object.assign(env, { MAERSK_TRACK_API_KEY: SANDBOX_CONSUMER_KEY });
  const rumi = await newCustomer(app);
  const next = await startTracking(['MRKU5295187'], rumi);
  expect(await rumi.ended(next.jobId)).toMatchObject({ state: 'completed', rowsSucceeded: 1 });
  expect(await verifyLedger(db)).toEqual([]);
});

test('a probe asks the interface, and finds it down while its key is refused', async () => {
  const look = () =>
    lookAtEntrance({ env, browsers: createBrowserPool({ chromiumPath: '/nonexistent' }) }, PORTAL);
  expect(await look()).toMatchObject({ outcome: 'ok' });
  Object.assign(env, { MAERSK_TRACK_API_KEY: 'an-old-key' });
  expect(await look()).toMatchObject({ outcome: 'PORTAL_DOWN', message: { key: 'portal.keyRefused' } });
});

test('administrators see the address of the interface instead of that of the pages', async () => {
  await recordPortalAddresses(db, portalAddresses(env));
  const { body } = await app.get('/api/admin/portals', admin.cookie);
  const entry = (body['portals'] as PortalBoardEntry[]).find(({ portal }) => portal === PORTAL);
  expect(entry).toMatchObject({ address: sandbox.url(PORTAL), hosts: [] });
  expect(JSON.stringify(body)).not.toContain(SANDBOX_CONSUMER_KEY);
});
