/** What administrators do with users: find, change under rules that keep one administrator, mail, export and import. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportPlan, User } from '#contracts/calls/accounts-answers.ts';
import { exportUsers } from '#api/domain/accounts/user-import.ts';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { exportUsersMax, importChangesMax } from '#contracts/accounts/admin-users.ts';
import { rateLimits } from '#contracts/rate-limits.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';

const app = await startTestApp();
const { db } = app.deps;
let admin: Account;
let ana: Account;

beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
});
beforeEach(async () => {
  ana = await app.signUpAndVerify();
});

const reason = 'Asked for by phone';
const put = (id: string, json: object, cookie = admin.cookie) =>
  app.request(`/api/users/${id}`, { method: 'PUT', json, cookie });
const remove = (id: string, cookie = admin.cookie) =>
  app.request(`/api/users/${id}`, { method: 'DELETE', json: { reason }, cookie });
const find = async (query: Record<string, string>) => {
  const answer = await app.get(`/api/users?${new URLSearchParams(query).toString()}`, admin.cookie);
  return { status: answer.status, ...(answer.body as { users: User[]; totalCount: number }) };
};
const userNow = async (id: string) =>
  (await app.get(`/api/users/${id}`, admin.cookie)).body['user'] as User | undefined;
const isSignedIn = async ({ cookie }: Account) =>
  (await app.get('/api/auth/me', cookie)).body['user'] !== null;
const entries = (subject: string) => db.auditEntry.findMany({ where: { subject }, orderBy: { at: 'asc' } });

describe('the list of users', () => {
  test('the list of users is searched by parts of name, email, company and mobile, in any notation of the number', async () => {
    const company = `Meghna ${ana.id} 100%_`;
    const profile = { name: 'Rahela Khatun', company, mobile: '+880 1999-765432' };
    await app.request(`/api/users/${ana.id}/profile`, { method: 'PUT', json: profile, cookie: ana.cookie });
    for (const search of ['rahela', ana.email.slice(0, 20).toUpperCase(), company, '01999765432', '100%_']) {
      const { users, totalCount } = await find({ search });
      expect([totalCount, users.map(({ id }) => id)], search).toEqual([1, [ana.id]]);
    }
    expect((await find({ search: '100_x' })).totalCount).toBe(0);
  });

  test('the list of users is searched by mobile in the digits of both languages', async () => {
    const { id, cookie } = await app.signUpAndVerify();
    const profile = { name: 'Rina', company: 'Padma', mobile: '০১৮৮৮-৭৬৫৪৩২' };
    await app.request(`/api/users/${id}/profile`, { method: 'PUT', json: profile, cookie });
    const asciiMobile = { ...profile, mobile: '01777-765432' };
    await app.request(`/api/users/${ana.id}/profile`, {
      method: 'PUT',
      json: asciiMobile,
      cookie: ana.cookie,
    });
    for (const [search, found] of [
      ['01888765432', id],
      ['০১৮৮৮৭৬৫৪৩২', id],
      ['০১৭৭৭ ৭৬৫৪৩২', ana.id],
    ] as const)
      expect(
        (await find({ search })).users.map((user) => user.id),
        search,
      ).toEqual([found]);
  });

  test('the list of users is searched however the letters of a Bengali name are encoded', async () => {
    const mobile = '+880 1999-765433';
    const [oneLetter, letterAndDot] = ['সুমা\u09DFরা', 'সুমা\u09AF\u09BCরা'];
    for (const profile of [
      { name: oneLetter, company: 'Padma', mobile },
      { name: 'Rina', company: letterAndDot, mobile },
    ]) {
      const { id, cookie } = await app.signUpAndVerify();
      await app.request(`/api/users/${id}/profile`, { method: 'PUT', json: profile, cookie });
    }
    for (const search of [oneLetter, letterAndDot]) expect((await find({ search })).totalCount).toBe(2);
  });

  test('the list of users is filtered by status and verification, and paged with the newest first', async () => {
    const { email } = await app.signUp();
    await put(ana.id, { status: 'suspended' });
    expect((await find({ verification: 'unverified' })).users.map((user) => user.email)).toEqual([email]);
    const suspended = (await find({ status: 'suspended' })).users;
    expect(suspended.map(({ id }) => id)).toContain(ana.id);
    expect(suspended.every(({ status }) => status === 'suspended')).toBe(true);
    const all = await find({});
    const pages = await Promise.all([0, 1].map((offset) => find({ limit: '1', offset: String(offset) })));
    expect(pages.flatMap(({ users }) => users.map(({ id }) => id))).toEqual(
      all.users.slice(0, 2).map(({ id }) => id),
    );
    expect(pages[0]?.totalCount).toBe(all.totalCount);
  });

  test.each<Record<string, string>>([
    { status: 'vip' },
    { limit: '101' },
    { offset: '-1' },
    { search: 'a\u0000' },
  ])('the list of users rejects the query %j', async (query) => {
    expect((await find(query)).status).toBe(400);
  });
});

describe('a change of a user', () => {
  test.each([
    { credits: -1 },
    { credits: 0.005 },
    { credits: 1e9 },
    { credits: '5' },
    { status: 'vip' },
    { is_admin: 'yes' },
    { name: '' },
    { mobile: 'a\u0000' },
  ])('a change of a user to %j is rejected and changes nothing', async (change) => {
    const before = await userNow(ana.id);
    expect(await put(ana.id, { company: 'Changed', ...change })).toMatchObject({ status: 400 });
    expect(await userNow(ana.id)).toEqual(before);
    expect(await entries(`user/${ana.id}`)).toEqual([]);
  });

  test('only the listed fields of a user can be changed; totals and times come from payments and sign-ins [only-listed-fields]', async () => {
    for (const field of [{ emailVerified: false }, { email: 'other@example.test' }])
      expect(await put(ana.id, { name: 'Ana X.', ...field, reason })).toMatchObject({ status: 400 });
    const { body } = await put(ana.id, {
      name: 'Ana B.',
      totalSpent: 5_000,
      lastActivity: '2020-01-01T00:00:00Z',
      reason,
    });
    expect(body['user']).toMatchObject({
      name: 'Ana B.',
      totalSpent: 0,
      emailVerified: true,
      email: ana.email,
    });
    expect(await entries(`user/${ana.id}`)).toMatchObject([
      {
        adminId: admin.id,
        action: 'user changed',
        before: {},
        after: { personalData: 'name' },
        reason,
      },
    ]);
  });

  test('a change of a user that changes nothing leaves no audit entry and ends no session', async () => {
    expect((await put(ana.id, { status: 'active', is_admin: false, credits: 100 })).status).toBe(200);
    expect(await entries(`user/${ana.id}`)).toEqual([]);
    expect(await isSignedIn(ana)).toBe(true);
  });

  test('credits are set through the ledger with the reason, unless the balance has changed since it was read', async () => {
    const late = await put(ana.id, { credits: 20, seenCredits: 99, reason });
    expect(late).toMatchObject({ status: 409, body: { code: 'BALANCE_CHANGED', credits: 100 } });
    await put(ana.id, { credits: 150.25, seenCredits: 100, reason });
    const answer = await put(ana.id, { credits: 20, reason });
    expect(answer.body['user']).toMatchObject({ credits: 20 });
    const transfers = await db.ledgerTransfer.findMany({
      where: { userId: ana.id, kind: { not: 'trial' } },
      orderBy: { id: 'asc' },
    });
    expect(transfers).toMatchObject([
      { kind: 'admin_add', amount: 5025n, actorId: admin.id, description: reason },
      { kind: 'admin_deduct', amount: 13025n },
    ]);
    expect((await entries(`user/${ana.id}`)).map(({ before, after }) => [before, after])).toEqual([
      [{ credits: 100 }, { credits: 150.25 }],
      [{ credits: 150.25 }, { credits: 20 }],
    ]);
    expect(await put(admin.id, { credits: 5 })).toMatchObject({ status: 400 });
    expect(await verifyLedger(db)).toEqual([]);
  });

  test('a suspension or a change of role ends the sessions of the user at once [suspension-ends-sessions]', async () => {
    expect((await put(ana.id, { status: 'suspended', reason })).body['user']).toMatchObject({
      status: 'suspended',
    });
    expect(await isSignedIn(ana)).toBe(false);
    const login = { email: ana.email, password: ana.password };
    expect(await app.post('/api/auth/login', login)).toMatchObject({ body: { code: 'ACCOUNT_SUSPENDED' } });
    await put(ana.id, { status: 'active' });
    const again = { ...ana, cookie: await app.signIn(ana.email, ana.password) };
    expect(await isSignedIn(again)).toBe(true);
    await put(ana.id, { is_admin: true });
    expect(await isSignedIn(again)).toBe(false);
    expect((await entries(`user/${ana.id}`)).map(({ action }) => action)).toEqual([
      'user suspended',
      'user activated',
      'done without a second administrator',
      'user changed',
    ]);
  });

  test('an administrator cannot remove their own rights, so one administrator always remains', async () => {
    for (const change of [{ status: 'suspended' }, { is_admin: false }])
      expect(await put(admin.id, change)).toMatchObject({ status: 409, body: { code: 'OWN_ACCOUNT' } });
    expect(await remove(admin.id)).toMatchObject({ status: 409, body: { code: 'OWN_ACCOUNT' } });
    expect((await put(admin.id, { name: 'Admin A.' })).status).toBe(200);
    expect(await userNow(admin.id)).toMatchObject({ isAdmin: true, status: 'active', name: 'Admin A.' });
  });

  test('one of two administrators who demote each other at the same time remains an administrator', async () => {
    const [first, second] = [
      await app.signUpAndVerify({ isAdmin: true }),
      await app.signUpAndVerify({ isAdmin: true }),
    ];
    const [ofFirst, ofSecond] = await Promise.all([
      put(second.id, { is_admin: false }, first.cookie),
      put(first.id, { is_admin: false }, second.cookie),
    ]);
    const confirm = ({ body }: typeof ofFirst, by: typeof first) =>
      app.post(
        `/api/admin/approvals/${(body['approval'] as { id: string }).id}/confirm`,
        { currentPassword: by.password },
        by.cookie,
      );
    const answers = await Promise.all([confirm(ofFirst, second), confirm(ofSecond, first)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, expect.any(Number)]);
    const left = await db.user.count({ where: { id: { in: [first.id, second.id] }, isAdmin: true } });
    expect(left).toBe(1);
  });

  test('an unknown user and a deleted user get the same answer', async () => {
    expect((await put('nobody', { name: 'Changed' })).status).toBe(404);
    await remove(ana.id);
    for (const answer of [
      await put(ana.id, { name: 'Changed' }),
      await remove(ana.id),
      await app.get(`/api/users/${ana.id}`, admin.cookie),
      await app.post(`/api/users/${ana.id}/credits`, { credits: 5, operation: 'add' }, admin.cookie),
      await app.request(`/api/admin/users/${ana.id}/verify-email`, { method: 'PUT', cookie: admin.cookie }),
    ])
      expect(answer.status).toBe(404);
  });
});

describe('mails and verification by hand', () => {
  const verify = (id: string) =>
    app.request(`/api/admin/users/${id}/verify-email`, { method: 'PUT', cookie: admin.cookie });

  test('a user verified by an administrator can sign in and gets the trial credits once', async () => {
    const { email, password } = await app.signUp();
    const { id } = await db.user.findUniqueOrThrow({ where: { email } });
    for (const answer of [await verify(id), await verify(id)])
      expect(answer.body).toMatchObject({ success: true, message: 'Email verified successfully' });
    await app.signIn(email, password);
    expect(await userNow(id)).toMatchObject({ emailVerified: true, credits: 100 });
    expect(await entries(`user/${id}`)).toMatchObject([{ action: 'email verified', adminId: admin.id }]);
  });

  test('an administrator can send verification and reset links, up to an hourly limit', async () => {
    const { email } = await app.signUp();
    const { id } = await db.user.findUniqueOrThrow({ where: { email } });
    const send = (path: string) => app.post(`/api/admin/users/${id}/${path}`, { reason }, admin.cookie);
    expect((await send('resend-verification')).body['message']).toBe('Verification email sent successfully');
    expect((await send('reset-password')).body['message']).toBe('Password reset email sent successfully');
    expect((await app.mailsTo(email, 3)).map(({ subject }) => subject)).toContain('Reset your password');
    expect((await entries(`user/${id}`)).map(({ action, reason: why }) => [action, why])).toEqual([
      ['verification mail sent', reason],
      ['password reset mail sent', reason],
    ]);
    const { points } = rateLimits.mailPerAddress;
    for (let mails = 2; mails < points; mails += 1) await send('reset-password');
    expect((await send('reset-password')).status).toBe(429);
  });
});

describe('export and import', () => {
  const preview = (users: unknown, cookie = admin.cookie) =>
    app.post('/api/admin/users/import/preview', { users }, cookie);
  const planOf = async (users: unknown) => (await preview(users)).body['plan'] as ImportPlan;
  const carryOut = (users: unknown, digest: string) =>
    app.post('/api/admin/users/import', { users, digest, reason }, admin.cookie);

  test('an export holds every user without secrets, and importing it unchanged changes nothing', async () => {
    const { body } = await app.get('/api/admin/users/export', admin.cookie);
    const users = body['users'] as User[];
    expect(users).toHaveLength(await db.user.count({ where: { deletedAt: null } }));
    expect(await planOf(users)).toMatchObject({ changes: [], unchanged: users.length, skipped: [] });
    expect(JSON.stringify(body)).not.toMatch(/password|token|secret/i);
    expect(await entries('users')).toMatchObject([
      { action: 'users exported', after: { users: users.length, of: users.length } },
    ]);
    expect(body['totalCount']).toBe(users.length);
  });

  test('an export that cannot hold every user says how many there are', async () => {
    const { users, totalCount } = await exportUsers(db, admin.id, 1);
    expect(users).toHaveLength(1);
    expect(totalCount).toBe(await db.user.count({ where: { deletedAt: null } }));
  });

  test.each([
    ['something other than a list', { users: 'all' }],
    ['a line that names nobody', [{ name: 'Ana' }]],
    ['a negative balance', [{ email: 'a@b.test', credits: -1 }]],
    ['more users than an export has', Array.from({ length: exportUsersMax + 1 }, () => ({ id: 'x' }))],
  ])('the import rejects a file with %s', async (_, users) => {
    expect(await preview(users)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });

  test('a file can have more users than an import may change, such as one that was exported', async () => {
    const unchanged = Array.from({ length: importChangesMax }, (_, index) => ({ id: `unknown-${index}` }));
    const users = [...unchanged, { id: ana.id, name: 'Ana C.' }];
    const plan = await planOf(users);
    expect(plan.changes).toMatchObject([{ id: ana.id }]);
    expect(await carryOut(users, plan.digest)).toMatchObject({ status: 200, body: { changed: 1 } });
    expect(await userNow(ana.id)).toMatchObject({ name: 'Ana C.' });
  });

  test('an import cannot change more users at once than can be looked through', async () => {
    const accounts = Array.from({ length: importChangesMax + 1 }, (_, index) => ({
      id: `many-${index}`,
      name: 'Rina',
      email: `many-${index}@example.test`,
    }));
    await db.user.createMany({ data: accounts.map((user) => ({ ...user, company: 'Padma', mobile: '1' })) });
    const users = accounts.map(({ id }) => ({ id, name: 'Mina' }));
    const refusal = {
      status: 400,
      body: {
        code: 'INVALID_INPUT',
        message: 'An import can change 500 users at most. Please split the file.',
      },
    };
    expect(await preview(users)).toMatchObject(refusal);
    expect(await carryOut(users, 'x'.repeat(64))).toMatchObject(refusal);
    expect(await planOf(users.slice(1))).toMatchObject({ unchanged: 0 });
    await db.user.deleteMany({ where: { id: { in: accounts.map(({ id }) => id) } } });
  });

  test('an import changes exactly what its preview has shown', async () => {
    const bob = await app.signUpAndVerify();
    const users = [
      { id: ana.id, name: 'Ana C.', credits: 12.5, isAdmin: false, emailVerified: false, totalSpent: 9 },
      { email: bob.email.toUpperCase(), status: 'suspended' },
      { id: ana.id, name: 'Twice' },
      { email: 'nobody@example.test', name: 'Nobody' },
      { id: admin.id, status: 'suspended' },
    ];
    const plan = await planOf(users);
    expect(plan).toMatchObject({
      unchanged: 0,
      changes: [
        {
          id: ana.id,
          fields: [
            { field: 'name', before: 'Ana Rahman', after: 'Ana C.' },
            { field: 'credits', before: 100, after: 12.5 },
          ],
        },
        { id: bob.id, fields: [{ field: 'status', before: 'active', after: 'suspended' }] },
      ],
      skipped: [
        { user: ana.email, why: 'repeated' },
        { user: 'nobody@example.test', why: 'unknown' },
        { user: admin.email, why: 'own' },
      ],
    });
    expect(await userNow(ana.id)).toMatchObject({ name: 'Ana Rahman', credits: 100 });

    expect((await carryOut(users, plan.digest)).body).toMatchObject({
      success: true,
      message: 'Data imported successfully',
      changed: 2,
    });
    expect(await userNow(ana.id)).toMatchObject({
      name: 'Ana C.',
      credits: 12.5,
      emailVerified: true,
      totalSpent: 0,
    });
    expect(await isSignedIn(bob)).toBe(false);
    expect(await userNow(admin.id)).toMatchObject({ status: 'active' });
    expect(await entries(`user/${ana.id}`)).toMatchObject([{ action: 'user changed', reason }]);
  });

  test('an import is refused as a whole if the users have changed since its preview', async () => {
    const users = [{ id: ana.id, credits: 50, name: 'Ana D.' }];
    const { digest } = await planOf(users);
    await app.post(`/api/users/${ana.id}/credits`, { credits: 5, operation: 'add' }, admin.cookie);
    expect(await carryOut(users, digest)).toMatchObject({ status: 409, body: { code: 'IMPORT_CHANGED' } });
    expect(await userNow(ana.id)).toMatchObject({ name: 'Ana Rahman', credits: 105 });
  });
});
