/**
 * The second factor: no sign-in without it once it is on, each code works once, guesses are limited, and nothing
 * bypasses it.
 */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteAccount } from '#api/domain/accounts/account-deletion.ts';
import { codeOfStep, stepAt } from '#api/domain/accounts/totp.ts';
import { rateLimits } from '#contracts/rate-limits.ts';
import { cookieIn, startTestApp, type Account } from '#tests/harness/app.ts';
import { secretFromBase32 } from '#tests/harness/authenticator.ts';

const app = await startTestApp({ env: { TRUSTED_PROXIES: '1' } });
const { db } = app.deps;
let admin: Account;
let ana: Account;
beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
});
beforeEach(async () => {
  await db.rateLimit.deleteMany();
  ana = await app.signUpAndVerify();
});

let hosts = 0;
const newIp = (): string => `203.0.113.${(hosts += 1)}`;
const call = (account: Account, name: string, json: object) =>
  app.post(`/api/users/${account.id}/second-factor/${name}`, json, account.cookie);
const state = async (account: Account) =>
  (await app.get(`/api/users/${account.id}/second-factor`, account.cookie)).body;
const signIn = (account: Account, code?: string, ip = newIp(), browser?: 'new') =>
  app.request('/api/auth/login', {
    ...(browser ? { browser } : {}),
    json: { email: account.email, password: account.password, code },
    headers: { 'x-forwarded-for': ip },
  });
const isSignedIn = async (cookie: string) => (await app.get('/api/auth/me', cookie)).body['user'] !== null;
const refused = (code: string) => ({ body: { success: false, code } });

/** The app's code for the current time step, or for one that is `steps` later. */
const codeOf = (secret: string, steps = 0): string =>
  codeOfStep(secretFromBase32(secret), stepAt(new Date()) + steps);
/** Makes the last code count as used long ago. */
const forgetUse = (account: Account) =>
  db.secondFactor.update({ where: { userId: account.id }, data: { lastStep: 0 } });

async function begin(account: Account): Promise<string> {
  const begun = await call(account, 'begin', { currentPassword: account.password });
  expect(begun).toMatchObject({ status: 200 });
  return String(begun.body['secret']);
}

async function switchOn(account: Account): Promise<{ secret: string; recoveryCodes: string[] }> {
  const secret = await begin(account);
  const confirmed = await call(account, 'confirm', { code: codeOf(secret) });
  expect(confirmed).toMatchObject({ status: 200 });
  await forgetUse(account);
  return { secret, recoveryCodes: confirmed.body['recoveryCodes'] as string[] };
}

test('an account with two-step sign-in cannot be deleted with the password alone [deletion-asks-a-code]', async () => {
  const { secret } = await switchOn(ana);
  const request = { currentPassword: ana.password, email: ana.email };
  const leave = (more: object) =>
    app.post(`/api/users/${ana.id}/delete-account`, { ...request, ...more }, ana.cookie);
  expect(await leave({})).toMatchObject(refused('SECOND_FACTOR_REQUIRED'));
  expect(await leave({ code: '000000' })).toMatchObject(refused('SECOND_FACTOR_WRONG'));
  expect(await leave({ code: codeOf(secret) })).toMatchObject({ status: 200 });
});

describe('enabling two-step sign-in', () => {
  test('enabling two-step sign-in needs the password, and wrong guesses are limited', async () => {
    const { points } = rateLimits.passwordCheckPerUser;
    for (let attempt = 0; attempt < points; attempt += 1)
      expect(await call(ana, 'begin', { currentPassword: 'wrong' })).toMatchObject(refused('WRONG_PASSWORD'));
    expect(await call(ana, 'begin', { currentPassword: ana.password })).toMatchObject({ status: 429 });
    expect(await db.secondFactor.count({ where: { userId: ana.id } })).toBe(0);
  });

  test('two-step sign-in is not asked for before a code confirms it, and a new secret replaces the one before', async () => {
    expect(await call(ana, 'confirm', { code: '123456' })).toMatchObject(refused('SECOND_FACTOR_OFF'));
    const former = await begin(ana);
    const secret = await begin(ana);
    expect(secret).not.toBe(former);
    expect(await call(ana, 'confirm', { code: codeOf(former) })).toMatchObject(
      refused('SECOND_FACTOR_WRONG'),
    );
    expect(await signIn(ana)).toMatchObject({ status: 200 });
    expect(await state(ana)).toMatchObject({ enabled: false, recoveryCodesLeft: 0 });
  });

  test('enabling two-step sign-in ends other sessions, sends a mail, and stores no readable secret or recovery code [secrets-are-kept-unreadable]', async () => {
    const elsewhere = await app.signIn(ana.email, ana.password);
    const { secret, recoveryCodes } = await switchOn(ana);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(ana.cookie)).toBe(true);
    expect((await app.mailsTo(ana.email, 2))[0]).toMatchObject({ subject: 'Two-step sign-in was changed' });
    expect(new Set(recoveryCodes).size).toBe(8);
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/);
    const kept = JSON.stringify([
      await db.secondFactor.findMany({ where: { userId: ana.id } }),
      await db.recoveryCode.findMany({ where: { userId: ana.id } }),
    ]);
    for (const plain of [secret, secretFromBase32(secret).toString('base64'), ...recoveryCodes])
      expect(kept).not.toContain(plain);
    expect(await state(ana)).toEqual({ success: true, enabled: true, recoveryCodesLeft: 8 });
    for (const answer of [
      await call(ana, 'begin', { currentPassword: ana.password }),
      await call(ana, 'confirm', { code: codeOf(secret) }),
    ])
      expect(answer).toMatchObject({ status: 409, ...refused('SECOND_FACTOR_ON') });
  });
});

describe('signing in with two steps', () => {
  test('a sign-in asks for a code only after the correct password, and opens no session before it [code-after-password]', async () => {
    const { secret } = await switchOn(ana);
    const sessions = await db.session.count({ where: { userId: ana.id } });
    const stranger = await app.post('/api/auth/login', {
      email: ana.email,
      password: 'wrong',
      code: codeOf(secret),
    });
    expect(stranger).toMatchObject({ status: 401, ...refused('LOGIN_FAILED') });
    const asked = await signIn(ana);
    expect(asked).toMatchObject({ status: 401, ...refused('SECOND_FACTOR_REQUIRED') });
    expect(asked.headers.getSetCookie()).toEqual([]);
    const wrong = await signIn(ana, codeOf(secret, 50));
    expect(wrong).toMatchObject({ status: 422, ...refused('SECOND_FACTOR_WRONG') });
    expect(wrong.headers.getSetCookie()).toEqual([]);
    expect(await db.session.count({ where: { userId: ana.id } })).toBe(sessions);
    expect(await signIn(ana, codeOf(secret))).toMatchObject({ status: 200, body: { user: { id: ana.id } } });
  });

  test('a code signs in once, even if it is sent several times at once [code-works-once]', async () => {
    const { secret, recoveryCodes } = await switchOn(ana);
    for (const code of [codeOf(secret), recoveryCodes[0] ?? '']) {
      const answers = await Promise.all([1, 2, 3].map(() => signIn(ana, code)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await signIn(ana, code)).toMatchObject(refused('SECOND_FACTOR_WRONG'));
    }
    // A code older than the last one is refused too.
    expect(await signIn(ana, codeOf(secret, -1))).toMatchObject(refused('SECOND_FACTOR_WRONG'));
    expect(await state(ana)).toMatchObject({ recoveryCodesLeft: 7 });
  });

  test('a code is accepted the way people type it, and a code of another account never is', async () => {
    const { secret, recoveryCodes } = await switchOn(ana);
    const eve = await app.signUpAndVerify();
    const evil = await switchOn(eve);
    for (const code of [codeOf(evil.secret), evil.recoveryCodes[0] ?? ''])
      expect(await signIn(ana, code)).toMatchObject(refused('SECOND_FACTOR_WRONG'));
    expect(await signIn(ana, codeOf(secret).replace(/^.../, '$& '))).toMatchObject({ status: 200 });
    await forgetUse(ana);
    const bengali = codeOf(secret).replaceAll(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? '');
    expect(await signIn(ana, bengali)).toMatchObject({ status: 200 });
    const typed = ` ${(recoveryCodes[1] ?? '').toUpperCase().replaceAll('-', ' ')} `;
    expect(await signIn(ana, typed)).toMatchObject({ status: 200 });
    expect(await signIn(ana, 'কোড\u2028✓')).toMatchObject(refused('SECOND_FACTOR_WRONG'));
  });

  test('guessing codes ends after ten wrong ones, from whatever network and with any requests between [code-guesses-are-limited]', async () => {
    const { secret } = await switchOn(ana);
    const { points } = rateLimits.secondFactorPerUser;
    // A browser that the owner uses is refused earlier, after fewer sign-ins without a code.
    const guess = (code?: string) => signIn(ana, code, newIp(), 'new');
    for (let attempt = 0; attempt < points; attempt += 1) {
      expect(await guess(codeOf(secret, 50 + attempt))).toMatchObject(refused('SECOND_FACTOR_WRONG'));
      expect(await guess()).toMatchObject(refused('SECOND_FACTOR_REQUIRED'));
    }
    expect(await guess(codeOf(secret))).toMatchObject({ status: 429, ...refused('TOO_MANY_REQUESTS') });
    // Without the password nobody can cause this.
    const rahim = await app.signUpAndVerify();
    const his = await switchOn(rahim);
    for (let attempt = 0; attempt < points + 1; attempt += 1)
      await app.request('/api/auth/login', {
        browser: 'new',
        json: { email: rahim.email, password: 'wrong', code: '123456' },
        headers: { 'x-forwarded-for': newIp() },
      });
    expect(await signIn(rahim, codeOf(his.secret))).toMatchObject({ status: 200 });
  });

  test('a sign-in still asks for a code after the password was reset by mail [asks-after-reset]', async () => {
    const { secret } = await switchOn(ana);
    await app.mailsTo(ana.email, 2);
    await app.post('/api/auth/forgot-password', { email: ana.email });
    const token = await app.tokenFor(ana.email, 3);
    const newPassword = 'jute and tea';
    expect(await app.post('/api/auth/reset-password', { token, newPassword })).toMatchObject({ status: 200 });
    const changed = { ...ana, password: newPassword };
    expect(await signIn(changed)).toMatchObject(refused('SECOND_FACTOR_REQUIRED'));
    expect(await signIn(changed, codeOf(secret))).toMatchObject({ status: 200 });
  });

  test('a header of the caller is not accepted as a code', async () => {
    const { secret } = await switchOn(ana);
    const answer = await app.request('/api/auth/login', {
      json: { email: ana.email, password: ana.password },
      headers: { 'x-chalan-second-factor': codeOf(secret), 'x-forwarded-for': newIp() },
    });
    expect(answer).toMatchObject(refused('SECOND_FACTOR_REQUIRED'));
  });

  test('a session continues without a code after its user changes the password', async () => {
    await switchOn(ana);
    const changed = await app.post(
      `/api/users/${ana.id}/change-password`,
      { currentPassword: ana.password, newPassword: 'jute and tea' },
      ana.cookie,
    );
    expect(changed).toMatchObject({ status: 200 });
    expect(await isSignedIn(cookieIn(changed))).toBe(true);
  });
});

describe('disabling two-step sign-in', () => {
  test('two-step sign-in is disabled only with the password and a code; then the password alone signs in', async () => {
    const { secret, recoveryCodes } = await switchOn(ana);
    const request = { currentPassword: ana.password, code: recoveryCodes[0] };
    expect(await call(ana, 'disable', { ...request, currentPassword: 'wrong' })).toMatchObject(
      refused('WRONG_PASSWORD'),
    );
    expect(await call(ana, 'disable', { ...request, code: codeOf(secret, 50) })).toMatchObject(
      refused('SECOND_FACTOR_WRONG'),
    );
    expect(await state(ana)).toMatchObject({ enabled: true, recoveryCodesLeft: 8 });
    expect(await call(ana, 'disable', request)).toMatchObject({ status: 200 });
    expect(await state(ana)).toMatchObject({ enabled: false, recoveryCodesLeft: 0 });
    expect(await signIn(ana)).toMatchObject({ status: 200 });
    expect(await call(ana, 'disable', { ...request, code: recoveryCodes[1] })).toMatchObject(
      refused('SECOND_FACTOR_OFF'),
    );
  });

  test("an administrator's reset of two-step sign-in leaves an entry with the reason, ends every session and is mailed [reset-by-administrator]", async () => {
    const reset = (account: Account, by = admin) =>
      app.post(`/api/admin/users/${account.id}/reset-second-factor`, { reason: 'Lost the phone' }, by.cookie);
    expect(await reset(ana)).toMatchObject({ status: 409, ...refused('SECOND_FACTOR_OFF') });
    await switchOn(ana);
    expect(await reset(ana, ana)).toMatchObject({ status: 403 });
    expect(await reset(ana)).toMatchObject({ status: 200 });
    expect(await isSignedIn(ana.cookie)).toBe(false);
    expect(await signIn(ana)).toMatchObject({ status: 200 });
    expect((await app.mailsTo(ana.email, 3))[0]?.text).toContain('Our team has switched off');
    const entries = await db.auditEntry.findMany({ where: { subject: `user/${ana.id}` } });
    expect(entries).toMatchObject([
      { action: 'second factor reset', adminId: admin.id, reason: 'Lost the phone' },
    ]);
    await switchOn(admin);
    expect(await reset(admin)).toMatchObject({ status: 409, ...refused('OWN_ACCOUNT') });
  });

  test("an administrator's own two-step sign-in is recorded in the audit log when switched on and off", async () => {
    const second = await app.signUpAndVerify({ isAdmin: true });
    const { recoveryCodes } = await switchOn(second);
    await call(second, 'disable', { currentPassword: second.password, code: recoveryCodes[0] });
    const entries = await db.auditEntry.findMany({
      where: { subject: `user/${second.id}` },
      orderBy: { at: 'asc' },
    });
    expect(entries.map(({ action }) => action)).toEqual([
      'second factor switched on',
      'second factor switched off',
    ]);
  });

  test('deleting an account removes its second factor and recovery codes', async () => {
    await switchOn(ana);
    await deleteAccount(app.deps, { userId: ana.id, by: null });
    const where = { userId: ana.id };
    expect([await db.secondFactor.count({ where }), await db.recoveryCode.count({ where })]).toEqual([0, 0]);
  });
});
