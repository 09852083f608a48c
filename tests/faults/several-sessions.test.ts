/** A worker that is killed or frozen while its job works in four sessions: no row is lost, and none is paid twice. */
import { beforeAll, expect, it } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import type { JobDetail } from '#contracts/calls/jobs/jobs-answers.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { knownContainers, trackingSheet } from '#tests/harness/containers.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';

const PORTAL = 'maersk-track';
const ROWS = 60;
const SESSIONS = 4;
const COST_CREDITS = 1;
/** So slow that a killed or frozen worker leaves look-ups unanswered. */
const ANSWER_MS = 700;
const JOB_TIMEOUT_MS = 180_000;
/** Longer than a silent worker keeps its places. */
const FROZEN_MS = 45_000;

let stack: TestStack;
let customer: Customer;
beforeAll(async () => {
  stack = await startTestStack();
  customer = await stack.demo();
  const slow = { portal: PORTAL, kind: 'slow', route: 'api', ms: ANSWER_MS, times: -1 };
  await stack.control('POST', '/faults', slow);
});

/** Works the job, and lets `interrupt` happen once while it works in four sessions. */
async function workedDespite(
  numbers: readonly string[],
  interrupt: () => Promise<void>,
): Promise<{ job: JobDetail; interrupted: Promise<void> }> {
  const { jobId } = await customer.start(
    await customer.preview('damco-tracking-maersk', trackingSheet(numbers)),
  );
  let interrupted: Promise<void> | null = null;
  const job = await customer.follow(jobId, JOB_TIMEOUT_MS, async ({ rowsDone }) => {
    if (interrupted || rowsDone < SESSIONS || (await stack.held()).length < SESSIONS) return;
    interrupted = interrupt();
  });
  if (!interrupted) throw new Error('The job was never seen to work in four sessions.');
  return { job, interrupted };
}

async function expectEachRowOnce(job: JobDetail, numbers: readonly string[]): Promise<void> {
  expect(job).toMatchObject({ status: 'completed', rowsSucceeded: ROWS, creditsUsed: ROWS * COST_CREDITS });
  const rows = await customer.rows(job.jobId);
  expect(rows.map(({ portalReference, charged }) => [portalReference, charged])).toEqual(
    numbers.map((number) => [number, true]),
  );
  const asked = (await stack.journal(PORTAL)).flatMap(({ key }) =>
    numbers.includes(key ?? '') ? [key] : [],
  );
  expect(new Set(asked).size).toBe(ROWS);
  // Only the rows in work at the interruption are looked up again.
  expect(asked.length).toBeLessThanOrEqual(ROWS + 2 * SESSIONS);
  expect(await verifyLedger(stack.db)).toEqual([]);
}

it(
  'a job in four sessions survives kill -9 of its worker: it gets and pays for each row once, in order',
  async () => {
    const numbers = knownContainers(ROWS, 200_000);
    const { job, interrupted } = await workedDespite(numbers, () => stack.kill('worker'));
    await interrupted;
    await expectEachRowOnce(job, numbers);
  },
  JOB_TIMEOUT_MS + 60_000,
);

it(
  'a job in four sessions whose worker freezes goes on with another worker, and the thawed one does no row again',
  async () => {
    const numbers = knownContainers(ROWS, 300_000);
    const { job, interrupted } = await workedDespite(numbers, async () => {
      const frozen = stack.freeze('worker', FROZEN_MS);
      const stopOther = await stack.addWorker();
      await frozen;
      await stopOther();
    });
    await interrupted;
    await expectEachRowOnce(job, numbers);
    expect(await stack.db.portalExtraPlaces.count()).toBe(0);
  },
  JOB_TIMEOUT_MS + FROZEN_MS + 60_000,
);
