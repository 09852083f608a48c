/** What administrators change: settings, prices and services as a merge, and a customer's credits, once per key. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';

const app = await startTestApp();
const { db } = app.deps;
let admin: Account;
let ana: Account;
let defaults: CreditSettings;

beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
  defaults = await settingsNow();
});
beforeEach(async () => {
  await put(defaults);
  ana = await app.signUpAndVerify();
});

const put = (json: unknown, cookie = admin.cookie) =>
  app.request('/api/settings', { method: 'PUT', json, cookie });
const settingsNow = async () => (await app.get('/api/settings')).body['settings'] as CreditSettings;

describe('settings', () => {
  test.each([
    { creditsPerBDT: 0 },
    { creditsPerBDT: -2 },
    { creditsPerBDT: 2.005 },
    { creditsPerBDT: '2' },
    { creditsPerBDT: null },
    { freeTrialCredits: -1 },
    { freeTrialCredits: 1e9 },
    { minPurchaseCredits: 0.001 },
    { systemNotification: { type: 'shout' } },
    { systemNotification: { message: 'x'.repeat(501) } },
    { systemNotification: { message: 'a\u0000b' } },
    { serviceCreditsConfig: { 'exp-search': -0.5 } },
    { serviceCreditsConfig: { 'exp-search': 0.125 } },
    { serviceCreditsConfig: { 'mine-bitcoin': 1 } },
    { enabledServices: ['exp-search', 'mine-bitcoin'] },
    { enabledServices: 'all' },
  ])('the settings reject %j, and stay unchanged', async (request) => {
    expect(await put({ freeTrialCredits: 7, ...request })).toMatchObject({
      status: 400,
      body: { success: false, code: 'INVALID_INPUT' },
    });
    expect(await settingsNow()).toEqual(defaults);
  });

  test('the settings reject a minimum purchase that the largest payment cannot buy', async () => {
    const answer = await put({ creditsPerBDT: 0.01, minPurchaseCredits: 1_000.01 });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(answer.body['message']).toContain('1000 at most');
    expect((await put({ creditsPerBDT: 0.01, minPurchaseCredits: 1_000 })).status).toBe(200);
  });

  test('only administrators can change settings [administrators-only]', async () => {
    expect(await put({ creditsPerBDT: 1 }, ana.cookie)).toMatchObject({ status: 403 });
    expect(await settingsNow()).toEqual(defaults);
  });

  test('the settings merge a part into the rest, down to one price and one field of the notice', async () => {
    const answer = await put({
      creditsPerBDT: 2.5,
      systemNotification: { enabled: true, message: 'Maintenance tonight' },
      serviceCreditsConfig: { 'exp-search': 0.75 },
    });
    const expected = {
      ...defaults,
      creditsPerBDT: 2.5,
      systemNotification: { ...defaults.systemNotification, enabled: true, message: 'Maintenance tonight' },
      serviceCreditsConfig: { ...defaults.serviceCreditsConfig, 'exp-search': 0.75 },
    };
    expect(answer.body).toEqual({ success: true, settings: expected });
    expect(await settingsNow()).toEqual(expected);
    await put({ systemNotification: { type: 'warning' } });
    expect((await settingsNow()).systemNotification).toMatchObject({ enabled: true, type: 'warning' });
  });

  test('the settings accept their own answer back, and store nothing that equals the catalogue', async () => {
    await put({ enabledServices: ['exp-search'], serviceCreditsConfig: { 'exp-search': 9 } });
    expect((await settingsNow()).enabledServices).toEqual(['exp-search']);
    expect((await put(defaults)).body).toEqual({ success: true, settings: defaults });
    expect(await db.serviceSetting.count()).toBe(0);
  });

  test('simultaneous changes of different settings are all kept', async () => {
    const requested = [
      { serviceCreditsConfig: { 'exp-search': 3 } },
      { serviceCreditsConfig: { 'exp-issue': 4 } },
      { freeTrialCredits: 55 },
      { minPurchaseCredits: 150 },
    ];
    const answers = await Promise.all(requested.map((request) => put(request)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await settingsNow()).toMatchObject({
      freeTrialCredits: 55,
      minPurchaseCredits: 150,
      serviceCreditsConfig: { 'exp-search': 3, 'exp-issue': 4 },
    });
  });
});

describe('credits given by hand', () => {
  const adjust = (json: object, given: { key?: string; userId?: string; cookie?: string } = {}) =>
    app.request(`/api/users/${given.userId ?? ana.id}/credits`, {
      json,
      cookie: given.cookie ?? admin.cookie,
      headers: given.key ? { 'idempotency-key': given.key } : {},
    });
  const creditsNow = async () => {
    const { body } = await app.get(`/api/users/${ana.id}`, ana.cookie);
    return (body['user'] as { credits: number }).credits;
  };

  test.each([
    { credits: 0, operation: 'add' },
    { credits: -5, operation: 'add' },
    { credits: 0.005, operation: 'add' },
    { credits: 1_000_000.01, operation: 'add' },
    { credits: '5', operation: 'add' },
    { credits: 5, operation: 'set' },
    { credits: 5 },
    { credits: 5, operation: 'add', reason: 'a\u0000b' },
  ])('an adjustment of credits with %j is rejected', async (request) => {
    expect(await adjust(request)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(await creditsNow()).toBe(100);
  });

  test('only an administrator can adjust credits, and only of an existing user', async () => {
    const request = { credits: 5, operation: 'add' };
    expect(await adjust(request, { cookie: ana.cookie })).toMatchObject({ status: 403 });
    expect(await adjust(request, { userId: 'nobody' })).toMatchObject({ status: 404 });
    expect(await db.ledgerAccount.count({ where: { userId: 'nobody' } })).toBe(0);
    expect(await creditsNow()).toBe(100);
  });

  test('an adjustment never takes credits below zero', async () => {
    expect(await adjust({ credits: 100.01, operation: 'deduct' })).toMatchObject({
      status: 402,
      body: { code: 'INSUFFICIENT_CREDITS' },
    });
    expect(await adjust({ credits: 100, operation: 'deduct' })).toMatchObject({ body: { newCredits: 0 } });
  });

  test('an adjustment acts once per key, and the key is refused for another adjustment', async () => {
    const key = 'step-2026-11-21';
    const request = { credits: 12.34, operation: 'add', reason: 'A gift' };
    const answers = await Promise.all([
      adjust(request, { key }),
      adjust(request, { key }),
      adjust(request, { key }),
    ]);
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { newCredits: 112.34 } });
    expect(await adjust({ ...request, credits: 12.35 }, { key })).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    expect(await adjust(request, { key: 'short' })).toMatchObject({ status: 400 });
    expect(await creditsNow()).toBe(112.34);
  });

  test('the key of an adjustment belongs to its administrator, so another one can use the same key', async () => {
    const second = await app.signUpAndVerify({ isAdmin: true });
    const request = { credits: 1, operation: 'add' };
    await adjust(request, { key: 'same-key-1' });
    await adjust(request, { key: 'same-key-1', cookie: second.cookie });
    expect(await creditsNow()).toBe(102);
    const transfers = await db.ledgerTransfer.findMany({ where: { userId: ana.id, kind: 'admin_add' } });
    expect(transfers.map(({ actorId }) => actorId).toSorted()).toEqual([admin.id, second.id].toSorted());
  });

  test('the ledger is sound after all adjustments', async () => {
    expect(await verifyLedger(db)).toEqual([]);
  });
});
