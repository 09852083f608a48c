/** The books of a held payment name what bKash took, whatever was agreed: totals, receipts and credit history. */
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { verifyPayments } from '#api/domain/payments/payment-checks.ts';
import { openRefund } from '#api/domain/payments/payment-refunds.ts';
import { recordDecision } from '#api/domain/payments/purchase-settlement.ts';
import { receiptPdf } from '#api/domain/payments/receipts.ts';
import { changeRefund, finishRefund } from '#api/domain/payments/refund-steps.ts';
import type { CreditHistoryAnswer } from '#contracts/calls/credits-answers.ts';
import type { Account } from '#tests/harness/app.ts';
import { pathOf, startPayments, type Payer } from '#tests/harness/payment-calls.ts';
import { until } from '#tests/harness/until.ts';
import { losingAnswer } from '#tests/harness/lost-answer.ts';
import { firstWallet } from '#tests/sandbox/bkash/merchant.ts';
import { paidPurchase } from './paid-purchase.ts';
import { readReceipt, withoutBlanks } from './receipt-page.ts';

const payments = await startPayments();
const { app, control } = payments;
const { db } = app.deps;
let admin: Account;
let ana: Payer;
beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
});
beforeEach(async () => {
  control.clearFaults();
  ana = await payments.customer();
});

const attemptOf = (paymentId: string) => db.paymentAttempt.findUniqueOrThrow({ where: { paymentId } });
/** A payment of 500 BDT of which bKash reports another amount; it is decided, and returns its id. */
async function decided(
  decision: 'credit' | 'refund',
  takenBdt: string,
  endsAs: string,
  status = 200,
): Promise<string> {
  const { paymentID } = await ana.created();
  control.tamper({ operation: 'execute', amount: takenBdt });
  await app.get(pathOf(control.approve(paymentID, firstWallet)));
  await until('the payment to be held', async () => (await attemptOf(paymentID)).state === 'held');
  const { id } = await attemptOf(paymentID);
  const json = { decision, reason: 'Checked with bKash' };
  expect(await app.post(`/api/admin/payments/${id}/decide`, json, admin.cookie)).toMatchObject({
    status,
  });
  await until(`the payment to be ${endsAs}`, async () => (await attemptOf(paymentID)).state === endsAs);
  return id;
}
const receiptOf = async (attemptId: string): Promise<string> => {
  const { id } = await db.transaction.findUniqueOrThrow({ where: { attemptId } });
  return (await readReceipt((await receiptPdf(db, ana.id, id)).bytes)).text;
};
const summary = async () => (await ana.get(`/api/transactions/${ana.id}/summary`))['summary'];

test('a held payment that is refunded leaves nothing spent, and its receipt says that all of it came back', async () => {
  const id = await decided('refund', '400.00', 'refunded');
  expect(await summary()).toMatchObject({ total_spent: 0 });
  const text = await receiptOf(id);
  for (const words of ['REFUNDED', 'BDT 400.00', '-400.00', 'Paid after refunds BDT 0.00'])
    expect(text).toContain(withoutBlanks(words));
  expect(text).not.toContain('PARTLYREFUNDED');
});

test('a held payment that exceeded the agreed amount is refunded whole, and the books say so', async () => {
  // The simulator refunds no more than it took, so bKash's answers are recorded here by hand.
  const now = new Date();
  const purchase = { userId: ana.id, amountPoisha: 50_000n, trxId: 'CK250NROQ6', status: 'pending' };
  const { attemptId } = await paidPurchase(db, purchase);
  const heldPayment = { paymentId: 'TR0011', amountPoisha: '60000', trxId: 'CK250NROQ6', completedAt: null };
  await db.paymentAttempt.update({ where: { id: attemptId }, data: { state: 'held', heldPayment } });
  const by = { actorId: admin.id, reason: 'Checked with bKash' };
  await recordDecision(db, attemptId, { decision: 'refund', ...by }, now);
  const wanted = { attemptId, amountPoisha: 60_000n, key: 'whole', acceptShortfall: true };
  const { id } = await openRefund(db, { ...wanted, ...by, now });
  await changeRefund(db, id, (tx, locked) => finishRefund(tx, locked, { refundTrxId: 'CK250NROQ7', now }));
  expect(await db.transaction.findUniqueOrThrow({ where: { attemptId } })).toMatchObject({
    status: 'refunded',
    amount: 60_000n,
    refunded: 60_000n,
  });
  expect(await summary()).toMatchObject({ total_spent: 0 });
});

test('a held payment that is credited as agreed shows the amount that bKash took', async () => {
  const id = await decided('credit', '400.00', 'paid');
  expect(await ana.credits()).toBe(1100);
  expect(await summary()).toMatchObject({ total_spent: 400, total_credits_purchased: 1000 });
  const text = await receiptOf(id);
  expect(text).toContain(withoutBlanks('Total paid BDT 400.00'));
  expect(text).not.toContain('500.00');
  const { history } = (await ana.get(
    `/api/users/${ana.id}/credit-history?transactionType=purchase`,
  )) as unknown as CreditHistoryAnswer;
  expect(history).toMatchObject([{ creditsChange: 1000, amountBdt: 400 }]);
});

test('a decision about a held payment is recorded once even if its answer is lost', async () => {
  const { purchases } = app.deps.workflows;
  const carriedOut = losingAnswer(purchases.decideHeld);
  vi.spyOn(purchases, 'decideHeld').mockImplementationOnce(carriedOut);
  const id = await decided('credit', '400.00', 'paid', 503);
  expect(await db.auditEntry.findMany({ where: { subject: `payment/${id}` } })).toMatchObject([
    { action: 'held payment decided', adminId: admin.id, reason: 'Checked with bKash' },
  ]);
});

test('the books agree after all these tests', async () => {
  expect(await verifyLedger(db)).toEqual([]);
  expect(await verifyPayments(db)).toEqual([]);
});
