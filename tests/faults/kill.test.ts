/** `kill -9` of each real process at several points of a running 60-row job: the job ends correctly without help. */
import { describe, expect, it, beforeAll } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import type { JobDetail } from '#contracts/calls/jobs/jobs-answers.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';

const ROWS = 60;
const COST_CREDITS = 0.5;
const JOB_TIMEOUT_MS = 180_000;
/** Rows done when the process is killed: at the start, in the middle, near the end. */
const KILL_POINTS = [1, 25, 52];
/** So slow that a process is back before the job has reached the next point. */
const ANSWER_MS = 600;

/** Each part has its own serials; one part a day runs in CI. */
const parts = [
  ['worker', 100_000],
  ['api', 100_100],
  ['postgres', 100_200],
  ['temporal', 100_300],
] as const;

let stack: TestStack;
let customer: Customer;

beforeAll(async () => {
  stack = await startTestStack();
  customer = await stack.demo();
  await customer.saveLogin('bangladesh_bank_exp', 'padma', 'padma1234');
  const slow = { portal: 'bb-exp', kind: 'slow', route: 'pdf', ms: ANSWER_MS, times: -1 };
  await stack.control('POST', '/faults', slow);
});

const serialOf = (first: number, index: number): string => String(first + index).padStart(6, '0');

/** No two runs share serials, so that the journal can be searched by them. */
function sheet(first: number): File {
  const lines = Array.from({ length: ROWS }, (_, index) => `1084,${serialOf(first, index)},2026`);
  return new File([['ad_code,exp_serial,exp_year', ...lines].join('\n')], `exp-${first}.csv`);
}

/** `killedAt` are the rows done at each kill. */
async function runWithKills(
  part: Parameters<TestStack['kill']>[0],
  first: number,
): Promise<{ job: JobDetail; killedAt: number[] }> {
  const { jobId } = await customer.start(await customer.preview('exp-search', sheet(first)));
  const points = [...KILL_POINTS];
  const killedAt: number[] = [];
  const job = await customer.follow(jobId, JOB_TIMEOUT_MS, async ({ rowsDone, finishedAt }) => {
    if (points[0] === undefined || rowsDone < points[0] || finishedAt) return;
    while (points[0] !== undefined && rowsDone >= points[0]) points.shift();
    await stack.kill(part);
    killedAt.push(rowsDone);
  });
  return { job, killedAt };
}

describe('a running job survives', () => {
  it.each(todaysShare(parts))(
    'a running job survives kill -9 of the %s: it gets and pays for each EXP once, and the ledger balances',
    async (part, first) => {
      const before = await customer.read<{ user: { credits: number } }>(`/api/users/${customer.userId}`);
      const { job, killedAt } = await runWithKills(part, first);

      expect(killedAt, 'one kill at each point').toHaveLength(KILL_POINTS.length);
      expect(job).toMatchObject({
        status: 'completed',
        rowsDone: ROWS,
        rowsSucceeded: ROWS,
        creditsUsed: ROWS * COST_CREDITS,
      });
      const rows = await customer.rows(job.jobId);
      expect(rows.map((row) => [row.outcome, row.charged, row.documents.length])).toEqual(
        Array.from({ length: ROWS }, () => ['SUCCESS', true, 1]),
      );
      const fetched = (await stack.journal()).map((entry) => JSON.stringify(entry));
      for (let index = 0; index < ROWS; index += 1) {
        expect(
          fetched.some((entry) => entry.includes(serialOf(first, index))),
          serialOf(first, index),
        ).toBe(true);
      }
      const after = await customer.read<{ user: { credits: number; reservedCredits: number } }>(
        `/api/users/${customer.userId}`,
      );
      expect(after.user.credits).toBe(before.user.credits - ROWS * COST_CREDITS);
      expect(after.user.reservedCredits).toBe(0);
      expect(await verifyLedger(stack.db)).toEqual([]);
    },
    JOB_TIMEOUT_MS + 60_000,
  );
});
