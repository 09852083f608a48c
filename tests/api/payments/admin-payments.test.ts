/** Payments handled by an administrator: found, refunded once and never beyond what was paid, decided when held. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import type { AdminPayment } from '#contracts/calls/payments-answers.ts';
import type { Account, Answer } from '#tests/harness/app.ts';
import { setBalance } from '#tests/harness/job-calls.ts';
import { paidPayment, pathOf, startPayments, type Payer } from '#tests/harness/payment-calls.ts';
import { withSecondAdministrator } from '#tests/harness/second-administrator.ts';
import { until } from '#tests/harness/until.ts';
import { firstWallet } from '#tests/sandbox/bkash/merchant.ts';

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

const listed = async (query: Record<string, string>) => {
  const { body } = await app.get(`/api/admin/payments?${new URLSearchParams(query)}`, admin.cookie);
  return { payments: body['payments'] as AdminPayment[], totalCount: body['totalCount'] };
};
const only = async (search: string): Promise<AdminPayment> => {
  const [payment, ...others] = (await listed({ search })).payments;
  if (!payment || others.length > 0) throw new Error(`"${search}" finds ${others.length + 1} payments.`);
  return payment;
};
const refund = (id: string, json: object, key: string = crypto.randomUUID()): Promise<Answer> =>
  app.request(`/api/admin/payments/${id}/refund`, {
    json: { reason: 'Asked for by mail', ...json },
    cookie: admin.cookie,
    headers: { 'idempotency-key': key },
  });
const decide = (id: string, json: object): Promise<Answer> =>
  app.post(`/api/admin/payments/${id}/decide`, { reason: 'Checked with bKash', ...json }, admin.cookie);
const sentBack = (id: string, count = 1) =>
  until('bKash to send it back', async () => {
    return (await db.paymentRefund.count({ where: { attemptId: id, state: 'done' } })) === count;
  });

/** A payment for which bKash reports another amount than was agreed. */
async function heldPayment(payer: Payer): Promise<AdminPayment> {
  const { paymentID } = await payer.created();
  control.tamper({ operation: 'execute', amount: '400.00' });
  await app.get(pathOf(control.approve(paymentID, firstWallet)));
  await until('the payment to be held', async () => (await only(paymentID)).state === 'held');
  return only(paymentID);
}

describe('the list of payments', () => {
  test.each(['state=stolen', 'limit=101', 'offset=-1'])(
    'the list of payments rejects the query %s',
    async (query) => {
      expect(await app.get(`/api/admin/payments?${query}`, admin.cookie)).toMatchObject({ status: 400 });
    },
  );

  test('the list of payments is searched by numbers and payer, and filtered by state', async () => {
    const number = `ORDER-${crypto.randomUUID()}`;
    const { paymentID } = await ana.created({ number });
    const { invoice } = await only(paymentID);
    expect(await only(paymentID)).toMatchObject({
      userId: ana.id,
      email: ana.email,
      orderNumber: number,
      amount: 500,
      credits: 1000,
      state: 'initiated',
      trxId: null,
      refunds: [],
    });
    for (const search of [invoice, invoice.toLowerCase(), number, ana.email.toUpperCase()])
      expect((await only(search)).paymentId).toBe(paymentID);
    expect((await listed({ search: ana.email, state: 'open' })).totalCount).toBe(1);
    expect((await listed({ search: ana.email, state: 'paid' })).payments).toEqual([]);
  });
});

describe('a refund', () => {
  test.each([{ amount: 0 }, { amount: -1 }, { amount: 0.001 }, { amount: '5' }, { amount: 5, reason: ' ' }])(
    'a refund of %j is rejected',
    async (json) => {
      const { paymentID } = await ana.created();
      expect(await refund((await only(paymentID)).id, json)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INPUT' },
      });
    },
  );

  test('a refund is refused for an unpaid payment and for one that does not exist', async () => {
    const { paymentID } = await ana.created();
    expect(await refund((await only(paymentID)).id, { amount: 5 })).toMatchObject({
      status: 409,
      body: { code: 'REFUND_NOT_POSSIBLE' },
    });
    expect(await refund(crypto.randomUUID(), { amount: 5 })).toMatchObject({ status: 404 });
  });

  test('a refund takes back its share of the credits once per key, and never exceeds what was paid', async () => {
    const { paymentID } = await paidPayment(payments, ana);
    const { id } = await only(paymentID);
    expect(await refund(id, { amount: 500.01 })).toMatchObject({ status: 409 });
    const key = crypto.randomUUID();
    const answers = [await refund(id, { amount: 200 }, key), await refund(id, { amount: 200 }, key)];
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { creditsTaken: 400 } });
    await sentBack(id);
    expect(await ana.credits()).toBe(700);
    expect(await refund(id, { amount: 300.01 })).toMatchObject({ status: 409 });
    expect(await refund(id, { amount: 300 })).toMatchObject({ status: 200, body: { creditsTaken: 600 } });
    await sentBack(id, 2);
    expect(await ana.credits()).toBe(100);
    expect(await only(paymentID)).toMatchObject({ state: 'refunded', refunded: 500 });
    expect(control.refunds().filter((made) => made.paymentID === paymentID)).toHaveLength(2);
    expect(await ana.query(paymentID)).toMatchObject({ message: 'This payment was refunded.' });
  });

  test('a refund of spent credits asks for consent first, then takes the remaining credits', async () => {
    const { paymentID } = await paidPayment(payments, ana);
    const { id } = await only(paymentID);
    await setBalance(app, ana, 150);
    expect(await refund(id, { amount: 500 })).toMatchObject({
      status: 409,
      body: { code: 'CREDITS_SPENT', availableCredits: 150, wantedCredits: 1000 },
    });
    expect(await db.paymentRefund.count({ where: { attemptId: id } })).toBe(0);
    expect(await refund(id, { amount: 500, acceptShortfall: true })).toMatchObject({
      status: 200,
      body: { creditsTaken: 150 },
    });
    await sentBack(id);
    expect(await ana.credits()).toBe(0);
  });
});

describe('a payment whose figures differ', () => {
  test('a payment with differing figures is held without credits until a person credits it as agreed [other-figures-are-held]', async () => {
    const { id, heldReason, paymentId } = await heldPayment(ana);
    expect(heldReason).toBeTruthy();
    expect(await ana.credits()).toBe(100);
    expect(await decide(id, { decision: 'perhaps' })).toMatchObject({ status: 400 });
    expect(await decide(id, { decision: 'credit', reason: '' })).toMatchObject({ status: 400 });
    expect(await decide(id, { decision: 'credit' })).toMatchObject({ status: 200 });
    expect(await ana.ended(paymentId ?? '')).toMatchObject({ transactionStatus: 'Completed' });
    expect(await ana.credits()).toBe(1100);
  });

  test('a held payment above the limit of one administrator is credited once, when a second one confirms it', async () => {
    await withSecondAdministrator(app, 10_000n, async (confirm) => {
      const { id, paymentId } = await heldPayment(ana);
      const asked = await decide(id, { decision: 'credit' });
      expect((await only(paymentId ?? '')).state).toBe('held');
      await Promise.all([confirm(asked), confirm(asked)]);
      expect(await ana.ended(paymentId ?? '')).toMatchObject({ transactionStatus: 'Completed' });
      expect(await ana.credits()).toBe(1100);
    });
  });

  test('a request about a held payment has no effect once the payment was decided otherwise', async () => {
    await withSecondAdministrator(app, 10_000n, async (confirm) => {
      const { id } = await heldPayment(ana);
      const asked = await decide(id, { decision: 'credit' });
      expect(await decide(id, { decision: 'close' })).toMatchObject({ status: 200 });
      expect(await confirm(asked)).toMatchObject({ status: 409, body: { code: 'REFUND_NOT_POSSIBLE' } });
      const where = { id: (asked.body['approval'] as { id: string }).id };
      expect(await db.approvalRequest.findUnique({ where })).toMatchObject({ state: 'open' });
      // A confirmation that was recorded before the other decision is completed by the next click.
      await db.approvalRequest.update({
        where,
        data: { state: 'confirmed', decidedBy: ana.id, decidedAt: new Date() },
      });
      expect(await confirm(asked)).toMatchObject({ status: 200 });
      expect((await db.approvalRequest.findUnique({ where }))?.carriedOutAt).not.toBeNull();
      expect(await ana.credits()).toBe(100);
    });
  });

  test('a held payment that is closed without credits is failed for its customer', async () => {
    const { id, paymentId } = await heldPayment(ana);
    expect(await decide(id, { decision: 'close' })).toMatchObject({ status: 200 });
    expect(await ana.ended(paymentId ?? '')).toMatchObject({ transactionStatus: 'Failed' });
    expect(await ana.credits()).toBe(100);
  });

  test('only a held payment can be decided', async () => {
    const { paymentID } = await paidPayment(payments, ana);
    expect(await decide((await only(paymentID)).id, { decision: 'credit' })).toMatchObject({
      status: 409,
      body: { code: 'REFUND_NOT_POSSIBLE' },
    });
    expect(await decide(crypto.randomUUID(), { decision: 'close' })).toMatchObject({ status: 404 });
    expect(await ana.credits()).toBe(1100);
  });
});

test('the ledger is sound after all these tests', async () => {
  expect(await verifyLedger(db)).toEqual([]);
});
