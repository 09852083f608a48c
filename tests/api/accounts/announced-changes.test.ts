/** Changes that administrators make to an account are announced to its holder: credits, suspension and deletion. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ImportPlan } from '#contracts/calls/accounts-answers.ts';
import type { Notification } from '#contracts/calls/messaging-answers.ts';
import { createUser } from '#tests/factories.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';

const app = await startTestApp();
const { db } = app.deps;
const reason = 'Asked for by phone';
let admin: Account;
let ana: Account;

beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
});
beforeEach(async () => {
  ana = await app.signUpAndVerify();
});

const put = (json: object) =>
  app.request(`/api/users/${ana.id}`, { method: 'PUT', json: { ...json, reason }, cookie: admin.cookie });
const adjust = (json: object, key: string) =>
  app.request(`/api/users/${ana.id}/credits`, {
    method: 'POST',
    json,
    cookie: admin.cookie,
    headers: { 'idempotency-key': key },
  });
async function importUsers(users: object[]): Promise<void> {
  const preview = await app.post('/api/admin/users/import/preview', { users }, admin.cookie);
  const { digest } = preview.body['plan'] as ImportPlan;
  const imported = await app.post('/api/admin/users/import', { users, digest, reason }, admin.cookie);
  expect(imported, imported.text).toMatchObject({ status: 200 });
}
const noticesOf = async ({ id, cookie }: Account): Promise<Notification[]> =>
  (await app.get(`/api/notifications/${id}`, cookie)).body['data'] as Notification[];
const subjectsTo = async (email: string, count: number): Promise<string[]> =>
  (await app.mailsTo(email, count)).map(({ subject }) => subject);

describe('a balance that administrators change', () => {
  test('credits that are deducted are announced once, with the balance and the reason', async () => {
    const key = randomUUID();
    const deduction = { operation: 'deduct', credits: 10.5, reason };
    expect(await adjust(deduction, key)).toMatchObject({ status: 200 });
    expect(await adjust(deduction, key)).toMatchObject({ status: 200 });
    expect(await noticesOf(ana)).toMatchObject([
      {
        title: 'Credits deducted by our team',
        message: `Our team has deducted 10.50 credits from your account. Your balance is 89.50 credits now. Reason: ${reason}`,
        words: { kind: 'credits_changed', values: { credits: -10.5, balance: 89.5, reason } },
      },
    ]);
  });

  test('credits that are added without a reason are announced without one', async () => {
    expect(await adjust({ operation: 'add', credits: 5 }, randomUUID())).toMatchObject({ status: 200 });
    expect(await noticesOf(ana)).toMatchObject([
      {
        title: 'Credits added by our team',
        message: 'Our team has added 5.00 credits to your account. Your balance is 105.00 credits now.',
      },
    ]);
  });

  test('a balance that is set is announced, and one that falls below the threshold is reported as low', async () => {
    await db.user.update({ where: { id: ana.id }, data: { lowCreditThreshold: 5_000 } });
    expect(await put({ credits: 60 })).toMatchObject({ status: 200 });
    expect(await put({ credits: 20 })).toMatchObject({ status: 200 });
    expect(await put({ name: 'Ana R.', credits: 20 })).toMatchObject({ status: 200 });
    expect((await noticesOf(ana)).map(({ words }) => words).toReversed()).toMatchObject([
      { kind: 'credits_changed', values: { credits: -40, balance: 60 } },
      { kind: 'credits_changed', values: { credits: -40, balance: 20 } },
      { kind: 'credits_low', values: { balance: 20, threshold: 50 } },
    ]);
  });

  test('a balance that is set together with a suspension is announced without the reason', async () => {
    expect(await put({ status: 'suspended', credits: 60 })).toMatchObject({ status: 200 });
    expect(await db.notification.findMany({ where: { userId: ana.id } })).toMatchObject([
      { words: { kind: 'credits_changed', values: { credits: -40, balance: 60, reason: '' } } },
    ]);
    const { description } = await db.ledgerTransfer.findFirstOrThrow({
      where: { userId: ana.id },
      orderBy: { id: 'desc' },
    });
    expect(JSON.stringify(description)).not.toContain(reason);
  });

  test('a balance that is imported is announced', async () => {
    await importUsers([{ id: ana.id, credits: 70 }]);
    expect(await noticesOf(ana)).toMatchObject([
      { words: { kind: 'credits_changed', values: { credits: -30, balance: 70, reason } } },
    ]);
  });
});

describe('an account that administrators end or open again', () => {
  test('a suspension and an activation are mailed in the language of the account, and no other change is', async () => {
    await db.user.update({ where: { id: ana.id }, data: { language: 'bn' } });
    expect(await put({ company: 'Meghna Apparels' })).toMatchObject({ status: 200 });
    expect(await put({ status: 'suspended' })).toMatchObject({ status: 200 });
    expect(await subjectsTo(ana.email, 2)).toContain('আপনার অ্যাকাউন্ট স্থগিত করা হয়েছে');
    expect(await put({ status: 'active' })).toMatchObject({ status: 200 });
    const subjects = await subjectsTo(ana.email, 3);
    expect(subjects).toHaveLength(3);
    expect(subjects).toContain('আপনার অ্যাকাউন্ট আবার সক্রিয়');
  });

  test('a suspension that closes webhooks is mailed once, without the advice to switch them on again', async () => {
    await db.webhook.create({ data: { userId: ana.id, url: 'https://erp.test/', secret: 'sealed' } });
    expect(await put({ status: 'suspended' })).toMatchObject({ status: 200 });
    expect(await subjectsTo(ana.email, 2)).toContain('Your account was suspended');
    expect(await put({ status: 'active' })).toMatchObject({ status: 200 });
    const subjects = await subjectsTo(ana.email, 3);
    expect(subjects).toHaveLength(3);
    expect(subjects).toContain('Your account is active again');
  });

  test('users whom an import suspends are mailed one after the other', async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => createUser(db)));
    const { send } = app.deps.mailer;
    let open = 0;
    const openAtOnce: number[] = [];
    const sending = vi.spyOn(app.deps.mailer, 'send').mockImplementation(async (mail) => {
      open += 1;
      openAtOnce.push(open);
      await send(mail);
      open -= 1;
    });
    await importUsers(users.map(({ id }) => ({ id, status: 'suspended' })));
    for (const { email } of users) expect(await subjectsTo(email, 1)).toEqual(['Your account was suspended']);
    sending.mockRestore();
    expect(openAtOnce).toEqual(users.map(() => 1));
  });

  test('an administrator whom an import suspends is mailed', async () => {
    const other = await app.signUpAndVerify({ isAdmin: true, factor: false });
    await importUsers([{ id: other.id, status: 'suspended' }]);
    const subjects = await subjectsTo(other.email, 2);
    expect(subjects).toContain('An administrator was suspended');
    expect(subjects).toHaveLength(2);
  });

  test('a deletion is mailed to the address that the account had', async () => {
    const deleted = await app.request(`/api/users/${ana.id}`, {
      method: 'DELETE',
      json: { reason },
      cookie: admin.cookie,
    });
    expect(deleted).toMatchObject({ status: 200 });
    expect(await subjectsTo(ana.email, 2)).toContain('Your account was deleted');
  });
});
