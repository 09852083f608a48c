/** Hundreds of payments with faults of every kind on the real processes: what bKash debited is credited once, and nothing else. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { verifyLedger } from '#api/domain/ledger.ts';
import { signIn, type Customer } from '#temporal/local/customer.ts';
import { startTestStack, until, type TestStack } from '#tests/harness/stack.ts';
import { bkashCredentials } from '#tests/sandbox/bkash/merchant.ts';
import type { LedgerEntry } from '#tests/sandbox/bkash/state.ts';
import { bkashControl, pay, seeded, walletOf, WALLETS, type BkashControl } from './purchase-storm.ts';

const PAYMENTS = Number(process.env['PAYMENT_STORM'] ?? 500);
const SEED = Number(process.env['PAYMENT_STORM_SEED'] ?? Date.now() % 1_000_000);
const CUSTOMERS = Math.ceil(PAYMENTS / 12);
const IN_FLIGHT = 8;
/** 26 hours of a purchase's timetable pass in a bit more than a minute. */
const MINUTE_MS = 50;
const DECIDED_TIMEOUT_MS = 10 * 60_000;
const STORM_TIMEOUT_MS = 20 * 60_000;
const RICH_POISHA = 100_000_000;

let stack: TestStack;
let control: BkashControl;
let customers: Customer[];

beforeAll(async () => {
  stack = await startTestStack({
    PURCHASE_MINUTE_MS: String(MINUTE_MS),
    BKASH_EXECUTE_LATE: 'true',
    LOG_LEVEL: 'info',
  });
  control = bkashControl(stack.sandbox);
  await control.switches({ duplicateWindowMs: 0 });
  for (let n = 0; n < WALLETS; n += 1) await control.wallet(walletOf(n), RICH_POISHA);
  customers = [];
  for (let n = 0; n < CUSTOMERS; n += 1) customers.push(await newCustomer(n));
}, 240_000);

async function newCustomer(n: number): Promise<Customer> {
  const email = `payer${n}@storm.test`;
  const password = 'storm-1234';
  const response = await fetch(`${stack.app}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email,
      password,
      name: `Payer ${n}`,
      company: 'Storm Ltd.',
      mobile: '+8801711000000',
    }),
  });
  expect(response.status).toBe(200);
  await stack.db.user.update({ where: { email }, data: { emailVerified: true } });
  return signIn(stack.app, email, password);
}

/** Lanes of payers; each process is killed once on the way. */
async function storm(): Promise<void> {
  const random = seeded(SEED);
  const kills = (['worker', 'api', 'postgres'] as const).map((part, n) => ({
    part,
    at: Math.floor((PAYMENTS * (n + 1)) / 4),
  }));
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < PAYMENTS) {
      const index = next;
      next += 1;
      const kill = kills.find(({ at }) => at === index);
      if (kill) await stack.kill(kill.part);
      const customer = customers[index % customers.length];
      if (customer) await pay({ app: stack.app, control, random }, customer, index);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
}

const undecided = ['new', 'initiated', 'executing', 'unknown', 'duplicate'];

it(
  `${PAYMENTS} payments (seed ${SEED}): every debit is credited or sent back once, nothing else is credited, nothing stays undecided`,
  { timeout: STORM_TIMEOUT_MS },
  async () => {
    await storm();
    await control.clearFaults();
    await control.deliver();
    await until(
      'every payment to be decided',
      async () => (await stack.db.paymentAttempt.count({ where: { state: { in: undecided } } })) === 0,
      DECIDED_TIMEOUT_MS,
    );
    await until(
      'every refund to end',
      async () =>
        (await stack.db.paymentRefund.count({ where: { state: { in: ['pending', 'unknown'] } } })) === 0,
      DECIDED_TIMEOUT_MS,
    );

    const attempts = await stack.db.paymentAttempt.findMany({
      include: { transaction: true, refunds: true },
    });
    const { payments, entries } = await control.books();
    const debits = entries.filter(({ kind }) => kind === 'debit');
    const refunds = entries.filter(({ kind }) => kind === 'refund');
    const credited = await stack.db.ledgerTransfer.findMany({ where: { kind: 'purchase' } });
    const debitedIds = debits.map(({ paymentID }) => paymentID);
    const byPayment = new Map(attempts.map((attempt) => [attempt.paymentId, attempt]));

    // bKash debits no payment twice, and every debit has its attempt.
    expect(new Set(debitedIds).size).toBe(debits.length);
    for (const { paymentID, poisha, trxID } of debits) {
      const attempt = byPayment.get(paymentID ?? '');
      expect(attempt, `debit of ${paymentID}`).toBeDefined();
      expect(attempt).toMatchObject({ trxId: trxID, amount: BigInt(poisha) });
      const isCredited = credited.some(({ key }) => key === `purchase:${attempt?.id}`);
      const isSentBack = refunds.some((refund) => refund.paymentID === paymentID && refund.poisha === poisha);
      expect([isCredited, isSentBack].filter(Boolean), `debit of ${paymentID}`).toHaveLength(1);
    }
    // Nothing is credited that bKash did not debit, and no order twice.
    for (const { key, amount } of credited) {
      const attempt = attempts.find(({ id }) => key === `purchase:${id}`);
      expect(debitedIds).toContain(attempt?.paymentId);
      expect(amount).toBe(attempt?.credits);
    }
    const orders = attempts.filter(({ state }) => state === 'paid').map(({ orderId }) => orderId);
    expect(new Set(orders).size).toBe(orders.length);

    await expectTheBooksToAgree(debits, refunds);
    expect(payments.filter(({ state }) => state === 'COMPLETED')).toHaveLength(debits.length);
    expect(debits.length).toBeGreaterThan(PAYMENTS / 4);
  },
);

async function expectTheBooksToAgree(debits: LedgerEntry[], refunds: LedgerEntry[]): Promise<void> {
  const sum = (entries: LedgerEntry[]): number => entries.reduce((total, { poisha }) => total + poisha, 0);
  expect(await verifyLedger(stack.db)).toEqual([]);
  const completed = await stack.db.transaction.findMany({ where: { status: 'completed' } });
  const earned = completed.reduce((total, { amount }) => total + Number(amount), 0);
  expect(earned).toBe(sum(debits) - sum(refunds));
  const numbers = (await stack.db.transaction.findMany({ where: { receiptNumber: { not: null } } }))
    .map(({ receiptNumber }) => receiptNumber)
    .toSorted((a, b) => Number(a) - Number(b));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  const made = await stack.db.paymentRefund.findMany({ where: { state: 'done' } });
  expect(made).toHaveLength(refunds.length);
}

it('the storm asked for no more tokens than an hour allows', async () => {
  const { tokens } = await control.books();
  expect(tokens.filter(({ kind }) => kind === 'grant').length).toBeLessThanOrEqual(2);
});

it('no log of the storm holds a secret of the merchant', () => {
  const secrets = [bkashCredentials.password, bkashCredentials.appSecret, bkashCredentials.appKey];
  for (const file of readdirSync(stack.directory).filter((name) => name.endsWith('.log'))) {
    const text = readFileSync(path.join(stack.directory, file), 'utf8');
    for (const secret of secrets) expect(text.includes(secret), `${file} holds a secret`).toBe(false);
  }
});
