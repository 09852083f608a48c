/**
 * The price of an order is what its customer was shown: a different number of credits is refused with the new figures,
 * never given silently.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { verifyPayments } from '#api/domain/payments/payment-checks.ts';
import { receiptPdf } from '#api/domain/payments/receipts.ts';
import { pathOf, startPayments, type Payer } from '#tests/harness/payment-calls.ts';
import { firstWallet } from '#tests/sandbox/bkash/merchant.ts';
import { readReceipt, withoutBlanks } from './receipt-page.ts';

const payments = await startPayments();
const { app, control } = payments;
const { db } = app.deps;
const AT_TWO = 200;
const AT_ONE = 100;
let ana: Payer;

const setRate = (creditsPerBdtHundredths: number) =>
  db.settings.update({ where: { id: 1 }, data: { creditsPerBdtHundredths } });
const pay = async (paymentID: string) => {
  await app.get(pathOf(control.approve(paymentID, firstWallet)));
  return ana.ended(paymentID);
};
/** The payer's browser reports that the page was abandoned. */
const giveUp = async (paymentID: string) => {
  await app.get(pathOf(control.cancel(paymentID)));
  await ana.ended(paymentID);
};

beforeEach(async () => {
  control.clearFaults();
  await setRate(AT_TWO);
  ana = await payments.customer();
});

describe('a price that changed since it was shown', () => {
  test('a price that changed since it was shown is refused with the new figures, and leaves no order', async () => {
    await setRate(AT_ONE);
    expect(await ana.create({ credits: 1000 })).toMatchObject({
      status: 409,
      body: {
        success: false,
        code: 'PRICE_CHANGED',
        message: 'The price has changed. Please confirm the new price.',
        amount: 500,
        credits: 500,
      },
    });
    expect(await db.purchaseOrder.count({ where: { userId: ana.id } })).toBe(0);
  });

  test('a price that changed between two tries is refused, and the customer gets the confirmed new one', async () => {
    const number = crypto.randomUUID();
    control.addFault({ operation: 'create', kind: 'dropBefore' });
    expect((await ana.create({ number, credits: 1000 })).status).toBe(502);
    await setRate(AT_ONE);
    expect(await ana.create({ number, credits: 1000 })).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED', credits: 500 },
    });
    const { paymentID, credits } = await ana.created({ number, credits: 500 });
    expect(credits).toBe(500);
    expect(await pay(paymentID)).toMatchObject({ transactionStatus: 'Completed', credits: 500 });
    expect(await ana.credits()).toBe(600);
  });

  test('a changed price is reported before an amount that is too small only at the new price', async () => {
    await setRate(AT_ONE);
    const request = { amount: 100, origin: 'cart' };
    expect(await ana.create({ ...request, credits: 200 })).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED', amount: 100, credits: 100 },
    });
    expect(await ana.create({ ...request, credits: 100 })).toMatchObject({
      status: 422,
      body: { code: 'PURCHASE_AMOUNT', message: 'Minimum purchase is 200 credits' },
    });
  });

  test("a price that changed in the customer's favour is refused until it is confirmed too", async () => {
    await setRate(AT_ONE);
    const number = crypto.randomUUID();
    const first = await ana.created({ number, credits: 500 });
    await giveUp(first.paymentID);
    await setRate(AT_TWO);
    expect(await ana.create({ number, credits: 500 })).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED', credits: 1000 },
    });
    const { paymentID } = await ana.created({ number, credits: 1000 });
    expect(await pay(paymentID)).toMatchObject({ credits: 1000 });
  });
});

describe('a client that does not send the price that it showed', () => {
  test('a client that sends no price gets the current price for a new order', async () => {
    await setRate(AT_ONE);
    expect(await ana.created()).toMatchObject({ amount: 500, credits: 500 });
  });

  test("a client that sends no price keeps an order's price while its page is open, and is refused another price", async () => {
    const number = crypto.randomUUID();
    const first = await ana.created({ number });
    await setRate(AT_ONE);
    expect(await ana.created({ number })).toMatchObject({ paymentID: first.paymentID, credits: 1000 });
    await giveUp(first.paymentID);
    expect(await ana.create({ number })).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED', credits: 500 },
    });
    expect(await ana.created({ number, credits: 500 })).toMatchObject({ credits: 500 });
  });
});

describe('a page that was opened at the old price', () => {
  test('a page opened at the old price gives the credits that its payer saw, and all sums agree', async () => {
    const number = crypto.randomUUID();
    const old = await ana.created({ number, credits: 1000 });
    await setRate(AT_ONE);
    const fresh = await ana.created({ number, credits: 500 });
    expect(fresh.paymentID).not.toBe(old.paymentID);
    expect(await pay(old.paymentID)).toMatchObject({ transactionStatus: 'Completed', credits: 1000 });
    expect(await ana.credits()).toBe(1100);
    expect((await ana.get(`/api/transactions/${ana.id}/summary`))['summary']).toMatchObject({
      total_spent: 500,
      total_credits_purchased: 1000,
    });
  });

  test('the receipt of a page opened at the old price prints the rate at which its credits were bought', async () => {
    const number = crypto.randomUUID();
    const old = await ana.created({ number, credits: 1000 });
    await setRate(AT_ONE);
    await ana.created({ number, credits: 500 });
    await pay(old.paymentID);
    const { id } = await db.transaction.findFirstOrThrow({ where: { userId: ana.id, status: 'completed' } });
    const { text } = await readReceipt((await receiptPdf(db, ana.id, id)).bytes);
    expect(text).toContain(withoutBlanks('1,000.00 2.00 500.00'));
  });

  test('a double click opens the page of its own price, even beside a page at the new price', async () => {
    const number = crypto.randomUUID();
    const old = await ana.created({ number, credits: 1000 });
    await setRate(AT_ONE);
    const fresh = await ana.created({ number, credits: 500 });
    expect((await ana.created({ number, credits: 1000 })).paymentID).toBe(old.paymentID);
    expect((await ana.created({ number, credits: 500 })).paymentID).toBe(fresh.paymentID);
  });
});

test('credits of a purchase must be a number if they are sent', async () => {
  for (const credits of [-1, Number.NaN, '1000'])
    expect((await ana.create({ credits: credits as number })).status).toBe(400);
});

test('the books agree after all these tests', async () => {
  expect(await verifyLedger(db)).toEqual([]);
  expect(await verifyPayments(db)).toEqual([]);
});
