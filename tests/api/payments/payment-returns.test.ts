/**
 * What reaches a purchase from outside, the payer's browser and bKash's notices: hints that never credit anything by
 * themselves.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { paymentMessages } from '#contracts/payments/messages.ts';
import { pathOf, startPayments, type Payer } from '#tests/harness/payment-calls.ts';
import { until } from '#tests/harness/until.ts';
import { forgeries } from '#tests/sandbox/bkash/ipn.ts';
import { firstWallet } from '#tests/sandbox/bkash/merchant.ts';

const payments = await startPayments();
const { app, control } = payments;
const { db } = app.deps;
let ana: Payer;
beforeEach(async () => {
  ana = await payments.customer();
});

const callback = (query: Record<string, string>) =>
  app.get(`/api/bkash/callback?${new URLSearchParams(query)}`);
const attemptOf = (paymentId: string) => db.paymentAttempt.findUniqueOrThrow({ where: { paymentId } });
const resultOf = async (location: string | null) => {
  const token = location?.replace('/payment/return/', '') ?? '';
  return (await app.get(`/api/bkash/result/${token}`)).body['result'];
};

describe("the payer's return", () => {
  test.each([
    ['names no payment', {}],
    ['names one that is unknown', { paymentID: 'TR0011abcdefg1762072142166', status: 'success' }],
    ['names one with a character that cannot be stored', { paymentID: 'TR00\0abcdefg', status: 'success' }],
  ])(
    'a return that %s gets a page that says so, and bKash is not asked [unknown-payment]',
    async (_what, query) => {
      const callsBefore = control.calls().length;
      const answer = await callback(query);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toContain('text/html');
      expect(answer.text).toContain('Payment not found');
      expect(control.calls()).toHaveLength(callsBefore);
    },
  );

  test('a return with a wrong signature stores nothing, and bKash is not asked [wrong-signature]', async () => {
    const { paymentID } = await ana.created();
    control.approve(paymentID, firstWallet);
    const answer = await callback({ paymentID, status: 'success', signature: 'guessed000' });
    expect(answer.status).toBe(404);
    expect(await attemptOf(paymentID)).toMatchObject({ state: 'initiated', returned: null });
    expect(control.calls('execute').filter((call) => call.paymentID === paymentID)).toEqual([]);
  });

  test('a return with a false claim of success pays nothing', async () => {
    const { paymentID } = await ana.created();
    const { signature } = control.payment(paymentID);
    const answer = await callback({ paymentID, status: 'success', signature });
    await until('bKash to refuse the execute', async () => (await attemptOf(paymentID)).errorCode !== null);
    expect(await resultOf(answer.headers.get('location'))).toEqual({
      status: 'processing',
      message: 'The payment was not completed in bKash.',
      messageData: paymentMessages.unfinishedAtBkash(),
    });
    expect(await ana.query(paymentID)).toMatchObject({ transactionStatus: 'Initiated', trxID: null });
    expect(await ana.credits()).toBe(100);
  });

  test('a return of a payer who gave up reports the cancellation at once and changes no credits [cancelled-at-once]', async () => {
    const { paymentID } = await ana.created();
    const answer = await app.get(pathOf(control.cancel(paymentID)));
    expect(await resultOf(answer.headers.get('location'))).toMatchObject({ status: 'cancelled' });
    expect(await ana.query(paymentID)).toMatchObject({ transactionStatus: 'Cancelled' });
    expect(await ana.credits()).toBe(100);
  });

  test('ten simultaneous returns of a signed-out payer make one debit, and the page names nobody [ten-returns-one-debit]', async () => {
    const { paymentID } = await ana.created();
    const back = pathOf(control.approve(paymentID, firstWallet));
    // bKash writes its version with a slash at the end.
    expect(back).toMatch(/apiVersion=[^&]*(\/|%2F)/);
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.get(back)));
    const locations = new Set(answers.map(({ headers }) => headers.get('location')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303));
    expect(locations.size).toBe(1);
    await ana.ended(paymentID);
    expect(control.calls('execute').filter((call) => call.paymentID === paymentID)).toHaveLength(1);
    expect(await ana.credits()).toBe(1100);

    const [location = null] = locations;
    const result = await resultOf(location);
    expect(result).toEqual({
      status: 'success',
      message: 'Payment successful! Your credits have been added.',
      messageData: paymentMessages.successful(),
    });
    expect(location).not.toContain(paymentID);
    const { signature } = control.payment(paymentID);
    const late = await callback({ paymentID, status: 'cancel', signature });
    expect(late.headers.get('location')).toBe(location);
    expect(await attemptOf(paymentID)).toMatchObject({ state: 'paid', returned: 'success' });
  });

  test('the result page of a return is found only by its own token [page-needs-its-token]', async () => {
    for (const token of ['short', 'x'.repeat(32), '../../etc/passwd'])
      expect([400, 404]).toContain((await app.get(`/api/bkash/result/${token}`)).status);
  });

  test('the returns of one payment are limited, so they cannot prolong the purchase indefinitely', async () => {
    const { paymentID } = await ana.created();
    const { signature } = control.payment(paymentID);
    const statuses: number[] = [];
    for (let nth = 0; nth < 41; nth += 1)
      statuses.push((await callback({ paymentID, status: 'cancel', signature })).status);
    expect(statuses.filter((status) => status === 303)).toHaveLength(40);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('a notice of bKash', () => {
  test.each(forgeries)(
    'a notice that is forged (%s) is rejected and stores nothing [forged-notice]',
    async (forgery) => {
      const { paymentID } = await ana.created();
      const kept = await db.ipnMessage.count();
      expect((await control.forge(paymentID, forgery)).status).toBe(403);
      expect(await db.ipnMessage.count()).toBe(kept);
      expect(await attemptOf(paymentID)).toMatchObject({ state: 'initiated' });
      expect(await ana.credits()).toBe(100);
    },
  );

  test('a request that is no notice at all is rejected', async () => {
    for (const body of ['', '{}', 'not json', '[1]']) {
      const answer = await app.request('/api/bkash/ipn', {
        method: 'POST',
        json: body,
        headers: { 'x-amz-sns-message-type': 'Notification' },
      });
      expect(answer.status).toBe(403);
    }
  });

  test('a notice finds a payment whose payer never returned, and three deliveries are credited once [notice-finds-payment]', async () => {
    const { paymentID } = await ana.created();
    control.approve(paymentID, firstWallet);
    control.execute(paymentID);
    const deliveries = await control.deliver({ paymentID, times: 3 });
    expect(deliveries.map(({ status }) => status)).toEqual([200, 200, 200]);
    await until('the payment to be recorded', async () => (await attemptOf(paymentID)).state === 'paid');
    expect(await ana.credits()).toBe(1100);
    const { id } = await attemptOf(paymentID);
    expect(await db.ipnMessage.count({ where: { attemptId: id } })).toBe(1);
    // A late notice is still accepted, and has no effect.
    expect(await control.deliver({ paymentID })).toMatchObject([{ status: 200 }]);
    expect(await ana.credits()).toBe(1100);
  });

  test('a notice is not believed: a payment that bKash does not confirm stays unpaid [notice-is-not-believed]', async () => {
    const { paymentID } = await ana.created();
    const { invoice } = await attemptOf(paymentID);
    // A real notice of a payment at the counter that somebody labelled with our invoice number.
    const { trxID } = control.qrPayment({ wallet: firstWallet, poisha: 50_000, invoice });
    const queriesOf = () => control.calls('query').filter((call) => call.paymentID === paymentID).length;
    expect(await control.deliver({ trxID })).toMatchObject([{ status: 200 }]);
    await until('bKash to be asked', () => queriesOf() > 0);
    expect(await ana.query(paymentID)).toMatchObject({ transactionStatus: 'Initiated' });
    expect(await ana.credits()).toBe(100);
    const admin = await app.signUpAndVerify({ isAdmin: true });
    const { body } = await app.get('/api/admin/payments/unmatched-notices', admin.cookie);
    expect(body['notices']).toContainEqual(
      expect.objectContaining({ trxId: trxID, invoice, amount: 500, userId: ana.id, state: 'initiated' }),
    );
  });

  test('a notice of a payment at the counter is kept for a person to review [counter-payment-is-kept]', async () => {
    const { trxID } = control.qrPayment({ wallet: firstWallet, poisha: 12_345 });
    expect(await control.deliver({ trxID })).toMatchObject([{ status: 200 }]);
    const admin = await app.signUpAndVerify({ isAdmin: true });
    const { body } = await app.get('/api/admin/payments/unmatched-notices', admin.cookie);
    expect(body['notices']).toContainEqual(
      expect.objectContaining({ trxId: trxID, amount: 123.45, attemptId: null, state: null }),
    );
  });

  test('the topic of the notices is subscribed to when Amazon asks for it', async () => {
    expect(control.isSubscribed()).toBe(false);
    expect((await control.subscribe()).status).toBe(200);
    expect(control.isSubscribed()).toBe(true);
  });
});
