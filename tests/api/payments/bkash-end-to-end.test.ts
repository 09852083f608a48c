/** bKash's client and its notices against the simulator: the whole life of a payment, and the faults on the way. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCertificateFetch } from '#api/adapters/bkash/certificates.ts';
import { createBkash } from '#api/adapters/bkash/client.ts';
import { verifyIpn, type IpnVerdict } from '#api/adapters/bkash/ipn.ts';
import type { Bkash, BkashAnswer } from '#api/adapters/bkash/types.ts';
import type { Database } from '#prisma/client.ts';
import { alwaysSent } from '#tests/harness/always-sent.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { until } from '#tests/harness/until.ts';
import { bkashCredentials, firstWallet, merchant, poorWallet } from '#tests/sandbox/bkash/merchant.ts';
import { serveBkash } from '#tests/sandbox/bkash/serve.ts';
import { forgeries } from '#tests/sandbox/bkash/ipn.ts';
import { vault } from '#tests/unit/bkash/new-merchant.ts';

const simulator = await serveBkash();
const { control, url: baseUrl } = simulator;
afterAll(() => simulator.stop());

let db: Database;
beforeAll(async () => {
  ({ db } = await createTestDatabase());
});
beforeEach(async () => {
  control.reset();
  await db.bkashToken.deleteMany();
});

const client = (): Bkash =>
  createBkash({
    baseUrl,
    ...bkashCredentials,
    db,
    vault,
    now: () => new Date(control.now()),
    timeoutMs: 15_000,
  });

function valueOf<T>(answer: BkashAnswer<T>): T {
  if (!answer.ok) throw new Error(`bKash failed: ${JSON.stringify(answer.failure)}`);
  return answer.value;
}

const order = (invoice: string) => ({
  amountPoisha: 59_950n,
  invoice,
  payerReference: firstWallet,
  callbackUrl: 'https://shop.test/back?order=1',
});

async function approved(bkash: Bkash, invoice: string, wallet = firstWallet): Promise<string> {
  const { paymentId } = valueOf(await bkash.create(order(invoice)));
  control.approve(paymentId, wallet);
  return paymentId;
}

describe('a payment', () => {
  it('a payment is not approved before its payer acts, is refused for an empty wallet, and is never made twice', async () => {
    const bkash = client();
    const { paymentId } = valueOf(await bkash.create(order('INV-1')));
    expect(await bkash.execute(paymentId, alwaysSent)).toMatchObject({
      failure: { kind: 'notApproved', code: '2056' },
    });
    const poor = await approved(bkash, 'INV-2', poorWallet);
    expect(await bkash.execute(poor, alwaysSent)).toEqual({
      ok: false,
      failure: { kind: 'refused', code: '2023', words: 'Insufficient Balance' },
    });
    for (const alreadyCode of ['2062', '2117'] as const) {
      control.setSwitches({ alreadyCode, duplicateWindowMs: 0 });
      const done = await approved(bkash, `INV-${alreadyCode}`);
      valueOf(await bkash.execute(done, alwaysSent));
      expect(await bkash.execute(done, alwaysSent)).toMatchObject({
        failure: { kind: 'alreadyDone', code: alreadyCode },
      });
    }
    expect(control.ledger()).toHaveLength(2);
  });

  it('a payment works from grant to refund in every spelling of amounts and fields [every-spelling-to-the-refund]', async () => {
    for (const amounts of ['asSent', 'plain', 'twoDecimals'] as const) {
      control.setSwitches({ amounts, duplicateWindowMs: 0, payerFields: amounts !== 'plain' });
      const bkash = client();
      const invoice = `INV-${amounts}`;
      const created = valueOf(await bkash.create(order(invoice)));
      const { paymentId, signature } = created;
      const back = new URL(control.approve(paymentId, firstWallet));
      expect(back.searchParams.get('signature')).toBe(signature);
      expect(valueOf(await bkash.query(paymentId))).toMatchObject({
        status: 'Initiated',
        verification: 'Complete',
        trxId: null,
      });
      const executed = valueOf(await bkash.execute(paymentId, alwaysSent));
      const { trxId } = executed;
      if (trxId === null) throw new Error('A completed payment has its trxID.');
      const paid = { paymentId, trxId, status: 'Completed', amountPoisha: 59_950n, currency: 'BDT', invoice };
      expect(executed).toMatchObject({ ...paid, completedAt: expect.any(Date) });
      expect(valueOf(await bkash.query(paymentId))).toMatchObject({ ...paid, verification: 'Complete' });
      expect(valueOf(await bkash.search(trxId))).toMatchObject({ trxId, amountPoisha: 59_950n });

      const refund = (amountPoisha: bigint) =>
        bkash.refund({ paymentId, trxId, amountPoisha, sku: 'credits', reason: 'asked for' }, alwaysSent);
      const first = valueOf(await refund(9_950n));
      expect(first).toMatchObject({ completed: true, amountPoisha: 9_950n });
      expect(await refund(50_001n)).toMatchObject({ failure: { kind: 'refused' } });
      const second = valueOf(await refund(50_000n));
      expect(valueOf(await bkash.refundStatus({ paymentId, trxId }))).toEqual({
        originalTrxId: trxId,
        originalAmountPoisha: 59_950n,
        refunds: [first, second].map((item) => expect.objectContaining({ refundTrxId: item.refundTrxId })),
      });
    }
    expect(control.tokenCalls()).toHaveLength(1);
  });

  it('a payment whose answer is lost after the debit is unknown, sent once, and found by a query', async () => {
    const bkash = client();
    const paymentId = await approved(bkash, 'INV-1');
    control.addFault({ kind: 'dropAfterCommit', operation: 'execute' });
    expect(await bkash.execute(paymentId, alwaysSent)).toMatchObject({ failure: { kind: 'unknown' } });
    expect(control.calls('execute')).toHaveLength(1);
    expect(valueOf(await bkash.query(paymentId))).toMatchObject({
      status: 'Completed',
      amountPoisha: 59_950n,
    });
    expect(control.ledger()).toHaveLength(1);
  });

  it('a payment continues with one new token if bKash drops the old one [dropped-token]', async () => {
    const bkash = client();
    const paymentId = await approved(bkash, 'INV-1');
    control.revokeTokens();
    expect(await bkash.execute(paymentId, alwaysSent)).toMatchObject({ ok: true });
    expect(control.tokenCalls()).toHaveLength(2);
    expect(control.ledger()).toHaveLength(1);
  });
});

describe('the bKash token', () => {
  it('the token is granted once for 200 payments of four processes, cold starts included [one-grant-for-many]', async () => {
    const clients = [client(), client(), client(), client()];
    const create = (bkash: Bkash | undefined, index: number) =>
      (bkash ?? client()).create(order(`INV-${index}`));
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => create(clients[index % 5], index)),
    );
    expect(answers.flatMap((answer) => (answer.ok ? [] : [answer.failure]))).toEqual([]);
    expect(control.payments()).toHaveLength(200);
    expect(control.tokenCalls()).toHaveLength(1);
  });

  it('the token is never requested so often that bKash blocks the merchant, even over a day of drops and lost grants', async () => {
    control.setSwitches({ grantsPerHourMax: 2 });
    const bkash = client();
    for (let quarter = 0; quarter < 96; quarter += 1) {
      if (quarter % 3 === 0) control.revokeTokens();
      if (quarter % 7 === 0) control.addFault({ kind: 'dropAfterCommit', operation: 'grant' });
      await bkash.create(order(`INV-${quarter}`));
      control.clearFaults();
      control.moveClock({ advanceMs: 15 * 60_000 });
    }
    expect(control.tokenCalls().filter(({ issued }) => !issued)).toEqual([]);
    expect(control.payments().length).toBeGreaterThan(0);
  });
});

describe('a notice', () => {
  it('a genuine notice of the simulator is believed, and every kind of forgery is rejected', async () => {
    const verdicts: IpnVerdict[] = [];
    const fetchCertificate = createCertificateFetch();
    const receiver = createServer(async (request, response) => {
      const headers = new Headers(
        Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const trust = { topicArn: merchant.topicArn, fetchCertificate, certificateHost: baseUrl };
      verdicts.push(await verifyIpn(await text(request), headers, trust));
      response.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    // A server on a TCP port has an address of this kind.
    const { port } = receiver.address() as AddressInfo;
    control.setIpn({ target: `http://127.0.0.1:${port}/` });
    const bkash = client();
    await control.subscribe();
    expect(verdicts.splice(0)).toMatchObject([{ type: 'SubscriptionConfirmation' }]);
    for (const signatureVersion of ['1', '2'] as const) {
      control.setSwitches({ signatureVersion, duplicateWindowMs: 0 });
      const paymentId = await approved(bkash, `INV-${signatureVersion}`);
      const { trxId } = valueOf(await bkash.execute(paymentId, alwaysSent));
      await until('the notice', () => verdicts.length === 1);
      expect(verdicts.splice(0)).toMatchObject([
        {
          type: 'Notification',
          payment: { trxId, invoice: `INV-${signatureVersion}`, amountPoisha: 59_950n },
        },
      ]);
      for (const forgery of forgeries) await control.forge(paymentId, forgery);
      expect(verdicts.splice(0)).toEqual(
        forgeries.map(() => ({ rejected: expect.any(String), temporary: false })),
      );
    }
    receiver.close();
  });
});
