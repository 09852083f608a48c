/** Probes that administrators ask for: at once, one at a time on a portal, only while it is open, and audited. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { portalAddresses } from '#activities/portals/portals.ts';
import { createRateLimiter } from '#api/adapters/rate-limits.ts';
import { dhakaDay } from '#contracts/calendar-days.ts';
import { askProbe, endAskedProbe } from '#api/domain/portals/asked-probes.ts';
import { recordPortalAddresses } from '#api/domain/portals/portal-addresses.ts';
import { saveProbeLogin } from '#api/domain/portals/probe-logins.ts';
import type { PortalBoardEntry } from '#contracts/calls/portals-answers.ts';
import { limits } from '#contracts/limits.ts';
import { noPortalLimits } from '#contracts/portals/portal-limits.ts';
import { rateLimits } from '#contracts/rate-limits.ts';
import type { Account, Answer } from '#tests/harness/app.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BANK_CI_URL: sandbox.url('bank-ci') });
const { db } = app.deps;
const PORTAL = 'bank-ci';
const SLOW_MS = 3_000;
let admin: Account;

beforeAll(() => recordPortalAddresses(db, portalAddresses(app.deps.env)));
beforeEach(async () => {
  await sandbox.seed();
  await sandbox.clearFaults();
  await db.rateLimit.deleteMany();
  admin = await app.signUpAndVerify({ isAdmin: true });
  const login = { username: 'padma', password: 'padma1234', everyMinutes: 60, reason: 'A login for probes.' };
  await saveProbeLogin(app.deps, PORTAL, login, admin.id);
});

const ask = (portal = PORTAL): Promise<Answer> =>
  app.post(`/api/admin/portals/${portal}/probe`, {}, admin.cookie);
const signIns = async (): Promise<number> =>
  (await sandbox.journal(PORTAL)).filter(({ kind }) => kind === 'login').length;

async function onBoard(portal = PORTAL): Promise<PortalBoardEntry> {
  const { body } = await app.get('/api/admin/portals', admin.cookie);
  const entry = (body['portals'] as PortalBoardEntry[]).find((each) => each.portal === portal);
  if (!entry) throw new Error(`${portal} is not on the board.`);
  return entry;
}

const ended = (): Promise<void> => until('the probe to end', async () => (await onBoard()).probing === null);

test('a requested probe runs before it is due, appears on the board, and is the only one meanwhile', async () => {
  expect(await ask()).toMatchObject({ status: 200 });
  await ended();
  expect(await onBoard()).toMatchObject({
    probe: { outcome: 'ok' },
    behindSignIn: { walk: { outcome: 'ok' } },
  });
  expect(await signIns()).toBe(1);

  await sandbox.setFault({ portal: PORTAL, route: '*', kind: 'slow', ms: SLOW_MS, times: -1 });
  expect(await ask()).toMatchObject({ status: 200 });
  expect(await ask()).toMatchObject({ status: 409, body: { code: 'PROBE_RUNNING' } });
  expect((await onBoard()).probing).toMatchObject({ by: admin.user.name });
  await sandbox.clearFaults();
  await ended();
  expect(await signIns()).toBe(2);
  const audited = await db.auditEntry.findMany({ where: { adminId: admin.id, action: 'portal probed' } });
  expect(audited.map(({ subject }) => subject)).toEqual([`portal/${PORTAL}`, `portal/${PORTAL}`]);
});

test('a requested probe that finds changed pages pauses the portal, as a scheduled one does', async () => {
  const renamed = { from: 'New claim', to: 'Apply' };
  await sandbox.setFault({ portal: PORTAL, route: '*', kind: 'renamed', times: -1, ...renamed });
  await ask();
  await ended();
  expect(await onBoard()).toMatchObject({
    state: 'paused',
    behindSignIn: { walk: { outcome: 'PORTAL_CHANGED' } },
  });
  const seen = await signIns();
  await ask();
  await ended();
  expect(await signIns(), 'nobody signs in to a paused portal').toBe(seen);
  await db.portalState.update({ where: { portal: PORTAL }, data: { pausedAt: null, probeOutcome: null } });
});

test('a requested probe does not try a login again that the portal has refused', async () => {
  const refused = { walkedAt: new Date(), outcome: 'CREDENTIALS_INVALID', tookMs: 900 };
  await db.portalProbeLogin.update({ where: { portal: PORTAL }, data: refused });
  await ask();
  await ended();
  expect(await onBoard()).toMatchObject({ probe: { outcome: 'ok' }, behindSignIn: { isStopped: true } });
  expect(await signIns()).toBe(0);
});

test('a probe is refused for an unknown portal, for one without an address, and while the portal is closed', async () => {
  expect(await ask('nowhere')).toMatchObject({ status: 404, body: { code: 'PORTAL_UNKNOWN' } });
  await db.portalState.update({ where: { portal: 'cpa' }, data: { hasAddress: false, address: null } });
  expect(await ask('cpa')).toMatchObject({ status: 409, body: { code: 'PROBE_NOT_POSSIBLE' } });
  const keepHours = (holidays: object[]): Promise<Answer> =>
    app.request(`/api/admin/portals/${PORTAL}/limits`, {
      method: 'PUT',
      json: { ...noPortalLimits, holidays, reason: 'The bank has a holiday.' },
      cookie: admin.cookie,
    });
  await keepHours([{ date: dhakaDay(new Date()), name: 'Bank holiday' }]);
  expect(await ask()).toMatchObject({ status: 409, body: { code: 'PROBE_NOT_POSSIBLE' } });
  await keepHours([]);
  expect(await db.auditEntry.count({ where: { adminId: admin.id, action: 'portal probed' } })).toBe(0);
  expect(await signIns()).toBe(0);
});

test('a portal is probed no more often than the limit allows, and a probe that cannot begin or never ends does not block others', async () => {
  const limiter = createRateLimiter(app.deps);
  const begin = (probePortal: () => Promise<void>, now = new Date()): Promise<void> => {
    const workflows = { ...app.deps.workflows, probePortal };
    return askProbe({ db, limiter, workflows, clock: () => now }, PORTAL, admin.id);
  };
  await expect(begin(() => Promise.reject(new Error('Temporal is away.')))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
  expect((await onBoard()).probing).toBeNull();
  await begin(async () => undefined);
  await expect(begin(async () => undefined)).rejects.toMatchObject({ code: 'PROBE_RUNNING' });
  const later = new Date(Date.now() + limits.askedProbeMsMax);
  for (let probe = 3; probe <= rateLimits.probePerPortal.points; probe += 1)
    await begin(() => endAskedProbe(db, PORTAL), later);
  await expect(begin(() => endAskedProbe(db, PORTAL), later)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  });
});
