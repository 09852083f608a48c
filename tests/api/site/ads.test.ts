/** Ad placements: all off at first, and changed only by administrators, each time with an audit entry. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adPlacements, isLoaded } from '#contracts/site/ads-rules.ts';
import type { AdSetting } from '#contracts/calls/site-answers.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';

const app = await startTestApp();
const { db } = app.deps;
let admin: Account;
let ana: Account;
let defaults: AdSetting[];

beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
  ana = await app.signUpAndVerify();
  defaults = await listed();
});
beforeEach(async () => {
  for (const setting of defaults) await put(setting.id, setting);
});

const ids = { ad_client_id: 'ca-pub-1234567890123456', ad_slot_id: '1234567890' };
const listed = async () => (await app.get('/api/ads/settings', admin.cookie)).body['settings'] as AdSetting[];
const settingOf = async (placement: string) =>
  (await app.get(`/api/ads/settings/${placement}`)).body['setting'] as AdSetting;
const put = (id: string, json: object, cookie = admin.cookie) =>
  app.request(`/api/ads/settings/${id}`, { method: 'PUT', json, cookie });
const toggle = (id: string, json: object, cookie = admin.cookie) =>
  app.request(`/api/ads/toggle/${id}`, { method: 'PATCH', json, cookie });

describe('ad placements', () => {
  test('the ad placements are the six of the specification, all switched off and without ids', async () => {
    expect(defaults.map(({ id }) => id)).toEqual([...adPlacements]);
    for (const setting of defaults) {
      expect(setting).toMatchObject({ enabled: false, ad_client_id: '', ad_slot_id: '', ad_format: 'auto' });
      expect(await settingOf(setting.id)).toEqual(setting);
    }
  });

  test.each([
    { ad_client_id: '"><script>' },
    { ad_client_id: 'pub-1' },
    { ad_slot_id: 'slot' },
    { ad_format: 'popup' },
    { enabled: 'yes' },
  ])('an ad placement rejects %j, and stays unchanged', async (change) => {
    expect(await put('blog_listing_top', { ...ids, ...change })).toMatchObject({ status: 400 });
    expect(await listed()).toEqual(defaults);
  });

  test('only an administrator can change ad placements, in their own name, and only existing ones', async () => {
    expect(await put('blog_listing_top', ids, ana.cookie)).toMatchObject({ status: 403 });
    expect(await toggle('blog_listing_top', { enabled: true }, ana.cookie)).toMatchObject({ status: 403 });
    expect(await toggle('blog_listing_top', { enabled: true, userId: ana.id })).toMatchObject({
      status: 404,
    });
    expect(await toggle('everywhere', { enabled: true })).toMatchObject({ status: 400 });
    expect(await listed()).toEqual(defaults);
  });

  test('an ad placement keeps its page whatever the request says, and every change leaves an audit entry', async () => {
    const subject = 'ad/blog_single_top';
    const before = await db.auditEntry.count({ where: { subject } });
    const setting = await settingOf('blog_single_top');
    const request = { ...setting, ...ids, page_name: 'Home', ad_format: 'rectangle', userId: admin.id };
    const answer = await put('blog_single_top', request);
    const expected = { ...setting, ...ids, ad_format: 'rectangle' };
    expect(answer.body).toEqual({ success: true, setting: expected });
    expect((await toggle('blog_single_top', { enabled: true, reason: 'Campaign' })).body).toEqual({
      success: true,
      message: 'Ad placement switched on',
    });
    expect(await settingOf('blog_single_top')).toEqual({ ...expected, enabled: true });
    expect(
      await db.auditEntry.findMany({ where: { subject }, orderBy: { at: 'asc' }, skip: before }),
    ).toMatchObject([
      { adminId: admin.id, subject, before: { ad_format: 'auto' }, after: { ad_format: 'rectangle' } },
      { subject, before: { enabled: false }, after: { enabled: true }, reason: 'Campaign' },
    ]);
  });

  test('an ad placement loads nothing until it is switched on and both ids are set [off-until-switched-on]', () => {
    const full = { enabled: true, ...ids };
    expect(isLoaded(full)).toBe(true);
    for (const lack of [{ enabled: false }, { ad_client_id: '' }, { ad_slot_id: '' }])
      expect(isLoaded({ ...full, ...lack })).toBe(false);
  });
});
