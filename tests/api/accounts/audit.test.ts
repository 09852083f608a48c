/**
 * Every change by an administrator leaves an entry: who, what, before, after and why; administrators can search the
 * entries.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import type { AuditAnswer } from '#contracts/calls/accounts-answers.ts';
import { recordChange } from '#api/domain/accounts/audit.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';

const app = await startTestApp();
const { db } = app.deps;
let admin: Account;
let second: Account;
let ana: Account;

const reason = 'FE Circular 12 of July 2026';
const rate = { scheme: 'SME', ratePercent: 2.5, validFrom: '2026-07-01', validTo: null, reason };
const send = (method: string, path: string, json: object, { cookie }: Account = admin) =>
  app.request(path, { method, json, cookie });
const find = async (query: Record<string, string>) => {
  const answer = await app.get(`/api/admin/audit?${new URLSearchParams(query).toString()}`, admin.cookie);
  return { status: answer.status, ...(answer.body as AuditAnswer) };
};
const newest = async () => (await find({ limit: '1' })).entries[0];

beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
  second = await app.signUpAndVerify({ isAdmin: true });
  ana = await app.signUpAndVerify();
});

describe('an audit entry', () => {
  test('an audit entry of the settings names what was changed and nothing else [names-the-setting]', async () => {
    const asked = await send('PUT', '/api/settings', {
      creditsPerBDT: 2.5,
      freeTrialCredits: 100,
      systemNotification: { enabled: true, message: 'Maintenance tonight' },
      serviceCreditsConfig: { 'exp-search': 0.75 },
      reason,
    });
    const { id } = asked.body['approval'] as { id: string };
    const proof = { currentPassword: second.password };
    await send('POST', `/api/admin/approvals/${id}/confirm`, proof, second);
    expect(await newest()).toMatchObject({
      admin: { id: admin.id, email: admin.email },
      action: 'settings changed',
      subject: 'settings',
      before: {
        creditsPerBDT: 2,
        'notification.enabled': false,
        'notification.message': '',
        'cost.exp-search': 0.5,
      },
      after: {
        creditsPerBDT: 2.5,
        'notification.enabled': true,
        'notification.message': 'Maintenance tonight',
        'cost.exp-search': 0.75,
      },
      reason,
    });
    const { totalCount } = await find({});
    await send('PUT', '/api/settings', { creditsPerBDT: 2.5 });
    expect((await find({})).totalCount).toBe(totalCount);
  });

  test('a refused change leaves no audit entry', async () => {
    const { totalCount } = await find({});
    expect((await send('PUT', '/api/settings', { creditsPerBDT: 0, reason })).status).toBe(400);
    expect((await send('PUT', `/api/users/${admin.id}`, { status: 'suspended' })).status).toBe(409);
    expect((await send('PUT', `/api/users/${ana.id}`, { name: 'Changed' }, ana)).status).toBe(403);
    expect((await find({})).totalCount).toBe(totalCount);
  });

  test('adding, changing and removing a rate each leave an audit entry', async () => {
    const added = await send('POST', '/api/admin/incentive-rates', rate);
    const { id } = added.body['rate'] as { id: string };
    await send('PUT', `/api/admin/incentive-rates/${id}`, { ...rate, ratePercent: 3 }, second);
    await send('DELETE', `/api/admin/incentive-rates/${id}`, { reason: 'Taken back' });
    const { entries } = await find({ subject: `incentive-rate/${id}` });
    expect(
      entries.map(({ action, before, after }) => [action, before?.['ratePercent'], after?.['ratePercent']]),
    ).toEqual([
      ['incentive rate removed', 3, undefined],
      ['incentive rate changed', 2.5, 3],
      ['incentive rate added', undefined, 2.5],
    ]);
    expect(entries[1]?.admin.id).toBe(second.id);
  });

  test('credits given by hand leave one audit entry per key', async () => {
    const give = () =>
      app.request(`/api/users/${ana.id}/credits`, {
        json: { credits: 5, operation: 'add', reason },
        cookie: admin.cookie,
        headers: { 'idempotency-key': 'one-gift-2026' },
      });
    await Promise.all([give(), give()]);
    await give();
    const { entries } = await find({ subject: `user/${ana.id}`, action: 'credits changed' });
    expect(entries).toMatchObject([{ before: { credits: 100 }, after: { credits: 105 }, reason }]);
  });

  test('audit entries can be neither changed nor deleted, not even in the database [entries-are-immutable]', async () => {
    await expect(db.auditEntry.updateMany({ data: { reason: 'Other' } })).rejects.toThrow();
    await expect(db.auditEntry.deleteMany({})).rejects.toThrow();
  });
});

describe('the list of audit entries', () => {
  test('the list of entries is filtered by administrator, action, subject, days and words of any part', async () => {
    await send(
      'PUT',
      `/api/users/${ana.id}`,
      { company: 'Meghna Ltd.', reason: 'Asked by mail of 100%_ Ltd.' },
      second,
    );
    const mine = { action: 'user changed', admin: { id: second.id }, subjectEmail: ana.email };
    const one = async (query: Record<string, string>) => {
      const { entries, totalCount } = await find(query);
      expect(entries, JSON.stringify(query)).toMatchObject([mine]);
      expect(totalCount).toBe(1);
    };
    await one({ action: 'user changed' });
    await one({ who: second.email, subject: 'user' });
    await one({ subject: `user/${ana.id}`, search: 'ASKED by' });
    await one({ search: '100%_ ltd' });
    await one({ search: ana.email, who: second.email });
    const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Dhaka' });
    await one({ action: 'user changed', dateFrom: today, dateTo: today });
    expect(await find({ dateTo: '2020-01-01' })).toMatchObject({ entries: [], totalCount: 0 });
    expect((await find({ search: '100%_x' })).totalCount).toBe(0);
  });

  test('the list of entries is paged with the newest first, and offers the recorded actions', async () => {
    const all = await find({ limit: '100' });
    const pages = [await find({ limit: '2' }), await find({ limit: '2', offset: '2' })];
    expect(pages.flatMap(({ entries }) => entries.map(({ id }) => id))).toEqual(
      all.entries.slice(0, 4).map(({ id }) => id),
    );
    const times = all.entries.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(all.actions).toEqual([...new Set(all.entries.map(({ action }) => action))].toSorted());
  });

  test('the list of entries shows an actor who was never a user without a name', async () => {
    const change = { action: 'portal paused', subject: 'portal/hm', before: null, after: null, reason: '' };
    await recordChange(db, { ...change, adminId: 'Chalan' });
    expect(await newest()).toMatchObject({ admin: { id: 'Chalan', name: '' }, subjectEmail: null });
  });

  test.each<Record<string, string>>([
    { limit: '101' },
    { dateFrom: 'yesterday' },
    { search: 'a\u0000' },
    { offset: '-1' },
  ])('the list of entries rejects the query %j', async (query) => {
    expect((await find(query)).status).toBe(400);
  });
});
