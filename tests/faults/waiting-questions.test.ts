/** Jobs that wait for their customers' answers leave the worker's slots to other jobs, and go on when answered. */
import { beforeAll, expect, test } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import type { JobDetail } from '#contracts/calls/jobs/jobs-answers.ts';
import { noPortalLimits, type PortalLimits } from '#contracts/portals/portal-limits.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { solvingInputs } from '#tests/harness/live-page.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';

/** More than the portal slots of a worker. */
const QUESTIONS = 9;
const STORY_MS = 120_000;
const JOB_MS = 90_000;

let stack: TestStack;
let customer: Customer;
beforeAll(async () => {
  stack = await startTestStack();
  customer = await stack.demo();
  await stack.control('POST', '/faults', { portal: 'customs', kind: 'captcha-widget', times: -1 });
}, STORY_MS);

const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function start(serviceId: string, text: string): Promise<string> {
  const preview = await customer.preview(serviceId, new File([text], 'rows.csv'));
  return (await customer.start(preview)).jobId;
}

const trackBill = (number: number): Promise<string> =>
  start('custom-tracking', `office_code,be_serial,be_number,be_year\n301,C,${number},2026`);

async function questionOf(jobId: string): Promise<string | undefined> {
  const { job } = await customer.read<{ job: JobDetail }>(`/api/jobs/${jobId}`);
  return job.waiting?.challenge?.id;
}

async function solve(jobId: string): Promise<void> {
  const place = `/api/jobs/${jobId}/challenges/${await questionOf(jobId)}`;
  const { control } = await customer.call<{ control: string }>(
    `${place}/control`,
    json('POST', { takeOver: true }),
  );
  await customer.call(`${place}/inputs`, json('POST', { control, inputs: solvingInputs }));
}

test('a worker with more open questions than slots works other jobs meanwhile, and each question goes on when answered', async () => {
  const admin = await stack.admin();
  const wanted: PortalLimits = { ...noPortalLimits, sessionsMax: QUESTIONS };
  await admin.call('/api/admin/portals/customs/limits', json('PUT', { ...wanted, reason: 'A test' }));
  const jobs: string[] = [];
  for (let number = 1; number <= QUESTIONS; number += 1) jobs.push(await trackBill(1_000 + number));
  await until(
    'a question of every job',
    async () => (await Promise.all(jobs.map(questionOf))).every((id) => id !== undefined),
    STORY_MS,
  );

  const search = await start('exp-search', 'ad_code,exp_serial,exp_year\n1084,120000,2026');
  expect(await customer.follow(search, JOB_MS)).toMatchObject({ state: 'completed', rowsDone: 1 });

  for (const jobId of jobs) await solve(jobId);
  for (const jobId of jobs)
    expect(await customer.follow(jobId, STORY_MS)).toMatchObject({ state: 'completed', rowsDone: 1 });
  const lookUps = (await stack.journal('customs')).filter(({ kind }) => kind === 'lookup');
  expect(lookUps).toHaveLength(QUESTIONS);
  expect(await verifyLedger(stack.db)).toEqual([]);
});

test('a job is cancelled while its question waits, and its page is closed', async () => {
  const jobId = await trackBill(2_001);
  await until('the question', async () => (await questionOf(jobId)) !== undefined, STORY_MS);
  await customer.call(`/api/jobs/${jobId}/cancel`, json('POST', {}));
  expect(await customer.follow(jobId, JOB_MS)).toMatchObject({ state: 'cancelled' });
  await until('the page to be closed', async () => (await stack.db.livePage.count()) === 0, JOB_MS);
});

test('a worker that is stopped leaves an open question to another, which asks again', async () => {
  const jobId = await trackBill(2_002);
  await until('the question', async () => (await questionOf(jobId)) !== undefined, STORY_MS);
  const first = await questionOf(jobId);
  await stack.restart('worker');
  await until(
    'another question',
    async () => {
      const id = await questionOf(jobId);
      return id !== undefined && id !== first;
    },
    STORY_MS,
  );
  await solve(jobId);
  expect(await customer.follow(jobId, STORY_MS)).toMatchObject({ state: 'completed', rowsDone: 1 });
});
