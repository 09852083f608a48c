/** Purchases over HTTP, through the workflow to bKash's simulator: credited once, and only on bKash's confirmation. */
import { beforeEach, describe, expect, test } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import type { CreditEntry, CreditSummary } from '#contracts/calls/credits-answers.ts';
import type { TransactionView } from '#contracts/calls/payments-answers.ts';
import { paidPayment, pathOf, startPayments, type Payer } from '#tests/harness/payment-calls.ts';
import { until } from '#tests/harness/until.ts';
import { firstWallet, poorWallet } from '#tests/sandbox/bkash/merchant.ts';

const payments = await startPayments();
const { app, control } = payments;
const { db } = app.deps;
let ana: Payer;
beforeEach(async () => {
  control.clearFaults();
  ana = await payments.customer();
});

const historyOf = async (payer: Payer) => {
  const { history, summary } = await payer.get(`/api/users/${payer.id}/credit-history`);
  return { history: history as CreditEntry[], summary: summary as CreditSummary };
};
const listOf = async (payer: Payer) => {
  const { transactions, totalCount } = await payer.get(`/api/transactions/${payer.id}`);
  return { transactions: transactions as TransactionView[], totalCount };
};

describe('a payment that is not created', () => {
  test.each([
    [{ amount: 49.99 }, 'Minimum purchase amount is 50 BDT'],
    [{ amount: 100_000.01 }, 'Maximum purchase amount is 100000 BDT'],
    [{ amount: 50.005 }, 'The amount can have two decimals at most.'],
    [{ amount: 99, origin: 'cart' }, 'Minimum purchase is 200 credits'],
  ])(
    'a payment of %j is refused with its reason, and leaves no order [refused-amounts]',
    async (request, message) => {
      const callsBefore = control.calls('create').length;
      expect(await ana.create(request)).toMatchObject({
        status: 422,
        body: { success: false, code: 'PURCHASE_AMOUNT', message },
      });
      expect(await db.purchaseOrder.count({ where: { userId: ana.id } })).toBe(0);
      expect(control.calls('create')).toHaveLength(callsBefore);
    },
  );

  test('an administrator, whose credits are unlimited, cannot buy any', async () => {
    const { id: userId, cookie } = await app.signUpAndVerify({ isAdmin: true });
    const callsBefore = control.calls('create').length;
    const message = 'Administrators have unlimited credits.';
    const order = { amount: 500, merchantInvoiceNumber: crypto.randomUUID() };
    expect(await app.post('/api/bkash/create-payment', order, cookie)).toMatchObject({
      status: 422,
      body: { code: 'PAYMENT_REFUSED', message, messageData: { key: 'payment.unlimited' } },
    });
    expect(await db.purchaseOrder.count({ where: { userId } })).toBe(0);
    expect(control.calls('create')).toHaveLength(callsBefore);
  });

  test('a payment is not created for an order number of another amount, or of a paid order', async () => {
    const number = 'ORDER-20261121-7';
    const { paymentID } = await ana.created({ number });
    expect(await ana.create({ number, amount: 501 })).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    await app.get(pathOf(control.approve(paymentID, firstWallet)));
    await ana.ended(paymentID);
    expect(await ana.create({ number })).toMatchObject({ status: 409, body: { code: 'ORDER_PAID' } });
  });

  test("a payment that bKash refuses shows the customer bKash's reason, and is recorded as failed [refused-by-bkash]", async () => {
    control.addFault({ operation: 'create', kind: 'statusCode', code: '2023' });
    expect(await ana.create()).toMatchObject({
      status: 422,
      body: { code: 'PAYMENT_REFUSED', message: 'Insufficient Balance' },
    });
    expect((await listOf(ana)).transactions).toMatchObject([{ payment_status: 'failed' }]);
  });

  test('a payment whose creation got no answer fails, and the same order can be tried again [lost-answer-at-create]', async () => {
    control.addFault({ operation: 'create', kind: 'dropBefore' });
    const number = 'ORDER-20261121-8';
    expect(await ana.create({ number })).toMatchObject({
      status: 502,
      body: { code: 'PAYMENT_NOT_CREATED', message: 'Failed to create payment. Please try again.' },
    });
    expect((await ana.created({ number })).paymentID).toMatch(/^TR/);
  });

  test('a customer can create at most 20 payments in a quarter of an hour', async () => {
    for (let nth = 0; nth < 20; nth += 1) expect((await ana.create({ amount: 1 })).status).toBe(422);
    const refused = await ana.create();
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('a purchase', () => {
  test('a paid purchase is credited once, and is in the list, summary, history, receipt and notifications', async () => {
    const { paymentID, bkashURL, amount, credits } = await ana.created({ amount: 250.5 });
    expect({ amount, credits }).toEqual({ amount: 250.5, credits: 501 });
    expect(new URL(bkashURL).origin).toBe(new URL(app.deps.env.BKASH_URL).origin);
    expect(await ana.query(paymentID)).toMatchObject({ transactionStatus: 'Initiated', trxID: null });
    expect(await ana.credits()).toBe(100);

    await app.get(pathOf(control.approve(paymentID, firstWallet)));
    const paid = await ana.ended(paymentID);
    expect(paid).toMatchObject({ transactionStatus: 'Completed', amount: 250.5, credits: 501 });
    expect(await ana.credits()).toBe(601);

    const { transactions, totalCount } = await listOf(ana);
    expect(totalCount).toBe(1);
    expect(transactions[0]).toMatchObject({
      transaction_id: paid.trxID,
      amount_bdt: 250.5,
      credits_amount: 501,
      payment_status: 'completed',
    });
    expect((await ana.get(`/api/transactions/${ana.id}/summary`))['summary']).toEqual({
      total_transactions: 1,
      total_spent: 250.5,
      total_credits_purchased: 501,
    });
    const { history, summary } = await historyOf(ana);
    expect(history[0]).toMatchObject({ type: 'purchase', creditsChange: 501, amountBdt: 250.5 });
    expect(summary).toMatchObject({ totalPurchased: 501, currentBalance: 601 });
    const notes = await ana.get(`/api/notifications/${ana.id}`);
    expect(JSON.stringify(notes)).toContain('501.00 credits added');
    const receipt = await app.get(`/api/transactions/${ana.id}/${transactions[0]?.id}/receipt`, ana.cookie);
    expect(receipt.headers.get('content-type')).toBe('application/pdf');
    expect(receipt.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('a purchase requested by five clicks at once is one payment', async () => {
    const number = 'ORDER-20261121-9';
    const before = control.calls('create').length;
    const answers = await Promise.all(Array.from({ length: 5 }, () => ana.created({ number })));
    expect(new Set(answers.map(({ paymentID }) => paymentID)).size).toBe(1);
    expect(control.calls('create')).toHaveLength(before + 1);
    expect((await listOf(ana)).totalCount).toBe(1);
  });

  test("a purchase from an empty wallet fails with bKash's message, and credits nothing", async () => {
    const { paymentID } = await ana.created();
    await app.get(pathOf(control.approve(paymentID, poorWallet)));
    expect(await ana.ended(paymentID)).toMatchObject({
      transactionStatus: 'Failed',
      trxID: null,
      message: 'Insufficient Balance',
    });
    expect(await ana.credits()).toBe(100);
    expect((await listOf(ana)).transactions).toMatchObject([{ payment_status: 'failed' }]);
  });

  test('a purchase that was paid is credited even if its payer never returned', async () => {
    const { paymentID } = await ana.created();
    control.approve(paymentID, firstWallet);
    control.execute(paymentID);
    expect(await ana.ended(paymentID)).toMatchObject({ transactionStatus: 'Completed' });
    expect(await ana.credits()).toBe(1100);
  });

  test('a purchase paid in two tabs is credited once, and the second payment is refunded [second-payment-is-refunded]', async () => {
    const number = 'ORDER-20261121-10';
    const first = await ana.created({ number });
    const { signature } = control.payment(first.paymentID);
    // The first tab's browser reports that its payer gave up, which is not true.
    await app.get(`/api/bkash/callback?paymentID=${first.paymentID}&status=cancel&signature=${signature}`);
    const second = await ana.created({ number });
    expect(second.paymentID).not.toBe(first.paymentID);
    await app.get(pathOf(control.approve(second.paymentID, firstWallet)));
    await ana.ended(second.paymentID);
    control.approve(first.paymentID, firstWallet);
    control.execute(first.paymentID);
    await until('the second payment to be sent back', async () => {
      await ana.query(first.paymentID);
      const { transactions } = await listOf(ana);
      return transactions.some(({ payment_status }) => payment_status === 'refunded');
    });
    expect(control.refunds().filter(({ paymentID }) => paymentID === first.paymentID)).toHaveLength(1);
    expect(await ana.credits()).toBe(1100);
    expect(await ana.query(first.paymentID)).toMatchObject({ transactionStatus: 'Failed' });
    expect((await ana.get(`/api/transactions/${ana.id}/summary`))['summary']).toMatchObject({
      total_spent: 500,
      total_credits_purchased: 1000,
    });
  });
});

describe('a payment of another customer', () => {
  test('a payment of another customer can be neither queried nor recorded', async () => {
    const { paymentID, trxID } = await paidPayment(payments, ana);
    const stranger = await payments.customer();
    const asked = await app.post('/api/bkash/query-payment', { paymentID }, stranger.cookie);
    expect(asked).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    const claim = {
      transactionType: 'credit_purchase',
      amountBdt: 500,
      creditsAmount: 1000,
      paymentMethod: 'bkash',
      paymentStatus: 'completed',
      transactionId: trxID,
    };
    const record = ({ id: userId, cookie }: { id: string; cookie: string }) =>
      app.post('/api/transactions', { ...claim, userId }, cookie);
    expect(await record(stranger)).toMatchObject({ status: 409 });
    expect(await stranger.credits()).toBe(100);
    expect(await record(ana)).toMatchObject({ status: 200 });
    expect(await ana.credits()).toBe(1100);
  });
});

test('the ledger is sound after all these tests, and every paid order has one paid payment', async () => {
  expect(await verifyLedger(db)).toEqual([]);
  const credited = await db.ledgerTransfer.count({ where: { kind: 'purchase' } });
  expect(await db.purchaseOrder.count({ where: { paidAttemptId: { not: null } } })).toBe(credited);
});
