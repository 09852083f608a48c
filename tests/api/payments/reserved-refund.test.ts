/** A refund does not give up credits that a running job only holds, because they come back when the job is stopped. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { adjustCredits, balancesOf, reserve, settle, verifyLedger } from '#api/domain/credits/ledger.ts';
import { quote } from '#contracts/messages/message.ts';
import { adjustment } from '#tests/factories.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { paidPurchase } from './paid-purchase.ts';

const app = await startTestApp();
const { db } = app.deps;
let admin: Account;
let ana: Account;
beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
});
beforeEach(async () => {
  ana = await app.signUpAndVerify();
});

const available = async () => (await balancesOf(db, ana.id)).availableHundredths;

test('a refund waits for jobs that hold its credits, even if the administrator accepts that credits are missing', async () => {
  const { attemptId } = await paidPurchase(db, {
    userId: ana.id,
    amountPoisha: 50_000n,
    trxId: `R-${ana.id}`,
    paidAt: app.deps.clock(),
  });
  await adjustCredits(db, adjustment(ana.id, 'add', 90_000n));
  const job = { jobId: randomUUID(), attempt: 1 };
  await reserve(db, { ...job, userId: ana.id, amountHundredths: 90_000n, description: quote('Job') });
  const refund = () =>
    app.post(
      `/api/admin/payments/${attemptId}/refund`,
      { amount: 500, reason: 'Asked for by mail', acceptShortfall: true },
      admin.cookie,
    );
  const refused = await refund();
  expect(refused).toMatchObject({ status: 409, body: { code: 'REFUND_NOT_POSSIBLE' } });
  expect(refused.body['message']).toContain('900 credits');
  expect(await db.paymentRefund.count({ where: { attemptId } })).toBe(0);
  await settle(db, { ...job, captureHundredths: 0n, description: quote('Stopped') });
  expect(await refund()).toMatchObject({ status: 200, body: { creditsTaken: 1_000 } });
  expect(await available()).toBe(0n);
  expect(await verifyLedger(db)).toEqual([]);
});
