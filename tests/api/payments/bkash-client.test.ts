/**
 * bKash's client on a real database: failures that it must name, calls that it must not repeat, and secrets that it
 * must not reveal.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bkash, BkashAnswer, FailureKind, RedactedCall } from '#api/adapters/bkash/types.ts';
import type { Database } from '#prisma/client.ts';
import { freePort } from '#temporal/local/ports.ts';
import { alwaysSent } from '#tests/harness/always-sent.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { failureOf, newMerchant } from '#tests/unit/bkash/new-merchant.ts';
import {
  drop,
  json,
  raw,
  silence,
  startScriptedBkash,
  type Respond,
} from '#tests/unit/bkash/scripted-bkash.ts';

let db: Database;
beforeAll(async () => {
  ({ db } = await createTestDatabase());
});
beforeEach(async () => void (await db.bkashToken.deleteMany()));

const paymentId = 'TR0011abcdefg1762072142166';
const trxId = 'CK250NROQ5';
type Operation = keyof Bkash;
const call: Record<Operation, (bkash: Bkash) => Promise<BkashAnswer<unknown>>> = {
  create: (bkash) =>
    bkash.create({
      amountPoisha: 1000n,
      invoice: 'INV-1',
      payerReference: '01619777283',
      callbackUrl: 'https://shop.test/',
    }),
  execute: (bkash) => bkash.execute(paymentId, alwaysSent),
  query: (bkash) => bkash.query(paymentId),
  search: (bkash) => bkash.search(trxId),
  refund: (bkash) =>
    bkash.refund({ paymentId, trxId, amountPoisha: 1000n, sku: 'credits', reason: 'asked for' }, alwaysSent),
  refundStatus: (bkash) => bkash.refundStatus({ paymentId, trxId }),
};
const isOperation = (name: string): name is Operation => name in call;
const operations = Object.keys(call).filter(isOperation);

const envelopes: [string, Respond, FailureKind][] = [
  [
    'a code with HTTP 200',
    json(200, { statusCode: '2023', statusMessage: 'Insufficient Balance' }),
    'refused',
  ],
  ['errorCode', json(200, { errorCode: '2062', errorMessage: 'Already completed' }), 'alreadyDone'],
  [
    'externalCode',
    json(400, { internalCode: 'x', externalCode: '2056', errorMessageEn: 'State' }),
    'notApproved',
  ],
  ['a gateway 400', json(400, { message: 'Invalid request body' }), 'refused'],
  ['a gateway 403', json(403, { message: 'Forbidden' }), 'config'],
  ['a gateway 504', json(504, { message: 'Endpoint request timed out' }), 'unknown'],
  ['a system error', json(200, { statusCode: '9999', statusMessage: 'System Error.' }), 'unknown'],
  ['maintenance', json(503, { statusCode: '503', statusMessage: 'Maintenance' }), 'unknown'],
  ['msg', json(200, { status: 'fail', msg: 'no' }), 'unknown'],
  ['a success without its fields', json(200, { statusCode: '0000', statusMessage: 'Successful' }), 'unknown'],
  ['HTML', raw(200, '<html></html>'), 'unknown'],
  ['an empty body', raw(200, ''), 'unknown'],
  ['a dropped socket', drop, 'unknown'],
];

describe('a call to bKash', () => {
  it.each(operations)(
    '%s fails with a typed failure for every envelope, and is sent once [every-envelope-fails-typed]',
    async (operation) => {
      const server = await startScriptedBkash();
      const bkash = newMerchant(db, server.url).client();
      for (const [name, respond, kind] of envelopes) {
        const before = server.count(operation);
        server.next(operation, respond);
        expect(await failureOf(call[operation](bkash)), name).toBe(kind);
        expect(server.count(operation) - before, name).toBe(1);
      }
      expect(await call[operation](bkash)).toMatchObject({ ok: true });
      expect(server.count('grant')).toBe(1);
    },
  );

  it.each(['execute', 'refund'] as const)(
    '%s without an answer in time is unknown, and is sent once',
    async (operation) => {
      const server = await startScriptedBkash();
      const bkash = newMerchant(db, server.url).client({ timeoutMs: 200 });
      server.next(operation, silence);
      expect(await failureOf(call[operation](bkash))).toBe('unknown');
      expect(server.count(operation)).toBe(1);
    },
  );

  it('a call that never left is unreachable, and no grant is counted for it', async () => {
    const bkash = newMerchant(db, `http://127.0.0.1:${await freePort()}`).client();
    for (let attempt = 0; attempt < 4; attempt += 1)
      expect(await failureOf(bkash.execute(paymentId, alwaysSent))).toBe('unreachable');
    expect(await db.bkashToken.findMany()).toMatchObject([
      { grants: [], blockedUntil: null, leaseUntil: null },
    ]);
  });

  it('a call is sent again once with a new token after a 401, and a second 401 is a clean failure [one-retry-after-401]', async () => {
    const server = await startScriptedBkash();
    const bkash = newMerchant(db, server.url).client();
    await bkash.query(paymentId);
    server.tokens.clear();
    expect(await bkash.execute(paymentId, alwaysSent)).toMatchObject({
      ok: true,
      value: { trxId, status: 'Completed' },
    });
    expect([server.count('execute'), server.count('grant')]).toEqual([2, 2]);

    const unauthorized = json(401, { message: 'Unauthorized' });
    server.next('refund', unauthorized, unauthorized, unauthorized);
    // Only two grants are allowed within the hour.
    expect(await failureOf(call.refund(bkash))).toBe('unreachable');
    expect([server.count('refund'), server.count('grant')]).toEqual([1, 2]);
  });

  it('a call that moves money is withheld if its last check fails, and neither leaves nor is logged', async () => {
    const server = await startScriptedBkash();
    const calls: string[] = [];
    const bkash = newMerchant(db, server.url).client({
      onCall: ({ operation }) => void calls.push(operation),
    });
    const holdBack = async () => false;
    expect(await failureOf(bkash.execute(paymentId, holdBack))).toBe('withheld');
    const refund = { paymentId, trxId, amountPoisha: 1000n, sku: 'credits', reason: 'asked for' };
    expect(await failureOf(bkash.refund(refund, holdBack))).toBe('withheld');
    expect([server.count('execute'), server.count('refund')]).toEqual([0, 0]);
    expect(calls).toEqual(['grant']);
  });

  it('a call that moves money is checked once more before it is sent again after a 401', async () => {
    const server = await startScriptedBkash();
    const bkash = newMerchant(db, server.url).client();
    server.next('execute', json(401, { message: 'Unauthorized' }));
    let checks = 0;
    const onlyOnce = async () => (checks += 1) === 1;
    expect(await failureOf(bkash.execute(paymentId, onlyOnce))).toBe('withheld');
    expect([server.count('execute'), checks]).toEqual([1, 2]);
  });

  it('a call is unauthorized if the fresh token is refused too, and there is no third attempt', async () => {
    const server = await startScriptedBkash();
    const unauthorized = json(401, { message: 'Unauthorized' });
    server.next('execute', unauthorized, unauthorized, unauthorized);
    expect(await failureOf(newMerchant(db, server.url).client().execute(paymentId, alwaysSent))).toBe(
      'unauthorized',
    );
    expect([server.count('execute'), server.count('grant')]).toEqual([2, 2]);
  });

  it('a call whose token bKash itself refuses is not repeated, but the next call has a new token', async () => {
    const server = await startScriptedBkash();
    const bkash = newMerchant(db, server.url).client();
    server.next('execute', json(200, { statusCode: '2079', statusMessage: 'Invalid app Token' }));
    expect(await failureOf(bkash.execute(paymentId, alwaysSent))).toBe('unauthorized');
    expect([server.count('execute'), server.count('grant')]).toEqual([1, 1]);
    expect(await bkash.query(paymentId)).toMatchObject({ ok: true });
    expect(server.count('grant')).toBe(2);
  });

  it('a call keeps its answer even if the call log fails', async () => {
    const server = await startScriptedBkash();
    const { client } = newMerchant(db, server.url);
    for (const onCall of [() => Promise.reject(new Error('full')), () => expect.fail('full')])
      expect(await client({ onCall }).execute(paymentId, alwaysSent)).toMatchObject({ ok: true });
  });

  it('a call has the headers and body that bKash expects, with a bare token', async () => {
    const server = await startScriptedBkash();
    const { account, client } = newMerchant(db, server.url);
    await call.create(client());
    const [asked, created] = server.calls;
    expect(asked?.headers).toMatchObject({ username: account.username, password: account.password });
    expect(JSON.parse(asked?.body ?? '')).toEqual({ app_key: account.appKey, app_secret: account.appSecret });
    expect([...server.tokens]).toEqual([created?.headers.authorization]);
    expect(created?.headers['x-app-key']).toBe(account.appKey);
    expect(JSON.parse(created?.body ?? '')).toEqual({
      mode: '0011',
      payerReference: '01619777283',
      callbackURL: 'https://shop.test/',
      amount: '10.00',
      currency: 'BDT',
      intent: 'sale',
      merchantInvoiceNumber: 'INV-1',
    });
  });
});

describe('the call log', () => {
  it('the call log has every call, and no log, failure or table shows a secret or a wallet number [no-secrets-in-logs]', async () => {
    const server = await startScriptedBkash();
    const { account, client } = newMerchant(db, server.url);
    const seen: RedactedCall[] = [];
    const bkash = client({ onCall: (line) => void seen.push(line) });
    const answers: unknown[] = [];
    for (const operation of operations) answers.push(await call[operation](bkash));
    const [token = ''] = server.tokens;
    const echo = `${token} ${Object.values(account).join(' ')} 01619777283`;
    const failures: unknown[] = [];
    for (const respond of [
      json(200, { statusCode: '2006', statusMessage: echo }),
      json(403, { message: `Authorization=${echo}` }),
      raw(502, `<p>${echo}</p>`),
      drop,
    ]) {
      server.next('execute', respond);
      failures.push(await bkash.execute(paymentId, alwaysSent));
    }
    server.tokens.clear();
    server.next('grant', raw(200, `{"id_token":"${token}-new","expires`));
    failures.push(await bkash.execute(paymentId, alwaysSent));

    expect(answers).toEqual(operations.map(() => expect.objectContaining({ ok: true })));
    expect(seen).toHaveLength(server.calls.length);
    const rows = await db.bkashToken.findMany();
    const everything = JSON.stringify([seen, failures, rows]);
    for (const secret of [
      token,
      ...Object.values(account),
      '01619777283',
      'page-hash-7351',
      'sig-904418',
      'refresh-',
    ])
      expect(everything).not.toContain(secret);
    expect(seen.map(({ operation }) => operation)).toEqual(server.calls.map(({ operation }) => operation));
    expect(seen.find(({ operation }) => operation === 'create')).toMatchObject({
      paymentId,
      httpStatus: 200,
      failure: null,
      request: { body: { payerReference: '016*****283', amount: '10.00' } },
    });
  });
});
