/**
 * Guarantees of the bKash simulator: answers that are lost or changed, tokens that end, refunds within their limits.
 */
import { describe, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts';
import type { FaultSwitch } from '#tests/sandbox/bkash/faults.ts';
import { merchant } from '#tests/sandbox/bkash/merchant.ts';
import { A, account, B, grant, login, post, startBkash, wallet, type Answer } from './bkash-fixture.ts';

const untilMs = { timeout: 10_000 };
const { url, control, signIn, call, create, execute, query, created, approved, paid, balance } =
  await startBkash();

const refresh = (token: unknown): Promise<Answer> =>
  post(`${url}${A}/token/refresh`, { ...account, refresh_token: token }, login);

describe('faults', () => {
  test('dropBefore cuts the connection before anything is done', async () => {
    const paymentID = await approved();
    control.addFault({ operation: 'execute', kind: 'dropBefore' });
    await expect(execute(paymentID)).rejects.toThrow('fetch failed');
    expect(control.payment(paymentID).state).toBe('APPROVED');
    expect((await execute(paymentID)).body).toMatchObject({ statusCode: '0000' });
  });

  test('dropAfterCommit cuts the connection after the money has moved', async () => {
    const paymentID = await approved();
    control.addFault({ operation: 'execute', kind: 'dropAfterCommit' });
    await expect(execute(paymentID)).rejects.toThrow('fetch failed');
    expect((await query(paymentID)).body).toMatchObject({ transactionStatus: 'Completed' });
    expect(control.ledger(wallet)).toHaveLength(1);
  });

  test('commitLate gives no answer and commits after the client has given up', async () => {
    const paymentID = await approved();
    control.addFault({ operation: 'execute', kind: 'commitLate', ms: 2_500 });
    await expect(execute(paymentID, 200)).rejects.toThrow('timeout');
    expect(control.payment(paymentID).state).toBe('EXECUTING');
    expect((await query(paymentID)).body).toMatchObject({ transactionStatus: 'Initiated' });
    expect((await execute(paymentID)).body).toMatchObject({ statusCode: '2062' });
    await vi.waitFor(() => expect(control.payment(paymentID).state).toBe('COMPLETED'), untilMs);
    expect(control.ledger(wallet)).toHaveLength(1);
  });

  test("commitLate counts on the simulator's clock, so that moving the clock makes it commit", async () => {
    const paymentID = await approved();
    control.addFault({ operation: 'execute', kind: 'commitLate', ms: 6 * 60_000 });
    await expect(execute(paymentID, 200)).rejects.toThrow('timeout');
    control.moveClock({ advanceMs: 5 * 60_000 });
    expect(control.payment(paymentID).state).toBe('EXECUTING');
    control.moveClock({ advanceMs: 60_000 });
    expect(control.payment(paymentID).state).toBe('COMPLETED');
    expect(control.ledger(wallet)).toHaveLength(1);
  });

  test('answerLate moves the money before its client gives up', async () => {
    const paymentID = await approved();
    control.addFault({ operation: 'execute', kind: 'answerLate', ms: 60_000 });
    await expect(execute(paymentID, 200)).rejects.toThrow('timeout');
    expect(control.payment(paymentID).state).toBe('COMPLETED');
  });

  test('delay executes the payment even if the client gives up before the answer', async () => {
    const paymentID = await approved();
    control.addFault({ operation: 'execute', kind: 'delay', ms: 600 });
    await expect(execute(paymentID, 100)).rejects.toThrow('timeout');
    await vi.waitFor(() => expect(control.payment(paymentID).state).toBe('COMPLETED'), untilMs);
  });

  const spoilt: [string, (commit: boolean) => FaultSwitch, number, RegExp][] = [
    [
      'http',
      (commit) => ({ operation: 'execute', kind: 'http', status: 503, body: { message: 'down' }, commit }),
      503,
      /down/,
    ],
    [
      'http text',
      (commit) => ({ operation: 'execute', kind: 'http', status: 500, body: '', commit }),
      500,
      /^$/,
    ],
    ['malformed', (commit) => ({ operation: 'execute', kind: 'malformed', commit }), 200, /Succ$/],
    [
      'statusCode',
      (commit) => ({ operation: 'execute', kind: 'statusCode', code: '2003', commit }),
      200,
      /"statusCode":"2003"/,
    ],
    ['html', (commit) => ({ operation: 'execute', kind: 'html', commit }), 502, /<html>/],
  ];
  test.each(spoilt)(
    'the fault "%s" spoils one answer, with the payment executed or not as configured',
    async (_, fault, status, words) => {
      for (const commit of [false, true]) {
        const paymentID = await approved({ amount: commit ? '20' : '30' });
        control.addFault(fault(commit));
        const response = await fetch(`${url}${A}/execute`, {
          method: 'POST',
          headers: await signIn(),
          body: JSON.stringify({ paymentID }),
        });
        expect(response.status).toBe(status);
        expect(await response.text()).toMatch(words);
        expect(control.payment(paymentID).state).toBe(commit ? 'COMPLETED' : 'APPROVED');
      }
    },
  );

  test('a fault waits for its turn, ends after its count, and leaves other operations alone', async () => {
    const paymentID = await approved();
    control.addFault({ operation: 'query', kind: 'statusCode', code: '9999', skip: 1, times: 2 });
    expect((await execute(paymentID)).body).toMatchObject({ statusCode: '0000' });
    const codes = [];
    for (let i = 0; i < 4; i += 1) codes.push((await query(paymentID)).body['statusCode']);
    expect(codes).toEqual(['0000', '9999', '9999', '0000']);
  });
});

describe('tokens', () => {
  test.each([
    ['an unknown user', { ...login, username: 'x' }, account, 'statusMessage', 'Username does not exist'],
    ['no password', { username: login.username }, account, 'message', /Missing required request parameters/],
    ['a wrong key', login, { ...account, app_key: 'x' }, 'statusCode', '2001'],
  ])('a grant with %s gives no token', async (_, given, sent, field, value) => {
    const answer = await post(`${url}${A}/token/grant`, sent, { ...given });
    expect(answer.body[field]).toEqual(value instanceof RegExp ? expect.stringMatching(value) : value);
    expect(answer.body).not.toHaveProperty('id_token');
  });

  test("a token lasts for an hour of the simulator's clock, or until it is revoked", async () => {
    const paymentID = await created();
    control.moveClock({ advanceMs: HOUR_MS - 1_000 });
    expect((await query(paymentID)).status).toBe(200);
    control.moveClock({ advanceMs: 1_000 });
    expect((await query(paymentID)).status).toBe(401);
    await signIn();
    expect((await query(paymentID)).status).toBe(200);
    control.revokeTokens();
    expect((await query(paymentID)).status).toBe(401);
  });

  test('a switch decides whether a Bearer token is accepted', async () => {
    const paymentID = await created();
    await signIn({ bearer: true });
    expect((await query(paymentID)).status).toBe(200);
    control.setSwitches({ bearer: false });
    expect((await query(paymentID)).status).toBe(401);
  });

  test('the third refresh within an hour blocks the merchant for an hour', async () => {
    const token = (await grant(url)).body['refresh_token'];
    expect((await refresh(token)).body).toHaveProperty('id_token');
    expect((await refresh(token)).body).toHaveProperty('id_token');
    expect((await refresh(token)).body).not.toHaveProperty('id_token');
    expect((await grant(url)).body).not.toHaveProperty('id_token');
    expect((await create()).status).toBe(403);
    control.moveClock({ advanceMs: HOUR_MS + 1 });
    expect((await grant(url)).body).toHaveProperty('id_token');
    expect(control.tokenCalls().map(({ kind, issued }) => `${kind} ${issued}`)).toEqual([
      'grant true',
      'grant true',
      'refresh true',
      'refresh true',
      'refresh false',
      'grant false',
      'grant true',
    ]);
  });

  test('more grants in an hour than the switch allows block the merchant', async () => {
    control.setSwitches({ grantsPerHourMax: 2 });
    expect((await grant(url)).body).toHaveProperty('id_token');
    expect((await grant(url)).body).not.toHaveProperty('id_token');
  });
});

describe('refunds', () => {
  const refund = (ids: { paymentID: string; trxID: string }, refundAmount: string, more: object = {}) =>
    call(`${B}/refund/payment/transaction`, {
      paymentId: ids.paymentID,
      trxId: ids.trxID,
      refundAmount,
      sku: 'credits',
      reason: 'duplicate',
      ...more,
    });
  const status = (ids: { paymentID: string; trxID: string }) =>
    call(`${B}/refund/payment/status`, { paymentId: ids.paymentID, trxId: ids.trxID });

  test('refunds never exceed what was paid, and the status lists them with times of Dhaka', async () => {
    const before = balance();
    const ids = await paid();
    expect((await refund(ids, '6')).body).toMatchObject({ refundAmount: '6.00', originalTrxAmount: '10.00' });
    expect(await refund(ids, '4.01')).toMatchObject({
      status: 400,
      body: { internalCode: 'refund_amount_exceed_payment_amount', errorMessageBn: null },
    });
    expect((await refund(ids, '4')).status).toBe(200);
    expect((await refund(ids, '0.01')).status).toBe(400);
    expect(balance()).toBe(before);
    expect(control.merchantPoisha()).toBe(merchant.balancePoisha);
    const { body: answer } = await status(ids);
    expect(answer['refundTransactions']).toMatchObject([{ refundAmount: '6.00' }, { refundAmount: '4.00' }]);
    expect(answer['originalTrxCompletedTime']).toMatch(/T\d\d:\d\d:\d\d:\d{3}$/);
  });

  test('an eleventh refund is refused', async () => {
    const ids = await paid();
    for (let i = 0; i < 10; i += 1) expect((await refund(ids, '0.10')).status).toBe(200);
    expect((await refund(ids, '0.10')).body).toMatchObject({ externalCode: '2074' });
    expect(control.refunds()).toHaveLength(10);
  });

  test('a refund after 60 days is refused', async () => {
    const ids = await paid();
    control.moveClock({ advanceMs: 60 * DAY_MS + 1_000 });
    await signIn();
    expect((await refund(ids, '1')).body).toMatchObject({
      externalCode: '2071',
      errorMessageEn: 'Refund after 60 days not allowed',
    });
  });

  test("a refund that is unaffordable, of another's number or without a reason moves no money", async () => {
    const ids = await paid();
    control.setMerchantPoisha(99);
    expect((await refund(ids, '1')).body).toMatchObject({ externalCode: '2023' });
    expect((await refund({ ...ids, trxID: 'NONE000000' }, '1')).body).toMatchObject({ externalCode: '2077' });
    expect((await refund(ids, '1', { reason: undefined })).body).toEqual({ message: 'Invalid request body' });
    expect(control.refunds()).toEqual([]);
    expect(control.merchantPoisha()).toBe(99);
  });

  test('a refund whose answer was lost is listed in the status', async () => {
    const ids = await paid();
    control.addFault({ operation: 'refund', kind: 'dropAfterCommit' });
    await expect(refund(ids, '3')).rejects.toThrow('fetch failed');
    expect((await status(ids)).body['refundTransactions']).toMatchObject([{ refundAmount: '3.00' }]);
  });

  test('a refund with commitLate is made minutes after its client gave up', async () => {
    const ids = await paid();
    control.addFault({ operation: 'refund', kind: 'commitLate', ms: 6 * 60_000 });
    const asked = { paymentId: ids.paymentID, trxId: ids.trxID, refundAmount: '3', sku: 'x', reason: 'y' };
    await expect(call(`${B}/refund/payment/transaction`, asked, 200)).rejects.toThrow('timeout');
    control.moveClock({ advanceMs: 6 * 60_000 - 5_000 });
    expect((await status(ids)).body['refundTransactions']).toEqual([]);
    control.moveClock({ advanceMs: 5_000 });
    expect((await status(ids)).body['refundTransactions']).toMatchObject([{ refundAmount: '3.00' }]);
  });

  test('a refund with listedLate moves the money before it is listed', async () => {
    const ids = await paid();
    control.addFault({ operation: 'refund', kind: 'listedLate', ms: 60_000 });
    await expect(refund(ids, '3')).rejects.toThrow('fetch failed');
    expect(control.refunds()).toHaveLength(1);
    expect((await status(ids)).body['refundTransactions']).toEqual([]);
    control.moveClock({ advanceMs: 60_000 });
    expect((await status(ids)).body['refundTransactions']).toMatchObject([{ refundAmount: '3.00' }]);
  });

  test('a refund that is made in the merchant portal is listed in the status', async () => {
    const ids = await paid();
    control.refund(ids.paymentID, '2.50');
    expect((await status(ids)).body['refundTransactions']).toMatchObject([{ refundAmount: '2.50' }]);
  });

  test('the old refund call works once, and its status is read at the same address', async () => {
    const ids = await paid();
    const old = (more: object) => call(`${A}/payment/refund`, { ...ids, ...more });
    const asked = { amount: '2', sku: 'credits', reason: 'test' };
    expect((await old(asked)).body).toMatchObject({ statusCode: '0000', amount: '2.00', charge: '0.00' });
    expect((await old(asked)).body).toMatchObject({ statusCode: '2034' });
    expect((await old({})).body).toMatchObject({ transactionStatus: 'Completed', amount: '2.00' });
    expect(control.refunds()).toHaveLength(1);
  });
});
