/**
 * Probes behind the sign-in of portals: with a login of the platform's own they open the pages that the page map knows, by
 * reading only, and find a change before a customer's job meets it.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts';
import { createBrowserPool } from '#activities/browser/pool.ts';
import { portals, type PortalKey } from '#activities/portals/catalogue.ts';
import { addressVariable, hasPages } from '#activities/portals/facts.ts';
import { pageMaps } from '#activities/portals/page-maps.ts';
import { portalAddresses, portalOf } from '#activities/portals/portals.ts';
import { recordingName } from '#activities/portals/recordings.ts';
import { walkPortal } from '#activities/probe-walk.ts';
import { recordPortalAddresses } from '#api/domain/portals/portal-addresses.ts';
import { portalPagesOf } from '#api/domain/portals/portal-pages.ts';
import { dueWalks, probeLoginOf, saveProbeLogin } from '#api/domain/portals/probe-logins.ts';
import type { PortalPageView, ProbeLoginView } from '#contracts/calls/portal-pages-answers.ts';
import { english } from '#contracts/messages/render.ts';
import { storedMessage } from '#contracts/messages/message.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { shortenTimeouts } from '#tests/harness/portal-look-up.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';

/** Portals have turns by day; `DEPTH=all` tries all of them. */
const PORTALS_A_DAY = 3;
const sandbox = await startSandbox();
const keys: PortalKey[] = portals.map(({ key }) => key);
const withLogin: PortalKey[] = portals
  .filter((facts) => facts.login !== null && hasPages(facts))
  .map(({ key }) => key);
const app = await startTestApp({
  env: {
    ...Object.assign({}, ...keys.map((key) => sandbox.siteVariables(key))),
    [addressVariable('mailbox')]: sandbox.url('mailbox'),
    PORTAL_RETRY_FIRST_MS: '10',
  },
});
const { db } = app.deps;
const browsers = createBrowserPool({ chromiumPath: process.env['CHROMIUM_PATH'] });
afterAll(() => browsers.close());
const deps = { ...app.deps, browsers };

let admin: Account;
beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
  await recordPortalAddresses(db, portalAddresses(app.deps.env));
  for (const key of withLogin) await shortenTimeouts(key, { navigationMs: 8_000, elementMs: 1_500 });
});
beforeEach(async () => {
  await sandbox.seed();
  await db.portalProbeLogin.deleteMany();
  await db.portalPage.deleteMany();
  await db.portalLoginRefusal.deleteMany();
  await db.notification.deleteMany();
  await db.portalState.updateMany({ data: { pausedAt: null, pausedBy: null, mendedAt: null, status: 'up' } });
});
afterEach(() => sandbox.clearFaults());

const save = (portal: PortalKey, login: { username?: string; password?: string } = {}) =>
  saveProbeLogin(
    deps,
    portal,
    { username: 'padma', password: 'padma1234', everyMinutes: 60, reason: 'A login for probes.', ...login },
    admin.id,
  );
const under = (portal: string) => ({
  lease: { claim: { portal, holder: 'probe', token: 0n, worker: randomUUID(), login: 'padma' } },
  signal: new AbortController().signal,
});
const walk = async (portal: PortalKey, username = 'padma'): Promise<ProbeLoginView['walk']> => {
  await walkPortal(deps, { portal, username }, under(portal));
  return (await probeLoginOf(db, portal)).walk;
};
/** Makes the next walk due. */
const later = (portal: PortalKey) =>
  db.portalProbeLogin.update({ where: { portal }, data: { begunAt: new Date(Date.now() - HOUR_MS) } });
const pageOf = async (portal: PortalKey, page: string): Promise<PortalPageView | undefined> =>
  (await portalPagesOf(db, portal)).find((each) => each.page === page);
const pagesOf = (portal: PortalKey) => {
  const adapter = portalOf(portal);
  return 'behindSignIn' in adapter ? (adapter.behindSignIn?.pages ?? []) : [];
};

/** What is renamed behind the sign-in, and the page and the text by which it is noticed. */
const renamed: Record<string, { from: string; page: string; path: string }> = {
  'bank-ci': { from: 'New claim', page: 'claims', path: 'list.create' },
  'bb-exp': { from: 'EXP Serial', page: 'search', path: 'search.serial' },
  bepza: { from: 'Invoice No', page: 'applications', path: 'search.invoiceNo.label' },
  damco: { from: 'Search SO', page: 'search-po', path: 'tabs.searchSo' },
  epb: { from: 'Add', page: 'records', path: 'list.add' },
  hm: { from: 'Date From', page: 'invoices', path: 'list.dateFrom' },
  myshipment: { from: 'Search by', page: 'track', path: 'search.type' },
};

describe('pages that a probe opens', () => {
  test('the pages that a probe opens are declared for every portal with a login and pages, by texts of its page map', () => {
    expect(Object.keys(renamed).toSorted()).toEqual(withLogin.toSorted());
    for (const key of withLogin) {
      const pages = pagesOf(key);
      expect(pages.length, key).toBeGreaterThan(0);
      for (const { page, steps, frame, shows } of pages) {
        expect(page).toMatch(recordingName);
        const paths = steps.flatMap((step) => ('follow' in step ? [step.follow, step.frame] : [step.unfold]));
        for (const path of [...paths, frame, ...shows])
          if (path !== undefined) expect(pageMaps[key][path], `${key} ${page} ${path}`).toBeDefined();
        expect(shows.length).toBeGreaterThan(0);
      }
    }
  });
});

describe.each(todaysShare(withLogin, PORTALS_A_DAY))('probes behind the sign-in of %s', (key) => {
  test('a probe opens all pages, finds what the map names, keeps a picture of each, files nothing and signs out', async () => {
    await save(key);
    expect(await walk(key)).toMatchObject({
      outcome: 'ok',
      pages: pagesOf(key).map(({ page }) => ({ page, missing: [], gone: [] })),
    });
    const did = (await sandbox.journal(key)).map(({ kind }) => kind);
    expect(did.filter((kind) => kind !== 'login' && kind !== 'logout')).toEqual([]);
    expect(did.filter((kind) => kind === 'login')).toHaveLength(1);
    expect(did.at(-1)).toBe('logout');
    const pages = await portalPagesOf(db, key);
    expect(pages.map(({ page }) => page).toSorted()).toEqual(
      pagesOf(key)
        .map(({ page }) => page)
        .toSorted(),
    );
    for (const { page, shows } of pagesOf(key)) {
      const { good, changed } = pages.find((each) => each.page === page) ?? {};
      expect(changed).toBeNull();
      for (const path of shows) expect(good?.elements[path]?.count, `${page} ${path}`).toBeGreaterThan(0);
      expect(Object.values(good?.elements ?? {}).some(({ boxes }) => boxes.length > 0)).toBe(true);
    }
  });

  test('a probe finds a renamed element before a customer does, names it, pauses the portal and tells administrators', async () => {
    const { from, page, path } = renamed[key] ?? { from: '', page: '', path: '' };
    await save(key);
    await walk(key);
    await later(key);
    await sandbox.setFault({ portal: key, kind: 'renamed', from, to: 'Something else', times: -1 });
    const found = await walk(key);
    // A field has an id beside its label, so that its adapter would still find it; the map no longer agrees all the same.
    expect(found).toMatchObject({ outcome: 'PORTAL_CHANGED' });
    expect(found?.pages.find((each) => each.page === page)?.missing).toContain(path);
    expect(found?.message).toContain(`${path} (“${from}”)`);
    const state = await db.portalState.findUnique({ where: { portal: key } });
    expect(state).toMatchObject({ pausedBy: 'chalan' });
    expect(state?.pauseReason).toContain(path);
    expect(
      await db.notification.count({ where: { key: { startsWith: `portal_changed:walk:${key}` } } }),
    ).toBe(1);
    const kept = await pageOf(key, page);
    expect(kept?.changed?.missing).toContain(path);
    expect(kept?.good?.elements[path]?.count).toBeGreaterThan(0);
    expect(kept?.changed?.elements[path]?.count).toBe(0);
    // While the portal is paused, nobody signs in.
    await later(key);
    expect(await dueWalks(db, new Date())).toEqual([]);
  });
});

describe('logins of probes', () => {
  test('a login of probes that the portal refuses is reported, and not tried until it is saved again', async () => {
    await save('bank-ci', { password: 'wrong' });
    expect(await walk('bank-ci')).toMatchObject({ outcome: 'CREDENTIALS_INVALID' });
    expect((await probeLoginOf(db, 'bank-ci')).isStopped).toBe(true);
    await later('bank-ci');
    expect(await dueWalks(db, new Date())).toEqual([]);
    await walkPortal(deps, { portal: 'bank-ci', username: 'padma' }, under('bank-ci'));
    expect((await sandbox.journal('bank-ci')).map(({ kind }) => kind)).toEqual(['login-refused']);
    expect((await db.portalState.findUnique({ where: { portal: 'bank-ci' } }))?.pausedAt).toBeNull();
    await save('bank-ci');
    expect(await walk('bank-ci')).toMatchObject({ outcome: 'ok' });
  });

  test('a login of probes that asks for a code is reported, and no further code is requested', async () => {
    await save('bank-ci', { username: 'otp', password: 'otp1234' });
    expect(await walk('bank-ci', 'otp')).toMatchObject({ outcome: 'HUMAN_REQUIRED' });
    await later('bank-ci');
    expect(await dueWalks(db, new Date())).toEqual([]);
  });

  test('a login of probes with which customers’ jobs were refused is not tried', async () => {
    await save('bank-ci');
    await db.portalLoginRefusal.create({
      data: { portal: 'bank-ci', login: 'padma', refusals: 2, refusedAt: new Date() },
    });
    expect(await walk('bank-ci')).toMatchObject({ outcome: 'CREDENTIALS_INVALID' });
    expect(await sandbox.journal('bank-ci')).toEqual([]);
  });

  test('a login of probes is used no more often than its setting allows, whatever came of the last walk', async () => {
    const minutes = (number: number): Date => new Date(Date.now() + number * 60_000);
    await save('bank-ci');
    expect(await dueWalks(db, new Date())).toEqual([{ portal: 'bank-ci', username: 'padma' }]);
    await sandbox.setFault({ portal: 'bank-ci', kind: 'http503-maintenance', times: -1 });
    expect(await walk('bank-ci')).toMatchObject({ outcome: 'PORTAL_DOWN' });
    await sandbox.clearFaults();
    expect(await dueWalks(db, minutes(58))).toEqual([]);
    await walkPortal(deps, { portal: 'bank-ci', username: 'padma' }, under('bank-ci'));
    expect(await sandbox.journal('bank-ci')).toEqual([]);
    expect(await dueWalks(db, minutes(61))).toHaveLength(1);
  });

  test('a login of probes is not used while the portal is closed', async () => {
    await save('bank-ci');
    const openingHours = [{ weekday: 'monday', from: '09:00', to: '09:01' }];
    await db.portalLimits.create({ data: { portal: 'bank-ci', openingHours, holidays: [] } });
    const sunday = new Date('2026-11-22T06:00:00Z');
    expect(await dueWalks(db, sunday)).toEqual([]);
    await db.portalLimits.deleteMany();
    expect(await dueWalks(db, sunday)).toHaveLength(1);
  });

  test('a login of probes is sealed in the database, and is in no answer', async () => {
    await save('bank-ci');
    const [row] = await db.portalProbeLogin.findMany();
    expect(JSON.stringify(row)).not.toContain('padma1234');
    expect(JSON.stringify(await probeLoginOf(db, 'bank-ci'))).not.toContain('padma1234');
  });
});

test('a page that would have to be sent something is not opened, and nothing reaches the portal', async () => {
  await save('bank-ci');
  await sandbox.setFault({ portal: 'bank-ci', kind: 'link-posts', from: 'Export incentive', times: -1 });
  const found = await walk('bank-ci');
  expect(found).toMatchObject({ outcome: 'NOT_READ_ONLY' });
  expect(english(storedMessage(found?.messageData ?? null))).toContain('claims');
  expect((await sandbox.journal('bank-ci')).map(({ kind }) => kind)).toEqual(['login', 'logout']);
});

test('a probe reports without a pause what a page no longer has and had when it was last in order', async () => {
  await save('bank-ci');
  await walk('bank-ci');
  await later('bank-ci');
  const renamedOnList = { from: 'Scheme', to: 'Kind', route: 'claims' };
  await sandbox.setFault({ portal: 'bank-ci', kind: 'renamed', ...renamedOnList, times: -1 });
  const found = await walk('bank-ci');
  expect(found).toMatchObject({ outcome: 'ok' });
  expect(found?.pages.find(({ page }) => page === 'claims')).toEqual({
    page: 'claims',
    missing: [],
    gone: ['form.scheme.label'],
  });
  expect((await db.portalState.findUnique({ where: { portal: 'bank-ci' } }))?.pausedAt).toBeNull();
  // The former picture stays beside the new one for a day; by then a list that was merely empty has shown itself.
  expect((await pageOf('bank-ci', 'claims'))?.changed).not.toBeNull();
  await db.portalPage.updateMany({
    where: { kind: 'good' },
    data: { seenAt: new Date(Date.now() - DAY_MS) },
  });
  await later('bank-ci');
  await walk('bank-ci');
  expect((await pageOf('bank-ci', 'claims'))?.changed).toBeNull();
});
