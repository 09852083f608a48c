/** Refunds of payments that take two administrators: both learn what the refund takes before they decide. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { balancesOf } from '#api/domain/credits/ledger.ts';
import type { Approval } from '#contracts/calls/accounts-answers.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { setBalance } from '#tests/harness/job-calls.ts';
import { approvalCalls, asked } from '#tests/harness/second-administrator.ts';
import { paidPurchase } from '#tests/api/payments/paid-purchase.ts';

const app = await startTestApp();
const { db } = app.deps;
const reason = 'Agreed by phone';
const { confirm } = approvalCalls(app, reason);
let [first, second, ana] = [] as unknown as [Account, Account, Account];
beforeAll(async () => {
  first = await app.signUpAndVerify({ isAdmin: true });
  second = await app.signUpAndVerify({ isAdmin: true });
  await db.settings.update({ where: { id: 1 }, data: { aloneRefundMaxPoisha: 100_000n } });
});
let attemptId: string;
beforeEach(async () => {
  ana = await app.signUpAndVerify();
  const paid = { userId: ana.id, amountPoisha: 200_000n, trxId: `T-${ana.id}`, paidAt: app.deps.clock() };
  ({ attemptId } = await paidPurchase(db, paid));
});

const refund = (given: object = {}) =>
  app.post(`/api/admin/payments/${attemptId}/refund`, { amount: 2_000, reason, ...given }, first.cookie);
const list = async () =>
  (await app.get('/api/admin/approvals', second.cookie)).body['approvals'] as Approval[];
const requests = () => db.approvalRequest.count({ where: { subject: `payment/${attemptId}` } });

test('a large refund of spent credits asks its author before it waits for approval, and then can be made', async () => {
  await setBalance(app, ana, 50);
  expect(await refund()).toMatchObject({
    status: 409,
    body: { code: 'CREDITS_SPENT', availableCredits: 50, wantedCredits: 4_000 },
  });
  expect(await requests()).toBe(0);
  const id = await asked(refund({ acceptShortfall: true }));
  expect((await list()).find((each) => each.id === id)?.values).toEqual({
    amountBdt: 2_000,
    acceptShortfall: true,
  });
  expect(await confirm(id, second)).toMatchObject({ status: 200 });
  expect(await db.paymentRefund.findMany({ where: { attemptId } })).toMatchObject([
    { amount: 200_000n, creditsTaken: 5_000n },
  ]);
  expect((await balancesOf(db, ana.id)).availableHundredths).toBe(0n);
});

test('a large refund that bKash would refuse is refused at once and waits for nobody', async () => {
  expect(await refund({ amount: 2_001 })).toMatchObject({
    status: 409,
    body: { code: 'REFUND_NOT_POSSIBLE' },
  });
  expect(await requests()).toBe(0);
});
