/**
 * Payments under stress on real processes: hundreds of them, with lost answers, forgeries, impatient payers, and `kill
 * -9` of worker, API and PostgreSQL. bKash's books decide. PAYMENT_SEED repeats the plan, PAYMENT_STORM sets its size:
 * a part of the payments in CI, 500 with `DEPTH=all`.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '#contracts/limits.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { sandboxBkash } from '#temporal/local/sandbox-bkash.ts';
import { isFull } from '#tests/harness/depth.ts';
import { newStackCustomer } from '#tests/harness/stack-customers.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';
import { bkashCredentials } from '#tests/sandbox/bkash/merchant.ts';
import { serveBkash, type ServedBkash } from '#tests/sandbox/bkash/serve.ts';
import type { CallNote } from '#tests/sandbox/bkash/state.ts';
import { executeProblems, moneyOf, paymentProblems } from './payment-audit.ts';
import { misfortunesOf, plansOf } from './payment-plans.ts';
import { playStorm, stormWallet } from './payment-actors.ts';

const seed = Number(process.env['PAYMENT_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const payments = Number(process.env['PAYMENT_STORM'] ?? (isFull ? 500 : 50));
const CUSTOMERS = 20;
/** The 26 hours of a purchase's timetable pass within 70 s. */
const MINUTE_MS = 45;
const DECIDED_TIMEOUT_MS = 300_000;
const TIMEOUT_MS = 900_000;
const WATCH_EVERY_MS = 200;
/** Even a small storm must meet more kinds of faults than this. */
const FAULTS_MIN = 5;
/** Enough for a wallet's payments during the whole storm. */
const WALLET_POISHA = 1_000_000_000;
const PASSWORD = 'demo1234';

let bkash: ServedBkash;
let stack: TestStack;
let customers: Customer[];

beforeAll(async () => {
  bkash = await serveBkash();
  stack = await startTestStack({
    LOG_LEVEL: 'debug',
    PURCHASE_MINUTE_MS: String(MINUTE_MS),
    ...sandboxBkash(bkash.url),
    BKASH_URL: bkash.url,
  });
  bkash.control.setIpn({ target: `${stack.app}/api/bkash/ipn` });
  customers = await Promise.all(Array.from({ length: CUSTOMERS }, (_, index) => newCustomer(index)));
});
afterAll(() => bkash.stop());

/** A new customer with the demo customer's password. */
async function newCustomer(index: number): Promise<Customer> {
  for (const nth of [0, 1] as const)
    bkash.control.setWallet(stormWallet(index, nth), { poisha: WALLET_POISHA });
  return newStackCustomer(stack);
}

/**
 * The simulator's log keeps only the latest calls, so they are collected here; rate limits are lifted so that no test
 * waits for one.
 */
function watch(): { executes: Set<CallNote>; faults: Set<string>; stop: () => void } {
  const executes = new Set<CallNote>();
  const faults = new Set<string>();
  const look = (): void => {
    for (const call of bkash.control.calls()) {
      if (call.operation === 'execute') executes.add(call);
      if (call.fault) faults.add(`${call.operation} ${call.fault}`);
    }
    stack.db.$executeRaw`DELETE FROM rate_limits`.catch(() => undefined);
  };
  const timer = setInterval(look, WATCH_EVERY_MS);
  return {
    executes,
    faults,
    stop: () => {
      clearInterval(timer);
      look();
    },
  };
}

/** PostgreSQL may be restarting. */
const isDecided = async (): Promise<boolean> => {
  const { db } = stack;
  const open = await Promise.all([
    db.paymentAttempt.count({ where: { endedAt: null } }),
    db.paymentRefund.count({ where: { state: { in: ['pending', 'unknown'] } } }),
  ]).catch(() => [1]);
  const isExecuting = bkash.control.payments().some(({ state }) => state === 'EXECUTING');
  return open.every((count) => count === 0) && !isExecuting;
};

it(
  'every debited payment is credited or refunded exactly once, no other is, and all books agree [books-agree-after-faults]',
  async () => {
    console.log(`PAYMENT_SEED=${seed} PAYMENT_STORM=${payments}`);
    const { control } = bkash;
    const before = moneyOf(control);
    const watched = watch();
    const misfortunes = misfortunesOf(seed, payments, ['worker', 'api', 'postgres', 'token'] as const);
    const happening: Promise<void>[] = [];
    const surprises: string[] = [];
    await playStorm(
      {
        app: stack.app,
        control,
        customers,
        surprises,
        onBegin: (begun) => {
          for (const { name } of misfortunes.filter(({ after }) => after === begun)) {
            if (name === 'token') control.revokeTokens();
            else happening.push(stack.kill(name));
          }
        },
      },
      plansOf(seed, payments),
    );
    await Promise.all(happening);
    await until('every payment to be decided', isDecided, DECIDED_TIMEOUT_MS);
    watched.stop();

    expect(surprises).toEqual([]);
    expect(await paymentProblems(stack.db, control, before)).toEqual([]);
    const settleMs = limits.executeSettleMinutes * MINUTE_MS;
    expect(executeProblems([...watched.executes], settleMs)).toEqual([]);
    expect(await stack.db.paymentOpenEnd.count({ where: { closedAt: null } })).toBe(0);
    expect(control.tokenCalls().length).toBeLessThanOrEqual(2);
    expect(control.tokenCalls().filter(({ issued }) => !issued)).toEqual([]);
    // Guards against a storm in which nothing was tried.
    expect(control.ledger().length).toBeGreaterThan(payments / 4);
    expect(watched.faults.size).toBeGreaterThan(FAULTS_MIN);
    expect(await secretsInLogs()).toEqual([]);
  },
  TIMEOUT_MS,
);

/** Searches the logs at their most verbose level, and what is stored of bKash's calls. */
async function secretsInLogs(): Promise<string[]> {
  const { control } = bkash;
  const logs = await Promise.all(
    ['api.log', 'worker.log'].map((name) => readFile(path.join(stack.directory, name), 'utf8')),
  );
  const calls = await stack.db.bkashCall.findMany({ select: { request: true, response: true } });
  const logged = [...logs, JSON.stringify(calls)].join('\n');
  const payersSecrets = control.payments().flatMap(({ signature, hash }) => [signature, hash]);
  const wallets = customers.flatMap((_, index) => [stormWallet(index, 0), stormWallet(index, 1)]);
  const secrets = [...Object.values(bkashCredentials), 'eyJ', PASSWORD, ...payersSecrets, ...wallets];
  expect(logged.length).toBeGreaterThan(0);
  return secrets.filter((secret) => logged.includes(secret));
}
