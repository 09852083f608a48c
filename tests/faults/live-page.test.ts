/** A worker that is killed or frozen while its customer works on a live page: the job asks again, and ends once. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import type { JobDetail } from '#contracts/calls/jobs/jobs-answers.ts';
import type { LiveInput } from '#contracts/jobs/live-pages.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { solvingInputs } from '#tests/harness/live-page.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';

const STORY_MS = 300_000;
const COST_CREDITS = 1.5;

let stack: TestStack;
let customer: Customer;
beforeAll(async () => {
  stack = await startTestStack();
  customer = await stack.demo();
}, STORY_MS);
beforeEach(() => stack.control('POST', '/faults', { portal: 'customs', kind: 'captcha-widget', times: -1 }));

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function started(number: string): Promise<string> {
  const text = `office_code,be_serial,be_number,be_year\n301,C,${number},2026`;
  const preview = await customer.preview('custom-tracking', new File([text], `bill-${number}.csv`));
  return (await customer.start(preview)).jobId;
}

async function questionId(jobId: string): Promise<string | undefined> {
  const { job } = await customer.read<{ job: JobDetail }>(`/api/jobs/${jobId}`);
  return job.waiting?.challenge?.id;
}

/** Waits for a question that is another than the one before. */
async function asked(jobId: string, before?: string): Promise<string> {
  let id: string | undefined;
  const isAsked = async (): Promise<boolean> => {
    id = await questionId(jobId);
    return id !== undefined && id !== before;
  };
  await until('the question', isAsked, STORY_MS);
  return id ?? '';
}

async function controlled(
  jobId: string,
  question: string,
): Promise<(inputs: readonly LiveInput[]) => Promise<unknown>> {
  const place = `/api/jobs/${jobId}/challenges/${question}`;
  const { control } = await customer.call<{ control: string }>(`${place}/control`, json({ takeOver: true }));
  return (inputs) => customer.call(`${place}/inputs`, json({ control, inputs }));
}

async function solve(jobId: string, question: string): Promise<void> {
  await (
    await controlled(jobId, question)
  )(solvingInputs);
}

async function expectDoneOnce(jobId: string, number: string, creditsBefore: number): Promise<void> {
  expect(await customer.follow(jobId, STORY_MS)).toMatchObject({
    status: 'completed',
    rowsSucceeded: 1,
    creditsUsed: COST_CREDITS,
  });
  expect(await credits()).toEqual({ credits: creditsBefore - COST_CREDITS, reservedCredits: 0 });
  const lookUps = (await stack.journal('customs')).filter((entry) => JSON.stringify(entry).includes(number));
  expect(lookUps).toHaveLength(1);
  expect([await stack.db.livePage.count(), await stack.db.livePageInput.count()]).toEqual([0, 0]);
  expect(await verifyLedger(stack.db)).toEqual([]);
}

async function credits(): Promise<{ credits: number; reservedCredits: number }> {
  const { user } = await customer.read<{ user: { credits: number; reservedCredits: number } }>(
    `/api/users/${customer.userId}`,
  );
  return { credits: user.credits, reservedCredits: user.reservedCredits };
}

describe('a worker that stops while its page is worked on', () => {
  it(
    'a job whose worker is killed while its page is worked on asks again, and ends once',
    async () => {
      const before = (await credits()).credits;
      const jobId = await started('796231');
      const first = await asked(jobId);
      const send = await controlled(jobId, first);
      await send(solvingInputs.slice(0, 2));
      await stack.kill('worker');
      const second = await asked(jobId, first);
      await expect(send(solvingInputs)).rejects.toThrow('This question is over');
      await solve(jobId, second);
      await expectDoneOnce(jobId, '796231', before);
    },
    STORY_MS,
  );

  it(
    'a worker that was frozen while its page was worked on does not hide the question that its successor asks',
    async () => {
      const before = (await credits()).credits;
      const jobId = await started('796233');
      const first = await asked(jobId);
      await controlled(jobId, first);
      const stopOther = await stack.addWorker();
      // Each try that Temporal gives to the frozen worker, which still waits for work, is lost until it times out.
      const successor = asked(jobId, first);
      const frozen = stack.freeze('worker', successor);
      const second = await successor;
      await frozen;
      // It ends only when it has done with what it had begun.
      await stack.restart('worker');
      expect(await questionId(jobId)).toBe(second);
      await solve(jobId, second);
      await expectDoneOnce(jobId, '796233', before);
      await stopOther();
    },
    STORY_MS,
  );
});
