/**
 * The workflow of a bulk retry on virtual time: every job gets one turn, up to a maximum per minute, whichever process
 * dies meanwhile.
 */
import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '#contracts/durations.ts';
import type { BulkRetryActivities } from '#activities/bulk-retry.ts';
import { limits } from '#contracts/limits.ts';
import { workflowBundle } from '#temporal/bundle.ts';
import { createTimeSkippingEnvironment } from '#tests/harness/time-skipping.ts';
import type { bulkRetry } from '#workflows/bulk-retry.ts';
import { bulkRetryWorkflowId, taskQueues } from '#workflows/ids.ts';

let environment: TestWorkflowEnvironment;
let codePath: string;

beforeAll(async () => {
  [environment, codePath] = await Promise.all([createTimeSkippingEnvironment(), workflowBundle('.cache')]);
});
afterAll(() => environment?.teardown());

type Turn = { turn: number; atMs: number };
type Played = { turns: Turn[]; begun: number; ended: number };

/** `onTurn` may fail, or report that the administrator has stopped the retry. */
async function play(
  total: number,
  onTurn: (turn: number) => Promise<{ stopped: boolean }> = async () => ({ stopped: false }),
): Promise<Played> {
  const played: Played = { turns: [], begun: 0, ended: 0 };
  const activities: BulkRetryActivities = {
    beginBulkRetry: async () => {
      played.begun += 1;
      return total;
    },
    takeBulkRetryTurn: async ({ turn }) => {
      played.turns.push({ turn, atMs: await environment.currentTimeMs() });
      return onTurn(turn);
    },
    endBulkRetry: async () => {
      played.ended += 1;
    },
  };
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue: taskQueues.main,
    workflowBundle: { codePath },
    activities,
  });
  const bulkRetryId = randomUUID();
  await worker.runUntil(
    environment.client.workflow.execute<typeof bulkRetry>('bulkRetry', {
      workflowId: bulkRetryWorkflowId(bulkRetryId),
      taskQueue: taskQueues.main,
      args: [
        {
          bulkRetryId,
          adminId: 'admin',
          reason: 'The portal was down',
          pauseMs: MINUTE_MS / limits.bulkRetryJobsPerMinute,
        },
      ],
    }),
  );
  return played;
}

const placesOf = ({ turns }: Played): number[] => turns.map(({ turn }) => turn);

it('a bulk retry starts the jobs in order and never more of them a minute than allowed', async () => {
  const played = await play(100);
  expect(placesOf(played)).toEqual(Array.from({ length: 100 }, (_, turn) => turn));
  expect(played).toMatchObject({ begun: 1, ended: 1 });
  for (const { atMs } of played.turns) {
    const within = played.turns.filter((other) => other.atMs >= atMs && other.atMs < atMs + MINUTE_MS);
    expect(within.length).toBeLessThanOrEqual(limits.bulkRetryJobsPerMinute);
  }
});

it('a bulk retry repeats a turn that failed and continues after it', async () => {
  let failures = 0;
  const played = await play(3, async (turn) => {
    if (turn === 1 && failures < 3) {
      failures += 1;
      throw ApplicationFailure.retryable('The database is unavailable.');
    }
    return { stopped: false };
  });
  expect(placesOf(played)).toEqual([0, 1, 1, 1, 1, 2]);
  expect(played.ended).toBe(1);
});

it('a bulk retry that is stopped starts no further job and ends', async () => {
  const played = await play(50, async (turn) => ({ stopped: turn === 2 }));
  expect(placesOf(played)).toEqual([0, 1, 2]);
  expect(played.ended).toBe(1);
});

it('a bulk retry without jobs ends at once', async () => {
  expect(await play(0)).toMatchObject({ turns: [], begun: 1, ended: 1 });
});
