/**
 * Records of payments after seven years: what identifies the payment and its payer is removed, and the books still
 * agree.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { quote } from '#contracts/messages/message.ts';
import { housekeepingActivities } from '#activities/housekeeping.ts';
import { purchaseCredits, verifyLedger } from '#api/domain/credits/ledger.ts';
import { verifyPayments } from '#api/domain/payments/payment-checks.ts';
import { limits } from '#contracts/limits.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { paidPurchase } from './paid-purchase.ts';

const app = await startTestApp();
const { db } = app.deps;
const secret = 'zanzibar';

const deleteExpired = (laterMs: number) =>
  housekeepingActivities({ ...app.deps, clock: () => new Date(Date.now() + laterMs) }).deleteExpired();

/** Paid and partly refunded, with everything that bKash and people record about a payment. */
async function payment(userId: string) {
  const trxId = `${secret}-${randomUUID()}`;
  const { attemptId } = await paidPurchase(db, {
    userId,
    amountPoisha: 50_000n,
    trxId,
    refundedPoisha: 100n,
  });
  await purchaseCredits(db, {
    userId,
    amountHundredths: 100_000n,
    attemptId,
    description: quote('Purchase of credits'),
  });
  await db.paymentAttempt.update({
    where: { id: attemptId },
    data: {
      endedAt: new Date(),
      payerMsisdn: secret,
      bkashUrl: secret,
      signature: secret,
      returned: secret,
      errorMessage: quote(secret),
      heldReason: quote(secret),
      heldPayment: { payer: secret },
    },
  });
  await db.paymentRefund.create({
    data: {
      key: randomUUID(),
      attemptId,
      amount: 100n,
      state: 'done',
      reason: secret,
      refundTrxId: `${secret}-${randomUUID()}`,
      knownBefore: [secret],
      errorMessage: quote(secret),
      endedAt: new Date(),
    },
  });
  await db.transaction.update({
    where: { attemptId },
    data: { message: quote(secret), buyer: { name: secret } },
  });
  return attemptId;
}

const record = async (id: string) =>
  JSON.stringify(
    await db.paymentAttempt.findUniqueOrThrow({
      where: { id },
      include: { order: true, transaction: true, refunds: true },
    }),
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  );

test('a payment loses its personal data after seven years but keeps its figures, and an open payment stays', async () => {
  const ana = await app.signUpAndVerify();
  const paid = await payment(ana.id);
  const open = await payment(ana.id);
  await db.paymentAttempt.update({ where: { id: open }, data: { endedAt: null } });
  // Signed in again, because that day's housekeeping has ended today's sessions.
  const totals = async () => {
    const cookie = await app.signIn(ana.email, ana.password);
    return (await app.get(`/api/transactions/${ana.id}/summary`, cookie)).body['summary'];
  };
  const before = { record: await record(paid), totals: await totals() };
  expect(await verifyPayments(db)).toEqual([]);

  await deleteExpired(limits.paymentRetentionMs - DAY_MS);
  expect(await record(paid)).toBe(before.record);

  await deleteExpired(limits.paymentRetentionMs + DAY_MS);
  expect(await record(paid)).not.toContain(secret);
  expect(await record(open)).toContain(secret);
  expect(before.totals).toBeDefined();
  expect(await totals()).toEqual(before.totals);
  expect(await verifyPayments(db)).toEqual([]);
  expect(await verifyLedger(db)).toEqual([]);
  const after = await record(paid);
  await deleteExpired(limits.paymentRetentionMs + DAY_MS);
  expect(await record(paid)).toBe(after);
});

test('a held payment that was closed instead of sent back is no problem of the books after seven years', async () => {
  const { id: userId } = await app.signUpAndVerify();
  const purchase = { userId, amountPoisha: 50_000n, trxId: secret, status: 'failed' };
  const { attemptId } = await paidPurchase(db, purchase);
  const heldPayment = { paymentId: secret, amountPoisha: '40000', decision: { decision: 'refund' } };
  await db.paymentAttempt.update({
    where: { id: attemptId },
    data: { state: 'held', heldPayment, endedAt: new Date() },
  });
  expect(await verifyPayments(db)).toEqual([]);
  await deleteExpired(limits.paymentRetentionMs + DAY_MS);
  expect(await record(attemptId)).not.toContain(secret);
  expect(await verifyPayments(db)).toEqual([]);
});

test('a notice of bKash is deleted with the logs only when its money is accounted for or it was handled', async () => {
  const { id: userId } = await app.signUpAndVerify();
  const { attemptId: paid } = await paidPurchase(db, { userId, amountPoisha: 100n, trxId: randomUUID() });
  const purchase = { userId, amountPoisha: 100n, trxId: randomUUID(), status: 'failed' };
  const { attemptId: failed } = await paidPurchase(db, purchase);
  const notice = { trxId: 'CK250NROQ6', amount: 100n, body: {}, receivedAt: new Date() };
  await db.ipnMessage.createMany({
    data: [
      { ...notice, messageId: 'open' },
      { ...notice, messageId: 'open of a failed payment', attemptId: failed },
      {
        ...notice,
        messageId: 'handled',
        handledAt: new Date(),
        handledBy: userId,
        handledReason: 'At the counter',
      },
      { ...notice, messageId: 'of a paid payment', attemptId: paid },
    ],
  });
  await deleteExpired(limits.logRetentionMs + DAY_MS);
  const left = await db.ipnMessage.findMany({ orderBy: { messageId: 'asc' } });
  expect(left.map(({ messageId }) => messageId)).toEqual(['open', 'open of a failed payment']);
});
