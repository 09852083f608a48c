/** The workflow of a push or mail, with time skipping: growing pauses, patience, and an end. */
import { randomUUID } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import type { Activities } from '#activities/index.ts';
import { workflowBundle } from '#temporal/bundle.ts';
import { createTimeSkippingEnvironment } from '#tests/harness/time-skipping.ts';
import { noticeDeliveryWorkflowId, taskQueues } from '#workflows/ids.ts';
import type { noticeDelivery } from '#workflows/notice-delivery.ts';

const SECOND_MS = 1_000;

let environment: TestWorkflowEnvironment;
let codePath: string;
beforeAll(async () => {
  [environment, codePath] = await Promise.all([createTimeSkippingEnvironment(), workflowBundle('.cache')]);
});
afterAll(() => environment?.teardown());

/** Runs a delivery to its end; `taken` is the number of the attempt that is accepted. */
async function deliver(taken: number, afterMs = 0): Promise<{ pausesS: number[]; givenUp: number }> {
  const triesAtMs: number[] = [];
  let givenUp = 0;
  const activities: Partial<Activities> = {
    sendNotice: async () => {
      triesAtMs.push(await environment.currentTimeMs());
      return triesAtMs.length === taken ? { end: 'done' } : { end: 'again', afterMs };
    },
    giveUpNotice: async () => {
      givenUp += 1;
    },
  };
  const shared = { connection: environment.nativeConnection, activities };
  const workers = await Promise.all([
    Worker.create({ ...shared, taskQueue: taskQueues.main, workflowBundle: { codePath } }),
    Worker.create({ ...shared, taskQueue: taskQueues.outbound }),
  ]);
  const running = Promise.all(workers.map((worker) => worker.run()));
  try {
    const deliveryId = randomUUID();
    await environment.client.workflow.execute<typeof noticeDelivery>('noticeDelivery', {
      workflowId: noticeDeliveryWorkflowId(deliveryId),
      taskQueue: taskQueues.main,
      args: [{ deliveryId, userId: 'user-1' }],
    });
  } finally {
    for (const worker of workers) worker.shutdown();
    await running;
  }
  const pausesS = triesAtMs
    .slice(1)
    .map((atMs, index) => Math.round((atMs - (triesAtMs[index] ?? 0)) / SECOND_MS));
  return { pausesS, givenUp };
}

it('a delivery ends when it is accepted, and its pauses double until then', async () => {
  const { pausesS, givenUp } = await deliver(5);
  expect(givenUp).toBe(0);
  expect(pausesS).toHaveLength(4);
  for (const [index, wantedS] of [5, 10, 20, 40].entries()) expect(pausesS[index]).toBeCloseTo(wantedS, -1);
});

it('a receiver that requests a delay gets it, for an hour at most', async () => {
  expect((await deliver(2, 600_000)).pausesS[0]).toBeCloseTo(600, -1);
  expect((await deliver(2, DAY_MS)).pausesS[0]).toBeCloseTo(3_600, -1);
});

it('a delivery that is never accepted is given up after a bounded number of attempts', async () => {
  const { pausesS, givenUp } = await deliver(-1);
  expect(givenUp).toBe(1);
  expect(pausesS).toHaveLength(29);
});
