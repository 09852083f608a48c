/** What one administrator can do alone against another whose account is in wrong hands, and what that cannot be used for. */
import { beforeEach, describe, expect, test } from 'vitest';
import { provePasskey } from '#tests/factories.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { approvalCalls, asked } from '#tests/harness/second-administrator.ts';
import { until } from '#tests/harness/until.ts';

const app = await startTestApp();
const { db } = app.deps;

const refused = (code: string) => ({ body: { success: false, code } });
const reason = 'Agreed by phone';
const { changeUser: change, removeUser: remove, confirm } = approvalCalls(app, reason);

describe('an administrator whose account was stolen', () => {
  const suspend = (account: Account, by: Account) => change(account, { status: 'suspended' }, by);
  const grant = (credits: number, by: Account) =>
    app.post(`/api/users/${ana.id}/credits`, { credits, operation: 'add', reason }, by.cookie);
  const statusOf = async ({ id }: Account) => (await db.user.findUniqueOrThrow({ where: { id } })).status;
  const daysPass = (days: number) =>
    db.$executeRaw`UPDATE alone_moves SET at = at - make_interval(days => ${days}::integer)`;
  let [stolen, bela, ana] = [] as unknown as [Account, Account, Account];
  /** The only administrators of the platform when a test begins are these two. */
  beforeEach(async () => {
    await db.rateLimit.deleteMany();
    await db.settings.update({ where: { id: 1 }, data: { aloneCreditsMaxHundredths: 100_000n } });
    await db.user.updateMany({ where: { isAdmin: true }, data: { isAdmin: false } });
    stolen = await app.signUpAndVerify({ isAdmin: true });
    bela = await app.signUpAndVerify({ isAdmin: true });
    ana = await app.signUpAndVerify();
  });

  test("a stolen administrator's account is suspended at once by the only other one, and its requests cannot be confirmed", async () => {
    const id = await asked(grant(5_000, stolen));
    expect(await suspend(stolen, bela)).toMatchObject({
      status: 200,
      body: { user: { status: 'suspended' } },
    });
    expect((await app.get('/api/admin/approvals', stolen.cookie)).status).toBe(401);
    const { email, password } = stolen;
    expect(await app.post('/api/auth/login', { email, password })).toMatchObject(
      refused('ACCOUNT_SUSPENDED'),
    );
    expect(await confirm(id, bela)).toMatchObject(refused('APPROVAL_OUTDATED'));
  });

  test('the suspension of an administrator is reported to the others and to the owner, with its reason', async () => {
    const carla = await app.signUpAndVerify({ isAdmin: true });
    await suspend(stolen, bela);
    const words = { path: ['kind'], equals: 'administrator_suspended' };
    const userId = { in: [stolen.id, bela.id, carla.id] };
    const notices = await db.notification.findMany({ where: { words, userId }, select: { userId: true } });
    expect(notices.map(({ userId }) => userId).toSorted()).toEqual([stolen.id, carla.id].toSorted());
    for (const { email } of [carla, stolen]) {
      await until(
        'the mail',
        async () => (await app.mailsTo(email))[0]?.subject.includes('suspended') ?? false,
      );
      expect((await app.mailsTo(email))[0]?.text).toContain(reason);
    }
  });

  test('an administrator who lifts a suspension alone cannot suspend another administrator alone for 7 days', async () => {
    const carla = await app.signUpAndVerify({ isAdmin: true });
    await suspend(stolen, bela);
    expect(await change(stolen, { status: 'active' }, bela)).toMatchObject({ status: 200 });
    expect(await statusOf(stolen)).toBe('active');
    await asked(suspend(stolen, bela));
    await asked(suspend(carla, bela));
    expect([await statusOf(stolen), await statusOf(carla)]).toEqual(['active', 'active']);
    await daysPass(7);
    expect(await suspend(carla, bela)).toMatchObject({ status: 200 });
  });

  test("a stolen administrator's account can suspend only one other, and a third can stop it and undo that alone", async () => {
    const carla = await app.signUpAndVerify({ isAdmin: true });
    expect(await suspend(bela, stolen)).toMatchObject({ status: 200 });
    await asked(suspend(carla, stolen));
    expect(await suspend(stolen, carla)).toMatchObject({ status: 200 });
    expect(await change(bela, { status: 'active' }, carla)).toMatchObject({ status: 200 });
    expect([await statusOf(stolen), await statusOf(bela), await statusOf(carla)]).toEqual([
      'suspended',
      'active',
      'active',
    ]);
    const id = await asked(change(stolen, { is_admin: false }, carla));
    bela = { ...bela, cookie: await app.signIn(bela.email, bela.password) };
    await provePasskey(db, bela.id);
    expect(await confirm(id, bela)).toMatchObject({ status: 200 });
  });

  test('suspending the only other administrator gives no power to remove, appoint or change prices for 7 days', async () => {
    expect(await suspend(bela, stolen)).toMatchObject({ status: 200 });
    const tries = [
      () => change(bela, { is_admin: false }, stolen),
      () => remove(bela, stolen),
      () => change(ana, { is_admin: true }, stolen),
      () => grant(5_000, stolen),
      () =>
        app.request('/api/settings', {
          method: 'PUT',
          json: { freeTrialCredits: 90_000, reason },
          cookie: stolen.cookie,
        }),
    ];
    await daysPass(6);
    for (const each of tries) await asked(each());
    expect(await statusOf(bela)).toBe('suspended');
    await daysPass(1);
    expect(await change(bela, { is_admin: false }, stolen)).toMatchObject({ status: 200 });
  });
});
