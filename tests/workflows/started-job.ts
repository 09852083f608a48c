/** Runs the job's workflow on a Temporal server against activities that follow a scenario. */
import { randomUUID } from 'node:crypto';
import { Context } from '@temporalio/activity';
import { WithStartWorkflowOperation } from '@temporalio/client';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { inject } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#contracts/durations.ts';
import { workflowBundle } from '#temporal/bundle.ts';
import { freePort } from '#temporal/local/ports.ts';
import { startDevServer } from '#temporal/start.ts';
import { openNamespace } from '#tests/harness/namespace.ts';
import { createTimeSkippingEnvironment } from '#tests/harness/time-skipping.ts';
import { until } from '#tests/harness/until.ts';
import { taskQueues } from '#workflows/ids.ts';
import type { Admission, LiveProgress, ServiceJobInput } from '#workflows/messages.ts';
import type { serviceJob } from '#workflows/service-job.ts';
import { counts, fakeActivities, type Record, type Scenario } from './fake-activities.ts';

export const finished = { end: 'finished', isEnded: true, rows: counts(3, 3) } as const;
export const scenarioOf = (given: Partial<Scenario>): Scenario => ({
  rowsTotal: 3,
  balanceHundredths: 1_000,
  priceHundredths: 150,
  chunks: [finished],
  ...given,
});

type Started = {
  workflowId: string;
  admission: Promise<Admission>;
  result: Promise<void>;
  progress: () => Promise<LiveProgress>;
  cancel: () => Promise<unknown>;
  /** Decides about the present stop, or about the one that began at `since`. */
  decide: (decision: string, since?: string) => Promise<unknown>;
  answer: (challengeId: string) => Promise<unknown>;
  signal: (name: string, ...args: unknown[]) => Promise<void>;
  update: (name: string, ...given: [unknown, ...unknown[]]) => Promise<unknown>;
  /** No activity is running. The test server loses a cancellation that coincides with the end of one. */
  isIdle: () => Promise<boolean>;
};

type Given = Partial<ServiceJobInput> & { opening?: 'admit' | 'retryFailedRows' };

export type JobEnvironment = {
  environment: TestWorkflowEnvironment;
  /** Runs `steps` against a worker whose activities follow the scenario. */
  withJob: (
    scenario: Scenario,
    given: Given,
    steps: (job: Started, record: Record) => Promise<void>,
  ) => Promise<Record>;
};

/** On a server that skips time: hours of waiting take milliseconds. */
export async function startJobEnvironment(): Promise<JobEnvironment> {
  return jobEnvironment(await createTimeSkippingEnvironment());
}

/**
 * On the server of the whole run, with workers that keep no workflow in memory, so that every task replays its
 * history. The server that skips time loses a cancellation that coincides with the end of an activity.
 */
export async function startEvictingJobEnvironment(): Promise<JobEnvironment> {
  const namespace = `test-${randomUUID()}`;
  const environment = await TestWorkflowEnvironment.createFromExistingServer({
    address: inject('temporalAddress'),
    namespace,
  });
  await openNamespace(environment.client, namespace);
  return jobEnvironment(environment, { maxCachedWorkflows: 0 });
}

/** On a server of its own, which suggests a new run after `eventsMax` events. `stop` ends the server. */
export async function startShortRunEnvironment(
  eventsMax: number,
): Promise<JobEnvironment & { stop: () => Promise<void> }> {
  const dynamicConfig = { 'limit.historyCount.suggestContinueAsNew': String(eventsMax) };
  const server = await startDevServer({ port: await freePort(), dynamicConfig });
  const { address, namespace } = server;
  const environment = await TestWorkflowEnvironment.createFromExistingServer({ address, namespace });
  const stop = async (): Promise<void> => {
    await environment.teardown();
    await server.stop();
  };
  return { ...(await jobEnvironment(environment)), stop };
}

async function jobEnvironment(
  environment: TestWorkflowEnvironment,
  options: { maxCachedWorkflows?: number } = {},
): Promise<JobEnvironment> {
  const codePath = await workflowBundle('.cache');
  const withJob: JobEnvironment['withJob'] = async (scenario, given, steps) => {
    const { activities, record } = fakeActivities(scenario);
    const { nativeConnection: connection, namespace } = environment;
    const shared = { connection, namespace, activities };
    const workers = await Promise.all([
      Worker.create({ ...shared, ...options, taskQueue: taskQueues.main, workflowBundle: { codePath } }),
      Worker.create({ ...shared, taskQueue: taskQueues.rows }),
      Worker.create({ ...shared, taskQueue: taskQueues.files }),
      Worker.create({ ...shared, taskQueue: taskQueues.portals }),
    ]);
    const running = Promise.all(workers.map((worker) => worker.run()));
    try {
      await steps(startJob(environment, given), record);
    } finally {
      for (const worker of workers) worker.shutdown();
      await running;
    }
    return record;
  };
  return { environment, withJob };
}

function startJob(environment: TestWorkflowEnvironment, { opening = 'admit', ...input }: Given): Started {
  const jobId = randomUUID();
  const client = environment.client.workflow;
  const workflowId = `job/test/${jobId}`;
  const start = new WithStartWorkflowOperation<typeof serviceJob>('serviceJob', {
    workflowId,
    taskQueue: taskQueues.main,
    workflowIdConflictPolicy: 'USE_EXISTING',
    args: [
      {
        jobId,
        userId: 'user-1',
        serviceId: 'test',
        portal: null,
        effect: 'read',
        attempt: 1,
        rowsPerChunk: 100,
        parking: { firstMs: 30_000, maxMs: 15 * MINUTE_MS, giveUpAfterMs: 72 * HOUR_MS },
        ...input,
      },
    ],
  });
  const admission = client.executeUpdateWithStart<typeof serviceJob, Admission, []>(opening, {
    updateId: `${opening}-1`,
    startWorkflowOperation: start,
  });
  const handle = client.getHandle<typeof serviceJob>(workflowId);
  // The call that starts it may take longer than the one that asks for its result.
  const isStarted = (): Promise<boolean> =>
    handle.describe().then(
      () => true,
      () => false,
    );
  return {
    workflowId,
    admission,
    get result() {
      return until('the workflow to be started', isStarted).then(() => handle.result());
    },
    progress: () => handle.query<LiveProgress>('progress'),
    cancel: () => handle.executeUpdate('cancel'),
    decide: async (decision, since) => {
      const stop = since ?? (await handle.query<LiveProgress>('progress')).waiting?.since;
      return handle.executeUpdate('decideStuck', { args: [decision, stop] });
    },
    answer: (challengeId) => handle.executeUpdate('answerChallenge', { args: [{ challengeId }] }),
    signal: (name, ...args) => handle.signal(name, ...args),
    update: (name, ...given) => handle.executeUpdate<unknown, [unknown, ...unknown[]]>(name, { args: given }),
    isIdle: async () => (await handle.describe()).raw.pendingActivities?.length === 0,
  };
}

/** A chunk that works until it is cancelled, as a long one does. */
export function untilCancelled(begun: () => void) {
  return async (): Promise<never> => {
    begun();
    const beat = setInterval(() => Context.current().heartbeat(), 500);
    try {
      return await Context.current().cancelled;
    } finally {
      clearInterval(beat);
    }
  };
}

export function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
