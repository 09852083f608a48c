/**
 * Probes look at the entrance of every portal without a login. A portal that does not respond or has changed is found
 * before a customer's job meets it, and its services are not offered until it works again.
 */
import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { createBrowserPool } from '#activities/browser/pool.ts';
import { probeActivities } from '#activities/portal-probes.ts';
import { portals, type PortalKey } from '#activities/portals/catalogue.ts';
import { addressVariable } from '#activities/portals/facts.ts';
import { portalAddresses } from '#activities/portals/portals.ts';
import { portalPagesOf } from '#api/domain/portals/portal-pages.ts';
import { recordPortalAddresses } from '#api/domain/portals/portal-addresses.ts';
import { errorCatalogue, type ErrorCode } from '#contracts/errors.ts';
import type { PortalBoardEntry, PortalStatus } from '#contracts/calls/portals-answers.ts';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import { services } from '#services/catalogue.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { newCustomer, noTraces } from '#tests/harness/job-calls.ts';
import { shortenTimeouts } from '#tests/harness/portal-look-up.ts';
import { until } from '#tests/harness/until.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';

/** Portals have turns by day; `DEPTH=all` tries each end on all of them. */
const PORTALS_A_DAY = 4;
const sandbox = await startSandbox();
const keys: PortalKey[] = portals.map(({ key }) => key);
const app = await startTestApp({
  env: {
    ...Object.fromEntries(keys.map((key) => [addressVariable(key), sandbox.url(key)])),
    PORTAL_RETRY_FIRST_MS: '10',
  },
});
const { db } = app.deps;
const browsers = createBrowserPool({ chromiumPath: process.env['CHROMIUM_PATH'] });
const { portalsToProbe, probePortal } = probeActivities({ ...app.deps, browsers });
afterAll(() => browsers.close());

let admin: Account;
beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
  await recordPortalAddresses(db, portalAddresses(app.deps.env));
  for (const key of keys.filter((each) => each !== 'mailbox'))
    await shortenTimeouts(key, { navigationMs: 4_000, elementMs: 600 });
});
beforeEach(async () => {
  await sandbox.seed();
  await db.portalOutage.deleteMany();
  await db.portalState.updateMany({
    data: { probeOutcome: null, pausedAt: null, pausedBy: null, status: 'up' },
  });
});
afterEach(() => sandbox.clearFaults());

const onBoard = async (portal: string): Promise<PortalBoardEntry | undefined> =>
  ((await app.get('/api/admin/portals', admin.cookie)).body['portals'] as PortalBoardEntry[]).find(
    (entry) => entry.portal === portal,
  );
const settings = async (): Promise<CreditSettings> =>
  (await app.get('/api/settings')).body['settings'] as CreditSettings;
const servicesOn = (key: PortalKey): string[] =>
  services.filter(({ portal }: ServiceDefinition) => portal === key).map(({ id }) => id);
const breakPages = (portal: string, kind: 'layout-changed' | 'http503-maintenance') =>
  sandbox.setFault({ portal, kind, times: -1 });

describe('probes', () => {
  test('a probe finds the entrance of every portal in order, without a login and without looking anything up', async () => {
    expect(await portalsToProbe()).toEqual(keys);
    for (const portal of keys) await probePortal({ portal });
    for (const portal of keys) {
      expect(await onBoard(portal), portal).toMatchObject({ state: 'up', probe: { outcome: 'ok' } });
      const did = (await sandbox.journal(portal)).map(({ kind }) => kind);
      expect(
        did.filter((kind) => kind !== 'lookup'),
        portal,
      ).toEqual([]);
    }
    expect((await settings()).unavailableServices).toEqual([]);
  });

  test.each(todaysShare(keys, PORTALS_A_DAY))(
    'a probe finds that %s is down, and that it works again',
    async (portal) => {
      await breakPages(portal, 'http503-maintenance');
      await probePortal({ portal });
      expect(await onBoard(portal)).toMatchObject({ state: 'down', probe: { outcome: 'PORTAL_DOWN' } });
      await sandbox.clearFaults();
      await probePortal({ portal });
      expect(await onBoard(portal)).toMatchObject({ state: 'up', probe: { outcome: 'ok' } });
    },
  );

  test.each(todaysShare(keys, PORTALS_A_DAY, 1))(
    'a probe finds that the pages of %s have changed, pauses it and notifies the administrators once',
    async (portal) => {
      await db.notification.deleteMany();
      await breakPages(portal, 'layout-changed');
      await probePortal({ portal });
      await probePortal({ portal });
      expect(await onBoard(portal)).toMatchObject({
        state: 'paused',
        pausedBy: 'Chalan',
        probe: { outcome: 'PORTAL_CHANGED' },
      });
      expect(await db.notification.count({ where: { key: { startsWith: 'portal_changed:' } } })).toBe(1);
    },
  );

  test('a probe keeps a picture of each entrance with what the map finds on it, in order and changed, and signs in nowhere', async () => {
    await db.portalPage.deleteMany();
    const pages = keys.filter((key) => key !== 'mailbox');
    for (const portal of todaysShare(pages, PORTALS_A_DAY, 2)) {
      await probePortal({ portal });
      const [good] = await portalPagesOf(db, portal);
      expect(good, portal).toMatchObject({ page: 'entrance', changed: null });
      await breakPages(portal, 'layout-changed');
      await probePortal({ portal });
      const [both] = await portalPagesOf(db, portal);
      expect(both?.good?.id, portal).toBe(good?.good?.id);
      expect(both?.changed, portal).not.toBeNull();
      await sandbox.clearFaults();
      await probePortal({ portal });
      expect(await portalPagesOf(db, portal), portal).toMatchObject([{ page: 'entrance', changed: null }]);
    }
    expect((await sandbox.journal()).filter(({ kind }) => kind === 'login')).toEqual([]);
  });

  test('a probe looks twice before it believes that something is wrong', async () => {
    await sandbox.setFault({ portal: 'cpa', kind: 'http503-maintenance', times: 1 });
    await probePortal({ portal: 'cpa' });
    expect(await onBoard('cpa')).toMatchObject({ state: 'up', probe: { outcome: 'ok' } });
  });

  test('a probe that is cancelled between its two looks records nothing', async () => {
    await sandbox.setFault({ portal: 'cpa', kind: 'http503-maintenance', times: 1 });
    const env = { ...app.deps.env, PORTAL_RETRY_FIRST_MS: 600_000 };
    const activity = new MockActivityEnvironment();
    const { probePortal: cancelled } = probeActivities({ ...app.deps, env, browsers });
    const probe = activity.run(() => cancelled({ portal: 'cpa' }));
    await until('the fault to be met', async () => (await sandbox.state()).faults.length === 0);
    activity.cancel();
    await expect(probe).rejects.toThrow();
    expect(await onBoard('cpa')).toMatchObject({ probe: null });
  });

  test('a probe that was under way while the portal was resumed does not pause it again', async () => {
    await db.notification.deleteMany();
    await sandbox.setFault({ portal: 'cpa', kind: 'freeze', ms: 600_000, times: 1, skip: 1 });
    await breakPages('cpa', 'layout-changed');
    const probe = probePortal({ portal: 'cpa' });
    await until('the probe to wait', async () => (await sandbox.state()).held.length > 0);
    const reason = { reason: 'The new pages are known now.' };
    expect(await app.post('/api/admin/portals/cpa/resume', reason, admin.cookie)).toMatchObject({
      status: 200,
    });
    await sandbox.clearFaults('freeze');
    await probe;
    expect(await onBoard('cpa')).toMatchObject({ state: 'up', probe: null });
    expect(await db.notification.count({ where: { key: { startsWith: 'portal_changed:' } } })).toBe(0);
    // The next probe counts.
    await probePortal({ portal: 'cpa' });
    expect(await onBoard('cpa')).toMatchObject({ state: 'paused', probe: { outcome: 'PORTAL_CHANGED' } });
  });

  test('a probe does nothing where probes are switched off', async () => {
    const env = { ...app.deps.env, PORTAL_PROBES: false };
    expect(await probeActivities({ ...app.deps, env, browsers }).portalsToProbe()).toEqual([]);
  });
});

describe('services whose portal is out of order', () => {
  const found: ['layout-changed' | 'http503-maintenance', 'down' | 'changed', ErrorCode][] = [
    ['http503-maintenance', 'down', 'SERVICE_PORTAL_DOWN'],
    ['layout-changed', 'changed', 'SERVICE_PORTAL_CHANGED'],
  ];
  test.each(found)(
    'after %s it is listed as unavailable (%s), and refused with %s before anything is reserved',
    async (kind, reason, code) => {
      const ana = await newCustomer(app);
      await breakPages('cpa', kind);
      await probePortal({ portal: 'cpa' });
      const { unavailableServices, unavailableReasons } = await settings();
      expect(unavailableServices).toEqual(servicesOn('cpa'));
      expect(unavailableReasons).toEqual(Object.fromEntries(servicesOn('cpa').map((id) => [id, reason])));
      const sheet = () => new File(['container_no\nMSKU0383250'], 'containers.csv');
      const { status, message } = errorCatalogue[code];
      for (const answer of [
        await ana.preview('ctg-port-tracking', sheet()),
        await ana.start({ serviceId: 'ctg-port-tracking', file: sheet(), totalCredits: 0.5 }),
      ])
        expect(answer).toMatchObject({ status, body: { success: false, code, message } });
      expect(await ana.credits()).toEqual({ available: 100, held: 0 });
      expect(await ana.traces()).toEqual(noTraces);
    },
  );

  test('a service is offered again once an administrator has resumed the portal', async () => {
    await breakPages('cpa', 'layout-changed');
    await probePortal({ portal: 'cpa' });
    const resumed = await app.post(
      '/api/admin/portals/cpa/resume',
      { reason: 'The new pages are known now.' },
      admin.cookie,
    );
    expect(resumed).toMatchObject({ status: 200 });
    expect((await settings()).unavailableServices).toEqual([]);
    expect(await onBoard('cpa')).toMatchObject({
      state: 'up',
      probe: { outcome: 'PORTAL_CHANGED', since: null },
    });
    // The same finding is new after that.
    await probePortal({ portal: 'cpa' });
    expect(await onBoard('cpa')).toMatchObject({ state: 'paused', probe: { since: expect.any(String) } });
  });
});

test('an outage that only a job has seen ends with a good probe, unless a job still waits for the portal', async () => {
  await db.portalState.update({ where: { portal: 'cpa' }, data: { status: 'down', detail: 'No answer.' } });
  const jobId = await waitingJob('cpa');
  await probePortal({ portal: 'cpa' });
  expect(await onBoard('cpa')).toMatchObject({ state: 'down' });
  await db.job.update({ where: { id: jobId }, data: { state: 'cancelled', finishedAt: new Date() } });
  await probePortal({ portal: 'cpa' });
  expect(await onBoard('cpa')).toMatchObject({ state: 'up' });
});

async function waitingJob(portal: string): Promise<string> {
  const { id: userId } = await app.signUpAndVerify();
  const file = { userId, serviceId: 'ctg-port-tracking', fileName: 'containers.csv' };
  const upload = await db.upload.create({
    data: { ...file, fileKey: 'uploads/containers', sizeBytes: 1, sha256: '' },
  });
  const job = await db.job.create({
    data: {
      ...file,
      serviceName: 'Container tracking',
      uploadId: upload.id,
      portal,
      state: 'parked',
      waiting: { kind: 'portal_down' },
      rowsTotal: 1,
      costPerRow: 50,
      headers: ['container_no'],
      expiresAt: new Date(Date.now() + HOUR_MS),
    },
  });
  return job.id;
}

test('outages of all kinds are in the history that customers see, each with its minutes', async () => {
  const ana = await newCustomer(app);
  const now = app.deps.clock();
  const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
  await db.portalState.update({ where: { portal: 'cpa' }, data: { watchedSince: minutesAgo(3 * 1_440) } });
  await db.portalOutage.create({
    data: { portal: 'cpa', kind: 'down', beganAt: minutesAgo(2_880), endedAt: minutesAgo(2_850) },
  });
  await breakPages('cpa', 'http503-maintenance');
  await probePortal({ portal: 'cpa' });
  const open = await db.portalOutage.findFirstOrThrow({ where: { portal: 'cpa', endedAt: null } });
  expect(open.kind).toBe('down');
  await db.portalOutage.update({ where: { id: open.id }, data: { beganAt: minutesAgo(12) } });
  await sandbox.clearFaults();
  await probePortal({ portal: 'cpa' });
  expect(await db.portalOutage.count({ where: { endedAt: null } })).toBe(0);

  const statuses = (await ana.get('/api/portals/status')).body['portals'] as PortalStatus[];
  const cpa = statuses.find(({ portal }) => portal === 'cpa');
  expect(cpa?.history?.outMinutes).toHaveLength(4);
  const total = cpa?.history?.outMinutes.reduce((sum, minutes) => sum + minutes, 0) ?? 0;
  expect(total).toBeGreaterThanOrEqual(42);
  expect(total).toBeLessThanOrEqual(44);
  expect(cpa?.history?.upPercent).toBeLessThan(100);
});
