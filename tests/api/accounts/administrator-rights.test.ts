/** Who is an administrator is decided by two, whatever way the change is made. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { approvalCalls, asked } from '#tests/harness/second-administrator.ts';

const app = await startTestApp();
const { db } = app.deps;

let [first, second, ana] = [] as unknown as [Account, Account, Account];
beforeAll(async () => {
  first = await app.signUpAndVerify({ isAdmin: true });
  second = await app.signUpAndVerify({ isAdmin: true });
});
beforeEach(async () => {
  await db.rateLimit.deleteMany();
  await db.aloneMove.deleteMany();
  ana = await app.signUpAndVerify();
});

const refused = (code: string) => ({ body: { success: false, code } });
const reason = 'Agreed by phone';
const { changeUser, removeUser, confirm: confirmBy } = approvalCalls(app, reason);
const change = (account: Account, request: object) => changeUser(account, request, first);
const confirm = (id: string) => confirmBy(id, second);
const place = '/api/admin/approvals';
const requests = async () => (await app.get(place, first.cookie)).body['approvals'] as object[];

describe('the rights of administrators', () => {
  const isAdmin = async (account: Account) =>
    (await db.user.findUniqueOrThrow({ where: { id: account.id } })).isAdmin;

  test('administrator rights are granted and revoked only by two administrators', async () => {
    const id = await asked(change(ana, { is_admin: true }));
    expect(await isAdmin(ana)).toBe(false);
    expect(await confirm(id)).toMatchObject({ status: 200 });
    expect(await isAdmin(ana)).toBe(true);
    const back = await asked(change(ana, { is_admin: false }));
    expect(await isAdmin(ana)).toBe(true);
    expect(await confirm(back)).toMatchObject({ status: 200 });
    expect(await isAdmin(ana)).toBe(false);
  });

  test('administrator rights cannot be revoked indirectly by one, through deletion, import or a reset sign-in', async () => {
    const tries = [
      change(second, { is_admin: false }),
      change(second, { is_admin: false, status: 'suspended' }),
      removeUser(second, first),
      app.post(`/api/admin/users/${second.id}/reset-second-factor`, { reason }, first.cookie),
    ];
    for (const each of tries) {
      const id = await asked(each);
      await app.post(`${place}/${id}/withdraw`, {}, first.cookie);
    }
    const users = [{ id: second.id, isAdmin: false }];
    const preview = await app.post('/api/admin/users/import/preview', { users }, first.cookie);
    const { digest } = preview.body['plan'] as { digest: string };
    const imported = await app.post('/api/admin/users/import', { users, digest }, first.cookie);
    expect(imported).toMatchObject(refused('APPROVAL_NEEDED'));
    expect(await db.user.findUnique({ where: { id: second.id } })).toMatchObject({
      isAdmin: true,
      status: 'active',
    });
    expect(await db.passkey.count({ where: { userId: second.id } })).toBe(1);
    expect((await app.get(place, second.cookie)).status).toBe(200);
  });

  test('one administrator cannot suspend another through a file of users', async () => {
    const users = [{ id: second.id, status: 'suspended' }];
    const preview = await app.post('/api/admin/users/import/preview', { users }, first.cookie);
    const { digest } = preview.body['plan'] as { digest: string };
    const imported = await app.post('/api/admin/users/import', { users, digest }, first.cookie);
    expect(imported).toMatchObject(refused('APPROVAL_NEEDED'));
  });

  test('administrators cannot change their own rights, and no approval is requested for it', async () => {
    const before = (await requests()).length;
    expect(await change(first, { is_admin: false })).toMatchObject({
      status: 409,
      ...refused('OWN_ACCOUNT'),
    });
    expect((await requests()).length).toBe(before);
  });

  test('a confirmation is outdated if the rights were changed after its request', async () => {
    const id = await asked(change(ana, { is_admin: true }));
    await db.user.update({ where: { id: ana.id }, data: { isAdmin: true } });
    expect(await confirm(id)).toMatchObject({ status: 409, ...refused('APPROVAL_OUTDATED') });
    await db.user.update({ where: { id: ana.id }, data: { isAdmin: false } });
  });

  test('one administrator alone can rename, suspend and delete customers', async () => {
    expect(await change(ana, { name: 'Ana B.', status: 'suspended' })).toMatchObject({ status: 200 });
    expect(await removeUser(ana, first)).toMatchObject({ status: 200 });
  });
});
