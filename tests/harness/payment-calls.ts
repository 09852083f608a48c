/**
 * The application with its workers and bKash's simulator: `const payments = await startPayments()` at a file's top
 * level, then `const ana = await payments.customer()`.
 */
import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { afterAll, expect } from 'vitest';
import { createApp } from '#api/app.ts';
import type { Deps } from '#api/deps.ts';
import { balancesOf } from '#api/domain/credits/ledger.ts';
import type { CreatedPaymentAnswer, QueriedPaymentAnswer } from '#contracts/calls/payments-answers.ts';
import { freePort } from '#temporal/local/ports.ts';
import { bkashCredentials, firstWallet, merchant } from '#tests/sandbox/bkash/merchant.ts';
import { serveBkash } from '#tests/sandbox/bkash/serve.ts';
import type { Answer } from './app.ts';
import { until } from './until.ts';
import { startAppWithWorkers, type TestApp } from './worker.ts';

export type Payments = Awaited<ReturnType<typeof startPayments>>;
export type Payer = Awaited<ReturnType<Payments['customer']>>;

/** One minute of a purchase's timetable, shortened; bKash's page is queried after two of them. */
const MINUTE_MS = 1_000;

export async function startPayments(env: Record<string, string> = {}, deps: Partial<Deps> = {}) {
  const simulator = await serveBkash();
  afterAll(() => simulator.stop());
  const { control } = simulator;
  const app = await startAppWithWorkers(
    {
      BKASH_URL: simulator.url,
      BKASH_USERNAME: bkashCredentials.username,
      BKASH_PASSWORD: bkashCredentials.password,
      BKASH_APP_KEY: bkashCredentials.appKey,
      BKASH_APP_SECRET: bkashCredentials.appSecret,
      BKASH_IPN_TOPIC: merchant.topicArn,
      BKASH_IPN_CERTIFICATE_URL: simulator.url,
      PURCHASE_MINUTE_MS: String(MINUTE_MS),
      ...env,
    },
    deps,
  );
  control.setIpn({ target: await served(app), held: true });
  // In these tests one wallet pays the same amount many times.
  control.setSwitches({ duplicateWindowMs: 0 });
  return { app, control, customer: () => newPayer(app) };
}

/** Notices arrive over the network; all other calls are made within the process. */
async function served(app: TestApp): Promise<string> {
  const port = await freePort();
  const server = serve({ fetch: createApp(app.deps).fetch, hostname: '127.0.0.1', port });
  await once(server, 'listening');
  afterAll(() => void server.close());
  return `http://127.0.0.1:${port}/api/bkash/ipn`;
}

async function newPayer(app: TestApp) {
  const account = await app.signUpAndVerify();
  const { cookie, id } = account;
  const create = (
    request: { amount?: number; number?: string; origin?: string; credits?: number; another?: boolean } = {},
  ): Promise<Answer> =>
    app.post(
      '/api/bkash/create-payment',
      {
        amount: request.amount ?? 500,
        merchantInvoiceNumber: request.number ?? crypto.randomUUID(),
        ...(request.origin ? { origin: request.origin } : {}),
        ...(request.credits === undefined ? {} : { credits: request.credits }),
        ...(request.another ? { another: true } : {}),
      },
      cookie,
    );
  const query = async (paymentID: string): Promise<QueriedPaymentAnswer> => {
    const answer = await app.post('/api/bkash/query-payment', { paymentID }, cookie);
    expect(answer, answer.text).toMatchObject({ status: 200, body: { success: true } });
    return answer.body as QueriedPaymentAnswer;
  };
  return {
    ...account,
    create,
    query,
    created: async (request: Parameters<typeof create>[0] = {}): Promise<CreatedPaymentAnswer> => {
      const answer = await create(request);
      expect(answer, answer.text).toMatchObject({ status: 200, body: { success: true } });
      return answer.body as CreatedPaymentAnswer;
    },
    /** Queries as the dialog does, until bKash's result is known. */
    ended: async (paymentID: string): Promise<QueriedPaymentAnswer> => {
      let last = await query(paymentID);
      await until(`payment ${paymentID} to end`, async () => {
        last = await query(paymentID);
        return last.transactionStatus !== 'Initiated';
      });
      return last;
    },
    get: async (path: string): Promise<Record<string, unknown>> => (await app.get(path, cookie)).body,
    credits: async (): Promise<number> =>
      Number((await balancesOf(app.deps.db, id)).availableHundredths) / 100,
  };
}

/** The path to which a payer's browser is sent back, without the host, so that it can be called within the process. */
export const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address);
  return pathname + search;
};

/** Makes a payment of 500 BDT for 1000 credits: its payer approves it and returns, and the payment completes. */
export async function paidPayment(payments: Payments, payer: Payer): Promise<QueriedPaymentAnswer> {
  const { paymentID } = await payer.created();
  await payments.app.get(pathOf(payments.control.approve(paymentID, firstWallet)));
  const paid = await payer.ended(paymentID);
  expect(paid.transactionStatus).toBe('Completed');
  return paid;
}
