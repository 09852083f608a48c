/** What is stored about a customer: exported to its owner as a file, and deleted when the account ends. */
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { quote } from '#contracts/messages/message.ts';
import { deleteAccount } from '#api/domain/accounts/account-deletion.ts';
import { verifyByHand } from '#api/domain/accounts/admin-users.ts';
import { exportData } from '#api/domain/accounts/data-export.ts';
import { balancesOf, reserve, settle, verifyLedger } from '#api/domain/credits/ledger.ts';
import { notify } from '#api/domain/messaging/notifications.ts';
import { held, settlement } from '#tests/factories.ts';
import { cookieIn, startTestApp, type Account } from '#tests/harness/app.ts';
import { newJob } from './account-jobs.ts';
import { paidPurchase } from '#tests/api/payments/paid-purchase.ts';

const app = await startTestApp();
const { db, files } = app.deps;
let ana: Account;
beforeEach(async () => {
  ana = await app.signUpAndVerify();
});

const place = (account: Account, call: string) => `/api/users/${account.id}/${call}`;
const isSignedIn = async (cookie: string) => (await app.get('/api/auth/me', cookie)).body['user'] !== null;

describe('the data export', () => {
  const read = async (account: Account) => {
    const answer = await app.get(place(account, 'data-export'), account.cookie);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="chalan-data-[\d-]+\.json"$/,
    );
    return { ...answer, data: JSON.parse(answer.text) as Record<string, unknown> };
  };

  test('the data export of an account without any data is a complete document', async () => {
    const { data } = await read(ana);
    expect(data).toMatchObject({
      complete: true,
      jobs: [],
      transactions: [],
      notifications: [],
      portalLogins: [],
    });
    expect(data['profile']).toMatchObject({ email: ana.email });
    expect(data['creditHistory']).toMatchObject([{ kind: 'trial', credits: 100 }]);
  });

  test('the data export holds every record of its account across all pages, no data of others and no secret [export-is-complete]', async () => {
    const eve = await app.signUpAndVerify();
    const rows = Array.from({ length: 405 }, () => 'SUCCESS');
    const [job] = await Promise.all([
      newJob(app, ana, { rows }),
      newJob(app, eve, { fileName: 'zanzibar.pdf' }),
    ]);
    await Promise.all(
      Array.from({ length: 205 }, (_, index) =>
        notify(db, {
          key: randomUUID(),
          userId: ana.id,
          type: 'other',
          kind: 'portal_changed',
          values: { portal: `Portal ${index}`, what: quote('A page is new.') },
        }),
      ),
    );
    await paidPurchase(db, { userId: ana.id, amountPoisha: 50_000n, trxId: `TRX-${ana.id}` });
    const numbers = Array.from({ length: 205 }, (_, index) => `EP26-DEPZ-${String(index).padStart(6, '0')}`);
    const shown = { kind: 'permit', login: 'bepza:ana', provedAt: new Date() };
    await db.portalReference.createMany({
      data: [
        ...numbers.map((value) => ({ ...shown, value, userId: ana.id })),
        { ...shown, value: 'zanzibar', userId: eve.id },
      ],
    });
    const login = {
      consent: true,
      portalName: 'bangladesh_bank_exp',
      username: 'ana-exp',
      password: 'sesame-opens',
    };
    await app.post('/api/credentials/save', login, ana.cookie);
    const { data, text } = await read(ana);
    expect(data).toMatchObject({
      complete: true,
      jobs: [{ id: job.id, fileName: 'boxes.pdf' }],
      portalLogins: [{ portal_name: 'bangladesh_bank_exp', username: 'ana-exp' }],
      transactions: [{ amountBdt: 500, status: 'completed' }],
    });
    const [exported] = data['jobs'] as { rows: { rowNumber: number; source: unknown }[] }[];
    expect(exported?.rows.map(({ rowNumber }) => rowNumber)).toEqual(rows.map((_, index) => index + 1));
    expect(exported?.rows[404]?.source).toEqual({ box: 'MSKU404' });
    const notes = data['notifications'] as { title: string }[];
    expect(new Set(notes.map(({ title }) => title)).size).toBe(205);
    const references = data['references'] as { value: string }[];
    expect(references.map(({ value }) => value)).toEqual(numbers);
    const stored = await db.session.findMany({ where: { userId: ana.id } });
    for (const secret of ['sesame-opens', 'zanzibar', eve.email, ...stored.map(({ token }) => token)])
      expect(text).not.toContain(secret);
  });

  test('the data export has all messages of the contact form, however their address is written', async () => {
    const letter = { name: 'Ana', subject: 'sales', message: 'How much is one EXP?' };
    const sent = await app.post('/api/contact', { ...letter, email: ana.email.toUpperCase() });
    expect(sent.status, sent.text).toBe(200);
    const { data } = await read(ana);
    expect(data['contactMessages']).toMatchObject([{ message: letter.message }]);
  });

  test('the data export has all tokens, webhooks, schedules, sessions and messages of an account that has many', async () => {
    const numbers = Array.from({ length: 205 }, (_, index) => index);
    const userId = ana.id;
    const soon = new Date(Date.now() + 60_000);
    const own = (index: number) => `${ana.id} ${index}`;
    await db.apiToken.createMany({
      data: numbers.map((index) => ({
        userId,
        name: own(index),
        prefix: 'chalan_',
        hash: own(index),
        scopes: ['jobs:read'],
        expiresAt: soon,
      })),
    });
    await db.session.createMany({
      data: numbers.map((index) => ({ id: own(index), token: own(index), userId, expiresAt: soon })),
    });
    await db.contactMessage.createMany({
      data: numbers.map((index) => ({
        name: 'Ana',
        email: ana.email,
        company: '',
        subject: 'sales',
        message: own(index),
      })),
    });
    const { data } = await read(ana);
    const { tokens } = data['ownSystems'] as { tokens: { name: string }[] };
    expect(new Set(tokens.map(({ name }) => name)).size).toBe(205);
    // With the session of the test itself.
    expect(data['sessions']).toHaveLength(206);
    expect(data['contactMessages']).toHaveLength(205);
    expect(data['complete']).toBe(true);
  });

  test('a record that is deleted while the data export is read takes no other record with it', async () => {
    const values = Array.from({ length: 205 }, (_, index) => `EP26-DEPZ-${String(index).padStart(6, '0')}`);
    const shown = { kind: 'permit', login: 'bepza:ana', provedAt: new Date(), userId: ana.id };
    await db.portalReference.createMany({ data: values.map((value) => ({ ...shown, value })) });
    const note = { userId: ana.id, type: 'other', title: 'Note', message: 'Read this.' };
    await db.notification.createMany({
      data: values.map((value) => ({ ...note, key: `${ana.id} ${value}` })),
    });
    // Both records are the last ones of their page, which the next page follows.
    const meddled = db.$extends({
      query: {
        portalReference: {
          findMany: async ({ args, query }) => {
            const page = await query(args);
            await db.portalReference.deleteMany({ where: { userId: ana.id, value: values[199] ?? '' } });
            return page;
          },
        },
        notification: {
          findMany: async ({ args, query }) => {
            const page = await query(args);
            if (page.length === 200) await db.notification.deleteMany({ where: { id: page[199]?.id ?? '' } });
            return page;
          },
        },
      },
    });
    const exported = exportData({ db: meddled as unknown as typeof db, clock: app.deps.clock }, ana);
    const data = JSON.parse((await buffer(exported)).toString()) as Record<string, { value: string }[]>;
    expect(data['references']?.map(({ value }) => value)).toEqual(values);
    expect(data['notifications']).toHaveLength(205);
    expect(data['complete']).toBe(true);
  });

  test('a customer can request the data export at most five times an hour', async () => {
    for (let times = 0; times < 5; times += 1) await read(ana);
    expect(await app.get(place(ana, 'data-export'), ana.cookie)).toMatchObject({ status: 429 });
  });
});

describe('the end of an account', () => {
  const remove = (difference: object = {}, account = ana) =>
    app.post(
      place(account, 'delete-account'),
      { currentPassword: account.password, email: account.email, ...difference },
      account.cookie,
    );
  const stays = async (account = ana) => {
    expect(await isSignedIn(account.cookie)).toBe(true);
    expect(await db.user.findUnique({ where: { id: account.id } })).toMatchObject({
      email: account.email,
      deletedAt: null,
    });
  };

  test.each([
    [{ currentPassword: 'a guess' }, 422, 'WRONG_PASSWORD'],
    [{ email: 'somebody@example.test' }, 422, 'EMAIL_DIFFERS'],
    [{ currentPassword: '' }, 400, 'INVALID_INPUT'],
    [{ email: undefined }, 400, 'INVALID_INPUT'],
  ])('an account is not deleted by a request with %j', async (difference, status, code) => {
    expect(await remove(difference)).toMatchObject({ status, body: { code } });
    await stays();
  });

  test('an account with a running job cannot be deleted, and the answer says what to do', async () => {
    await newJob(app, ana);
    const answer = await remove();
    expect(answer).toMatchObject({ status: 409, body: { code: 'JOBS_RUNNING' } });
    expect(answer.body['message']).toContain('cancel them or wait');
    await stays();
  });

  test('an administrator cannot delete their own account', async () => {
    const admin = await app.signUpAndVerify({ isAdmin: true });
    expect(await remove({}, admin)).toMatchObject({ status: 409, body: { code: 'ADMIN_KEEPS_ACCOUNT' } });
    await stays(admin);
  });

  test('deleting an account ends all its sessions and erases its personal data, but keeps the books', async () => {
    const job = await newJob(app, ana, { state: 'completed', fileName: 'zanzibar.pdf' });
    await reserve(db, held(ana.id, 100n, job.id));
    await settle(db, settlement(job.id, 100n));
    await paidPurchase(db, { userId: ana.id, amountPoisha: 50_000n, trxId: `END-${ana.id}` });
    const login = {
      consent: true,
      portalName: 'bangladesh_bank_exp',
      username: 'ana-exp',
      password: 'sesame-opens',
    };
    await app.post('/api/credentials/save', login, ana.cookie);
    const elsewhere = await app.signIn(ana.email, ana.password);
    const [balance, transfers] = await Promise.all([
      balancesOf(db, ana.id),
      db.ledgerTransfer.count({ where: { userId: ana.id } }),
    ]);
    const upload = await db.upload.findFirstOrThrow({ where: { userId: ana.id } });

    const ended = await remove({ email: ana.email.toUpperCase() });
    expect(ended).toMatchObject({ status: 200, body: { success: true } });
    for (const cookie of [ana.cookie, elsewhere]) expect(await isSignedIn(cookie)).toBe(false);
    expect(await app.post('/api/auth/login', { email: ana.email, password: ana.password })).toMatchObject({
      status: 401,
      body: { code: 'LOGIN_FAILED' },
    });
    const where = { userId: ana.id };
    const [user, logins, rows, transactions] = await Promise.all([
      db.user.findUniqueOrThrow({ where: { id: ana.id } }),
      db.portalCredential.count({ where }),
      db.jobRow.count({ where: { job: where } }),
      db.transaction.count({ where }),
    ]);
    expect(JSON.stringify(user)).not.toMatch(/Ana|Padma|8801711|user-/);
    expect(user.deletedAt).not.toBeNull();
    expect({ logins, rows, transactions }).toEqual({ logins: 0, rows: 0, transactions: 1 });
    await expect(files.get(upload.fileKey)).rejects.toThrow();
    expect(await balancesOf(db, ana.id)).toEqual(balance);
    expect(await db.ledgerTransfer.count({ where })).toBe(transfers);
    expect(await verifyLedger(db)).toEqual([]);
  });

  test('an address whose account was deleted can register again, and its new account holds nothing of the old one', async () => {
    await newJob(app, ana, { state: 'completed' });
    await remove();
    const again = await app.signUp({ email: ana.email });
    await app.post('/api/auth/verify-email', { token: await app.tokenFor(ana.email, 2) });
    const login = await app.post('/api/auth/login', { email: again.email, password: again.password });
    const { id } = login.body['user'] as { id: string };
    expect(id).not.toBe(ana.id);
    expect((await app.get(`/api/work-history/${id}`, cookieIn(login))).body['workHistory']).toEqual([]);
  });

  test('an address gets no second trial credits after a deletion, and only a hash mark of it is kept', async () => {
    await remove();
    const { email } = await app.signUp({ email: ana.email });
    await app.post('/api/auth/verify-email', { token: await app.tokenFor(email, 2) });
    const first = await db.user.findUniqueOrThrow({ where: { email } });
    expect(first.emailVerified).toBe(true);
    // The mark of the former account stays when this one, which had none, is deleted too.
    await deleteAccount(app.deps, { userId: first.id, by: null });
    await app.signUp({ email });
    const second = await db.user.findUniqueOrThrow({ where: { email } });
    const admin = await app.signUpAndVerify({ isAdmin: true });
    await verifyByHand(app.deps, second.id, { adminId: admin.id, reason: 'Called us' });
    for (const { id } of [first, second])
      expect(await db.ledgerTransfer.count({ where: { userId: id } })).toBe(0);
    const [mark] = await db.formerTrial.findMany();
    expect(mark?.mark).toMatch(/^test\.[\w-]{43}$/);
  });

  test('an account deleted without trial credits leaves no mark, so its address gets them later', async () => {
    const { email } = await app.signUp();
    const { id } = await db.user.findUniqueOrThrow({ where: { email } });
    const before = await db.formerTrial.count();
    await deleteAccount(app.deps, { userId: id, by: null });
    expect(await db.formerTrial.count()).toBe(before);
    const again = await app.signUp({ email });
    await app.post('/api/auth/verify-email', { token: await app.tokenFor(again.email, 2) });
    const { id: later } = await db.user.findUniqueOrThrow({ where: { email } });
    expect(await db.ledgerTransfer.count({ where: { userId: later, kind: 'trial' } })).toBe(1);
  });
});
