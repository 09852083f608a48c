/** Passkeys: none is added without the password, none signs in where it must not, and each answer works once. */
import { beforeEach, describe, expect, test } from 'vitest';
import { housekeepingActivities } from '#activities/housekeeping.ts';
import { deleteAccount } from '#api/domain/accounts/account-deletion.ts';
import { codeOfStep, stepAt } from '#api/domain/accounts/totp.ts';
import { rateLimits } from '#contracts/rate-limits.ts';
import { passkeysMax } from '#contracts/accounts/passkey-rules.ts';
import { cookieIn, startTestApp, type Account, type Answer } from '#tests/harness/app.ts';
import { secretFromBase32 } from '#tests/harness/authenticator.ts';
import { newPasskeyDevice, type PasskeyDevice } from '#tests/harness/passkey-device.ts';

const app = await startTestApp();
const { db, env } = app.deps;
const origin = new URL(env.APP_URL).origin;
let ana: Account;
beforeEach(async () => {
  await db.rateLimit.deleteMany();
  ana = await app.signUpAndVerify();
});

type Question = { challenge: string; [name: string]: unknown };
/** The server's challenge, and the cookie that identifies it. */
type Asked = { options: Question; cookie: string };

const refused = (code: string) => ({ body: { success: false, code } });
const asked = (answer: Answer, cookie = ''): Asked => {
  expect(answer).toMatchObject({ status: 200 });
  return { options: answer.body['options'] as Question, cookie: `${cookie}; ${cookieIn(answer)}` };
};

const begin = (account: Account, more: object = {}) =>
  app.post(
    `/api/users/${account.id}/passkeys/begin`,
    { currentPassword: account.password, ...more },
    account.cookie,
  );
const add = (account: Account, credential: object, cookie: string) =>
  app.post(`/api/users/${account.id}/passkeys`, { name: 'Laptop', credential }, cookie);
const remove = (account: Account, id: string, currentPassword = account.password) =>
  app.post(`/api/users/${account.id}/passkeys/${id}/remove`, { currentPassword }, account.cookie);
const list = async (account: Account) =>
  (await app.get(`/api/users/${account.id}/passkeys`, account.cookie)).body['passkeys'] as {
    id: string;
    name: string;
    lastUsedAt: string | null;
  }[];

const ask = async (): Promise<Asked> => asked(await app.post('/api/auth/passkey/begin', {}));
const answer = (credential: object, cookie: string) =>
  app.post('/api/auth/passkey/login', { credential }, cookie);
const signIn = async (device: PasskeyDevice, deceit?: Parameters<PasskeyDevice['sign']>[1]) => {
  const { options, cookie } = await ask();
  return answer(device.sign(options, deceit), cookie);
};

async function withPasskey(account: Account, proof: object = {}): Promise<PasskeyDevice> {
  const device = newPasskeyDevice(origin);
  const { options, cookie } = asked(await begin(account, proof), account.cookie);
  expect(await add(account, device.create(options), cookie)).toMatchObject({ status: 200 });
  return device;
}

describe('adding a passkey', () => {
  test('adding a passkey needs the password, and wrong guesses are limited', async () => {
    const { points } = rateLimits.passwordCheckPerUser;
    const nothing = await app.post(`/api/users/${ana.id}/passkeys/begin`, {}, ana.cookie);
    expect(nothing).toMatchObject({ status: 400, ...refused('INVALID_INPUT') });
    for (let attempt = 0; attempt < points; attempt += 1) {
      const wrong = await begin(ana, { currentPassword: 'wrong' });
      expect(wrong).toMatchObject(refused('WRONG_PASSWORD'));
      expect(wrong.headers.getSetCookie()).toEqual([]);
    }
    expect(await begin(ana)).toMatchObject({ status: 429 });
  });

  test('adding a passkey needs a code if two-step sign-in is on', async () => {
    const place = `/api/users/${ana.id}/second-factor`;
    const begun = await app.post(`${place}/begin`, { currentPassword: ana.password }, ana.cookie);
    const secret = secretFromBase32(String(begun.body['secret']));
    const code = codeOfStep(secret, stepAt(new Date()));
    await app.post(`${place}/confirm`, { code }, ana.cookie);
    await db.secondFactor.updateMany({ data: { lastStep: 0 } });
    expect(await begin(ana)).toMatchObject(refused('SECOND_FACTOR_REQUIRED'));
    expect(await begin(ana, { code: '000000' })).toMatchObject(refused('SECOND_FACTOR_WRONG'));
    const device = await withPasskey(ana, { code: codeOfStep(secret, stepAt(new Date())) });
    // A passkey counts as two factors.
    expect(await signIn(device)).toMatchObject({ status: 200, body: { user: { id: ana.id } } });
  });

  test('adding a passkey is refused without its own challenge, with that of a sign-in or another user, and when reused', async () => {
    const eve = await app.signUpAndVerify();
    const device = newPasskeyDevice(origin);
    const notAdded = { status: 422, ...refused('PASSKEY_NOT_ADDED') };
    const toSignIn = await ask();
    expect(await add(ana, device.create(toSignIn.options), ana.cookie)).toMatchObject(notAdded);
    expect(
      await add(ana, device.create(toSignIn.options), `${ana.cookie}; ${toSignIn.cookie}`),
    ).toMatchObject(notAdded);
    const asEve = asked(await begin(eve));
    expect(await add(ana, device.create(asEve.options), `${ana.cookie}; ${asEve.cookie}`)).toMatchObject(
      notAdded,
    );
    const { options, cookie } = asked(await begin(ana), ana.cookie);
    expect(await add(ana, device.create(options), cookie)).toMatchObject({ status: 200 });
    expect(await add(ana, newPasskeyDevice(origin).create(options), cookie)).toMatchObject(notAdded);
    expect(await list(ana)).toHaveLength(1);
  });

  test('adding a passkey is refused for another site and for a device that has not verified its user', async () => {
    const device = newPasskeyDevice(origin);
    for (const deceit of [{ origin: 'https://evil.test' }, { rpId: 'evil.test' }, { userVerified: false }]) {
      const { options, cookie } = asked(await begin(ana), ana.cookie);
      expect(await add(ana, device.create(options, deceit), cookie)).toMatchObject(
        refused('PASSKEY_NOT_ADDED'),
      );
    }
    expect(await list(ana)).toEqual([]);
  });

  test('a passkey of another account cannot be taken over by adding it', async () => {
    const device = await withPasskey(ana);
    const eve = await app.signUpAndVerify();
    const { options, cookie } = asked(await begin(eve), eve.cookie);
    const stolen = newPasskeyDevice(origin).create(options, {
      credentialId: Buffer.from(device.id, 'base64url'),
    });
    expect(await add(eve, stolen, cookie)).toMatchObject(refused('PASSKEY_NOT_ADDED'));
    expect(await signIn(device)).toMatchObject({ status: 200, body: { user: { id: ana.id } } });
  });

  test(`an account can have at most ${passkeysMax} passkeys`, async () => {
    for (let count = 0; count < passkeysMax; count += 1) await withPasskey(ana);
    expect(await begin(ana)).toMatchObject({ status: 409, ...refused('LIMIT_REACHED') });
  });

  test(`an account can have at most ${passkeysMax} passkeys, even if several are added at the same time`, async () => {
    await db.passkey.createMany({
      data: Array.from({ length: passkeysMax - 1 }, (_, count) => ({
        id: `${ana.id}-${count}`,
        userId: ana.id,
        publicKey: '',
        credentialID: `${ana.id}-${count}`,
        counter: 0,
        deviceType: 'singleDevice',
        backedUp: false,
      })),
    });
    const questions = [1, 2, 3].map(async () => asked(await begin(ana), ana.cookie));
    const answers = (await Promise.all(questions)).map(({ options, cookie }) =>
      add(ana, newPasskeyDevice(origin).create(options), cookie),
    );
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409, 409]);
    expect(await list(ana)).toHaveLength(passkeysMax);
  });

  test('adding a passkey requires a resident key and user verification, and the owner is notified by mail', async () => {
    const { options } = asked(await begin(ana));
    expect(options).toMatchObject({
      rp: { id: new URL(env.APP_URL).hostname },
      user: { name: ana.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await withPasskey(ana);
    const [mail] = await app.mailsTo(ana.email, 2);
    expect(mail).toMatchObject({ subject: 'Your passkeys were changed' });
    expect(mail?.text).toContain('A passkey was just added');
    expect(await list(ana)).toMatchObject([{ name: 'Laptop', lastUsedAt: null }]);
  });

  test('adding and removing a passkey of an administrator are recorded in the audit log', async () => {
    const admin = await app.signUpAndVerify({ isAdmin: true });
    await withPasskey(admin);
    await remove(admin, (await list(admin))[0]?.id ?? '');
    const entries = await db.auditEntry.findMany({
      where: { subject: `user/${admin.id}` },
      orderBy: { at: 'asc' },
    });
    expect(entries.map(({ action }) => action)).toEqual(['passkey added', 'passkey removed']);
  });
});

describe('signing in with a passkey', () => {
  const notAccepted = { status: 401, ...refused('PASSKEY_REFUSED') };

  test('a passkey answer that was signed for another site does not sign in', async () => {
    const device = await withPasskey(ana);
    for (const deceit of [{ origin: 'https://evil.test' }, { rpId: 'evil.test' }]) {
      const got = await signIn(device, deceit);
      expect(got).toMatchObject(notAccepted);
      expect(got.headers.getSetCookie()).toEqual([]);
    }
  });

  test("a passkey answer signs in once, only to its own challenge and only with the challenge's cookie", async () => {
    const device = await withPasskey(ana);
    const { options, cookie } = await ask();
    const signed = device.sign(options);
    expect(await answer(signed, '')).toMatchObject(notAccepted);
    expect(await answer(signed, cookie)).toMatchObject({ status: 200 });
    expect(await answer(signed, cookie)).toMatchObject(notAccepted);
    const [one, other] = [await ask(), await ask()];
    expect(await answer(device.sign(one.options), other.cookie)).toMatchObject(notAccepted);
  });

  test('a passkey challenge expires after five minutes, and unanswered ones are deleted', async () => {
    const device = await withPasskey(ana);
    const { options, cookie } = await ask();
    await db.verification.updateMany({ data: { expiresAt: new Date(Date.now() - 1_000) } });
    expect(await answer(device.sign(options), cookie)).toMatchObject(notAccepted);
    await ask();
    await db.verification.updateMany({ data: { expiresAt: new Date(Date.now() - 1_000) } });
    await housekeepingActivities(app.deps).deleteExpired();
    expect(await db.verification.count()).toBe(0);
  });

  test('one of several identical passkey answers at the same time signs in', async () => {
    const device = await withPasskey(ana);
    const { options, cookie } = await ask();
    const signed = device.sign(options);
    const answers = await Promise.all([1, 2, 3].map(() => answer(signed, cookie)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('an answer to the challenge of an addition does not sign in', async () => {
    const device = await withPasskey(ana);
    const { options, cookie } = asked(await begin(ana));
    expect(await answer(device.sign(options), cookie)).toMatchObject(notAccepted);
  });

  test('a passkey signs in only if it is known, its own key signed, and its user was verified', async () => {
    const device = await withPasskey(ana);
    expect(await signIn(device, { userVerified: false })).toMatchObject(notAccepted);
    const stranger = newPasskeyDevice(origin);
    expect(await signIn(stranger)).toMatchObject(notAccepted);
    const asAna = { credentialId: Buffer.from(device.id, 'base64url') };
    expect(await signIn(stranger, asAna)).toMatchObject(notAccepted);
  });

  test('a passkey whose counter goes backwards is refused, because its key may have been copied', async () => {
    const device = await withPasskey(ana);
    await db.passkey.updateMany({ where: { userId: ana.id }, data: { counter: 4_000_000_000 } });
    expect(await signIn(device)).toMatchObject(notAccepted);
  });

  test('a removed passkey is refused, even with a challenge from before its removal', async () => {
    const device = await withPasskey(ana);
    const { options, cookie } = await ask();
    const [kept] = await list(ana);
    expect(await remove(ana, kept?.id ?? '')).toMatchObject({ status: 200 });
    expect(await answer(device.sign(options), cookie)).toMatchObject(notAccepted);
    expect(await signIn(device)).toMatchObject(notAccepted);
  });

  test('a passkey sign-in gets the same errors as a password for suspended and unconfirmed accounts', async () => {
    const device = await withPasskey(ana);
    const sessions = await db.session.count({ where: { userId: ana.id } });
    for (const data of [{ status: 'suspended' }, { emailVerified: false }]) {
      await db.user.update({ where: { id: ana.id }, data });
      const byPassword = await app.post('/api/auth/login', { email: ana.email, password: ana.password });
      const byPasskey = await signIn(device);
      expect(byPasskey.status).toBe(403);
      expect(byPasskey).toMatchObject({
        status: byPassword.status,
        body: { code: byPassword.body['code'], message: byPassword.body['message'] },
      });
      expect(byPasskey.headers.getSetCookie()).toEqual([]);
      await db.user.update({ where: { id: ana.id }, data: { status: 'active', emailVerified: true } });
    }
    expect(await db.session.count({ where: { userId: ana.id } })).toBe(sessions);
  });

  test('failed passkey sign-ins are limited, while successful ones never count', async () => {
    const device = await withPasskey(ana);
    const { points } = rateLimits.passkeySignInPerIp;
    for (let count = 0; count < 3; count += 1) expect(await signIn(device)).toMatchObject({ status: 200 });
    const asks = [];
    for (let count = 0; count < points; count += 1)
      asks.push((await app.post('/api/auth/passkey/begin', {})).status);
    expect(asks).toEqual(Array(points).fill(200));
    expect(await app.post('/api/auth/passkey/begin', {})).toMatchObject({ status: 429 });
    expect(await answer(device.sign({ challenge: 'none' }), '')).toMatchObject({ status: 429 });
  });

  test('a passkey sign-in names no account beforehand, starts a new session, ends the old one, and records its time', async () => {
    const device = await withPasskey(ana);
    const { options, cookie } = await ask();
    expect(options).toMatchObject({ userVerification: 'required', rpId: new URL(env.APP_URL).hostname });
    expect(options['allowCredentials'] ?? []).toEqual([]);
    const signedIn = await answer(device.sign(options), `${cookie}; ${ana.cookie}`);
    expect(signedIn).toMatchObject({ status: 200, body: { user: { id: ana.id, email: ana.email } } });
    const next = cookieIn(signedIn);
    expect((await app.get('/api/auth/me', next)).body['user']).toMatchObject({ id: ana.id });
    expect((await app.get('/api/auth/me', ana.cookie)).body['user']).toBeNull();
    expect((await list({ ...ana, cookie: next }))[0]?.lastUsedAt).not.toBeNull();
    for (const each of signedIn.headers.getSetCookie()) expect(each).toContain('HttpOnly');
  });
});

describe('removing a passkey', () => {
  test('a passkey can be removed only with the password and only by its owner', async () => {
    await withPasskey(ana);
    const eve = await app.signUpAndVerify();
    const id = (await list(ana))[0]?.id ?? '';
    expect(await remove(ana, id, 'wrong')).toMatchObject(refused('WRONG_PASSWORD'));
    expect(await remove(eve, id)).toMatchObject({ status: 404 });
    expect(
      await app.post(
        `/api/users/${ana.id}/passkeys/${id}/remove`,
        { currentPassword: eve.password },
        eve.cookie,
      ),
    ).toMatchObject({ status: 404 });
    expect(await list(ana)).toHaveLength(1);
    expect(await remove(ana, id)).toMatchObject({ status: 200 });
    expect(await remove(ana, id)).toMatchObject({ status: 404 });
    expect((await app.mailsTo(ana.email, 3))[0]?.text).toContain('was just removed');
  });

  test('a password reset removes all passkeys, and the owner is notified by mail', async () => {
    const device = await withPasskey(ana);
    await app.mailsTo(ana.email, 2);
    await app.post('/api/auth/forgot-password', { email: ana.email });
    const token = await app.tokenFor(ana.email, 3);
    const bad = await app.post('/api/auth/reset-password', {
      token: 'none',
      newPassword: 'nobody knows this',
    });
    expect(bad.status).toBe(400);
    expect(await list(ana)).toHaveLength(1);
    const reset = await app.post('/api/auth/reset-password', { token, newPassword: 'nobody knows this' });
    expect(reset).toMatchObject({ status: 200 });
    expect(await signIn(device)).toMatchObject(refused('PASSKEY_REFUSED'));
    const subjects = (await app.mailsTo(ana.email, 5)).map(({ subject }) => subject);
    expect(subjects.slice(0, 2).sort()).toEqual(['Your passkeys were removed', 'Your password was changed']);
  });

  test('a change of password keeps the passkeys, and the mail says that they still sign in', async () => {
    const device = await withPasskey(ana);
    await app.mailsTo(ana.email, 2);
    const passwords = { currentPassword: ana.password, newPassword: 'nobody knows this' };
    await app.post(`/api/users/${ana.id}/change-password`, passwords, ana.cookie);
    expect((await app.mailsTo(ana.email, 3))[0]?.text).toContain(
      'The account has 1 passkey, which still signs in.',
    );
    expect(await signIn(device)).toMatchObject({ status: 200 });
  });

  test('deleting an account removes its passkeys', async () => {
    await withPasskey(ana);
    await deleteAccount(app.deps, { userId: ana.id, by: null });
    expect(await db.passkey.count({ where: { userId: ana.id } })).toBe(0);
  });
});

test("the passkey library's own routes answer no request", async () => {
  for (const path of ['generate-register-options', 'generate-authenticate-options', 'list-user-passkeys'])
    expect(await app.get(`/api/auth/passkey/${path}`, ana.cookie)).toMatchObject({ status: 404 });
  for (const path of ['verify-registration', 'verify-authentication', 'delete-passkey', 'update-passkey'])
    expect(await app.post(`/api/auth/passkey/${path}`, {}, ana.cookie)).toMatchObject({ status: 404 });
});
