/** A storm of payments on the real processes: payers who behave in every way, over a bKash that loses answers. */
import { randomUUID } from 'node:crypto';
import type { CreatedPaymentAnswer } from '#contracts/payments.ts';
import type { Customer } from '#temporal/local/customer.ts';
import type { LedgerEntry, Payment, TokenNote } from '#tests/sandbox/bkash/state.ts';

/** A browser repeats what a server that is being started again did not take. */
const PATIENCE_MS = 90_000;
const RETRY_MS = 500;
const CREATES_MAX = 4;

/** What the payer does; the first ones are commoner, as they are in life. */
const manners = [
  'pays',
  'pays',
  'pays',
  'pays, and loads the return page again and again',
  'closes the window after the PIN',
  'pays two payments of one order',
  'cancels',
  'cancels, and rewrites the address to success',
  'claims success without paying',
  'leaves the page',
  'pays from an empty wallet',
] as const;
type Manner = (typeof manners)[number];

/** Faults of bKash: what is done all the same, and what is not. */
const faults: readonly [object, ...object[]] = [
  { operation: 'execute', kind: 'dropAfterCommit' },
  { operation: 'execute', kind: 'dropBefore' },
  { operation: 'execute', kind: 'http', status: 503, commit: true },
  { operation: 'execute', kind: 'statusCode', code: '9999', commit: true },
  { operation: 'execute', kind: 'html', commit: false },
  { operation: 'execute', kind: 'malformed', commit: true },
  { operation: 'query', kind: 'dropBefore' },
  { operation: 'query', kind: 'http', status: 500 },
  { operation: 'query', kind: 'malformed' },
  { operation: 'create', kind: 'dropAfterCommit' },
  { operation: 'create', kind: 'http', status: 503 },
  { operation: 'refund', kind: 'dropAfterCommit' },
];

type Random = { below: (count: number) => number };

/** A small generator with a seed, so that a storm can be repeated. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return {
    below: (count) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * count);
    },
  };
}

function pick<T>(random: Random, list: readonly [T, ...T[]]): T {
  return list[random.below(list.length)] ?? list[0];
}

export type BkashControl = ReturnType<typeof bkashControl>;

/** The simulator's control API in the sandbox process. */
export function bkashControl(sandbox: string) {
  const call = async <Answer>(method: string, route: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${sandbox}/bkash/__control${route}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  };
  return {
    wallet: (msisdn: string, poisha: number) => call('POST', `/wallets/${msisdn}`, { poisha }),
    switches: (change: object) => call('POST', '/switches', change),
    fault: (fault: object) => call('POST', '/faults', fault),
    clearFaults: () => call('DELETE', '/faults'),
    approve: (paymentID: string, wallet: string) =>
      call<Return>('POST', `/payments/${paymentID}/approve`, { wallet }),
    cancel: (paymentID: string) => call<Return>('POST', `/payments/${paymentID}/cancel`),
    books: async (): Promise<BkashBooks> => {
      const { payments } = await call<{ payments: Payment[] }>('GET', '/payments');
      const { entries } = await call<{ entries: LedgerEntry[] }>('GET', '/ledger');
      const { calls } = await call<{ calls: TokenNote[] }>('GET', '/tokens');
      return { payments, entries, tokens: calls };
    },
    deliver: () => call('POST', '/ipn/deliver', { newestFirst: true, times: 2 }),
    forge: (paymentID: string) => call('POST', '/ipn/forge', { paymentID, kind: 'alteredBody' }),
  };
}

/** Where the payer's browser is sent. */
type Return = { redirectUrl: string };
/** What bKash has written down. */
type BkashBooks = { payments: Payment[]; entries: LedgerEntry[]; tokens: TokenNote[] };

type Storm = { app: string; control: BkashControl; random: Random };

/** One payer's whole visit; answers how it behaved. */
export async function pay(storm: Storm, customer: Customer, index: number): Promise<Manner> {
  const { control, random } = storm;
  const manner = pick(random, manners);
  const amount = 50 + random.below(400);
  const wallet = manner === 'pays from an empty wallet' ? '01823074817' : walletOf(index);
  if (random.below(2) === 0) await control.fault(pick(random, faults));
  const order = randomUUID();
  const paymentID = await create(customer, { amount, order });
  if (!paymentID) return manner;
  const come = (address: string): Promise<void> => comeBack(storm.app, address);
  switch (manner) {
    case 'leaves the page':
      break;
    case 'claims success without paying':
      await come(`/api/bkash/callback?paymentID=${paymentID}&status=success`);
      await control.forge(paymentID);
      break;
    case 'cancels':
      await come((await control.cancel(paymentID)).redirectUrl);
      break;
    case 'cancels, and rewrites the address to success':
      await come((await control.cancel(paymentID)).redirectUrl.replace('status=cancel', 'status=success'));
      break;
    case 'closes the window after the PIN':
      await control.approve(paymentID, wallet);
      break;
    case 'pays two payments of one order':
      await payTwice(storm, customer, { amount, order, wallet, paymentID });
      break;
    case 'pays, and loads the return page again and again': {
      const address = (await control.approve(paymentID, wallet)).redirectUrl;
      await Promise.all([come(address), come(address), come(address)]);
      break;
    }
    case 'pays':
    case 'pays from an empty wallet':
      await come((await control.approve(paymentID, wallet)).redirectUrl);
  }
  return manner;
}

/** The first page is left open while the order is paid a second time. */
async function payTwice(
  storm: Storm,
  customer: Customer,
  given: { amount: number; order: string; wallet: string; paymentID: string },
): Promise<void> {
  const { control, app } = storm;
  const cancelled = `/api/bkash/callback?paymentID=${given.paymentID}&status=cancel`;
  // A payer's claim to have given up, made while bKash still waits: another payment may be begun.
  await comeBack(app, cancelled);
  const second = await create(customer, given);
  const first = (await control.approve(given.paymentID, given.wallet)).redirectUrl;
  if (second && second !== given.paymentID)
    await comeBack(app, (await control.approve(second, given.wallet)).redirectUrl);
  await comeBack(app, first);
}

export const WALLETS = 20;
export const walletOf = (index: number): string =>
  `0171${String(1_000_000 + (index % WALLETS)).padStart(7, '0')}`;

/** Null when bKash refused or lost every try: the payer gives up. */
async function create(customer: Customer, given: { amount: number; order: string }): Promise<string | null> {
  const body = JSON.stringify({ amount: given.amount, merchantInvoiceNumber: given.order });
  const headers = { 'content-type': 'application/json' };
  for (let tries = 0; tries < CREATES_MAX; tries += 1) {
    try {
      const answer = await patiently(() =>
        customer.call<CreatedPaymentAnswer>('/api/bkash/create-payment', { method: 'POST', headers, body }),
      );
      return answer.paymentID;
    } catch (error) {
      if (/already paid/.test(String(error))) return null;
    }
  }
  return null;
}

/** A browser that is sent back, to a server that may be starting again at that moment. */
async function comeBack(app: string, address: string): Promise<void> {
  const url = new URL(address, app);
  await patiently(async () => {
    const response = await fetch(`${app}${url.pathname}${url.search}`, { redirect: 'manual' });
    if (response.status >= 500) throw new TypeError(`The callback answered ${response.status}.`);
  });
}

/** Repeats what never reached a server; an answer of the server is an answer. */
async function patiently<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const deadlineMs = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof SyntaxError) || Date.now() > deadlineMs)
        throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
