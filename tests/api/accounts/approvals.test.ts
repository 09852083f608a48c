/** What takes two administrators: requested by one, carried out once when another confirms, or not at all. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expireApprovals } from '#api/domain/accounts/approvals.ts';
import { balancesOf, verifyLedger } from '#api/domain/credits/ledger.ts';
import type { Approval } from '#contracts/calls/accounts-answers.ts';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import { limits } from '#contracts/limits.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { approvalCalls, asked, resetAloneLimits } from '#tests/harness/second-administrator.ts';
import { switchOnSecondFactor } from '#tests/harness/second-factor.ts';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { paidPurchase } from '#tests/api/payments/paid-purchase.ts';

const app = await startTestApp();
const { db } = app.deps;

let [first, second, ana] = [] as unknown as [Account, Account, Account];
beforeAll(async () => {
  first = await app.signUpAndVerify({ isAdmin: true });
  second = await app.signUpAndVerify({ isAdmin: true });
});
beforeEach(async () => {
  await resetAloneLimits(app);
  ana = await app.signUpAndVerify();
});

const refused = (code: string) => ({ body: { success: false, code } });
const reason = 'Agreed by phone';
const grant = (credits: number, by = first, headers: Record<string, string> = {}) =>
  app.request(`/api/users/${ana.id}/credits`, {
    json: { credits, operation: 'add', reason },
    cookie: by.cookie,
    headers,
  });
const calls = approvalCalls(app, reason);
const change = (account: Account, change: object, by = first) => calls.changeUser(account, change, by);
const place = '/api/admin/approvals';
const confirm = (id: string, by = second, proof?: object) => calls.confirm(id, by, proof);
const list = async (by = first) => (await app.get(place, by.cookie)).body['approvals'] as Approval[];
const creditsOf = async (account: Account) =>
  Number((await balancesOf(db, account.id)).availableHundredths) / 100;
const stepsOf = async (id: string) =>
  (
    await db.auditEntry.findMany({
      where: { after: { path: ['request'], equals: id } },
      orderBy: { at: 'asc' },
    })
  ).map(({ action, adminId }) => [action, adminId]);
const stateOf = async (id: string) => (await list()).find((each) => each.id === id)?.state;

describe('credits that an administrator gives', () => {
  test('credits are given at once up to the daily limit, and wait for a second administrator above it', async () => {
    const before = await creditsOf(ana);
    expect(await grant(600)).toMatchObject({ status: 200 });
    const id = await asked(grant(600));
    expect(await creditsOf(ana)).toBe(before + 600);
    expect(await grant(400)).toMatchObject({ status: 200 });
    expect(await confirm(id)).toMatchObject({ status: 200 });
    expect(await creditsOf(ana)).toBe(before + 1_600);
    expect(await verifyLedger(db)).toEqual([]);
  });

  test('requesting credits twice with one key makes one request and one gift', async () => {
    const before = await creditsOf(ana);
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const ids = await Promise.all([asked(grant(2_000, first, key)), asked(grant(2_000, first, key))]);
    expect(new Set(ids).size).toBe(1);
    await confirm(ids[0]);
    expect(await asked(grant(2_000, first, key))).toBe(ids[0]);
    expect(await creditsOf(ana)).toBe(before + 2_000);
  });

  test('the key of a waiting request is refused for another amount', async () => {
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const id = await asked(grant(2_000, first, key));
    expect(await grant(3_000, first, key)).toMatchObject({
      status: 409,
      ...refused('IDEMPOTENCY_KEY_REUSED'),
    });
    expect(await asked(grant(2_000, first, key))).toBe(id);
  });

  test('repeating a call whose credits were given at once does not wait for approval beyond the limit', async () => {
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const before = await creditsOf(ana);
    expect(await grant(900, first, key)).toMatchObject({ status: 200 });
    expect(await grant(900, first, key)).toMatchObject({ status: 200 });
    expect(await creditsOf(ana)).toBe(before + 900);
  });

  test('many simultaneous gifts of credits never exceed the daily limit', async () => {
    const before = await creditsOf(ana);
    const answers = await Promise.all(Array.from({ length: 6 }, () => grant(300)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await creditsOf(ana)).toBe(before + 900);
  });

  test('deducting or setting credits above the limit waits too, and keeps other changes of the balance', async () => {
    await grant(900);
    const before = await creditsOf(ana);
    const id = await asked(change(ana, { credits: before + 5_000, seenCredits: before }));
    expect(await asked(change(ana, { credits: before + 5_000, seenCredits: before }))).toBe(id);
    await app.request(`/api/users/${ana.id}/credits`, {
      json: { credits: 50, operation: 'deduct' },
      cookie: second.cookie,
    });
    expect(await confirm(id)).toMatchObject({ status: 200 });
    expect(await creditsOf(ana)).toBe(before + 4_950);
    const taken = await asked(
      app.post(`/api/users/${ana.id}/credits`, { credits: 1_500, operation: 'deduct' }, first.cookie),
    );
    expect(await confirm(taken)).toMatchObject({ status: 200 });
    expect(await creditsOf(ana)).toBe(before + 3_450);
  });

  test('a file of users cannot give credits above the limit', async () => {
    const users = [{ id: ana.id, credits: 90_000 }];
    const preview = await app.post('/api/admin/users/import/preview', { users }, first.cookie);
    const { digest } = preview.body['plan'] as { digest: string };
    const answer = await app.post('/api/admin/users/import', { users, digest }, first.cookie);
    expect(answer).toMatchObject({ status: 409, ...refused('APPROVAL_NEEDED') });
    expect(await creditsOf(ana)).toBeLessThan(1_000);
  });
});

describe('an approval request', () => {
  test('a request is confirmed only by another administrator, with the password and the code', async () => {
    const before = await creditsOf(ana);
    const id = await asked(grant(2_000));
    expect(await confirm(id, first)).toMatchObject({ status: 409, ...refused('APPROVAL_OWN') });
    expect(await confirm(id, ana)).toMatchObject({ status: 403 });
    expect(await confirm(id, second, { currentPassword: 'wrong' })).toMatchObject(refused('WRONG_PASSWORD'));
    const third = await app.signUpAndVerify({ isAdmin: true });
    const { code } = await switchOnSecondFactor(app, third);
    expect(await confirm(id, third)).toMatchObject(refused('SECOND_FACTOR_REQUIRED'));
    expect(await creditsOf(ana)).toBe(before);
    const proof = { currentPassword: third.password, code: code() };
    expect(await confirm(id, third, proof)).toMatchObject({ status: 200 });
    expect(await creditsOf(ana)).toBe(before + 2_000);
    expect(await stepsOf(id)).toEqual([
      ['approval requested', first.id],
      ['approval confirmed', third.id],
    ]);
    await db.user.update({ where: { id: third.id }, data: { isAdmin: false } });
  });

  test('the database itself prevents an administrator from confirming their own request', async () => {
    const id = await asked(grant(2_000));
    const own = { state: 'confirmed', decidedBy: first.id };
    await expect(db.approvalRequest.update({ where: { id }, data: own })).rejects.toThrow(/second_person/);
  });

  test('a request takes effect once, however many administrators confirm it at once', async () => {
    const third = await app.signUpAndVerify({ isAdmin: true });
    const before = await creditsOf(ana);
    const id = await asked(grant(2_000));
    await Promise.all([confirm(id), confirm(id), confirm(id, third), confirm(id, third)]);
    expect(await creditsOf(ana)).toBe(before + 2_000);
    expect(
      await db.auditEntry.count({
        where: { action: 'approval confirmed', after: { path: ['request'], equals: id } },
      }),
    ).toBe(1);
    expect(await confirm(id)).toMatchObject({ status: 409, ...refused('APPROVAL_OVER') });
    await db.user.update({ where: { id: third.id }, data: { isAdmin: false } });
  });

  test('the other administrators are notified of a request, and its author of the decision', async () => {
    const id = await asked(grant(2_000));
    const notices = (userId: string, kind: string) =>
      db.notification.count({
        where: { userId, key: { contains: id }, words: { path: ['kind'], equals: kind } },
      });
    expect(await notices(second.id, 'approval_asked')).toBe(1);
    expect(await notices(first.id, 'approval_asked')).toBe(0);
    const mail = (await app.mailsTo(second.email, 2))[0];
    expect(mail?.text).toContain('Change of credits');
    expect(mail?.links[0]).toContain('/admin?tab=approvals');
    await confirm(id);
    expect(await notices(first.id, 'approval_confirmed')).toBe(1);
  });

  test('a request that is refused, or withdrawn by its author, has no effect any more', async () => {
    const before = await creditsOf(ana);
    const [one, other] = [await asked(grant(2_000)), await asked(grant(3_000))];
    const refuse = (by: Account, json: object) => app.post(`${place}/${one}/refuse`, json, by.cookie);
    expect(await refuse(second, {})).toMatchObject({ status: 400 });
    expect(await refuse(first, { reason: 'Changed' })).toMatchObject(refused('APPROVAL_OWN'));
    expect(await refuse(second, { reason: 'Not agreed' })).toMatchObject({ status: 200 });
    expect(await app.post(`${place}/${other}/withdraw`, {}, second.cookie)).toMatchObject({ status: 403 });
    expect(await app.post(`${place}/${other}/withdraw`, {}, first.cookie)).toMatchObject({ status: 200 });
    for (const id of [one, other]) expect(await confirm(id)).toMatchObject(refused('APPROVAL_OVER'));
    expect([await stateOf(one), await stateOf(other)]).toEqual(['refused', 'withdrawn']);
    expect((await list()).find(({ id }) => id === one)).toMatchObject({ decisionReason: 'Not agreed' });
    expect((await stepsOf(one)).at(-1)).toEqual(['approval refused', second.id]);
    expect((await stepsOf(other)).at(-1)).toEqual(['approval withdrawn', first.id]);
    expect(await creditsOf(ana)).toBe(before);
  });

  test('a request expires after 24 hours and leaves an audit entry', async () => {
    const id = await asked(grant(2_000));
    const expiresAt = new Date(Date.now() - 1);
    const { requestedAt } = await db.approvalRequest.findUniqueOrThrow({ where: { id } });
    const kept = await db.approvalRequest.findUniqueOrThrow({ where: { id } });
    expect(kept.expiresAt.getTime() - requestedAt.getTime()).toBe(limits.approvalMs);
    await db.approvalRequest.update({ where: { id }, data: { expiresAt } });
    expect(await confirm(id)).toMatchObject(refused('APPROVAL_OVER'));
    await Promise.all([expireApprovals(db, new Date()), expireApprovals(db, new Date())]);
    expect(await stateOf(id)).toBe('expired');
    expect((await stepsOf(id)).map(([action]) => action)).toEqual(['approval requested', 'approval expired']);
  });

  test('a request for a deleted customer has no effect and stays open so that it can be refused', async () => {
    const id = await asked(grant(2_000));
    await app.request(`/api/users/${ana.id}`, { method: 'DELETE', json: { reason }, cookie: second.cookie });
    expect(await confirm(id)).toMatchObject({ status: 404 });
    expect(await stateOf(id)).toBe('open');
  });

  test('a request has no effect if its author is no longer an administrator', async () => {
    const third = await app.signUpAndVerify({ isAdmin: true });
    const before = await creditsOf(ana);
    const id = await asked(grant(2_000, third));
    await db.user.update({ where: { id: third.id }, data: { isAdmin: false } });
    expect(await confirm(id)).toMatchObject({ status: 409, ...refused('APPROVAL_OUTDATED') });
    expect(await creditsOf(ana)).toBe(before);
  });

  test('the next confirmation completes a confirmed request that was not carried out to its end', async () => {
    const before = await creditsOf(ana);
    const id = await asked(grant(2_000));
    await confirm(id);
    await db.approvalRequest.update({ where: { id }, data: { carriedOutAt: null } });
    expect((await list()).find((each) => each.id === id)).toMatchObject({ isUnfinished: true });
    expect(await confirm(id)).toMatchObject({ status: 200 });
    expect((await list()).find((each) => each.id === id)).toMatchObject({ isUnfinished: false });
    expect(await creditsOf(ana)).toBe(before + 2_000);
  });
});

describe('the limits of a single administrator', () => {
  const save = (given: object) =>
    app.request(`${place}/limits`, { method: 'PUT', json: given, cookie: first.cookie });
  const now = async () => (await app.get(place, first.cookie)).body['limits'];

  test('the limits can be lowered by one administrator and raised only by two', async () => {
    expect(await save({ creditsMax: 10, refundBdtMax: 1_000 })).toMatchObject({ status: 200 });
    expect(await now()).toEqual({ creditsMax: 10, refundBdtMax: 1_000 });
    const id = await asked(save({ creditsMax: 99_999, refundBdtMax: 1_000 }));
    expect(await now()).toEqual({ creditsMax: 10, refundBdtMax: 1_000 });
    expect(await confirm(id)).toMatchObject({ status: 200 });
    expect(await now()).toEqual({ creditsMax: 99_999, refundBdtMax: 1_000 });
  });
});

describe('settings that need approval', () => {
  const put = (requested: object, by = first) =>
    app.request('/api/settings', { method: 'PUT', json: { ...requested, reason }, cookie: by.cookie });
  const now = async () => (await app.get('/api/settings')).body['settings'] as CreditSettings;

  test('settings of prices wait for a second administrator, who sees the current and the requested values', async () => {
    const before = await now();
    const prices = { 'exp-issue': 0.01 };
    for (const change of [{ creditsPerBDT: 1_000 }, { freeTrialCredits: 90_000 }]) await asked(put(change));
    const id = await asked(put({ serviceCreditsConfig: prices }));
    expect(await now()).toEqual(before);
    const was = before.serviceCreditsConfig['exp-issue'];
    expect((await list(second)).find((each) => each.id === id)).toMatchObject({
      kind: 'settings',
      subject: 'settings',
      values: { 'cost.exp-issue': `${was} → 0.01` },
    });
    expect(await confirm(id)).toMatchObject({ status: 200 });
    expect(await now()).toEqual({
      ...before,
      serviceCreditsConfig: { ...before.serviceCreditsConfig, ...prices },
    });
    const [entry] = await db.auditEntry.findMany({ where: { action: 'settings changed' } });
    expect(entry).toMatchObject({ adminId: first.id, reason, before: { 'cost.exp-issue': was } });
  });

  test('settings other than prices can be changed by one administrator, even if prices are sent unchanged', async () => {
    const { creditsPerBDT, freeTrialCredits, enabledServices } = await now();
    const change = { enabledServices: enabledServices.slice(1), minPurchaseCredits: 30 };
    expect(await put({ creditsPerBDT, freeTrialCredits, ...change })).toMatchObject({
      status: 200,
      body: { settings: change },
    });
  });

  test('a settings request is outdated if the settings changed after it, and the later change is kept', async () => {
    const { enabledServices } = await now();
    const id = await asked(put({ creditsPerBDT: 4, enabledServices: enabledServices.slice(1) }));
    await put({ enabledServices: enabledServices.slice(2) }, second);
    expect(await confirm(id)).toMatchObject({ status: 409, ...refused('APPROVAL_OUTDATED') });
    expect(await now()).toMatchObject({ creditsPerBDT: 2, enabledServices: enabledServices.slice(2) });
  });
});

describe('a refund of a payment', () => {
  test('a refund above the limit waits for approval, and its confirmation requests it from bKash once', async () => {
    const purchase = await paidPurchase(db, { userId: ana.id, amountPoisha: 500_000n, trxId: `T-${ana.id}` });
    const refund = (amount: number) =>
      app.post(
        `/api/admin/payments/${purchase.attemptId}/refund`,
        { amount, reason, acceptShortfall: true },
        first.cookie,
      );
    const id = await asked(refund(2_000));
    const tooMuch = await asked(refund(4_000));
    const where = { attemptId: purchase.attemptId };
    expect(await db.paymentRefund.count({ where })).toBe(0);
    await Promise.all([confirm(id), confirm(id)]);
    expect(await db.paymentRefund.findMany({ where })).toMatchObject([
      { amount: 200_000n, actorId: first.id, key: `approval:${id}` },
    ]);
    expect(await confirm(tooMuch)).toMatchObject({ status: 409, ...refused('REFUND_NOT_POSSIBLE') });
    expect(await stateOf(tooMuch)).toBe('open');
  });

  test('a held payment waits for approval if bKash took more than the limit, whatever was agreed', async () => {
    const { attemptId } = await paidPurchase(db, {
      userId: ana.id,
      amountPoisha: 50_000n,
      trxId: `H-${ana.id}`,
      status: 'pending',
    });
    const heldPayment = { paymentId: attemptId, amountPoisha: '200000', trxId: null };
    await db.paymentAttempt.update({ where: { id: attemptId }, data: { state: 'held', heldPayment } });
    const decide = () =>
      app.post(`/api/admin/payments/${attemptId}/decide`, { decision: 'refund', reason }, first.cookie);
    const id = await asked(decide());
    expect((await list(second)).find((each) => each.id === id)).toMatchObject({ kind: 'held_payment' });
  });
});

describe('a refund of a job', () => {
  test('the key of a small refund cannot carry a large refund of another job past the limit', async () => {
    const before = await creditsOf(ana);
    const small = await keptJob(db, ana, { capturedAmount: 50_000n });
    const large = await keptJob(db, ana, { capturedAmount: 1_000_000n });
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const refund = (jobId: string, credits: number) =>
      app.request(`/api/admin/jobs/${jobId}/refund`, {
        json: { credits, reason },
        cookie: first.cookie,
        headers,
      });
    expect(await refund(small, 500)).toMatchObject({ status: 200 });
    for (const credits of [10_000, 500])
      expect(await refund(large, credits)).toMatchObject({
        status: 409,
        ...refused('IDEMPOTENCY_KEY_REUSED'),
      });
    expect(await refund(small, 500)).toMatchObject({ status: 200 });
    expect(await creditsOf(ana)).toBe(before + 500);
  });
});

describe('the only administrator', () => {
  test('the only administrator needs no approval, and the audit log and the list of requests say so', async () => {
    await db.passkey.deleteMany({ where: { userId: second.id } });
    const before = await creditsOf(ana);
    expect(await grant(5_000)).toMatchObject({ status: 200 });
    expect(await creditsOf(ana)).toBe(before + 5_000);
    expect(
      await db.auditEntry.findFirst({
        where: { action: 'done without a second administrator', subject: `user/${ana.id}` },
      }),
    ).toMatchObject({ adminId: first.id, reason });
    expect((await app.get(place, first.cookie)).body).toMatchObject({ hasSecond: false });
  });
});
