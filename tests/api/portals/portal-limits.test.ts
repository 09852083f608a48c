/** The limits of a portal: who may set them, what is refused, what is recorded, and what they mean for leases. */
import { HOUR_MS } from '#contracts/durations.ts';
import { portalAddresses } from '#activities/portals/portals.ts';
import { recordPortalAddresses } from '#api/domain/portals/portal-addresses.ts';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowserPool } from '#activities/browser/pool.ts';
import { answerTo } from '#activities/portal-leases.ts';
import { probeActivities } from '#activities/portal-probes.ts';
import { readClosure } from '#api/domain/portals/opening-hours.ts';
import { dropLeases, grantLeases, requestLease } from '#api/domain/portals/portal-leases.ts';
import { grantFreeLeases } from '#api/domain/portals/lease-grants.ts';
import { limits } from '#contracts/limits.ts';
import { noPortalLimits, type PortalLimits } from '#contracts/portals/portal-limits.ts';
import { weekdays } from '#contracts/portals/weekdays.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';

const PORTAL = 'bb-exp';
const PATH = `/api/admin/portals/${PORTAL}/limits`;
/** A Friday at noon in Dhaka. */
const FRIDAY = new Date('2026-11-27T06:00:00.000Z');

let now = FRIDAY;
const app = await startTestApp({ deps: { clock: () => now } });
const { db } = app.deps;
let admin: Account;
beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
});
beforeEach(() => {
  now = FRIDAY;
});
afterEach(async () => {
  await db.portalLease.deleteMany();
  await db.portalTurn.deleteMany();
  await db.portalState.deleteMany();
  await db.portalLimits.deleteMany();
});

const bankHours = weekdays.slice(0, 5).map((weekday) => ({ weekday, from: '09:00', to: '17:00' }));
const bank: PortalLimits = {
  sessionsMax: 2,
  sessionsPerJobMax: null,
  actionsPerMinuteMax: 30,
  pauseBetweenRowsMs: 1_500,
  openingHours: bankHours,
  holidays: [{ date: '2026-12-16', name: 'Victory Day' }],
};
const put = (given: Partial<PortalLimits>, { reason = 'The bank asked for it', path = PATH } = {}) =>
  app.request(path, {
    method: 'PUT',
    json: { ...noPortalLimits, ...given, reason },
    cookie: admin.cookie,
  });

describe('the limits of a portal', () => {
  test('an administrator sets the limits of a portal, sees what is in force now, and the change is recorded', async () => {
    expect((await app.get(PATH, admin.cookie)).body).toMatchObject({
      limits: noPortalLimits,
      adapterSessionsMax: null,
      closed: null,
    });
    expect(await put(bank)).toMatchObject({ status: 200 });
    expect((await app.get(PATH, admin.cookie)).body).toMatchObject({
      limits: bank,
      closed: { since: '2026-11-26T11:00:00.000Z', until: '2026-11-29T03:00:00.000Z' },
    });
    now = new Date('2026-11-29T03:00:00.000Z');
    expect((await app.get(PATH, admin.cookie)).body).toMatchObject({ closed: null });
    expect(await put({}, { reason: 'The agreement ended' })).toMatchObject({ status: 200 });
    expect((await app.get(PATH, admin.cookie)).body).toMatchObject({ limits: noPortalLimits });
    const entries = await db.auditEntry.findMany({ where: { adminId: admin.id }, orderBy: { at: 'asc' } });
    expect(entries).toMatchObject([
      {
        action: 'portal limits changed',
        subject: 'portal/bb-exp',
        reason: 'The bank asked for it',
        before: { sessionsMax: null, openingHours: null, holidays: '' },
        after: {
          sessionsMax: 2,
          actionsPerMinuteMax: 30,
          pauseBetweenRowsMs: 1_500,
          openingHours: bankHours.map(({ weekday }) => `${weekday} 09:00-17:00`).join(', '),
          holidays: '2026-12-16 Victory Day',
        },
      },
      { reason: 'The agreement ended', before: { sessionsMax: 2 }, after: { sessionsMax: null } },
    ]);
  });

  test('limits are not replaced by a form that was filled in before another administrator changed them', async () => {
    const known = noPortalLimits;
    const save = (given: Partial<PortalLimits>) =>
      app.request(PATH, {
        method: 'PUT',
        json: { ...noPortalLimits, ...given, known, reason: 'The bank asked for it' },
        cookie: admin.cookie,
      });
    const both = await Promise.all([save({ sessionsMax: 1 }), save({ sessionsMax: 1 })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await save({ holidays: bank.holidays })).toMatchObject({
      status: 409,
      body: { code: 'PORTAL_LIMITS_CHANGED' },
    });
    expect((await app.get(PATH, admin.cookie)).body['limits']).toEqual({ ...noPortalLimits, sessionsMax: 1 });
    expect(await put(bank)).toMatchObject({ status: 200 });
    const again = { ...bank, sessionsMax: 5, known: bank, reason: 'The bank asked for it' };
    expect(await app.request(PATH, { method: 'PUT', json: again, cookie: admin.cookie })).toMatchObject({
      status: 200,
    });
  });

  test('only administrators may see or set the limits of a portal', async () => {
    const ana = await app.signUpAndVerify();
    const json = { ...noPortalLimits, reason: 'I am in a hurry' };
    for (const cookie of [ana.cookie, null]) {
      const status = cookie ? 403 : 401;
      expect(await app.get(PATH, cookie)).toMatchObject({ status });
      expect(await app.request(PATH, { method: 'PUT', json, cookie })).toMatchObject({ status });
    }
    expect(await db.portalLimits.count()).toBe(0);
  });

  test.each([
    [{ sessionsMax: 0 }, 'Sessions at a time must be at least 1.'],
    [{ sessionsMax: limits.portalSessionsMax + 1 }, 'Sessions at a time must be at most 20.'],
    [{ sessionsPerJobMax: 9 }, 'Sessions of one job must be at most 8.'],
    [{ actionsPerMinuteMax: 1.5 }, 'Actions per minute must be a whole number.'],
    [{ pauseBetweenRowsMs: 60_001 }, 'The pause between rows must be at most 60000.'],
    [{ openingHours: [] }, 'The portal must be open on at least one day of the week.'],
    [
      { openingHours: [{ weekday: 'sunday', from: '17:00', to: '09:00' }] },
      'A portal must close after it opens.',
    ],
    [
      { openingHours: [{ weekday: 'sunday', from: '9', to: '17:00' }] },
      'Please enter opening hours such as 09:00 to 17:00.',
    ],
    [
      {
        openingHours: [
          { weekday: 'sunday', from: '09:00', to: '12:00' },
          { weekday: 'sunday', from: '13:00', to: '17:00' },
        ],
      },
      'Each day of the week can have one span of hours.',
    ],
    [{ holidays: [{ date: '2026-02-30', name: 'Nobody’s day' }] }, 'The holiday is not a date.'],
    [{ holidays: [{ date: '2026-12-16', name: ' ' }] }, 'Please give the holiday a name.'],
    [
      { holidays: ['First', 'Second'].map((name) => ({ date: '2026-12-16', name })) },
      'Each holiday can be given once.',
    ],
  ] as [object, string][])(
    'limits such as %j are refused, with the reason in words',
    async (given, message) => {
      expect(await put(given)).toMatchObject({ status: 400, body: { message } });
      expect(await db.portalLimits.count()).toBe(0);
    },
  );

  test('a portal on which a login has one session gives a job no more, and one without a login does', async () => {
    expect((await app.get(PATH, admin.cookie)).body).toMatchObject({
      ownSessionsPerJobMax: 1,
      hasOneSessionPerLogin: true,
    });
    expect(await put({ sessionsPerJobMax: 2 })).toMatchObject({
      status: 422,
      body: { code: 'PORTAL_ONE_SESSION' },
    });
    expect(await db.portalLimits.count()).toBe(0);
    expect(await put({ sessionsPerJobMax: 1 })).toMatchObject({ status: 200 });
    const path = '/api/admin/portals/cpa/limits';
    expect(await put({ sessionsPerJobMax: 2, sessionsMax: 4 }, { path })).toMatchObject({ status: 200 });
    expect((await app.get(path, admin.cookie)).body).toMatchObject({
      limits: { sessionsPerJobMax: 2 },
      hasOneSessionPerLogin: false,
    });
  });

  test('limits need a reason, and neither an unknown portal nor a practice portal has any', async () => {
    expect(await put({}, { reason: ' ' })).toMatchObject({ status: 400 });
    for (const portal of ['nowhere', 'practice:bb-exp'])
      expect(await put({}, { path: `/api/admin/portals/${portal}/limits` })).toMatchObject({
        status: 404,
        body: { code: 'PORTAL_UNKNOWN' },
      });
  });
});

test('a login is not tried on a closed portal, and the answer says when the portal opens', async () => {
  const ana = await app.signUpAndVerify();
  await put(bank);
  const login = { portalName: 'bangladesh_bank_exp', username: 'padma', password: 'padma1234' };
  expect(await app.post('/api/credentials/test', login, ana.cookie)).toMatchObject({
    status: 503,
    body: {
      code: 'CREDENTIALS_TEST_UNAVAILABLE',
      message: 'The portal is closed until Sunday, 29 Nov 2026, 09:00.',
    },
  });
  expect(await db.credentialDraft.count()).toBe(0);
});

describe('leases on a portal with limits', () => {
  /** Joins the queue as a visitor whose worker knows the adapter's four sessions. */
  async function arrive(portal = PORTAL): Promise<string> {
    const holder = `job/test/${randomUUID()}`;
    await requestLease(db, { portal, login: holder, holder, userId: randomUUID(), sessionsMax: 4 });
    return holder;
  }
  const grant = async (portal = PORTAL): Promise<string[]> => {
    const isClosed = (await readClosure(db, portal, now)) !== null;
    return grantLeases(db, portal, { isClosed });
  };

  test('an administrator’s number of sessions has precedence over the one that workers report later', async () => {
    await put({ sessionsMax: 1 });
    const first = await arrive();
    const second = await arrive();
    expect(await grant()).toEqual([first]);
    expect(await grant()).toEqual([]);
    await dropLeases(db, first);
    expect(await grant()).toEqual([second]);
  });

  test('a lowered number of sessions takes no lease away, and grants none until fewer are held', async () => {
    const holders = [await arrive(), await arrive(), await arrive()];
    expect(await grant()).toEqual(holders);
    await put({ sessionsMax: 2 });
    const late = await arrive();
    expect(await db.portalLease.count({ where: { held: true } })).toBe(3);
    await dropLeases(db, holders[0] ?? '');
    expect(await grant()).toEqual([]);
    await dropLeases(db, holders[1] ?? '');
    expect(await grant()).toEqual([late]);
  });

  test('a raised number of sessions grants leases at once to those in line', async () => {
    await put({ sessionsMax: 1 });
    await arrive();
    await arrive();
    await grant();
    expect(await db.portalTurn.count()).toBe(1);
    await put({ sessionsMax: 2 });
    expect(await db.portalTurn.count()).toBe(2);
  });

  test('a closed portal grants no lease until it opens, and a practice portal is never closed by its hours', async () => {
    await put(bank);
    const real = await arrive();
    const practice = await arrive('practice:bb-exp');
    expect(await grant()).toEqual([]);
    expect(await grant('practice:bb-exp')).toEqual([practice]);
    now = new Date('2026-11-29T03:00:00.000Z');
    expect(await grant()).toEqual([real]);
  });

  test('a job in line on a closed portal asks again when it opens, or once an hour, and not twice a minute', async () => {
    await put(bank);
    const holder = await arrive();
    const askAgainMs = async () => (await answerTo(app.deps, { portal: PORTAL, holder })).askAgainMs;
    expect(await askAgainMs()).toBe(HOUR_MS);
    now = new Date('2026-11-29T02:50:00.000Z');
    expect(await askAgainMs()).toBe(HOUR_MS / 6);
  });

  test('a job in line on a paused portal asks again every ten minutes, however long the pause is', async () => {
    const holder = await arrive();
    const reason = 'The bank rebuilds its pages.';
    await app.post(`/api/admin/portals/${PORTAL}/pause`, { reason }, admin.cookie);
    expect((await answerTo(app.deps, { portal: PORTAL, holder })).askAgainMs).toBe(HOUR_MS / 6);
  });

  test('a closed portal is shown as closed, with the time at which it opens, and a probe leaves it alone', async () => {
    await put(bank);
    const closed = { portal: PORTAL, state: 'closed', opensAt: '2026-11-29T03:00:00.000Z' };
    const customer = await app.signUpAndVerify();
    for (const [path, cookie] of [
      ['/api/admin/portals', admin.cookie],
      ['/api/portals', customer.cookie],
      ['/api/portals/status', customer.cookie],
    ] as const)
      expect((await app.get(path, cookie)).body['portals'], path).toContainEqual(
        expect.objectContaining(closed),
      );
    const env = { ...app.deps.env, BB_EXP_URL: 'https://exp.example', CPA_URL: 'https://cpa.example' };
    await recordPortalAddresses(db, portalAddresses(env));
    // The worker that asks knows no address itself.
    const { portalsToProbe } = probeActivities({ ...app.deps, browsers: createBrowserPool() });
    expect(await portalsToProbe()).toContain('cpa');
    expect(await portalsToProbe()).not.toContain(PORTAL);
    now = new Date('2026-11-29T03:00:00.000Z');
    expect(await portalsToProbe()).toContain(PORTAL);
  });

  test('leases of a closed portal that nobody renews are taken back, so that they are free when it opens', async () => {
    const silent = await arrive();
    await grant();
    await put(bank);
    const renewedAt = new Date(Date.now() - limits.leaseUnclaimedMs - 1_000);
    await db.portalLease.updateMany({ where: { holder: silent }, data: { renewedAt } });
    await grantFreeLeases(app.deps, [PORTAL]);
    expect(await db.portalLease.count({ where: { held: true } })).toBe(0);
  });
});
