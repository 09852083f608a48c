/** Workers whose clock is set forward or back while they wait: what they wait for, and how long, does not change. */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { createAsker } from '#activities/challenges.ts';
import { RowQueue } from '#activities/rows/queue.ts';
import { answerQuestion } from '#api/domain/jobs/challenges.ts';
import { HOUR_MS, MINUTE_MS } from '#contracts/durations.ts';
import { quote } from '#contracts/messages/message.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { chargedJobs } from '#tests/harness/charged-jobs.ts';
import { until } from '#tests/harness/until.ts';
import { runningJob, workedChunk } from '#tests/harness/worked-chunk.ts';

const { deps } = await startTestApp();
const { db } = deps;
const { started } = chargedJobs(db);

afterEach(() => void vi.useRealTimers());

const setClock = (byMs: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs });
};

test('a job whose worker sets its clock back still ends before its next row once it is stopped', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const { jobId } = await started(3);
  let rowsRun = 0;
  const run = async () => {
    rowsRun += 1;
    await db.job.update({ where: { id: jobId }, data: { stoppedAt: new Date() } });
    // Longer than a chunk waits before it asks the database again.
    vi.advanceTimersByTime(MINUTE_MS);
    vi.setSystemTime(Date.now() - HOUR_MS);
    return { outcome: 'SUCCESS' as const, message: quote('Found.') };
  };
  expect(await workedChunk(deps, jobId, run)).toMatchObject({ end: 'cancelled' });
  expect(rowsRun).toBe(1);
});

test('a question stays open while a worker sets its clock forward, and its answer counts', async () => {
  const { jobId, userId } = await started(1);
  let looks = 0;
  const counted = db.$extends({
    query: {
      jobChallenge: {
        findUnique: ({ args, query }) => {
          looks += 1;
          return query(args);
        },
      },
    },
  });
  const temporal = { workflow: { getHandle: () => ({ signal: async () => {} }) } };
  const env = { ...deps.env, CHALLENGE_WAIT_MS: MINUTE_MS };
  const askDeps = { ...deps, env, temporal, db: counted } as unknown as Parameters<typeof createAsker>[0];
  const ask = createAsker(askDeps, await runningJob(deps, jobId), new AbortController().signal);
  let hasEnded = false;
  const answer = ask({ kind: 'otp', prompt: quote('Which code?') }).finally(() => (hasEnded = true));
  await until('the first look for an answer', () => looks > 0);
  setClock(HOUR_MS);
  const earlierLooks = looks;
  await until('another look', () => hasEnded || looks > earlierLooks + 1);
  vi.useRealTimers();
  const { id } = await db.jobChallenge.findFirstOrThrow({ where: { jobId } });
  if (!hasEnded) await answerQuestion(deps, { id, jobId, userId, answer: '123456' });
  expect(await answer).toBe('123456');
});

test('a row that is set aside is due after its wait, however the clock is set', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const row = {
    rowNumber: 1,
    data: {},
    naturalKey: randomUUID(),
    groupRow: null,
    sameAsRow: null,
    attempts: 1,
    vouchedAt: null,
  };
  const queue = new RowQueue([row]);
  await queue.take();
  queue.setAside(row, MINUTE_MS);
  queue.release(row, true);
  vi.setSystemTime(Date.now() + HOUR_MS);
  expect(await queue.take()).toBeUndefined();
  vi.setSystemTime(Date.now() - 2 * HOUR_MS);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(await queue.take()).toBe(row);
});
