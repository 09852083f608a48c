/** Requests for a second administrator are about what was seen: what has changed since is neither asked for nor undone. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balancesOf } from '#api/domain/credits/ledger.ts';
import type { Approval } from '#contracts/calls/accounts-answers.ts';
import { startTestApp, type Account, type Answer } from '#tests/harness/app.ts';
import { approvalCalls, asked, resetAloneLimits } from '#tests/harness/second-administrator.ts';

const app = await startTestApp();
const { db } = app.deps;
const reason = 'Agreed by phone';
const place = '/api/admin/approvals';
const { changeUser, confirm } = approvalCalls(app, reason);

let [first, second, ana] = [] as unknown as [Account, Account, Account];
beforeAll(async () => {
  first = await app.signUpAndVerify({ isAdmin: true });
  second = await app.signUpAndVerify({ isAdmin: true });
});
beforeEach(async () => {
  await resetAloneLimits(app);
  ana = await app.signUpAndVerify();
});

const valuesOf = async (id: string): Promise<unknown> => {
  const { body } = await app.get(place, second.cookie);
  return (body['approvals'] as Approval[]).find((each) => each.id === id)?.values;
};

describe('a balance', () => {
  const balance = async (): Promise<number> =>
    Number((await balancesOf(db, ana.id)).availableHundredths) / 100;
  const deduct = (credits: number): Promise<Answer> =>
    app.post(`/api/users/${ana.id}/credits`, { credits, operation: 'deduct', reason }, second.cookie);
  const requests = () => db.approvalRequest.count({ where: { subject: `user/${ana.id}`, state: 'open' } });

  test('a balance above the limit is not asked for from one that has changed since', async () => {
    const seenCredits = await balance();
    await deduct(50);
    expect(await changeUser(ana, { credits: seenCredits + 5_000, seenCredits }, first)).toMatchObject({
      status: 409,
      body: { code: 'BALANCE_CHANGED', credits: seenCredits - 50 },
    });
    expect(await requests()).toBe(0);
  });

  test('a balance asked for again after it changed makes no second request', async () => {
    const seenCredits = await balance();
    const ask = () => changeUser(ana, { credits: seenCredits + 5_000, seenCredits }, first);
    await asked(ask());
    await deduct(50);
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'BALANCE_CHANGED' } });
    expect(await requests()).toBe(1);
  });

  test('a balance is shown to the second administrator as it was and as it shall be', async () => {
    const seenCredits = await balance();
    const id = await asked(changeUser(ana, { credits: seenCredits + 5_000, seenCredits }, first));
    expect(await valuesOf(id)).toEqual({
      creditsChange: 5_000,
      balance: `${seenCredits} → ${seenCredits + 5_000}`,
    });
  });
});

describe('the limits of a single administrator', () => {
  const save = (given: object, by: Account): Promise<Answer> =>
    app.request(`${place}/limits`, { method: 'PUT', json: given, cookie: by.cookie });

  test('a request to raise the limits does not undo what was lowered after it', async () => {
    const id = await asked(save({ creditsMax: 99_999, refundBdtMax: 1_000 }, first));
    expect(await valuesOf(id)).toEqual({ creditsMax: '1000 → 99999', refundBdtMax: 1_000 });
    expect(await save({ creditsMax: 10, refundBdtMax: 5 }, second)).toMatchObject({ status: 200 });
    expect(await confirm(id, second)).toMatchObject({ status: 409, body: { code: 'APPROVAL_OUTDATED' } });
    const { body } = await app.get(place, first.cookie);
    expect(body['limits']).toEqual({ creditsMax: 10, refundBdtMax: 5 });
  });
});
