/** Browsers that notifications are pushed to: which addresses are taken, whose they are, and when push ends. */
import { describe, expect, test } from 'vitest';
import { noticeActivities } from '#activities/notices.ts';
import { deleteExpiredSignIns } from '#api/domain/accounts/sessions.ts';
import { pushSubscriptionsMax } from '#contracts/messaging/push-rules.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { pushCalls, pushKeys } from './push-calls.ts';

const sandbox = await startSandbox();
const app = await startTestApp({ env: { ...pushKeys, WEBHOOKS_TO_PRIVATE: 'true' } });
const guarded = await startTestApp({ env: pushKeys });
const without = await startTestApp();
const { db } = app.deps;
const { newDevice, listed, subscribe, turnedOn, noteOf, statesOf } = pushCalls(app, sandbox);

describe('the browser of a customer', () => {
  test.each([
    'http://93.184.216.34/push',
    'https://localhost/push',
    'https://10.0.0.8/push',
    'https://[::1]/push',
    'https://169.254.169.254/latest',
    'https://user:secret@93.184.216.34/push',
    'ftp://example.test/push',
  ])('a browser is not subscribed with the address %s [push-address-is-checked]', async (endpoint) => {
    const ana = await guarded.signUpAndVerify();
    const { subscription } = await newDevice();
    const answer = await guarded.post(
      '/api/push-subscriptions',
      { ...subscription, endpoint, language: 'en' },
      ana.cookie,
    );
    expect([400, 422]).toContain(answer.status);
    expect(await guarded.deps.db.pushSubscription.count()).toBe(0);
  });

  test('an address that leads to a private network by now is not called', async () => {
    const ana = await app.signUpAndVerify();
    const { device } = await turnedOn(ana);
    await noteOf(ana.id, 'portal_back');
    const { id: deliveryId } = await db.noticeDelivery.findFirstOrThrow({ where: { userId: ana.id } });
    const env = { ...app.deps.env, WEBHOOKS_TO_PRIVATE: false };
    expect(await noticeActivities({ ...app.deps, env }).sendNotice({ deliveryId })).toEqual({ end: 'done' });
    expect(await statesOf(ana.id)).toEqual(['failed']);
    expect((await device.seen()).arrived).toEqual([]);
  });

  test('keys that encrypt nothing are refused', async () => {
    const ana = await app.signUpAndVerify();
    const { subscription } = await newDevice();
    const bent = { ...subscription, keys: { ...subscription.keys, p256dh: 'B'.repeat(87) } };
    expect(await app.post('/api/push-subscriptions', { ...bent, language: 'en' }, ana.cookie)).toMatchObject({
      status: 400,
    });
  });

  test('a person who knows the address of a browser cannot take its notifications away [push-is-not-taken]', async () => {
    const [ana, eve] = [await app.signUpAndVerify(), await app.signUpAndVerify()];
    const { device, id } = await turnedOn(ana);
    const other = await newDevice();
    const stolen = { ...other.subscription, endpoint: device.subscription.endpoint, language: 'en' };
    expect(await app.post('/api/push-subscriptions', stolen, eve.cookie)).toMatchObject({
      status: 422,
      body: { code: 'PUSH_ADDRESS_REFUSED' },
    });
    expect(await listed(ana)).toMatchObject([{ id, current: true }]);
    for (const [method, place] of [
      ['DELETE', ''],
      ['POST', '/test'],
    ] as const)
      expect(
        await app.request(`/api/push-subscriptions/${id}${place}`, { method, json: {}, cookie: eve.cookie }),
      ).toMatchObject({ status: 404 });
    expect(await listed(eve)).toEqual([]);
  });

  test('a browser belongs to the customer who turned push on in it last', async () => {
    const [ana, bob] = [await app.signUpAndVerify(), await app.signUpAndVerify()];
    const { device } = await turnedOn(ana);
    expect((await subscribe(device, bob.cookie)).status).toBe(200);
    expect(await listed(ana)).toEqual([]);
    expect(await listed(bob)).toHaveLength(1);
  });

  test('a session has one browser, and an account a limited number', async () => {
    const ana = await app.signUpAndVerify();
    await turnedOn(ana);
    await turnedOn(ana);
    expect(await listed(ana)).toHaveLength(1);
    for (let browsers = 1; browsers < pushSubscriptionsMax; browsers += 1) {
      const cookie = await app.signIn(ana.email, ana.password);
      expect((await subscribe(await newDevice(), cookie)).status).toBe(200);
    }
    const cookie = await app.signIn(ana.email, ana.password);
    expect(await subscribe(await newDevice(), cookie)).toMatchObject({
      status: 409,
      body: { code: 'LIMIT_REACHED' },
    });
    expect(await listed(ana)).toHaveLength(pushSubscriptionsMax);
  });

  test('push can be turned off, and ends with the session: at sign-out, from another device, and when it expires', async () => {
    const ana = await app.signUpAndVerify();
    const { id } = await turnedOn(ana);
    await app.request(`/api/push-subscriptions/${id}`, { method: 'DELETE', json: {}, cookie: ana.cookie });
    expect(await listed(ana)).toEqual([]);

    const inOther = async (): Promise<string> => {
      const cookie = await app.signIn(ana.email, ana.password);
      expect((await subscribe(await newDevice(), cookie)).status).toBe(200);
      expect(await listed(ana)).toMatchObject([{ current: false }]);
      return cookie;
    };
    await app.post('/api/auth/logout', {}, await inOther());
    expect(await listed(ana)).toEqual([]);

    await inOther();
    await app.post(`/api/users/${ana.id}/sessions/end-others`, {}, ana.cookie);
    expect(await listed(ana)).toEqual([]);

    await inOther();
    const other = await db.pushSubscription.findFirstOrThrow({ where: { userId: ana.id } });
    await db.session.update({
      where: { id: other.sessionId },
      data: { expiresAt: new Date(Date.now() - 1_000) },
    });
    // Nothing reaches it any more, also before the session is deleted.
    await noteOf(ana.id, 'portal_back');
    const { id: deliveryId } = await db.noticeDelivery.findFirstOrThrow({ where: { userId: ana.id } });
    await noticeActivities(app.deps).sendNotice({ deliveryId });
    expect(await statesOf(ana.id)).toEqual(['dropped']);
    await deleteExpiredSignIns(db, new Date());
    expect(await db.pushSubscription.count({ where: { userId: ana.id } })).toBe(0);
  });

  test('a new password ends push in all other browsers', async () => {
    const ana = await app.signUpAndVerify();
    const cookie = await app.signIn(ana.email, ana.password);
    await subscribe(await newDevice(), cookie);
    const changed = await app.post(
      `/api/users/${ana.id}/change-password`,
      { currentPassword: ana.password, newPassword: 'jute and tea' },
      ana.cookie,
    );
    expect(changed.status, changed.text).toBe(200);
    expect(await db.pushSubscription.count({ where: { userId: ana.id } })).toBe(0);
  });

  test('an export of the data names the browsers, without the address that anybody could push to', async () => {
    const ana = await app.signUpAndVerify();
    const { device } = await turnedOn(ana);
    const { text } = await app.get(`/api/users/${ana.id}/data-export`, ana.cookie);
    const { host } = new URL(device.subscription.endpoint);
    expect(JSON.parse(text)).toMatchObject({ pushedTo: [{ pushService: host, language: 'en' }] });
    expect(text).not.toContain(device.subscription.endpoint);
  });

  test('nothing of push is left of a deleted account', async () => {
    const ana = await app.signUpAndVerify();
    await turnedOn(ana);
    await noteOf(ana.id, 'portal_back');
    const deleted = await app.post(
      `/api/users/${ana.id}/delete-account`,
      { currentPassword: ana.password, email: ana.email },
      ana.cookie,
    );
    expect(deleted.status, deleted.text).toBe(200);
    const where = { userId: ana.id };
    expect(await db.pushSubscription.count({ where })).toBe(0);
    expect(await db.noticeDelivery.count({ where })).toBe(0);
  });
});

test('an installation without keys offers no push', async () => {
  const ana = await without.signUpAndVerify();
  const { body } = await without.get('/api/push-subscriptions', ana.cookie);
  expect(body).toEqual({ success: true, publicKey: null, subscriptions: [] });
  const { subscription } = await newDevice();
  expect(
    await without.post('/api/push-subscriptions', { ...subscription, language: 'en' }, ana.cookie),
  ).toMatchObject({ status: 409, body: { code: 'PUSH_NOT_OFFERED' } });
});
