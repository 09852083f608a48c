/**
 * An account belongs to the owner of its mailbox: anybody who came before is locked out when the address is confirmed,
 * and when the account is secured.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { housekeepingActivities } from '#activities/housekeeping.ts';
import { verifyByHand } from '#api/domain/accounts/admin-users.ts';
import { codeOfStep, stepAt } from '#api/domain/accounts/totp.ts';
import { mailboxOf, phoneOf } from '#api/domain/accounts/trials.ts';
import { limits } from '#contracts/limits.ts';
import { newAddress, startTestApp, type Account } from '#tests/harness/app.ts';
import { secretFromBase32 } from '#tests/harness/authenticator.ts';

const app = await startTestApp();
const { db } = app.deps;

const stranger = { name: 'Eve Stranger', company: 'Eve Ltd.', password: 'eve has come first' };
const owner = { name: 'Ana Rahman', company: 'Padma Apparels Ltd.', password: 'the owner is late' };
const signsIn = async (email: string, password: string): Promise<boolean> =>
  (await app.post('/api/auth/login', { email, password })).status === 200;

const confirm = (token: string, password?: string) =>
  app.post('/api/auth/verify-email', { token, ...(password === undefined ? {} : { password }) });

describe('an address that two people registered', () => {
  const orders = {
    'the stranger first': [stranger, owner],
    'the owner first': [owner, stranger],
  } as const;

  /** Registers one address twice and returns the tokens of both mails. */
  const registeredTwice = async ([first, second]: (typeof orders)[keyof typeof orders]) => {
    const { email } = await app.signUp(first);
    const tokens = [await app.tokenFor(email)];
    await app.signUp({ ...second, email });
    return { email, tokens: [...tokens, await app.tokenFor(email, 2)] };
  };
  const isConfirmed = async (email: string): Promise<boolean> =>
    (await db.user.findUniqueOrThrow({ where: { email } })).emailVerified;

  test.each(Object.keys(orders) as (keyof typeof orders)[])(
    '%s: a link alone does not confirm a contested address, whichever mail is opened [earlier-link]',
    async (order) => {
      const { email, tokens } = await registeredTwice(orders[order]);
      for (const token of tokens) {
        expect(await confirm(token)).toMatchObject({
          status: 409,
          body: { code: 'REGISTRATION_PASSWORD_NEEDED' },
        });
        expect(await confirm(token, 'a third password')).toMatchObject({
          status: 422,
          body: { code: 'REGISTRATION_PASSWORD_WRONG' },
        });
      }
      expect(await isConfirmed(email)).toBe(false);
      expect(await signsIn(email, stranger.password)).toBe(false);
    },
  );

  test.each([
    ['the stranger first', 'first', 0],
    ['the stranger first', 'second', 1],
    ['the owner first', 'first', 0],
    ['the owner first', 'second', 1],
  ] as const)(
    '%s: a contested address becomes the account whose password is proved with the %s mail, under its name [registered-again]',
    async (order, _mail, index) => {
      const { email, tokens } = await registeredTwice(orders[order]);
      expect(await confirm(tokens[index] ?? '', owner.password)).toMatchObject({
        status: 200,
        body: { success: true, email, user: { email } },
      });
      expect(await signsIn(email, stranger.password)).toBe(false);
      expect(await signsIn(email, owner.password)).toBe(true);
      expect(await db.user.findUniqueOrThrow({ where: { email } })).toMatchObject({
        name: owner.name,
        company: owner.company,
      });
      expect(await db.rivalRegistration.count({ where: { user: { email } } })).toBe(0);
    },
  );

  test('a link alone confirms an address that was registered again with the same password, under the last name', async () => {
    const { email } = await app.signUp({ ...owner, name: 'Ana' });
    await app.signUp({ ...owner, email });
    expect(await confirm(await app.tokenFor(email, 2))).toMatchObject({ status: 200 });
    expect(await signsIn(email, owner.password)).toBe(true);
    expect(await db.user.findUniqueOrThrow({ where: { email } })).toMatchObject({ name: owner.name });
  });

  test('every registrant with a right password learns that the address is not verified yet', async () => {
    const { email } = await registeredTwice(orders['the stranger first']);
    for (const { password } of [stranger, owner])
      expect(await app.post('/api/auth/login', { email, password })).toMatchObject({
        status: 403,
        body: { code: 'EMAIL_NOT_VERIFIED', email },
      });
  });

  test('a contested address belongs to whoever chooses its password by mail', async () => {
    const { email } = await registeredTwice(orders['the owner first']);
    await app.post('/api/auth/forgot-password', { email });
    const reset = { token: await app.tokenFor(email, 3), newPassword: 'chosen by the owner' };
    expect((await app.post('/api/auth/reset-password', reset)).status).toBe(200);
    await app.post('/api/auth/resend-verification', { email });
    expect(await confirm(await app.tokenFor(email, 4))).toMatchObject({ status: 200 });
    expect(await signsIn(email, stranger.password)).toBe(false);
    expect(await signsIn(email, reset.newPassword)).toBe(true);
  });

  test('an administrator cannot confirm a contested address, because its password may be anybody’s', async () => {
    const { email } = await registeredTwice(orders['the owner first']);
    const { id } = await db.user.findUniqueOrThrow({ where: { email } });
    const admin = await app.signUpAndVerify({ isAdmin: true });
    const step = { adminId: admin.id, reason: 'Called us' };
    await expect(verifyByHand(app.deps, id, step)).rejects.toMatchObject({ code: 'ADDRESS_CONTESTED' });
    expect(await isConfirmed(email)).toBe(false);
  });

  test('an address keeps a bounded number of registrations, and its confirmation still asks for a password', async () => {
    const { email } = await app.signUp(owner);
    const user = await db.user.findUniqueOrThrow({ where: { email } });
    for (let count = 0; count < limits.rivalRegistrationsMax + 2; count += 1) {
      await app.signUp({ ...stranger, email, password: `${stranger.password} ${count}` });
      await db.rateLimit.deleteMany();
    }
    const kept = await db.rivalRegistration.count({ where: { userId: user.id } });
    expect(kept).toBe(limits.rivalRegistrationsMax);
    const token = await app.tokenFor(email, 2);
    expect(await confirm(token)).toMatchObject({ status: 409 });
    expect(await confirm(token, owner.password)).toMatchObject({ status: 200 });
    expect(await signsIn(email, owner.password)).toBe(true);
  });
});

describe('an address that somebody else has registered before', () => {
  test('a confirmed account keeps its name and password when somebody registers its address again', async () => {
    const ana = await app.signUpAndVerify();
    await app.signUp({ ...stranger, email: ana.email });
    expect(await signsIn(ana.email, stranger.password)).toBe(false);
    expect(await signsIn(ana.email, ana.password)).toBe(true);
  });

  test('an address that nobody confirms within a week can be registered again', async () => {
    const [old, young] = [await app.signUp(stranger), await app.signUp(stranger)];
    const verified = await app.signUpAndVerify();
    const createdAt = new Date(Date.now() - 8 * DAY_MS);
    await db.user.updateMany({ where: { email: { in: [old.email, verified.email] } }, data: { createdAt } });
    await housekeepingActivities(app.deps).deleteExpired();
    const left = await db.user.findMany({
      where: { email: { in: [old.email, young.email, verified.email] } },
      select: { email: true },
    });
    expect(left.map(({ email }) => email).sort()).toEqual([young.email, verified.email].sort());
  });
});

describe('securing an account', () => {
  let ana: Account;
  let admin: Account;
  let token: string;
  beforeEach(async () => {
    await db.rateLimit.deleteMany();
    ana = await app.signUpAndVerify();
    // The only administrator needs no other to confirm a change of rights.
    await db.user.updateMany({ data: { isAdmin: false } });
    admin = await app.signUpAndVerify({ isAdmin: true });
    // What an earlier holder of the session may have left.
    const made = await app.post(
      '/api/api-tokens',
      { name: 'Kept', scopes: ['jobs:read'], currentPassword: ana.password },
      ana.cookie,
    );
    token = String(made.body['token']);
    await db.webhook.create({ data: { userId: ana.id, url: 'https://eve.test/', secret: '', events: [] } });
    const schedule = {
      serviceId: 'exp-search',
      name: 'Daily',
      fileName: 'a.csv',
      fileKey: '',
      minuteOfDay: 0,
    };
    await db.jobSchedule.create({ data: { userId: ana.id, ...schedule } });
  });

  const second = async (): Promise<string> => app.signIn(ana.email, ana.password);
  const works = async (headers: Record<string, string>): Promise<boolean> =>
    (await app.request(`/api/work-history/${ana.id}`, { headers })).status === 200;
  const ways = {
    'a password reset': async () => {
      await app.post('/api/auth/forgot-password', { email: ana.email });
      const reset = { token: await app.tokenFor(ana.email, 2), newPassword: 'nobody knows this one' };
      return app.post('/api/auth/reset-password', reset);
    },
    'a change of password': () => {
      const passwords = { currentPassword: ana.password, newPassword: 'nobody knows this one' };
      return app.post(`/api/users/${ana.id}/change-password`, passwords, ana.cookie);
    },
    'a new second factor': async () => {
      const place = `/api/users/${ana.id}/second-factor`;
      const begun = await app.post(`${place}/begin`, { currentPassword: ana.password }, ana.cookie);
      const secret = secretFromBase32(String(begun.body['secret']));
      return app.post(`${place}/confirm`, { code: codeOfStep(secret, stepAt(new Date())) }, ana.cookie);
    },
    'a change of rights': () =>
      app.request(`/api/users/${ana.id}`, {
        method: 'PUT',
        json: { is_admin: true, reason: 'New colleague' },
        cookie: admin.cookie,
      }),
    'a suspension': () =>
      app.request(`/api/users/${ana.id}`, {
        method: 'PUT',
        json: { status: 'suspended', reason: 'Under review' },
        cookie: admin.cookie,
      }),
  };

  test.each(Object.keys(ways) as (keyof typeof ways)[])(
    '%s ends other sessions and tokens, pauses webhooks and schedules, and sends a mail about it [every-way-is-closed]',
    async (way) => {
      const otherCookie = await second();
      expect(await works({ authorization: `Bearer ${token}` })).toBe(true);
      expect((await ways[way]()).status).toBe(200);
      expect(await works({ authorization: `Bearer ${token}` })).toBe(false);
      expect(await works({ cookie: otherCookie })).toBe(false);
      expect(await db.webhook.findFirstOrThrow({ where: { userId: ana.id } })).toMatchObject({
        enabled: false,
      });
      expect(await db.jobSchedule.findFirstOrThrow({ where: { userId: ana.id } })).toMatchObject({
        enabled: false,
      });
      await expect
        .poll(async () => (await app.mailsTo(ana.email)).map(({ subject }) => subject))
        // The mail about a suspension says that they are stopped.
        .toContain(
          way === 'a suspension'
            ? 'Your account was suspended'
            : 'API tokens, webhooks and schedules were stopped',
        );
    },
  );
});

describe('trial credits once per person', () => {
  const grants = async (email: string): Promise<number> => {
    const { id } = await db.user.findUniqueOrThrow({ where: { email } });
    return db.ledgerTransfer.count({ where: { userId: id, kind: 'trial' } });
  };

  test('one mailbox gets trial credits once, whichever way its address is written [trial-once-per-mailbox]', async () => {
    const unique = newAddress().slice(5, 13);
    const first = await app.signUpAndVerify({ email: `e.ve${unique}@gmail.com` });
    expect(await grants(first.email)).toBe(1);
    for (const email of [`eve${unique}+1@gmail.com`, `ev.e${unique}@googlemail.com`]) {
      await app.signUpAndVerify({ email });
      expect(await grants(email)).toBe(0);
    }
  });

  test('housekeeping marks accounts that had a trial before marks were made, so that they get no second one', async () => {
    const unique = newAddress().slice(5, 13);
    const first = await app.signUpAndVerify({ email: `old-${unique}@example.test` });
    await db.formerTrial.deleteMany();
    await db.user.update({ where: { id: first.id }, data: { isTrialMarked: false } });
    await housekeepingActivities(app.deps).deleteExpired();
    expect((await db.user.findUniqueOrThrow({ where: { id: first.id } })).isTrialMarked).toBe(true);
    const { email } = await app.signUpAndVerify({ email: `old-${unique}+2@example.test` });
    expect(await grants(email)).toBe(0);
  });

  test('one phone number gets trial credits once, whichever way it is written [trial-once-per-phone]', async () => {
    const first = await app.signUp({ mobile: '+880 1812-345678' });
    const again = await app.signUp({ mobile: '01812 345678' });
    for (const { email } of [first, again])
      await app.post('/api/auth/verify-email', { token: await app.tokenFor(email) });
    expect(await grants(first.email)).toBe(1);
    expect(await grants(again.email)).toBe(0);
  });

  test.each([
    ['Eve+1@Example.test', 'eve@example.test'],
    ['e.v.e@googlemail.com', 'eve@gmail.com'],
    ['eve-one@yahoo.com', 'eve@yahoo.com'],
    ['anne-marie@example.test', 'anne-marie@example.test'],
    ['first.last@example.test', 'first.last@example.test'],
  ])('the address %s leads to the mailbox %s', (address, mailbox) => {
    expect(mailboxOf(address)).toBe(mailbox);
  });

  test.each([
    ['+880 1711-000000', '1711000000'],
    ['008801711000000', '1711000000'],
    ['০১৭১১০০০০০০', '1711000000'],
    ['12345', ''],
  ])('the number %s is %j', (mobile, phone) => {
    expect(phoneOf(mobile)).toBe(phone);
  });
});
