/** Runs the workflows of deliveries with time skipping, with activities that answer as a test says. */
import { randomUUID } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll } from 'vitest';
import type { Activities } from '#activities/index.ts';
import { workflowBundle } from '#temporal/bundle.ts';
import { createTimeSkippingEnvironment } from '#tests/harness/time-skipping.ts';
import { taskQueues } from '#workflows/ids.ts';

const SECOND_MS = 1_000;

type Delivery = {
  workflow: string;
  idOf: (deliveryId: string) => string;
  /** `attempt` notes an attempt and returns its number; `giveUp` notes that the delivery is given up. */
  activities: (note: { attempt: () => Promise<number>; giveUp: () => Promise<void> }) => Partial<Activities>;
};
type Delivered = { triesAtMs: number[]; pausesS: number[]; givenUp: number };

/** Use at the top of the file: `const runDelivery = useDeliveries()`; each call runs one delivery to its end. */
export function useDeliveries(): (delivery: Delivery) => Promise<Delivered> {
  let environment: TestWorkflowEnvironment;
  let codePath: string;
  beforeAll(async () => {
    [environment, codePath] = await Promise.all([createTimeSkippingEnvironment(), workflowBundle('.cache')]);
  });
  afterAll(() => environment?.teardown());

  return async ({ workflow, idOf, activities }) => {
    const triesAtMs: number[] = [];
    let givenUp = 0;
    const shared = {
      connection: environment.nativeConnection,
      activities: activities({
        attempt: async () => triesAtMs.push(await environment.currentTimeMs()),
        giveUp: async () => {
          givenUp += 1;
        },
      }),
    };
    const workers = await Promise.all([
      Worker.create({ ...shared, taskQueue: taskQueues.main, workflowBundle: { codePath } }),
      Worker.create({ ...shared, taskQueue: taskQueues.outbound }),
    ]);
    const running = Promise.all(workers.map((worker) => worker.run()));
    try {
      const deliveryId = randomUUID();
      await environment.client.workflow.execute(workflow, {
        workflowId: idOf(deliveryId),
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
    return { triesAtMs, pausesS, givenUp };
  };
}
