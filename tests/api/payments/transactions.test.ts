/**
 * A customer's transactions: days in Dhaka time, filters, pages, sums, and that no call of the client credits anything.
 */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balancesOf } from '#api/domain/credits/ledger.ts';
import type { TransactionSummary, TransactionView } from '#contracts/calls/payments-answers.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { paidPurchase } from './paid-purchase.ts';

const app = await startTestApp();
const { db } = app.deps;
let ana: Account;
let stranger: Account;
let admin: Account;

beforeAll(async () => {
  stranger = await app.signUpAndVerify();
  admin = await app.signUpAndVerify({ isAdmin: true });
});
beforeEach(async () => {
  ana = await app.signUpAndVerify();
});

let purchases = 0;
type Paid = Partial<Parameters<typeof paidPurchase>[1]>;
const paid = (given: Paid = {}) => {
  purchases += 1;
  const trxId = `DKL${String(purchases).padStart(7, '0')}`;
  return paidPurchase(db, { userId: ana.id, amountPoisha: 50_000n, trxId, ...given });
};
const list = async (query = '', cookie = ana.cookie) => {
  const { status, body } = await app.get(`/api/transactions/${ana.id}?${query}`, cookie);
  const transactions = (body['transactions'] ?? []) as TransactionView[];
  return { status, body, transactions, totalCount: body['totalCount'] };
};
const summary = async (cookie = ana.cookie) =>
  (await app.get(`/api/transactions/${ana.id}/summary`, cookie)).body['summary'] as TransactionSummary;

describe('the list of transactions', () => {
  test.each([
    'limit=0',
    'limit=101',
    'limit=ten',
    'offset=-1',
    'dateFrom=yesterday',
    'dateTo=2026-02-30',
    'paymentStatus=stolen',
  ])('the list of transactions rejects the query %s', async (query) => {
    const { status, body } = await list(query);
    expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'INVALID_INPUT' });
  });

  test('the list of transactions is empty for a customer who never paid', async () => {
    expect((await list()).body).toEqual({ success: true, transactions: [], totalCount: 0 });
    expect(await summary()).toEqual({
      total_transactions: 0,
      total_spent: 0,
      total_credits_purchased: 0,
    });
  });

  test('the list describes each transaction in the words of spec section 3 [transaction-words]', async () => {
    const { transactionId } = await paid({
      trxId: 'DKL4WORDS0',
      receiptNumber: 4_012,
      refundedPoisha: 1_250n,
      paidAt: new Date('2026-11-21T03:42:00Z'),
    });
    expect((await list()).transactions).toEqual([
      {
        id: transactionId,
        transaction_id: 'DKL4WORDS0',
        transaction_type: 'credit_purchase',
        amount_bdt: 500,
        credits_amount: 1000,
        payment_method: 'bkash',
        payment_status: 'completed',
        refunded_bdt: 12.5,
        receipt_number: expect.stringContaining('4012'),
        message: '',
        messageData: null,
        open_order: null,
        created_at: '2026-11-21T03:42:00.000Z',
      },
    ]);
  });

  test('the list counts days in Asia/Dhaka, where a day begins at 18:00 UTC of the day before', async () => {
    const times = {
      before: '2026-11-20T17:59:59.999Z',
      first: '2026-11-20T18:00:00.000Z',
      last: '2026-11-21T17:59:59.999Z',
      after: '2026-11-21T18:00:00.000Z',
    };
    for (const time of Object.values(times)) await paid({ paidAt: new Date(time) });
    const timesOf = async (query: string) =>
      (await list(query)).transactions.map(({ created_at }) => created_at);
    expect(await timesOf('dateFrom=2026-11-21&dateTo=2026-11-21')).toEqual([times.last, times.first]);
    expect(await timesOf('dateFrom=2026-11-21')).toEqual([times.after, times.last, times.first]);
    expect(await timesOf('dateTo=2026-11-20')).toEqual([times.before]);
    expect(await timesOf('dateFrom=2026-11-22&dateTo=2026-11-20')).toEqual([]);
  });

  test('the list is paged by ten, newest first, and neither repeats nor omits a transaction', async () => {
    const paidAt = new Date('2026-11-21T03:42:00Z');
    for (let nth = 0; nth < 12; nth += 1) await paid({ paidAt });
    const first = await list();
    const second = await list('offset=10');
    expect([first.transactions.length, second.transactions.length]).toEqual([10, 2]);
    expect([first.totalCount, second.totalCount]).toEqual([12, 12]);
    const ids = [...first.transactions, ...second.transactions].map(({ id }) => id);
    expect(new Set(ids).size).toBe(12);
    expect((await list('offset=12')).transactions).toEqual([]);
  });

  test('the list can be filtered by status, with the matching count', async () => {
    await paid();
    await paid({ status: 'failed' });
    await paid({ status: 'pending' });
    const failed = await list('paymentStatus=failed');
    expect(failed.totalCount).toBe(1);
    expect(failed.transactions[0]).toMatchObject({ payment_status: 'failed', receipt_number: null });
  });

  test('the list of a customer is shown to administrators and to nobody else', async () => {
    await paid();
    expect((await list('', admin.cookie)).totalCount).toBe(1);
    expect((await summary(admin.cookie)).total_spent).toBe(500);
    expect((await list('', stranger.cookie)).body).toMatchObject({ success: false, code: 'NOT_FOUND' });
  });
});

describe('the summary of transactions', () => {
  test('the summary counts paid amounts without refunds, and neither failed nor pending payments', async () => {
    await paid({ amountPoisha: 25_050n });
    await paid({ amountPoisha: 99_900n, status: 'failed' });
    await paid({ amountPoisha: 99_900n, status: 'pending' });
    const partly = await paid({ amountPoisha: 100_000n, refundedPoisha: 40_000n });
    await paid({ amountPoisha: 10_000n, refundedPoisha: 10_000n, status: 'refunded' });
    await db.paymentRefund.createMany({
      data: [
        {
          key: crypto.randomUUID(),
          attemptId: partly.attemptId,
          amount: 40_000n,
          creditsTaken: 80_000n,
          reason: 'Asked for',
          state: 'done',
        },
        {
          key: crypto.randomUUID(),
          attemptId: partly.attemptId,
          amount: 10_000n,
          creditsTaken: 20_000n,
          reason: 'Refused by bKash',
          state: 'failed',
        },
      ],
    });
    expect(await summary()).toEqual({
      total_transactions: 5,
      total_spent: 850.5,
      total_credits_purchased: 501 + 2000 - 800 + 200,
    });
    const { body } = await app.get(`/api/users/${ana.id}`, ana.cookie);
    expect(body['user']).toMatchObject({ totalSpent: 850.5 });
  });
});

describe('recording a transaction', () => {
  const record = (transactionId: string, { id: userId, cookie } = ana, extra: object = {}) =>
    app.post(
      '/api/transactions',
      {
        userId,
        transactionType: 'credit_purchase',
        amountBdt: 100_000,
        creditsAmount: 200_000,
        paymentMethod: 'bkash',
        paymentStatus: 'completed',
        transactionId,
        ...extra,
      },
      cookie,
    );
  const refused = {
    status: 409,
    body: { code: 'TRANSACTION_NOT_RECORDED', message: 'Failed to record transaction' },
  };

  test.each([undefined, ''])('a record without a user id (%j) is rejected', async (userId) => {
    expect(await record('DKL0INVENT', ana, { userId })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', message: 'User ID is required' },
    });
  });

  test('a record credits nothing, whatever the client claims, and makes no transaction', async () => {
    const before = await balancesOf(db, ana.id);
    const { attemptId } = await paid({ status: 'pending' });
    const { paymentId } = await db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } });
    for (const name of ['DKL0INVENT', paymentId ?? '']) expect(await record(name)).toMatchObject(refused);
    expect(await balancesOf(db, ana.id)).toEqual(before);
    expect(await summary()).toMatchObject({ total_transactions: 1, total_spent: 0 });
  });

  test('a record gets the same answer for a payment of another customer and for a missing one', async () => {
    await paid({ trxId: 'DKL0ANOTHR' });
    const asked = async (name: string) => {
      const { status, body } = await record(name, stranger);
      return { status, body: { ...body, requestId: '' } };
    };
    expect(await asked('DKL0ANOTHR')).toMatchObject(refused);
    expect(await asked('DKL0ANOTHR')).toEqual(await asked('DKL0INVENT'));
  });

  test('a record confirms what the purchase has stored, by trxID or by paymentID, as often as requested', async () => {
    await paid({ trxId: 'DKL0MINE00' });
    const before = await balancesOf(db, ana.id);
    const byReference = { gatewayReference: 'TR0011DKL0MINE00' };
    for (const answer of [
      await record('DKL0MINE00'),
      await record('DKL0MINE00'),
      await record('unknown', ana, byReference),
    ])
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(await balancesOf(db, ana.id)).toEqual(before);
  });
});
