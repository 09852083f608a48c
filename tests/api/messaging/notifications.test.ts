/** Notifications: once per key, and nobody reads, marks or deletes another customer's. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { quote } from '#contracts/messages/message.ts';
import { notify } from '#api/domain/messaging/notifications.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';

let app: Awaited<ReturnType<typeof startTestApp>>;
let owner: Account;
let stranger: Account;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signUpAndVerify();
  stranger = await app.signUpAndVerify();
});
beforeEach(async () => {
  await app.deps.db.notification.deleteMany();
});

const send = (key: string = randomUUID()) =>
  notify(app.deps.db, {
    key,
    userId: owner.id,
    type: 'job_complete',
    kind: 'job_completed',
    values: { service: 'EXP Search', file: 'list.xlsx', done: 1, rows: 1 },
  });
const onlyId = async () =>
  (await app.deps.db.notification.findFirstOrThrow({ where: { userId: owner.id } })).id;
const put = (path: string, cookie: string | null, json: object = {}) =>
  app.request(`/api/notifications/${path}`, { method: 'PUT', json, cookie });
const remove = (path: string, cookie: string | null, json: object = {}) =>
  app.request(`/api/notifications/${path}`, { method: 'DELETE', json, cookie });
const unread = async () =>
  (await app.get(`/api/notifications/${owner.id}/unread-count`, owner.cookie)).body['count'];

it('a visitor who is signed out can neither read nor change notifications', async () => {
  await send();
  const id = await onlyId();
  const calls = [
    await app.get(`/api/notifications/${owner.id}/unread-count`),
    await app.get(`/api/notifications/${owner.id}`),
    await put(`${id}/read`, null),
    await put(`${owner.id}/read-all`, null),
    await remove(id, null),
  ];
  expect(calls.map(({ status }) => status)).not.toContain(200);
  expect(await unread()).toBe(1);
});

it("a stranger gets 404 for another customer's notifications, whichever user id the body names", async () => {
  await send();
  const id = await onlyId();
  const calls = [
    await app.get(`/api/notifications/${owner.id}/unread-count`, stranger.cookie),
    await app.get(`/api/notifications/${owner.id}`, stranger.cookie),
    await put(`${owner.id}/read-all`, stranger.cookie),
    await put(`${id}/read`, stranger.cookie, { userId: owner.id }),
    await put(`${id}/read`, stranger.cookie, { userId: stranger.id }),
    await remove(id, stranger.cookie, { userId: owner.id }),
    await remove(id, stranger.cookie),
  ];
  expect(calls.map(({ status, body }) => [status, body['code']])).toEqual(
    calls.map(() => [404, 'NOT_FOUND']),
  );
  expect(await unread()).toBe(1);
});

it('a replayed step notifies once', async () => {
  await Promise.all([send('job:1'), send('job:1'), send('job:1')]);
  expect(await unread()).toBe(1);
});

it('the list holds the newest twenty notifications, newest first, and a longer list is refused', async () => {
  await app.deps.db.notification.createMany({
    data: Array.from({ length: 22 }, (_, index) => ({
      key: `n:${index}`,
      userId: owner.id,
      type: 'other',
      title: `${index}`,
      message: '',
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, index)),
    })),
  });
  const { body } = await app.get(`/api/notifications/${owner.id}?limit=20`, owner.cookie);
  const titles = (body['data'] as { title: string }[]).map(({ title }) => title);
  expect(titles).toEqual(Array.from({ length: 20 }, (_, index) => `${21 - index}`));
  expect((await app.get(`/api/notifications/${owner.id}?limit=21`, owner.cookie)).status).toBe(400);
});

it('an item has the fields of spec section 3 [notification-fields]', async () => {
  const values = { service: 'EXP Search', file: 'list.xlsx', reason: quote('Wrong password.') };
  await notify(app.deps.db, {
    key: 'k',
    userId: owner.id,
    type: 'credential_failure',
    kind: 'login_refused',
    values,
    actionUrl: '/dashboard?tab=credentials',
  });
  const { body } = await app.get(`/api/notifications/${owner.id}`, owner.cookie);
  expect(body).toEqual({
    success: true,
    data: [
      {
        id: await onlyId(),
        type: 'credential_failure',
        title: 'Portal login refused',
        message:
          'Wrong password. EXP Search: list.xlsx was stopped and the credits of its open rows came back.',
        is_read: false,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        action_url: '/dashboard?tab=credentials',
        action_label: 'Update Portal Access',
        words: { kind: 'login_refused', values },
      },
    ],
    totalCount: 1,
  });
});

it('a notification from an earlier version is available in English only', async () => {
  await app.deps.db.notification.create({
    data: { key: 'old', userId: owner.id, type: 'other', title: 'Credits returned', message: 'Sorry.' },
  });
  const { body } = await app.get(`/api/notifications/${owner.id}`, owner.cookie);
  expect(body['data']).toMatchObject([{ title: 'Credits returned', message: 'Sorry.', words: null }]);
});

it('the owner can mark one notification, mark all, and delete them [owner-marks-and-deletes]', async () => {
  for (const key of ['a', 'b', 'c']) await send(key);
  const id = await onlyId();
  expect((await put(`${id}/read`, owner.cookie, { userId: owner.id })).status).toBe(200);
  expect(await unread()).toBe(2);
  expect((await put(`${owner.id}/read-all`, owner.cookie)).status).toBe(200);
  expect(await unread()).toBe(0);
  expect((await remove(id, owner.cookie, { userId: owner.id })).status).toBe(200);
  expect((await remove(id, owner.cookie)).status).toBe(404);
  expect(await app.deps.db.notification.count({ where: { userId: owner.id } })).toBe(2);
});
