/** The delivery's workflow with time skipping: it retries with growing pauses and gives up after a day. */
import { randomUUID } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import type { Activities } from '#activities/index.ts';
import { workflowBundle } from '#temporal/bundle.ts';
import { createTimeSkippingEnvironment } from '#tests/harness/time-skipping.ts';
import { taskQueues, webhookDeliveryWorkflowId } from '#workflows/ids.ts';
import type { webhookDelivery } from '#workflows/webhook-delivery.ts';

const SECOND_MS = 1_000;

let environment: TestWorkflowEnvironment;
let codePath: string;
beforeAll(async () => {
  [environment, codePath] = await Promise.all([createTimeSkippingEnvironment(), workflowBundle('.cache')]);
});
afterAll(() => environment?.teardown());

/** Runs a delivery to its end; `taken` is the number of the try that the receiver accepts. */
async function deliver(taken: number): Promise<{ triesAtMs: number[]; givenUp: number }> {
  const triesAtMs: number[] = [];
  let givenUp = 0;
  const activities: Partial<Activities> = {
    sendWebhook: async () => {
      triesAtMs.push(await environment.currentTimeMs());
      return triesAtMs.length === taken ? 'done' : 'again';
    },
    giveUpDelivery: async () => {
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
    await environment.client.workflow.execute<typeof webhookDelivery>('webhookDelivery', {
      workflowId: webhookDeliveryWorkflowId(deliveryId),
      taskQueue: taskQueues.main,
      args: [{ deliveryId, userId: 'user-1' }],
    });
  } finally {
    for (const worker of workers) worker.shutdown();
    await running;
  }
  return { triesAtMs, givenUp };
}

const pausesOf = (triesAtMs: number[]): number[] =>
  triesAtMs.slice(1).map((atMs, index) => Math.round((atMs - (triesAtMs[index] ?? 0)) / SECOND_MS));

it('a delivery ends when it is accepted, and its pauses double until then', async () => {
  const { triesAtMs, givenUp } = await deliver(5);
  expect(givenUp).toBe(0);
  expect(triesAtMs).toHaveLength(5);
  const pauses = pausesOf(triesAtMs);
  for (const [index, wantedS] of [10, 20, 40, 80].entries()) expect(pauses[index]).toBeCloseTo(wantedS, -1);
});

it('a delivery that is never accepted is tried for a day, at most two hours apart, and given up', async () => {
  const { triesAtMs, givenUp } = await deliver(-1);
  expect(givenUp).toBe(1);
  const [first = 0] = triesAtMs;
  const lastMs = (triesAtMs.at(-1) ?? 0) - first;
  expect(lastMs).toBeLessThanOrEqual(24 * HOUR_MS);
  expect(lastMs).toBeGreaterThan(21 * HOUR_MS);
  expect(triesAtMs.length).toBeGreaterThan(15);
  expect(triesAtMs.length).toBeLessThan(30);
});
