/**
 * Portal logins that administrators enter for a company: only after they have proved their identity, shown to nobody,
 * and recorded.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { canLogIn, openPassword, savedLogin } from '#api/domain/portals/credentials.ts';
import { startTestApp, type Account, type Answer } from '#tests/harness/app.ts';

const portal = 'damco_shipper';
const login = { username: 'company-user-7', password: 'S3cret-pässword' };

const app = await startTestApp();
const { db } = app.deps;
let admin: Account;
let company: Account;
beforeAll(async () => {
  [admin, company] = [await app.signUpAndVerify({ isAdmin: true }), await app.signUpAndVerify()];
});
beforeEach(async () => {
  await db.portalCredential.deleteMany();
  await db.notification.deleteMany();
  await db.$executeRaw`DELETE FROM rate_limits`;
});

const place = (of = company): string => `/api/admin/users/${of.id}/portal-logins`;
const enter = (request: object = {}, by = admin): Promise<Answer> =>
  app.request(`${place()}/${portal}`, {
    method: 'PUT',
    cookie: by.cookie,
    json: {
      ...login,
      hasConsent: true,
      reason: 'Agreed by letter',
      currentPassword: by.password,
      ...request,
    },
  });
const remove = (request: object = {}, by = admin): Promise<Answer> =>
  app.request(`${place()}/${portal}`, {
    method: 'DELETE',
    cookie: by.cookie,
    json: { reason: 'Agreed by letter', currentPassword: by.password, ...request },
  });
const owner = () => ({ userId: company.id, portal }) as const;
const used = async () => {
  const saved = await savedLogin(app.deps, owner());
  return saved && { username: saved.username, password: await openPassword(app.deps, owner(), saved) };
};

describe('a portal login that an administrator enters', () => {
  it('a managed login needs an administrator with their own password, and the consent of the company', async () => {
    expect(await enter({ currentPassword: 'a-wrong-password' })).toMatchObject({
      status: 422,
      body: { code: 'WRONG_PASSWORD' },
    });
    expect(await enter({ currentPassword: '' })).toMatchObject({ status: 400 });
    expect(await enter({ hasConsent: false })).toMatchObject({ status: 400 });
    expect(await enter({}, company)).toMatchObject({ status: 403 });
    expect(await used()).toBeNull();
  });

  it("guesses of the administrator's password are limited", async () => {
    const guesses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1)
      guesses.push((await enter({ currentPassword: `a-wrong-password-${guess}` })).status);
    expect(guesses.at(-1)).toBe(429);
    expect(await used()).toBeNull();
  });

  it('a managed login works only for the jobs of its company [login-of-one-company]', async () => {
    expect(await canLogIn(app.deps, owner())).toBe(false);
    expect(await enter()).toMatchObject({ status: 200 });
    expect(await used()).toEqual(login);
    const other = await app.signUpAndVerify();
    expect(await savedLogin(app.deps, { userId: other.id, portal })).toBeNull();
    expect(await canLogIn(app.deps, { userId: other.id, portal })).toBe(false);
  });

  it('the user name and password of a managed login are shown nowhere: not in the list, the export or the audit log', async () => {
    await enter();
    const answers = await Promise.all([
      app.get(place(), admin.cookie),
      app.get(`/api/credentials/user/${company.id}`, company.cookie),
      app.get(`/api/credentials/${portal}`, company.cookie),
      app.get(`/api/users/${company.id}/data-export`, company.cookie),
      app.get('/api/admin/audit', admin.cookie),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    for (const { text } of answers) {
      expect(text).not.toContain(login.username);
      expect(text).not.toContain(login.password);
    }
    expect(answers[0]?.body).toMatchObject({ logins: [{ portal, managed: true }] });
    expect(answers[2]?.body).toMatchObject({ data: { username: null } });
  });

  it('a company is notified of a managed login, and entering and removing it are recorded in the audit log', async () => {
    await enter();
    await remove();
    const notices = await db.notification.findMany({
      where: { userId: company.id },
      orderBy: { createdAt: 'asc' },
    });
    expect(notices.map(({ title }) => title)).toEqual([
      'Portal login entered for you',
      'Portal login removed',
    ]);
    const entries = await db.auditEntry.findMany({
      where: { subject: `user/${company.id}`, action: { startsWith: 'portal login' } },
      orderBy: { at: 'desc' },
      take: 2,
    });
    expect(entries.map(({ action }) => action)).toEqual(['portal login removed', 'portal login saved']);
    expect(entries[1]).toMatchObject({ adminId: admin.id, reason: 'Agreed by letter' });
  });
});

describe('a company with a managed login', () => {
  const saveOwn = (username: string) =>
    app.post(
      '/api/credentials/save',
      { portalName: portal, username, password: 'her-own', consent: true },
      company.cookie,
    );

  it('a company can replace a managed login by its own, which administrators then cannot remove', async () => {
    await enter();
    expect(await saveOwn('ana')).toMatchObject({ status: 200 });
    expect(await used()).toMatchObject({ username: 'ana' });
    expect(await remove()).toMatchObject({ status: 404 });
    expect(await used()).toMatchObject({ username: 'ana' });
  });

  it('a company can remove a managed login itself', async () => {
    await enter();
    const json = {};
    expect(
      await app.request(`/api/credentials/${portal}`, { method: 'DELETE', json, cookie: company.cookie }),
    ).toMatchObject({ status: 200 });
    expect(await used()).toBeNull();
  });
});
