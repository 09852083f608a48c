/** A refund that an administrator requests while Temporal is unavailable is kept, and reported as in progress. */
import { expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { createRecordingTemporal } from '#tests/api/fuzz/recording-temporal.ts';
import { paidPurchase } from './paid-purchase.ts';

const app = await startTestApp({ deps: { temporal: createRecordingTemporal(() => true).temporal } });
const { db } = app.deps;

test('a refund is kept if its workflow cannot be started, so that the reconciler can start it', async () => {
  const ana = await app.signUpAndVerify();
  const admin = await app.signUpAndVerify({ isAdmin: true });
  // Within the time in which bKash accepts refunds.
  const paidAt = new Date(Date.now() - HOUR_MS);
  const paid = { userId: ana.id, amountPoisha: 50_000n, trxId: 'KEPT', paidAt };
  const { attemptId } = await paidPurchase(db, paid);
  const request = { amount: 1, reason: 'Asked for by mail', acceptShortfall: true };
  const answer = await app.post(`/api/admin/payments/${attemptId}/refund`, request, admin.cookie);
  expect(answer, answer.text).toMatchObject({ status: 200, body: { success: true } });
  expect(await db.paymentRefund.findMany({ where: { attemptId } })).toMatchObject([
    { state: 'pending', sentAt: null, amount: 100n },
  ]);
});
