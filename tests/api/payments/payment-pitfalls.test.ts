/**
 * Returns and repeated purchases with which other shops have trouble (bkash.md 10): aborted, altered, spelled
 * differently, late.
 */
import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '#api/app.ts';
import { freePort } from '#temporal/local/ports.ts';
import { pathOf, startPayments, type Payer } from '#tests/harness/payment-calls.ts';
import { until } from '#tests/harness/until.ts';
import { firstWallet } from '#tests/sandbox/bkash/merchant.ts';

const REFUSED_TIMEOUT_MS = 30_000;
const payments = await startPayments({ BKASH_EXECUTE_LATE: 'true' });
const { app, control } = payments;
const { db } = app.deps;
let ana: Payer;
beforeEach(async () => {
  control.clearFaults();
  ana = await payments.customer();
});

const executesOf = (paymentID: string) =>
  control.calls('execute').filter((call) => call.paymentID === paymentID);

describe('a return from bKash', () => {
  test('a return that the payer breaks off during the debit is still paid [closed-window-is-paid]', async () => {
    const { paymentID } = await ana.created();
    const back = pathOf(control.approve(paymentID, firstWallet));
    control.addFault({ operation: 'execute', kind: 'delay', ms: 500 });
    const port = await freePort();
    const server = serve({ fetch: createApp(app.deps).fetch, hostname: '127.0.0.1', port });
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const closing = new AbortController();
    const answer = fetch(`http://127.0.0.1:${port}${back}`, { redirect: 'manual', signal: closing.signal });
    server.once('request', () => closing.abort());
    await expect(answer).rejects.toThrow('aborted');
    expect(await ana.ended(paymentID)).toMatchObject({ transactionStatus: 'Completed' });
    expect(executesOf(paymentID)).toHaveLength(1);
    expect(await ana.credits()).toBe(1100);
  });

  test('a return pays for its own order only, whatever its address says of another one [own-order-only]', async () => {
    const dear = await ana.created({ amount: 5_000 });
    const cheap = await ana.created({ amount: 50 });
    const back = pathOf(control.approve(cheap.paymentID, firstWallet));
    const { invoice } = await db.paymentAttempt.findUniqueOrThrow({ where: { paymentId: dear.paymentID } });
    const { signature } = control.payment(cheap.paymentID);
    // The expensive payment's number with the cheap payment's signature, and the cheap one's with the expensive order's
    // figures.
    const swapped = `/api/bkash/callback?paymentID=${dear.paymentID}&status=success&signature=${signature}`;
    expect((await app.get(swapped)).status).toBe(404);
    const dressed = `${back}&merchantInvoiceNumber=${invoice}&amount=5000`;
    expect((await app.get(dressed)).status).toBe(303);
    expect(await ana.ended(cheap.paymentID)).toMatchObject({ transactionStatus: 'Completed' });
    expect(executesOf(dear.paymentID)).toEqual([]);
    expect(await ana.query(dear.paymentID)).toMatchObject({ transactionStatus: 'Initiated' });
    expect(await ana.credits()).toBe(200);
  });

  test.each([
    ['without a signature, from a gateway that gives none', { signature: null }],
    ["with the version's slash", { apiVersion: '1.2.0-beta/' }],
    ['without a version', { apiVersion: null }],
    ['with a query of its own before it', { order: '7' }],
    ['with the signature twice', { again: true }],
  ])(
    'a return %s is understood [return-query-is-read]',
    async (_what, given: Record<string, string | boolean | null>) => {
      const { paymentID } = await ana.created();
      const bkash = new URL(control.approve(paymentID, firstWallet)).searchParams;
      if (given['signature'] === null)
        await db.paymentAttempt.update({ where: { paymentId: paymentID }, data: { signature: null } });
      const query = new URLSearchParams(given['order'] ? { order: '7' } : {});
      for (const [name, value] of bkash) query.append(name, value);
      for (const name of ['signature', 'apiVersion']) if (given[name] === null) query.delete(name);
      if (given['again']) query.append('signature', bkash.get('signature') ?? '');
      expect((await app.get(`/api/bkash/callback?${query}`)).status).toBe(303);
      expect(await ana.ended(paymentID)).toMatchObject({ transactionStatus: 'Completed' });
      expect(await ana.credits()).toBe(1100);
    },
  );

  test('a return without the signature of its payment is unknown, and pays nothing', async () => {
    const { paymentID } = await ana.created();
    const bare = new URL(control.approve(paymentID, firstWallet));
    bare.searchParams.delete('signature');
    expect((await app.get(pathOf(bare.href))).status).toBe(404);
    expect(executesOf(paymentID)).toEqual([]);
  });

  test('a return to an expired page pays nothing, and the order can be paid with a new page [expired-page-is-replaced]', async () => {
    const number = crypto.randomUUID();
    const { paymentID } = await ana.created({ number });
    const back = pathOf(control.approve(paymentID, firstWallet));
    control.expire(paymentID);
    await app.get(back);
    await expect
      .poll(() => executesOf(paymentID).map(({ answer }) => answer?.['statusCode']), {
        timeout: REFUSED_TIMEOUT_MS,
      })
      .toEqual(['2056']);
    expect(await ana.credits()).toBe(100);
    // bKash has answered; the answer is recorded a moment later.
    await until('the refusal to be written down', async () => {
      const { state } = await db.paymentAttempt.findUniqueOrThrow({ where: { paymentId: paymentID } });
      return state !== 'executing' && state !== 'unknown';
    });
    const fresh = await ana.created({ number });
    expect(fresh.paymentID).not.toBe(paymentID);
    await app.get(pathOf(control.approve(fresh.paymentID, firstWallet)));
    expect(await ana.ended(fresh.paymentID)).toMatchObject({ transactionStatus: 'Completed' });
    expect(control.ledger().filter((entry) => entry.paymentID === paymentID)).toEqual([]);
    expect(await ana.credits()).toBe(1100);
  });
});

describe('another try to pay an order', () => {
  test('an order that is tried again gets a fresh number at bKash, which refuses a known one [fresh-order-number]', async () => {
    control.setSwitches({ uniqueInvoices: true });
    const number = crypto.randomUUID();
    control.addFault({ operation: 'create', kind: 'dropAfterCommit' });
    expect((await ana.create({ number })).status).toBe(502);
    const { paymentID } = await ana.created({ number });
    control.setSwitches({ uniqueInvoices: false });
    const attempts = await db.paymentAttempt.findMany({ where: { order: { invoice: number } } });
    expect(new Set(attempts.map(({ invoice }) => invoice)).size).toBe(2);
    expect(control.payment(paymentID).invoice).not.toBe(number);
  });

  test('an order gets another payment beside its open one only if the payer asks for it, and only one is debited', async () => {
    const number = crypto.randomUUID();
    const open = async () =>
      (await ana.get(`/api/transactions/${ana.id}`))['transactions'] as { open_order: unknown }[];
    const first = await ana.created({ number });
    expect((await ana.created({ number })).paymentID).toBe(first.paymentID);
    expect(await open()).toMatchObject([{ open_order: { number, continues: true } }]);
    const second = await ana.created({ number, another: true });
    expect(second.paymentID).not.toBe(first.paymentID);
    expect(await open()).toMatchObject([
      { open_order: { number, continues: true } },
      { open_order: { number, continues: true } },
    ]);
    // The first page is not lost: its payer may still be on it.
    await app.get(pathOf(control.approve(first.paymentID, firstWallet)));
    expect(await ana.ended(first.paymentID)).toMatchObject({ transactionStatus: 'Completed' });
    expect(await open()).toMatchObject([{ open_order: null }, { open_order: null }]);
    expect(await ana.create({ number, another: true })).toMatchObject({ body: { code: 'ORDER_PAID' } });
    await app.get(pathOf(control.approve(second.paymentID, firstWallet)));
    expect(await ana.ended(second.paymentID)).toMatchObject({ transactionStatus: 'Failed' });
    expect(executesOf(second.paymentID)).toEqual([]);
    expect(await ana.credits()).toBe(1100);
  });

  test('an order whose page is nearly a day old gets a new page, and the old one is never executed [old-page-is-replaced]', async () => {
    const number = crypto.randomUUID();
    const old = await ana.created({ number });
    await db.paymentAttempt.update({
      where: { paymentId: old.paymentID },
      data: { expiresAt: new Date(Date.now() + 59 * 60_000) },
    });
    const fresh = await ana.created({ number });
    expect(fresh.paymentID).not.toBe(old.paymentID);
    await app.get(pathOf(control.approve(fresh.paymentID, firstWallet)));
    expect(await ana.ended(fresh.paymentID)).toMatchObject({ transactionStatus: 'Completed' });
    await app.get(pathOf(control.approve(old.paymentID, firstWallet)));
    expect(await ana.ended(old.paymentID)).toMatchObject({ transactionStatus: 'Failed' });
    expect(executesOf(old.paymentID)).toEqual([]);
    expect(await ana.credits()).toBe(1100);
  });

  test('a debit of another page of an order that is already paid is sent back [second-debit-is-refunded]', async () => {
    const number = crypto.randomUUID();
    const first = await ana.created({ number });
    const { signature } = control.payment(first.paymentID);
    await app.get(`/api/bkash/callback?paymentID=${first.paymentID}&status=failure&signature=${signature}`);
    const second = await ana.created({ number });
    await app.get(pathOf(control.approve(first.paymentID, firstWallet)));
    await until('the first to be paid', async () => (await ana.credits()) === 1100);
    const back = pathOf(control.approve(second.paymentID, firstWallet));
    control.execute(second.paymentID);
    await app.get(back);
    const sentBack = () => control.refunds().filter(({ paymentID }) => paymentID === second.paymentID);
    await until('the second to be sent back', () => sentBack().length === 1, REFUSED_TIMEOUT_MS);
    expect(await ana.credits()).toBe(1100);
  });
});
