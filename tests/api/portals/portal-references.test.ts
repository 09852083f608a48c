/**
 * Ownership of a reference: the company that has proved it, those with its login, and those to whom an administrator
 * gives it.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#contracts/limits.ts';
import { emptyMessage } from '#contracts/messages/message.ts';
import { createReferenceGuard } from '#activities/rows/reference-guard.ts';
import type { PooledSession } from '#activities/sessions/pool.ts';
import { foreignReference, proveReferences } from '#api/domain/portals/portal-references.ts';
import { isUnderWay } from '#api/domain/jobs/filings/intents.ts';
import { deleteAccount } from '#api/domain/accounts/account-deletion.ts';
import { findService } from '#services/catalogue.ts';
import { bookingDocumentReferences } from '#services/families/references.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';

const app = await startTestApp();
const { db } = app.deps;
let [admin, ana, bela] = [] as unknown as [Account, Account, Account];
beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
  ana = await app.signUpAndVerify();
});
beforeEach(async () => {
  await db.portalReference.deleteMany();
  bela = await app.signUpAndVerify();
});

const serviceOf = (id: string) => {
  const service = findService(id);
  if (!service) throw new Error(`There is no ${id}.`);
  return service;
};
const number = '43680233';
const named = bookingDocumentReferences.named({ so_no: number });
const at = (account: Account, username: string, portal = 'damco') => ({
  userId: account.id,
  portal,
  username,
});
const foreign = (account: Account, username: string) => foreignReference(db, at(account, username), named);
const call = (method: 'PUT' | 'DELETE', request: object = {}) =>
  app.request('/api/admin/portal-references', {
    method,
    cookie: admin.cookie,
    json: {
      kind: 'shipping order',
      value: number,
      userId: bela.id,
      reason: 'One group',
      currentPassword: admin.password,
      ...request,
    },
  });

describe('a reference on a portal', () => {
  it('a reference without an owner can be used by everybody', async () => {
    expect(await foreign(bela, 'bela')).toBeNull();
  });

  it('a reference that one company has proved does not exist for another company [proved-reference-is-refused]', async () => {
    await proveReferences(db, at(ana, 'ana'), named);
    expect(await foreign(ana, 'another-login-of-ana')).toBeNull();
    expect(await foreign(bela, 'bela')).toMatchObject({
      unknown: { outcome: 'NOT_FOUND', message: 'No object found.' },
    });
  });

  it('a reference is shared by everyone with the login that saw it, however the user name is written', async () => {
    await proveReferences(db, at(ana, 'Group'), named);
    expect(await foreign(bela, ' group ')).toBeNull();
    expect(await foreignReference(db, at(bela, 'group', 'myshipment'), named)).toMatchObject({
      value: number,
    });
    const login = { portalName: 'damco_shipper', username: 'GROUP', password: 'x', consent: true };
    await app.post('/api/credentials/save', login, bela.cookie);
    expect(await foreignReference(db, at(bela, 'bela', 'myshipment'), named)).toBeNull();
  });

  it('a reference that two companies proved independently stays with both', async () => {
    await Promise.all([
      proveReferences(db, at(ana, 'ana'), named),
      proveReferences(db, at(bela, 'bela'), named),
    ]);
    expect(await foreign(ana, 'ana')).toBeNull();
    expect(await foreign(bela, 'bela')).toBeNull();
  });

  it('a reference is free again when the account of its company is deleted', async () => {
    await proveReferences(db, at(bela, 'bela'), named);
    await deleteAccount(app.deps, { userId: bela.id, by: null });
    expect(await foreign(ana, 'ana')).toBeNull();
  });
});

describe('a row that is done', () => {
  it("a row that is done proves the portal's references of the company, but not an EXP that anybody can enter", async () => {
    const session = { portal: 'damco', login: 'bela' } as PooledSession;
    const guarded = createReferenceGuard(db, {
      userId: bela.id,
      isPractice: false,
      service: serviceOf('damco-fcr-submission'),
    });
    const row = { so_no: number, exp_no: '1084-004512-2026' };
    const end = { outcome: 'SUCCESS', message: emptyMessage, portalReference: 'FCR1' } as const;
    expect(await guarded([row], session, () => Promise.resolve(end))).toEqual(end);
    const proved = await db.portalReference.findMany({ orderBy: { kind: 'asc' } });
    expect(proved.map(({ kind, value }) => `${kind} ${value}`)).toEqual([
      'receipt FCR1',
      `shipping order ${number}`,
    ]);
  });
});

describe('a filing that was sent', () => {
  const jobId = crypto.randomUUID();
  const sent = async (state: string, commits: number) => {
    const which = { portal: 'damco', key: crypto.randomUUID() };
    await db.portalIntent.create({
      data: { ...which, state, commits, jobId, userId: ana.id, rowNumber: 1 },
    });
    return { portal: which.portal, keys: [which.key] };
  };

  it('a filing that was sent is followed to its end by its own job, whoever has proved its references since', async () => {
    const done = await sent('done', 1);
    expect(await isUnderWay(db, { ...done, jobId })).toBe(true);
    expect(await isUnderWay(db, { ...done, jobId: crypto.randomUUID() })).toBe(false);
    const unknown = await sent('committing', 1);
    expect(await isUnderWay(db, { ...unknown, jobId: crypto.randomUUID() })).toBe(true);
  });

  it('a filing does not count as sent if nothing was sent or the portal refused it', async () => {
    for (const [state, commits] of [
      ['planned', 0],
      ['done', 0],
      ['refused', 1],
    ] as const)
      expect(await isUnderWay(db, { ...(await sent(state, commits)), jobId })).toBe(false);
  });
});

describe('an administrator', () => {
  it('an administrator can give and take a shared reference, with their own password and an audit entry', async () => {
    await proveReferences(db, at(ana, 'ana'), named);
    expect(await call('PUT', { currentPassword: 'a-wrong-password' })).toMatchObject({ status: 422 });
    expect(await foreign(bela, 'bela')).not.toBeNull();
    expect(await call('PUT')).toMatchObject({ status: 200 });
    expect(await foreign(bela, 'bela')).toBeNull();
    const { body } = await app.get(`/api/admin/portal-references?value=${number}`, admin.cookie);
    expect(body['owners']).toMatchObject([{ email: ana.email }, { email: bela.email }]);
    expect(await call('DELETE')).toMatchObject({ status: 200 });
    expect(await call('DELETE')).toMatchObject({ status: 404 });
    expect(await foreign(bela, 'bela')).not.toBeNull();
    const entries = await db.auditEntry.findMany({
      where: { subject: `user/${bela.id}` },
      orderBy: { at: 'asc' },
    });
    expect(entries.map(({ action }) => action)).toEqual(['reference given', 'reference taken']);
  });

  it('an administrator gives many references at once, but none that other companies have', async () => {
    const many = (values: string[]) =>
      app.post(
        '/api/admin/portal-references',
        {
          kind: 'shipping order',
          values,
          userId: bela.id,
          reason: 'Numbers from before Chalan',
          currentPassword: admin.password,
        },
        admin.cookie,
      );
    await proveReferences(db, at(ana, 'ana'), named);
    expect((await many([number, '43680301', ' 43680302 ', '43680301'])).body).toMatchObject({
      given: 2,
      held: 0,
      foreign: [number],
    });
    expect((await many(['43680302', '43680303'])).body).toMatchObject({ given: 1, held: 1, foreign: [] });
    expect(await foreign(bela, 'bela')).not.toBeNull();
    const theirs = bookingDocumentReferences.named({ so_no: '43680303' });
    expect(await foreignReference(db, at(ana, 'ana'), theirs)).not.toBeNull();
    expect(await foreignReference(db, at(bela, 'bela'), theirs)).toBeNull();
    const entry = await db.auditEntry.findFirstOrThrow({
      where: { subject: `user/${bela.id}` },
      orderBy: { at: 'asc' },
    });
    expect(entry).toMatchObject({
      action: 'references given',
      after: { kind: 'shipping order', values: '43680301, 43680302' },
    });
    const tooMany = Array.from({ length: limits.referencesAtOnceMax + 1 }, (_, index) => `N${index}`);
    expect(await many(tooMany)).toMatchObject({ status: 400 });
  });

  it('a reference that an administrator gave is not shared through an empty login', async () => {
    await proveReferences(db, at(ana, 'ana'), named);
    await call('PUT');
    const cora = await app.signUpAndVerify();
    expect(await foreign(cora, '')).not.toBeNull();
  });
});
