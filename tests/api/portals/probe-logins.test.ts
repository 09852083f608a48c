/** The login of a portal's probes: a secret of the platform that administrators give, change and take away. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { ProbeLoginView } from '#contracts/calls/portal-pages-answers.ts';
import type { PortalBoardEntry } from '#contracts/calls/portals-answers.ts';
import { errorCatalogue, type ErrorCode } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { deletePortalPages, keepPicture, portalPagesOf } from '#api/domain/portals/portal-pages.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';

const app = await startTestApp();
const { db } = app.deps;
const REASON = 'The bank gave us a login that only reads.';

let admin: Account;
beforeEach(async () => {
  await db.portalProbeLogin.deleteMany();
  await db.portalPage.deleteMany();
  admin = await app.signUpAndVerify({ isAdmin: true });
});

const call = (method: string, json: object, portal = 'bank-ci', account = admin) =>
  app.request(`/api/admin/portals/${portal}/probe-login`, { method, json, cookie: account.cookie });
const save = (login: object = {}, portal = 'bank-ci') =>
  call(
    'PUT',
    {
      username: 'probe',
      password: 'pr0be-secret',
      reason: REASON,
      currentPassword: admin.password,
      ...login,
    },
    portal,
  );
const shown = async (): Promise<ProbeLoginView> =>
  (await app.get('/api/admin/portals/bank-ci/probe-login', admin.cookie)).body[
    'probeLogin'
  ] as ProbeLoginView;
const onBoard = async (portal: string): Promise<PortalBoardEntry['behindSignIn'] | undefined> => {
  const { body } = await app.get('/api/admin/portals', admin.cookie);
  return (body['portals'] as PortalBoardEntry[]).find((entry) => entry.portal === portal)?.behindSignIn;
};
const refused = (code: ErrorCode) => {
  const { status, message } = errorCatalogue[code];
  return { status, body: { code, message } };
};

describe('logins for probes', () => {
  test('a login for probes is shown with who saved it and how often it is used, and without its password', async () => {
    expect(await onBoard('bank-ci')).toEqual({ hasLogin: false, isStopped: false, walk: null });
    expect(await save()).toMatchObject({ status: 200 });
    expect(await shown()).toMatchObject({
      login: { username: 'probe', everyMinutes: limits.probeWalkMinutes, savedBy: admin.user.name },
      isStopped: false,
      walk: null,
    });
    expect(await onBoard('bank-ci')).toEqual({ hasLogin: true, isStopped: false, walk: null });
    const audited = await db.auditEntry.findMany({ where: { adminId: admin.id } });
    expect(audited).toMatchObject([
      {
        action: 'probe login saved',
        subject: 'portal/bank-ci',
        reason: REASON,
        after: { username: 'probe' },
      },
    ]);
    expect(JSON.stringify(audited)).not.toContain('pr0be-secret');
  });

  test('a login for probes is saved only with the own password of the administrator', async () => {
    expect(await save({ currentPassword: 'a-wrong-password' })).toMatchObject(refused('WRONG_PASSWORD'));
    expect(await save({ currentPassword: '' })).toMatchObject({ status: 400 });
    expect(await db.portalProbeLogin.count()).toBe(0);
  });

  test('a login for probes keeps its password and what was found if only its pace is changed', async () => {
    await save();
    const walked = { begunAt: new Date(), walkedAt: new Date(), outcome: 'ok', tookMs: 900 };
    const { secret } = await db.portalProbeLogin.update({ where: { portal: 'bank-ci' }, data: walked });
    expect(await save({ password: undefined, everyMinutes: 30 })).toMatchObject({ status: 200 });
    const stored = await db.portalProbeLogin.findUniqueOrThrow({ where: { portal: 'bank-ci' } });
    expect(stored).toMatchObject({ secret, everyMinutes: 30, outcome: 'ok' });
  });

  test('a login for probes needs a password with another user name', async () => {
    await save();
    expect(await save({ username: 'other', password: undefined })).toMatchObject(
      refused('PROBE_PASSWORD_NEEDED'),
    );
    expect((await shown()).login?.username).toBe('probe');
  });

  test.each(['cpa', 'mailbox'])(
    'a login for probes is refused for %s, where there is nothing to sign in to',
    async (portal) => {
      expect(await save({}, portal)).toMatchObject(refused('PROBE_LOGIN_NOT_USED'));
      expect(await onBoard(portal)).toBeNull();
    },
  );

  test.each([
    ['more often than every quarter of an hour', { everyMinutes: limits.probeWalkMinutesMin - 1 }],
    ['less often than once a day', { everyMinutes: limits.probeWalkMinutesMax + 1 }],
    ['without a reason', { reason: '' }],
    ['without a user name', { username: ' ' }],
  ])('is refused %s', async (_, login) => {
    expect(await save(login)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(await db.portalProbeLogin.count()).toBe(0);
  });

  test('a login for probes that is removed with a reason is gone', async () => {
    await save();
    expect(await call('DELETE', { reason: REASON })).toMatchObject({ status: 200 });
    expect((await shown()).login).toBeNull();
    expect(await call('DELETE', { reason: REASON })).toMatchObject({ status: 404 });
    const actions = await db.auditEntry.findMany({ where: { adminId: admin.id }, orderBy: { at: 'asc' } });
    expect(actions.map(({ action }) => action)).toEqual(['probe login saved', 'probe login removed']);
  });
});

describe('pictures of pages', () => {
  const picture = (seenAt: Date, png = Buffer.from('png')) => ({
    portal: 'bank-ci',
    page: 'claims',
    kind: 'good' as const,
    missing: [],
    seenAt,
    png,
    html: '<p>x</p>',
    widthPx: 1280,
    heightPx: 900,
    elements: {},
  });

  test('the picture of a page replaces the former one, whose files are deleted', async () => {
    await keepPicture(app.deps, picture(new Date()));
    const [former] = await db.portalPage.findMany();
    await keepPicture(app.deps, picture(new Date(), Buffer.from('another')));
    const [page] = await portalPagesOf(db, 'bank-ci');
    expect(await db.portalPage.count()).toBe(1);
    expect(await app.deps.files.has(former?.pictureKey ?? '')).toBe(false);
    expect(await app.deps.files.has(former?.htmlKey ?? '')).toBe(false);
    const address = (portal: string, id = page?.good?.id) => `/api/admin/portals/${portal}/pictures/${id}`;
    const answer = await app.get(address('bank-ci'), admin.cookie);
    expect(answer).toMatchObject({ status: 200, text: 'another' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await app.get(address('hm'), admin.cookie)).toMatchObject({ status: 404 });
    expect(await app.get(address('bank-ci', former?.id), admin.cookie)).toMatchObject({ status: 404 });
  });

  test("the picture of a further bank's page is kept as that of every other portal", async () => {
    await keepPicture(app.deps, { ...picture(new Date()), portal: 'bank-ci:delta-bank' });
    const [page] = await db.portalPage.findMany();
    expect(page).toMatchObject({ portal: 'bank-ci:delta-bank' });
    expect(await app.deps.files.has(page?.pictureKey ?? '')).toBe(true);
  });

  test('a picture that is too large is not kept', async () => {
    await keepPicture(app.deps, picture(new Date(), Buffer.alloc(limits.pagePictureBytesMax)));
    expect(await db.portalPage.count()).toBe(0);
  });

  test('a picture that is not renewed is deleted after its time, with its files', async () => {
    await keepPicture(app.deps, picture(new Date(Date.now() - limits.pagePictureRetentionMs - 1)));
    const [old] = await db.portalPage.findMany();
    await deletePortalPages(app.deps, new Date(Date.now() - limits.pagePictureRetentionMs));
    expect(await db.portalPage.count()).toBe(0);
    expect(await app.deps.files.has(old?.pictureKey ?? '')).toBe(false);
  });
});
