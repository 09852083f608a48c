/** Guarantees of the bKash simulator on which other tests rely: the merchant's API, money, and its memory. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { bkashCredentials, blockedWallet, merchant, poorWallet } from '#tests/sandbox/bkash/merchant.ts';
import { createBkashSimulator } from '#tests/sandbox/bkash/simulator.ts';
import {
  A,
  account,
  B,
  jsonObject,
  login,
  order,
  post,
  signedIn,
  startBkash,
  wallet,
} from './bkash-fixture.ts';

const { appKey, appSecret, password } = bkashCredentials;
const untilMs = { timeout: 10_000 };
const sandbox = await startSandbox();
const { url, control, signIn, call, create, execute, query, created, approved, paid, balance } =
  await startBkash();

describe('the API', () => {
  test.each([
    ['no token', {}, 401, 'Unauthorized'],
    ['a wrong token', { authorization: 'x', 'x-app-key': appKey }, 401, 'Unauthorized'],
  ])('a request with %s is refused by the gateway', async (_, given, status, message) => {
    expect(await post(`${url}${A}/create`, order, given)).toEqual({ status, body: { message } });
  });

  test("a wrong key, an unknown address and a body that is no object get the gateway's own words", async () => {
    const wrongKey = { ...(await signIn()), 'x-app-key': 'other' };
    expect(await post(`${url}${A}/create`, order, wrongKey)).toEqual({
      status: 403,
      body: { message: 'Forbidden' },
    });
    expect(await call(`${A}${B}/refund/payment/status`, {})).toEqual({
      status: 403,
      body: { message: 'Missing Authentication Token' },
    });
    expect(await call(`${A}/execute`, [1])).toEqual({
      status: 400,
      body: { message: 'Invalid request body' },
    });
  });

  test.each([
    ['2006', { amount: 10 }],
    ['2006', { amount: '10.001' }],
    ['2006', { amount: '0' }],
    ['2006', { amount: '-1' }],
    ['2007', { currency: 'USD' }],
    ['2008', { intent: 'authorization' }],
    ['2031', { merchantInvoiceNumber: 'A&B' }],
    ['2048', { payerReference: '' }],
    ['2049', { callbackURL: '/back' }],
    ['2063', { mode: '9' }],
    ['2065', { payerReference: undefined }],
  ])('create refuses with %s and HTTP 200: %j', async (statusCode, changes) => {
    expect(await create(changes)).toMatchObject({ status: 200, body: { statusCode } });
    expect(control.payments()).toEqual([]);
  });

  test('refusals of create and execute use the documented envelope if that is switched on', async () => {
    control.setSwitches({ refusals: 'errorCode' });
    expect((await create({ amount: '0' })).body).toEqual({
      errorCode: '2006',
      errorMessage: 'Invalid amount',
    });
  });

  test("create returns the amount as it was spelled and appends to the callback's own query", async () => {
    const { body: answer } = await create();
    expect(answer).toMatchObject({ amount: '10', transactionStatus: 'Initiated', statusCode: '0000' });
    expect(answer['paymentID']).toMatch(/^TR0011[0-9A-Za-z]{7}\d{13}$/);
    expect(answer['successCallbackURL']).toBe(
      `${order.callbackURL}&paymentID=${String(answer['paymentID'])}&status=success&signature=${signatureOf(answer)}`,
    );
    expect(answer['paymentCreateTime']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d:\d{3} GMT\+0600$/);
  });

  test('nothing is debited before execute, and a second execute debits nothing', async () => {
    const before = balance();
    const paymentID = await created();
    expect((await execute(paymentID)).body).toMatchObject({ statusCode: '2056' });
    control.approve(paymentID, wallet);
    expect((await query(paymentID)).body).toMatchObject({
      transactionStatus: 'Initiated',
      verificationStatus: 'Complete',
    });
    expect(balance()).toBe(before);

    const answers = await Promise.all(Array.from({ length: 10 }, () => execute(paymentID)));
    const codes = answers.map((answer) => answer.body['statusCode']).sort();
    expect(codes).toEqual(['0000', ...Array.from({ length: 9 }, () => '2062')]);
    expect(balance()).toBe(Number(before) - 1_000);
    expect(control.ledger(wallet)).toMatchObject([{ kind: 'debit', poisha: 1_000, paymentID }]);
    expect(control.merchantPoisha()).toBe(merchant.balancePoisha + 1_000);

    control.setSwitches({ alreadyCode: '2117' });
    expect((await execute(paymentID)).body).toMatchObject({ statusCode: '2117' });
  });

  test.each([
    ['2023', poorWallet],
    ['2037', blockedWallet],
  ])('execute is refused with %s, and the payment cannot be executed again', async (statusCode, msisdn) => {
    const paymentID = await approved({}, msisdn);
    expect((await execute(paymentID)).body).toMatchObject({ statusCode });
    control.setWallet(msisdn, { poisha: 100_000, blocked: false });
    expect((await execute(paymentID)).body).toMatchObject({ statusCode: '2056' });
    expect(control.ledger()).toEqual([]);
  });

  test('the same wallet and amount within two minutes is refused as a duplicate', async () => {
    await paid();
    expect((await execute(await approved())).body).toMatchObject({ statusCode: '2029' });
    expect((await execute(await approved({ amount: '11.00' }))).body).toMatchObject({ statusCode: '0000' });
    control.moveClock({ advanceMs: 121_000 });
    expect((await execute(await approved())).body).toMatchObject({ statusCode: '0000' });
    control.setSwitches({ duplicateWindowMs: 0 });
    expect((await execute(await approved())).body).toMatchObject({ statusCode: '0000' });
  });

  test('a payment cannot be executed after 24 hours, approved or not', async () => {
    const paymentIDs = [await created(), await approved()];
    control.moveClock({ advanceMs: DAY_MS });
    await signIn();
    for (const paymentID of paymentIDs) {
      expect((await execute(paymentID)).body).toMatchObject({ statusCode: '2056' });
      expect(control.payment(paymentID).state).toBe('EXPIRED');
      expect((await query(paymentID)).body).toMatchObject({ transactionStatus: 'Initiated' });
    }
    expect(control.ledger()).toEqual([]);
  });

  test('a search finds a transaction by its number, and only if search is switched on', async () => {
    const { trxID } = await paid();
    expect(trxID).toMatch(/^[0-9A-Z]{10}$/);
    const find = (wanted: string) => call(`${A}/general/searchTransaction`, { trxID: wanted });
    expect((await find(trxID)).body).toMatchObject({ trxID, amount: '10', customerMsisdn: wallet });
    expect((await find('NONE000000')).body).toMatchObject({ statusCode: '2033' });
    control.setSwitches({ search: false });
    expect((await find(trxID)).status).toBe(403);
  });

  test('switches choose how the simulator spells amounts, fields and signatures', async () => {
    control.setSwitches({
      amounts: 'twoDecimals',
      invoiceField: 'merchantInvoiceNumber',
      verificationField: 'userVerificationStatus',
      payerFields: false,
      signature: false,
    });
    const { body: answer } = await create();
    expect(answer['amount']).toBe('10.00');
    expect(answer['successCallbackURL']).not.toContain('signature');
    const paymentID = String(answer['paymentID']);
    control.approve(paymentID, wallet);
    expect((await execute(paymentID)).body).not.toHaveProperty('payerType');
    expect((await query(paymentID)).body).toMatchObject({
      merchantInvoiceNumber: 'INV-1',
      userVerificationStatus: 'Complete',
    });
  });

  test('a tampered answer has a false amount and invoice once, while the books stay true', async () => {
    control.tamper({ operation: 'execute', amount: '1', invoice: 'OTHER' });
    control.tamper({ operation: 'query', amount: '2' });
    const paymentID = await approved();
    const { body: answer } = await execute(paymentID);
    expect(answer).toMatchObject({ amount: '1', merchantInvoiceNumber: 'OTHER' });
    expect((await query(paymentID)).body).toMatchObject({ amount: '2', merchantInvoice: 'INV-1' });
    expect((await query(paymentID)).body).toMatchObject({ amount: '10' });
    expect(control.ledger(wallet)).toMatchObject([{ poisha: 1_000 }]);
  });

  test('the log of calls contains bodies but no secrets', async () => {
    const signed = await signIn();
    await paid();
    expect(control.calls().map(({ operation }) => operation)).toEqual([
      'grant',
      'grant',
      'create',
      'execute',
    ]);
    const text = JSON.stringify(control.calls());
    expect(text).toContain('INV-1');
    for (const secret of [appSecret, appKey, password, String(signed['authorization'])])
      expect(text).not.toContain(secret);
  });
});

function signatureOf(answer: Record<string, unknown>): string {
  return /signature=(\w{10})$/.exec(String(answer['successCallbackURL']))?.[1] ?? 'none';
}

describe('memory', () => {
  test('another process finds everything that was answered, also a commit that is still to come', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'chalan-bkash-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const first = createBkashSimulator({ directory, publicUrl: url });
    const ask = async (app: typeof first.app, place: string, sent: object, given: object) => {
      const response = await app.request(`http://x${place}`, {
        method: 'POST',
        headers: { ...given },
        body: JSON.stringify(sent),
      });
      return jsonObject.parse(await response.json());
    };
    const token = String((await ask(first.app, `${A}/token/grant`, account, login))['id_token']);
    const signed = { authorization: token, 'x-app-key': appKey };
    const paymentID = String((await ask(first.app, `${A}/create`, order, signed))['paymentID']);
    first.control.approve(paymentID, wallet);
    first.control.addFault({ operation: 'execute', kind: 'commitLate', ms: 2_000 });
    const request = new Request(`http://x${A}/execute`, {
      method: 'POST',
      headers: signed,
      body: JSON.stringify({ paymentID }),
      signal: AbortSignal.timeout(100),
    });
    await first.app.request(request);
    first.stop();

    const second = createBkashSimulator({ directory, publicUrl: url });
    onTestFinished(() => second.stop());
    expect(second.control.payment(paymentID).state).toBe('EXECUTING');
    await vi.waitFor(() => expect(second.control.payment(paymentID).state).toBe('COMPLETED'), untilMs);
    expect(await ask(second.app, `${A}/payment/status`, { paymentID }, signed)).toMatchObject({
      transactionStatus: 'Completed',
    });
    expect(first.control.ledger()).toEqual([]);
  });

  test("the sandbox's process serves the simulator under /bkash and keeps a payment when it is killed", async () => {
    const base = sandbox.url('bkash');
    const signed = await signedIn(base);
    const { body: answer } = await post(`${base}${A}/create`, order, signed);
    const paymentID = String(answer['paymentID']);
    expect(String(answer['bkashURL'])).toMatch(new RegExp(`^${base}/pay\\?paymentId=${paymentID}&hash=`));
    await post(`${base}/__control/payments/${paymentID}/approve`, { wallet });
    expect((await post(`${base}${A}/execute`, { paymentID }, signed)).body).toHaveProperty('trxID');
    await sandbox.stop('SIGKILL');
    await sandbox.start();
    expect((await post(`${base}${A}/payment/status`, { paymentID }, signed)).body).toMatchObject({
      transactionStatus: 'Completed',
    });
    const ledger = jsonObject.parse(await (await fetch(`${base}/__control/ledger`)).json());
    expect(ledger['entries']).toMatchObject([{ kind: 'debit', paymentID }]);
    const switches = await post(`${base}/__control/switches`, { bearer: false });
    expect(switches.body).toMatchObject({ bearer: false, alreadyCode: '2062' });
  });
});
