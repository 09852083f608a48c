/** Go-live lists: what administrators have checked on the original of a portal, shown to all of them and audited. */
import { beforeEach, describe, expect, test } from 'vitest';
import { goLiveLists } from '#activities/portals/go-live-lists.ts';
import { goLiveItems } from '#activities/portals/go-live.ts';
import type { PortalBoardEntry, PortalChecks } from '#contracts/calls/portals-answers.ts';
import { errorCatalogue } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';

const app = await startTestApp();
const { db } = app.deps;
const [first, second] = goLiveLists.cpa;
if (!first || !second) throw new Error('The list of this portal is too short for the test.');
const NOTE = 'Seen on the live form.';

let ana: Account;
let rumi: Account;
beforeEach(async () => {
  await db.portalCheck.deleteMany();
  ana = await app.signUpAndVerify({ isAdmin: true });
  rumi = await app.signUpAndVerify({ isAdmin: true });
});

const change = (json: object, account = ana, item = first.id) =>
  app.request(`/api/admin/portals/cpa/checks/${item}`, { method: 'PUT', json, cookie: account.cookie });
const list = async (account = ana): Promise<PortalChecks> =>
  (await app.get('/api/admin/portals/cpa/checks', account.cookie)).body['checks'] as PortalChecks;
const onBoard = async (): Promise<PortalBoardEntry['checks'] | undefined> => {
  const { body } = await app.get('/api/admin/portals', ana.cookie);
  return (body['portals'] as PortalBoardEntry[]).find(({ portal }) => portal === 'cpa')?.checks;
};
const audited = () =>
  db.auditEntry.findMany({ where: { adminId: { in: [ana.id, rumi.id] } }, orderBy: { at: 'asc' } });

describe('the lists', () => {
  test('every portal has a list of different items', () => {
    for (const [portal, items] of Object.entries(goLiveLists)) {
      expect(items.length, portal).toBeGreaterThan(0);
      expect(new Set(items.map(({ id }) => id)).size, portal).toBe(items.length);
    }
  });

  test('an item keeps its id when its list changes around it, and has another when its text changes', () => {
    const [, kept] = goLiveItems('One thing.', 'Another thing.');
    expect(goLiveItems('Another thing.')).toEqual([kept]);
    expect(goLiveItems('Another thing!')[0]?.id).not.toBe(kept?.id);
  });
});

describe('a check', () => {
  test('an item that one administrator checks is shown to another, with who, when and the note', async () => {
    expect((await list()).items).toEqual(goLiveLists.cpa.map((item) => ({ ...item, check: null })));
    expect(await change({ checked: true, note: ` ${NOTE} ` })).toMatchObject({ status: 200 });
    const { items } = await list(rumi);
    expect(items[0]).toEqual({
      ...first,
      check: { by: ana.user.name, at: expect.any(String), note: NOTE },
    });
    expect(items[1]).toEqual({ ...second, check: null });
    expect(await onBoard()).toEqual({ items: goLiveLists.cpa.length, checked: 1 });
  });

  test('a check is taken back by another administrator, and both changes are audited', async () => {
    await change({ checked: true, note: NOTE });
    expect(await change({ checked: false }, rumi)).toMatchObject({ status: 200 });
    expect((await list()).items[0]).toEqual({ ...first, check: null });
    expect(await onBoard()).toEqual({ items: goLiveLists.cpa.length, checked: 0 });
    const after = { item: first.text, note: NOTE };
    expect(await audited()).toMatchObject([
      { adminId: ana.id, action: 'go-live item checked', subject: 'portal/cpa', before: null, after },
      {
        adminId: rumi.id,
        action: 'go-live check taken back',
        subject: 'portal/cpa',
        before: after,
        after: null,
      },
    ]);
  });

  test('a changed note is the check of the administrator who changed it', async () => {
    await change({ checked: true });
    await change({ checked: true, note: NOTE }, rumi, first.id);
    const stored = await db.portalCheck.findMany();
    expect(stored).toMatchObject([{ item: first.id, note: NOTE, checkedBy: rumi.id }]);
    expect(await audited()).toHaveLength(2);
  });

  test('a call that changes nothing keeps the earlier check, and is not audited', async () => {
    await change({ checked: false });
    await Promise.all([change({ checked: true }), change({ checked: true })]);
    const [check] = await db.portalCheck.findMany();
    await change({ checked: true }, rumi);
    expect(await db.portalCheck.findMany()).toEqual([check]);
    expect(await audited()).toHaveLength(1);
  });

  test('the check of an item whose text has changed is not shown, and does not cause an error', async () => {
    const check = { note: '', checkedBy: ana.id, checkedAt: new Date() };
    await db.portalCheck.create({ data: { portal: 'cpa', item: 'of-an-old-text', ...check } });
    expect((await list()).items.filter((item) => item.check !== null)).toEqual([]);
    expect(await onBoard()).toEqual({ items: goLiveLists.cpa.length, checked: 0 });
  });
});

describe('a refused change', () => {
  test.each([
    ['an item of no list', 'of-an-old-text'],
    ['an item of another portal', goLiveLists.hm[2]?.id ?? ''],
  ])('%s cannot be checked', async (_, item) => {
    const { status, message } = errorCatalogue.PORTAL_CHECK_UNKNOWN;
    const answer = await change({ checked: true }, ana, item);
    expect(answer).toMatchObject({ status, body: { code: 'PORTAL_CHECK_UNKNOWN', message } });
    expect(await db.portalCheck.count()).toBe(0);
  });

  test('the list of a portal that does not exist is not found', async () => {
    expect(await app.get('/api/admin/portals/nowhere/checks', ana.cookie)).toMatchObject({
      status: 404,
      body: { code: 'PORTAL_UNKNOWN' },
    });
  });

  test.each([
    ['without saying whether it is checked', { note: NOTE }],
    [
      'with a note that is too long',
      { checked: true, note: 'x'.repeat(limits.portalCheckNoteLengthMax + 1) },
    ],
    ['with a note of several lines', { checked: true, note: 'one\ntwo' }],
  ])('a change %s is refused', async (_, json) => {
    expect(await change(json)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(await db.portalCheck.count()).toBe(0);
  });

  test('a customer neither sees nor changes a list', async () => {
    const customer = await app.signUpAndVerify();
    expect(await change({ checked: true }, customer)).toMatchObject({ status: 403 });
    expect(await app.get('/api/admin/portals/cpa/checks', customer.cookie)).toMatchObject({ status: 403 });
    expect(await db.portalCheck.count()).toBe(0);
  });
});
