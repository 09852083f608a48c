/** Customers take turns on the rows' task queue, which proves that the server's fairness settings are on. */
import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import proto from '@temporalio/proto';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Activities } from '#activities/index.ts';
import { workflowBundle } from '#temporal/bundle.ts';
import { ensureSearchAttributes } from '#temporal/search-attributes.ts';
import { until } from '#tests/harness/until.ts';
import { taskQueues } from '#workflows/ids.ts';
import type { ServiceJobInput } from '#workflows/messages.ts';
import type { serviceJob } from '#workflows/service-job.ts';
import { counts, fakeActivities } from './fake-activities.ts';

const { TaskQueueType } = proto.temporal.api.enums.v1;
const JOBS_OF_ANN = 80;
const JOBS_OF_BOB = 5;
/** When customers take turns, Bob's last row is the tenth; a tolerance of two is allowed. */
const LAST_PLACE_OF_BOB = 12;

/** A separate namespace, because other test files share the server. */
const namespace = `fairness-${randomUUID()}`;
let connection: Connection;
let native: NativeConnection;
let client: Client;

beforeAll(async () => {
  const address = inject('temporalAddress');
  [connection, native] = await Promise.all([
    Connection.connect({ address }),
    NativeConnection.connect({ address }),
  ]);
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: msToTs('1 day'),
  });
  client = new Client({ connection, namespace });
  await until('the namespace to be known', async () =>
    connection.workflowService.describeTaskQueue({ namespace, taskQueue: { name: taskQueues.rows } }).then(
      () => true,
      () => false,
    ),
  );
  await ensureSearchAttributes(client, namespace);
});
afterAll(() => Promise.all([connection?.close(), native?.close()]));

function startJob(userId: string): Promise<unknown> {
  const jobId = `${userId}-${randomUUID()}`;
  const input: ServiceJobInput = {
    jobId,
    userId,
    serviceId: 'test',
    portal: null,
    effect: 'read',
    attempt: 1,
    rowsPerChunk: 100,
    parking: { firstMs: 1_000, maxMs: 1_000, giveUpAfterMs: 1_000 },
    // Continues as a job that has been admitted.
    carried: { rows: counts(1, 0), slotHeld: false, startedAtMs: 0 },
  };
  return client.workflow.start<typeof serviceJob>('serviceJob', {
    workflowId: `job/test/${jobId}`,
    taskQueue: taskQueues.main,
    args: [input],
  });
}

async function untilQueued(tasks: number): Promise<void> {
  await until(`${tasks} tasks to be queued`, async () => {
    const { stats } = await connection.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: taskQueues.rows },
      taskQueueType: TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
      reportStats: true,
    });
    return Number(stats?.approximateBacklogCount ?? 0) >= tasks;
  });
}

it("a customer's 5 jobs are not held up by another's 80 queued jobs, even with a single lease", async () => {
  const order: string[] = [];
  const { activities } = fakeActivities({
    rowsTotal: 1,
    balanceHundredths: 0,
    priceHundredths: 0,
    chunks: [{ end: 'finished', rows: counts(1, 1) }],
  });
  const runRows: Activities['runRows'] = async ({ jobId }) => {
    order.push(jobId.slice(0, jobId.indexOf('-')));
    return { end: 'finished', rows: counts(1, 1) };
  };
  const shared = { connection: native, namespace, activities: { ...activities, runRows } };
  const codePath = await workflowBundle('.cache');
  const main = await Worker.create({ ...shared, taskQueue: taskQueues.main, workflowBundle: { codePath } });
  await main.runUntil(async () => {
    await Promise.all(Array.from({ length: JOBS_OF_ANN }, () => startJob('ann')));
    await untilQueued(JOBS_OF_ANN);
    await Promise.all(Array.from({ length: JOBS_OF_BOB }, () => startJob('bob')));
    await untilQueued(JOBS_OF_ANN + JOBS_OF_BOB);
    const rows = await Worker.create({
      ...shared,
      taskQueue: taskQueues.rows,
      maxConcurrentActivityTaskExecutions: 1,
    });
    await rows.runUntil(() =>
      until('all jobs to be worked', () => order.length === JOBS_OF_ANN + JOBS_OF_BOB),
    );
  });
  const placesOfBob = order.flatMap((user, index) => (user === 'bob' ? [index + 1] : []));
  expect(placesOfBob).toHaveLength(JOBS_OF_BOB);
  expect(Math.max(...placesOfBob)).toBeLessThanOrEqual(LAST_PLACE_OF_BOB);
});
