/**
 * One bank's desk falls silent in the middle of a claim, or answers slowly, while claims at both banks are under way; the
 * worker may be killed meanwhile. The other bank's job is not held up, and each bank has exactly its own claims, once.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { adjustCredits, verifyLedger } from '#api/domain/credits/ledger.ts';
import type { JobDetail, StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import { services } from '#services/catalogue.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { adjustment } from '#tests/factories.ts';
import { CLAIMS, CLAIMS_SERVICE, DELTA } from '#tests/harness/banks.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { JOB_TIMEOUT_MS } from '#tests/harness/resting-jobs.ts';
import { creditsLeft, previewSheet, template } from '#tests/harness/stack-samples.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';

const FIRST = 'lien-bank';
const FIRST_DESK = 'bank-ci';
const DELTA_DESK = 'bank-ci-delta';
const CLAIM_CREDITS = 3;
/** The desk is silent until the test clears its faults. */
const SILENT_MS = 600_000;
/** So slow that the other bank's job begins while a claim is under way here. */
const SLOW_MS = 2_000;
const TEST_MS = 2 * JOB_TIMEOUT_MS;

let stack: TestStack;
let customer: Customer;

beforeAll(async () => {
  stack = await startTestStack();
  customer = await stack.demo();
  await adjustCredits(stack.db, adjustment(customer.userId, 'add', 1_000_000n));
  for (const login of ['bank_cash_incentive', `bank_cash_incentive:${DELTA}`])
    await customer.saveLogin(login, 'padma', 'padma1234');
});
afterEach(() => stack.control('DELETE', '/faults'));

async function claimAt(bankKey: string): Promise<string> {
  const service = services.find(({ id }) => id === CLAIMS_SERVICE);
  if (!service) throw new Error('There is no service for claims.');
  const preview = await previewSheet(customer, service, await template(customer, service, 'csv'));
  const body = new FormData();
  body.set('serviceId', preview.serviceId);
  body.set('uploadId', preview.uploadId);
  body.set('totalCredits', String(preview.totalCredits));
  body.set('bankKey', bankKey);
  const headers = { 'idempotency-key': randomUUID() };
  const { jobId } = await customer.call<StartedJob>('/api/process-automation', {
    method: 'POST',
    headers,
    body,
  });
  return jobId;
}

const ended = (jobId: string): Promise<JobDetail> => customer.follow(jobId, JOB_TIMEOUT_MS);
const filedAt = async (desk: string): Promise<(string | undefined)[]> =>
  (await stack.journal(desk)).filter(({ kind }) => kind === 'commit').map(({ key }) => key);
const heldAtDelta = async (kind: string): Promise<boolean> =>
  (await stack.held()).some((held) => held.portal === DELTA_DESK && held.kind === kind);
const fault = (given: object): Promise<void> =>
  stack.control('POST', '/faults', { portal: DELTA_DESK, ...given });

type Trouble = { before: () => Promise<void>; begun: () => Promise<void>; lasts: () => Promise<void> };

/** The desk has read the request that files a claim, and from then on answers nothing at all. */
const silence: Trouble = {
  before: () => fault({ kind: 'store-late', route: 'submit', ms: SILENT_MS }),
  begun: async () => {
    await until('a claim to be held', () => heldAtDelta('store-late'));
    await fault({ kind: 'freeze', ms: SILENT_MS });
  },
  lasts: async () => {
    expect(await heldAtDelta('store-late'), 'the claim is still held').toBe(true);
    expect(await filedAt(DELTA_DESK)).toEqual([]);
  },
};

const slowness: Trouble = {
  before: () => fault({ kind: 'slow', ms: SLOW_MS, times: -1 }),
  begun: () => until('the desk to be slow', () => heldAtDelta('slow')),
  lasts: async () => undefined,
};

/** Kills the worker when the other bank has taken a claim. */
async function killAmidClaims(): Promise<void> {
  await until('a claim at the other bank', async () => (await filedAt(FIRST_DESK)).length > 0);
  await stack.kill('worker');
}

const cases = [
  ['falls silent in the middle of a claim', 'goes on', silence, undefined],
  ['falls silent in the middle of a claim', 'is killed', silence, killAmidClaims],
  ['answers slowly', 'is killed', slowness, killAmidClaims],
] as const;

it.each(todaysShare(cases))(
  'a bank whose desk %s while the worker %s holds up no claim at another bank, and each has its own claims once',
  async (_, _worker, trouble, interrupt) => {
    await stack.seed();
    const before = await creditsLeft(customer);
    await trouble.before();
    const atDelta = await claimAt(DELTA);
    await trouble.begun();
    const [first] = await Promise.all([claimAt(FIRST).then(ended), interrupt?.()]);
    expect(first).toMatchObject({ state: 'completed', rowsSucceeded: CLAIMS });
    await trouble.lasts();
    await stack.control('DELETE', '/faults');
    expect(await ended(atDelta)).toMatchObject({ state: 'completed', rowsSucceeded: CLAIMS });
    for (const desk of [FIRST_DESK, DELTA_DESK]) {
      const filed = await filedAt(desk);
      expect(new Set(filed).size, desk).toBe(CLAIMS);
      expect(filed, desk).toHaveLength(CLAIMS);
    }
    const credits = before.credits - 2 * CLAIMS * CLAIM_CREDITS;
    expect(await creditsLeft(customer)).toMatchObject({ credits, reservedCredits: 0 });
    expect(await verifyLedger(stack.db)).toEqual([]);
  },
  TEST_MS,
);
