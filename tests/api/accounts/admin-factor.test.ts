/**
 * Administrators work only with a passkey or a code: what a password alone opens, and how a factor is set up and kept.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { cookieIn, startTestApp, type Account } from '#tests/harness/app.ts';
import { provePasskey } from '#tests/factories.ts';
import { formOf } from '#tests/harness/job-calls.ts';
import { newPasskeyDevice } from '#tests/harness/passkey-device.ts';
import { switchOnSecondFactor } from '#tests/harness/second-factor.ts';
import type { Belongings } from '#tests/api/route-rows.ts';
import { routes } from '#tests/api/routes.ts';

const app = await startTestApp();
const { db, env } = app.deps;
const origin = new URL(env.APP_URL).origin;

let ana: Account;
let admin: Account;
beforeEach(async () => {
  await db.rateLimit.deleteMany();
  [ana, admin] = await Promise.all([
    app.signUpAndVerify(),
    app.signUpAndVerify({ isAdmin: true, factor: false }),
  ]);
});

const refused = (code: string) => ({ body: { success: false, code } });
const me = async (cookie: string) => (await app.get('/api/auth/me', cookie)).body['user'];
const administers = async (cookie: string) => (await app.get('/api/users', cookie)).status === 200;
const place = (account: Account) => `/api/users/${account.id}`;
const again = async (account: Account, code?: string): Promise<string> => {
  const { email, password } = account;
  return cookieIn(await app.post('/api/auth/login', { email, password, ...(code ? { code } : {}) }));
};

async function addPasskey(account: Account, cookie = account.cookie) {
  const device = newPasskeyDevice(origin);
  const asked = await app.post(`${place(account)}/passkeys/begin`, proofOf(account), cookie);
  if (asked.status !== 200) return { answer: asked, device };
  const credential = device.create(asked.body['options'] as { challenge: string });
  const cookies = `${cookie}; ${cookieIn(asked)}`;
  return {
    answer: await app.post(`${place(account)}/passkeys`, { name: 'Laptop', credential }, cookies),
    device,
  };
}
const proofOf = ({ password }: Account) => ({ currentPassword: password });
const passkeysOf = (userId: string) => db.passkey.findMany({ where: { userId } });

/** What an administrator may call without a factor: calls about the own account and about signing in. */
const ownAccount =
  /^[A-Z]+ \/api\/users\/:(id|userId)(\/(profile|preferences|change-password|(second-factor|passkeys|sessions)(\/.*)?))?$/;
const closedRoutes = Object.entries(routes).filter(
  ([route, { access }]) => access !== 'public' && access !== 'development' && !ownAccount.test(route),
);
const ofAdministrators = Object.entries(routes).filter(([, { access }]) => access === 'admin');

function send(route: string, call: NonNullable<(typeof closedRoutes)[number][1]['call']>, cookie: string) {
  const ids = new Proxy({} as Belongings, {
    get: (_, name) => (name === 'userId' ? ana.id : '6f1f4e0a-3d2c-4b7e-9a53-0d5c7e1b2a94'),
  });
  const { path, json, form } = call(ids);
  return app.request(path, {
    method: route.split(' ')[0] ?? 'GET',
    cookie,
    ...(json ? { json } : {}),
    ...(form ? { form: formOf(form) } : {}),
  });
}

describe('an administrator who has no second factor', () => {
  test('an administrator without a factor can call only their own account, and the error says what to do', async () => {
    for (const [route, { call }] of closedRoutes) {
      if (!call) throw new Error(`${route} has no call.`);
      const answer = await send(route, call, admin.cookie);
      expect(answer, route).toMatchObject({ status: 403, ...refused('ADMIN_FACTOR_REQUIRED') });
      expect(answer.body['message']).toContain('set one up in the security tab');
    }
    expect(closedRoutes.length).toBeGreaterThan(100);
  });

  test("an administrator without a factor is refused every administrators' call, also below an account's address", async () => {
    for (const [route, { call }] of ofAdministrators) {
      const answer = await send(route, call ?? (() => ({ path: '' })), admin.cookie);
      expect(answer, route).toMatchObject({ status: 403, ...refused('ADMIN_FACTOR_REQUIRED') });
    }
    expect(await app.get(place(ana), admin.cookie)).toMatchObject(refused('ADMIN_FACTOR_REQUIRED'));
    expect(await db.user.findUnique({ where: { id: ana.id } })).toMatchObject({ status: 'active' });
  });

  test('an administrator without a factor can use their own account, and the session reports the missing factor', async () => {
    for (const part of ['', '/second-factor', '/passkeys', '/sessions'])
      expect(await app.get(`${place(admin)}${part}`, admin.cookie)).toMatchObject({ status: 200 });
    expect(await me(admin.cookie)).toMatchObject({ isAdmin: true, adminFactor: 'missing' });
    expect(await me(ana.cookie)).toMatchObject({ isAdmin: false, adminFactor: null });
    expect(await app.post('/api/auth/logout', {}, admin.cookie)).toMatchObject({ status: 200 });
  });

  test('an administrator without a factor cannot read a notice that is meant for administrators [notice-needs-a-factor]', async () => {
    await db.settings.update({
      where: { id: 1 },
      data: { noticeEnabled: true, noticeMessage: 'Zanzibar', noticeShowToAll: false },
    });
    expect((await app.get('/api/settings', admin.cookie)).text).not.toContain('Zanzibar');
    await provePasskey(db, admin.id);
    expect((await app.get('/api/settings', admin.cookie)).text).toContain('Zanzibar');
  });

  test('an administrator can work with the code that enables two-step sign-in, and after signing in with the next one', async () => {
    const other = await again(admin);
    const { code } = await switchOnSecondFactor(app, admin);
    expect(await administers(admin.cookie)).toBe(true);
    expect(await me(admin.cookie)).toMatchObject({ adminFactor: 'proved' });
    expect(await me(other)).toBeNull();
    expect(await administers(await again(admin, code()))).toBe(true);
  });

  test('adding a passkey opens the administration to that session and to no other session', async () => {
    const other = await again(admin);
    const { answer } = await addPasskey(admin);
    expect(answer).toMatchObject({ status: 200 });
    expect(await administers(admin.cookie)).toBe(true);
    expect(await me(other)).toMatchObject({ adminFactor: 'unproved' });
    expect(await app.get('/api/users', other)).toMatchObject({
      status: 403,
      ...refused('ADMIN_FACTOR_UNPROVED'),
    });
  });

  test('an administrator who signs in with a passkey can still work after changing the password', async () => {
    const { device } = await addPasskey(admin);
    const asked = await app.post('/api/auth/passkey/begin', {});
    const credential = device.sign(asked.body['options'] as { challenge: string });
    const signedIn = await app.request('/api/auth/passkey/login', {
      json: { credential },
      cookie: cookieIn(asked),
    });
    expect(signedIn.body['user']).toMatchObject({ adminFactor: 'proved' });
    const cookie = cookieIn(signedIn);
    expect(await administers(cookie)).toBe(true);
    const changed = await app.post(
      `${place(admin)}/change-password`,
      { currentPassword: admin.password, newPassword: 'another battery staple' },
      cookie,
    );
    expect(changed).toMatchObject({ status: 200 });
    expect(await administers(cookie)).toBe(false);
    expect(await administers(cookieIn(changed))).toBe(true);
  });

  test('changing the password in an unproved session does not prove the second factor', async () => {
    await provePasskey(db, admin.id);
    const cookie = await again(admin);
    const changed = await app.post(
      `${place(admin)}/change-password`,
      { currentPassword: admin.password, newPassword: 'another battery staple' },
      cookie,
    );
    expect(await me(cookieIn(changed))).toMatchObject({ adminFactor: 'unproved' });
  });

  test('an API token of an administrator can make the calls of customers, and no call of administrators', async () => {
    await provePasskey(db, admin.id);
    const request = { name: 'ERP', scopes: ['jobs:read'], ...proofOf(admin) };
    const made = await app.post('/api/api-tokens', request, admin.cookie);
    const headers = { authorization: `Bearer ${String(made.body['token'])}` };
    await db.passkey.deleteMany({ where: { userId: admin.id } });
    expect(await app.request(`/api/work-history/${admin.id}`, { headers })).toMatchObject({ status: 200 });
    expect(await app.request('/api/users', { headers })).toMatchObject({ status: 403 });
  });
});

describe('a session opened by the password alone', () => {
  test('a session opened by a password alone cannot change the factors of an administrator who has one', async () => {
    await provePasskey(db, admin.id);
    const [own] = await passkeysOf(admin.id);
    const cookie = await again(admin);
    const tries = [
      app.post(`${place(admin)}/passkeys/${own?.id}/remove`, proofOf(admin), cookie),
      app.post(`${place(admin)}/passkeys/begin`, proofOf(admin), cookie),
      app.post(`${place(admin)}/second-factor/begin`, proofOf(admin), cookie),
    ];
    for (const answer of await Promise.all(tries))
      expect(answer).toMatchObject({ status: 403, ...refused('ADMIN_FACTOR_UNPROVED') });
    expect(await passkeysOf(admin.id)).toHaveLength(1);
    expect(await db.secondFactor.count({ where: { userId: admin.id } })).toBe(0);
  });

  test('a passkey that was begun before the administrator had one cannot be completed by a password alone', async () => {
    const cookie = await again(admin);
    const asked = await app.post(`${place(admin)}/passkeys/begin`, proofOf(admin), cookie);
    await provePasskey(db, admin.id);
    await db.session.updateMany({ where: { userId: admin.id }, data: { factor: null } });
    const credential = newPasskeyDevice(origin).create(asked.body['options'] as { challenge: string });
    const cookies = `${cookie}; ${cookieIn(asked)}`;
    const added = await app.post(`${place(admin)}/passkeys`, { name: 'Mine', credential }, cookies);
    expect(added).toMatchObject(refused('ADMIN_FACTOR_UNPROVED'));
    expect(await passkeysOf(admin.id)).toHaveLength(1);
  });

  test("a password reset keeps an administrator's passkeys, says so by mail, and does not open the administration", async () => {
    await provePasskey(db, admin.id);
    await app.post('/api/auth/forgot-password', { email: admin.email });
    const token = await app.tokenFor(admin.email, 2);
    const newPassword = 'another battery staple';
    expect(await app.post('/api/auth/reset-password', { token, newPassword })).toMatchObject({ status: 200 });
    expect(await passkeysOf(admin.id)).toHaveLength(1);
    expect(await administers(await again({ ...admin, password: newPassword }))).toBe(false);
    const mails = await app.mailsTo(admin.email, 4);
    const changed = mails.find(({ subject }) => subject === 'Your password was changed');
    expect(changed?.text).toContain('The account has 1 passkey');
  });
});

describe('the last factor of an administrator', () => {
  test('the last factor of an administrator cannot be removed, while the first of two can', async () => {
    await provePasskey(db, admin.id);
    const [first] = await passkeysOf(admin.id);
    const remove = () =>
      app.post(`${place(admin)}/passkeys/${first?.id}/remove`, proofOf(admin), admin.cookie);
    expect(await remove()).toMatchObject({ status: 409, ...refused('ADMIN_KEEPS_FACTOR') });
    const { code } = await switchOnSecondFactor(app, admin);
    expect(await remove()).toMatchObject({ status: 200 });
    const off = await app.post(
      `${place(admin)}/second-factor/disable`,
      { ...proofOf(admin), code: code() },
      admin.cookie,
    );
    expect(off).toMatchObject({ status: 409, ...refused('ADMIN_KEEPS_FACTOR') });
    expect(await administers(admin.cookie)).toBe(true);
  });

  test('one factor remains if an administrator removes the last two at the same time', async () => {
    await provePasskey(db, admin.id);
    await provePasskey(db, admin.id);
    const passkeys = await passkeysOf(admin.id);
    const answers = await Promise.all(
      passkeys.map(({ id }) =>
        app.post(`${place(admin)}/passkeys/${id}/remove`, proofOf(admin), admin.cookie),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await passkeysOf(admin.id)).toHaveLength(1);
  });

  test('a customer who is no administrator can remove their last passkey', async () => {
    await addPasskey(ana);
    const [own] = await passkeysOf(ana.id);
    const answer = await app.post(`${place(ana)}/passkeys/${own?.id}/remove`, proofOf(ana), ana.cookie);
    expect(answer).toMatchObject({ status: 200 });
  });

  test('an administrator whose last factor is gone loses access, even in a session that had proved it', async () => {
    await provePasskey(db, admin.id);
    expect(await administers(admin.cookie)).toBe(true);
    await db.passkey.deleteMany({ where: { userId: admin.id } });
    expect(await me(admin.cookie)).toMatchObject({ adminFactor: 'missing' });
    expect(await administers(admin.cookie)).toBe(false);
  });
});

describe('a customer who becomes administrator', () => {
  /** A promotion takes two administrators. */
  async function promote(account: Account): Promise<void> {
    const first = await app.signUpAndVerify({ isAdmin: true });
    const second = await app.signUpAndVerify({ isAdmin: true });
    const json = { is_admin: true, reason: 'New colleague' };
    const asked = await app.request(place(account), { method: 'PUT', json, cookie: first.cookie });
    const { id } = asked.body['approval'] as { id: string };
    expect(
      await app.post(`/api/admin/approvals/${id}/confirm`, proofOf(second), second.cookie),
    ).toMatchObject({ status: 200 });
  }

  test('a new administrator is notified by mail that a factor is needed, and has none at first [promoted-without-factor]', async () => {
    await promote(ana);
    const mails = await app.mailsTo(ana.email, 2);
    expect(mails[0]?.subject).toBe('You are an administrator now');
    expect(mails[0]?.text).toContain('set up a passkey or two-step sign-in');
    expect(await me(await again(ana))).toMatchObject({ isAdmin: true, adminFactor: 'missing' });
  });

  test('a new administrator who already has a factor is not asked to set one up', async () => {
    const { code } = await switchOnSecondFactor(app, ana);
    await promote(ana);
    const mails = await app.mailsTo(ana.email, 3);
    const text = mails.find(({ subject }) => subject === 'You are an administrator now')?.text;
    expect(text).toContain('You are an administrator of Chalan now');
    expect(text).not.toContain('set up');
    expect(await administers(await again(ana, code()))).toBe(true);
  });
});

describe('the list of users', () => {
  test('the list of users says which administrators have a second factor', async () => {
    const first = await app.signUpAndVerify({ isAdmin: true });
    const { body } = await app.get('/api/users', first.cookie);
    const users = body['users'] as { id: string; hasSecondFactor: boolean }[];
    const of = (account: Account) => users.find(({ id }) => id === account.id)?.hasSecondFactor;
    expect([of(first), of(admin), of(ana)]).toEqual([true, false, false]);
  });
});

describe('the one-machine stack', () => {
  test('only the one-machine stack admits administrators with a password alone, if configured, and production never does', async () => {
    const { createApp } = await import('#api/app.ts');
    const with_ = (given: Partial<typeof env>) =>
      createApp({ ...app.deps, env: { ...env, ADMINS_WITHOUT_FACTOR: true, ...given } });
    const status = async (given: Partial<typeof env>) =>
      (await with_(given).request('/api/users', { headers: { cookie: admin.cookie } })).status;
    expect(await status({ CHALAN_EMBEDDED: true })).toBe(200);
    expect(await status({ CHALAN_EMBEDDED: false })).toBe(403);
    expect(await status({ CHALAN_EMBEDDED: true, NODE_ENV: 'production' })).toBe(403);
  });
});
