/**
 * Several worker processes: a job stays with the one that holds its portal session, and goes on elsewhere when that one
 * is told to stop, is killed, or is too busy. The portal's journal says who was signed in, and when.
 */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { limits } from '#contracts/limits.ts';
import { jobWorkflowId, taskQueues } from '#workflows/ids.ts';
import type { Customer } from '#temporal/local/customer.ts';
import type { JournalEntry } from '#tests/sandbox/framework/store.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';

/** Two chunks, of which any worker could take the second. */
const ROWS = limits.rowsPerChunk + 10;
const JOB_MS = 180_000;

let stack: TestStack;
let customer: Customer;
/** Ends the workers beside the stack's own, each as an operator does. */
const further: (() => Promise<void>)[] = [];

beforeAll(async () => {
  stack = await startTestStack();
  customer = await stack.demo();
  for (let more = 0; more < 2; more += 1) further.push(await stack.addWorker());
});

beforeEach(() => stack.seed());

const serials = Array.from({ length: ROWS }, (_, index) => `1084,${120_000 + index},2026`);
const sheet = (): File => new File([['ad_code,exp_serial,exp_year', ...serials].join('\n')], 'exps.csv');

async function startSearch(): Promise<string> {
  const { jobId } = await customer.start(await customer.preview('exp-search', sheet()));
  return jobId;
}

const kinds = async (...wanted: JournalEntry['kind'][]): Promise<string[]> =>
  (await stack.journal()).flatMap(({ kind }) => (wanted.includes(kind) ? [kind] : []));
const visits = () => kinds('login', 'logout');
const lookUps = async () => (await kinds('lookup')).length;

/** Returns the task queues in which the job's chunks were. */
async function queuesOf(jobId: string): Promise<string[]> {
  const temporal = await stack.temporal();
  const { events } = await temporal.workflow.getHandle(jobWorkflowId('exp-search', jobId)).fetchHistory();
  return (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
    scheduled?.activityType?.name === 'runRows' ? [scheduled.taskQueue?.name ?? ''] : [],
  );
}

test('the chunks of a job go to the worker that holds its session, so it signs in once', async () => {
  const jobId = await startSearch();
  const job = await customer.follow(jobId, JOB_MS);
  // Chance may lead the second chunk to the same worker, so the queue is looked at as well.
  expect(await queuesOf(jobId)).toEqual([
    taskQueues.portals,
    expect.stringMatching(new RegExp(`^${taskQueues.portals}@`)),
  ]);
  expect(job).toMatchObject({ state: 'completed', rowsDone: ROWS });
  await until('the session to sign out', async () => (await visits()).includes('logout'));
  expect(await visits()).toEqual(['login', 'logout']);
  expect(await lookUps()).toBe(ROWS);
});

test('a worker that is stopped ends its row and signs out, and another one goes on with the next row', async () => {
  const jobId = await startSearch();
  await until('the job to be worked', async () => (await lookUps()) > 5);
  // The session is with one of them: it moves at least once until the last one has been started again.
  for (const end of further.splice(0)) await end();
  await stack.restart('worker');
  expect(await customer.follow(jobId, JOB_MS)).toMatchObject({ state: 'completed', rowsDone: ROWS });
  await until('the session to sign out', async () => (await visits()).at(-1) === 'logout');
  // Nobody signs in before the other has signed out.
  expect((await visits()).join(' ')).toMatch(/^login logout( login logout)+$/);
  expect(await lookUps()).toBe(ROWS);
});
