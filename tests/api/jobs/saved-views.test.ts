/** Saved views of a customer's list of jobs: saved, replaced, renamed and deleted, bounded, and nobody else's. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SavedFilters, SavedView } from '#contracts/jobs/saved-views.ts';
import { savedViewNameLengthMax, savedViewsMax } from '#contracts/jobs/job-list-rules.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';

const app = await startTestApp();
const { db } = app.deps;
const place = '/api/saved-views';

let ana: Account;
beforeEach(async () => {
  ana = await app.signUpAndVerify();
});

const save = (name: unknown, filters: unknown = { state: 'failed' }, { cookie } = ana) =>
  app.post(place, { name, filters }, cookie);
const saved = async (name: string, filters: SavedFilters = { state: 'failed' }): Promise<SavedView> => {
  const answer = await save(name, filters);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body['view'] as SavedView;
};
const listed = async ({ cookie } = ana): Promise<SavedView[]> =>
  (await app.get(place, cookie)).body['views'] as SavedView[];
const rename = (id: string, name: string, { cookie } = ana) =>
  app.request(`${place}/${id}`, { method: 'PUT', json: { name }, cookie });
const remove = (id: string, { cookie } = ana) =>
  app.request(`${place}/${id}`, { method: 'DELETE', json: {}, cookie });
const plant = (names: readonly string[]) =>
  db.savedView.createMany({
    data: names.map((name) => ({
      id: randomUUID(),
      userId: ana.id,
      name,
      filters: {},
      createdAt: new Date(),
    })),
  });

describe('the saved views of a customer', () => {
  test('a view keeps all filters of the list, and is there for the next sign-in of the same customer only', async () => {
    const filters = {
      state: 'partly_done',
      service: 'exp-search',
      days: '30',
      q: '1084',
      size: '100',
    } as const;
    const view = await saved(' সপ্তাহের EXP ', filters);
    expect(view).toMatchObject({ name: 'সপ্তাহের EXP', filters });
    const elsewhere = { ...ana, cookie: await app.signIn(ana.email, ana.password) };
    expect(await listed(elsewhere)).toEqual([view]);
    expect(await listed(await app.signUpAndVerify())).toEqual([]);
  });

  test('a view that is saved a second time replaces the one of the same name', async () => {
    const first = await saved('Mine');
    const second = await saved('Mine', { q: 'MSKU' });
    expect(second.id).toBe(first.id);
    expect(await listed()).toEqual([{ id: first.id, name: 'Mine', filters: { q: 'MSKU' } }]);
  });

  test('a view that is saved twice at the same moment is there once', async () => {
    const answers = await Promise.all([save('Mine'), save('Mine'), save('Mine')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await listed()).toHaveLength(1);
  });

  test.each<[string, unknown, unknown]>([
    ['no name', '  ', {}],
    ['a name of two lines', 'a\nb', {}],
    ['a name that is too long', 'x'.repeat(savedViewNameLengthMax + 1), {}],
    ['an unknown state', 'Mine', { state: 'queued' }],
    ['a period that the page does not have', 'Mine', { days: '8' }],
    ['a size that the page does not have', 'Mine', { size: '1000' }],
    ['a search that is too long', 'Mine', { q: 'x'.repeat(101) }],
  ])('a view with %s is refused', async (_, name, filters) => {
    expect(await save(name, filters)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(await listed()).toEqual([]);
  });

  test('a customer can have a limited number of views, and still replace, rename and delete them', async () => {
    const names = Array.from({ length: savedViewsMax - 1 }, (_, index) => `View ${index}`);
    await plant(names);
    const answers = await Promise.all([save('One more'), save('Another one')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'LIMIT_REACHED',
      message: `You can save ${savedViewsMax} views. Please delete one first.`,
    });
    expect((await save('View 0', { q: 'MSKU' })).status).toBe(200);
    const [first] = await listed();
    expect((await rename(first?.id ?? '', 'Renamed')).status).toBe(200);
    expect((await remove(first?.id ?? '')).status).toBe(200);
    expect((await save('In its place')).status).toBe(200);
    expect(await listed()).toHaveLength(savedViewsMax);
  });

  test('a view is renamed, to itself too, but not to the name of another one', async () => {
    const [mine, other] = [await saved('Mine'), await saved('Other', { q: 'MSKU' })];
    expect((await rename(mine.id, 'Mine')).status).toBe(200);
    expect(await rename(mine.id, ' Other ')).toMatchObject({
      status: 409,
      body: { code: 'VIEW_NAME_TAKEN' },
    });
    expect((await rename(mine.id, 'Failed')).status).toBe(200);
    expect(await listed()).toEqual([{ ...mine, name: 'Failed' }, other]);
  });

  test("another customer's view can be neither renamed nor deleted", async () => {
    const view = await saved('Mine');
    const eve = await app.signUpAndVerify();
    for (const answer of [await rename(view.id, 'Hers', eve), await remove(view.id, eve)])
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await listed()).toEqual([view]);
    expect((await remove(view.id)).status).toBe(200);
    expect(await remove(view.id)).toMatchObject({ status: 404 });
    expect(await listed()).toEqual([]);
  });

  test('filters of an older form show all jobs instead of making the list unreadable', async () => {
    await saved('Mine');
    await db.savedView.updateMany({ where: { userId: ana.id }, data: { filters: { state: 'gone' } } });
    expect(await listed()).toMatchObject([{ name: 'Mine', filters: {} }]);
  });

  test('saved views are in a customer’s export, and are removed with the account', async () => {
    await saved('Mine', { q: 'MSKU' });
    const exported = await app.get(`/api/users/${ana.id}/data-export`, ana.cookie);
    expect((JSON.parse(exported.text) as Record<string, unknown>)['savedViews']).toMatchObject([
      { name: 'Mine', filters: { q: 'MSKU' } },
    ]);
    const admin = await app.signUpAndVerify({ isAdmin: true });
    const reason = { reason: 'Asked for by phone' };
    const deleted = await app.request(`/api/users/${ana.id}`, {
      method: 'DELETE',
      json: reason,
      cookie: admin.cookie,
    });
    expect(deleted.status, deleted.text).toBe(200);
    expect(await db.savedView.count({ where: { userId: ana.id } })).toBe(0);
  });
});
