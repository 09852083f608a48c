/** One simulator for a test file, reset for each test, and the calls of a merchant with a valid token. */
import { afterAll, beforeEach } from 'vitest';
import { z } from 'zod';
import { bkashCredentials, firstWallet } from '#tests/sandbox/bkash/merchant.ts';
import { serveBkash } from '#tests/sandbox/bkash/serve.ts';

export const A = '/v1.2.0-beta/tokenized/checkout';
export const B = '/v2/tokenized-checkout';
export const wallet = firstWallet;
const ANSWER_MS = 10_000;

export const jsonObject = z.record(z.string(), z.unknown());
export type Answer = { status: number; body: Record<string, unknown> };

export async function post(
  url: string,
  sent: object,
  headers: Record<string, string> = {},
  timeoutMs = ANSWER_MS,
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(sent),
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, body: jsonObject.parse(await response.json()) };
}

const { username, password, appKey, appSecret } = bkashCredentials;
export const login = { username, password };
export const account = { app_key: appKey, app_secret: appSecret };
export const order = {
  mode: '0011',
  payerReference: 'user 7',
  callbackURL: 'http://127.0.0.1:9/back?order=7',
  amount: '10',
  currency: 'BDT',
  intent: 'sale',
  merchantInvoiceNumber: 'INV-1',
};

export const grant = (base: string): Promise<Answer> => post(`${base}${A}/token/grant`, account, login);

export async function signedIn(base: string): Promise<Record<string, string>> {
  return { authorization: String((await grant(base)).body['id_token']), 'x-app-key': appKey };
}

/** Use at the top of the file: `const { control, create } = await startBkash()`. */
export async function startBkash() {
  const bkash = await serveBkash();
  const { control, url } = bkash;
  let headers: Record<string, string> = {};
  const signIn = async (changes: { bearer?: boolean } = {}): Promise<Record<string, string>> => {
    headers = await signedIn(url);
    if (changes.bearer) headers['authorization'] = `Bearer ${headers['authorization']}`;
    return headers;
  };
  afterAll(() => bkash.stop());
  beforeEach(async () => {
    control.reset();
    await signIn();
  });

  const call = (place: string, sent: object, timeoutMs?: number): Promise<Answer> =>
    post(`${url}${place}`, sent, headers, timeoutMs);
  const create = (changes: object = {}): Promise<Answer> => call(`${A}/create`, { ...order, ...changes });
  const execute = (paymentID: string, timeoutMs?: number): Promise<Answer> =>
    call(`${A}/execute`, { paymentID }, timeoutMs);
  const created = async (changes: object = {}): Promise<string> =>
    String((await create(changes)).body['paymentID']);
  const approved = async (changes: object = {}, msisdn: string = wallet): Promise<string> => {
    const paymentID = await created(changes);
    control.approve(paymentID, msisdn);
    return paymentID;
  };
  return {
    url,
    control,
    signIn,
    call,
    create,
    execute,
    query: (paymentID: string): Promise<Answer> => call(`${A}/payment/status`, { paymentID }),
    created,
    approved,
    paid: async (changes: object = {}): Promise<{ paymentID: string; trxID: string }> => {
      const paymentID = await approved(changes);
      return { paymentID, trxID: String((await execute(paymentID)).body['trxID']) };
    },
    balance: (msisdn: string = wallet): number | undefined => control.wallets()[msisdn]?.poisha,
  };
}
