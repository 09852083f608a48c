/**
 * Runs the workers of one process: workflows with their database steps, CPU-bound rows, rows in a browser,
 * and practice runs.
 */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { createActivities } from '#activities/index.ts';
import type { WorkerDeps } from '#api/deps.ts';
import { taskQueues } from '#workflows/ids.ts';
import { workflowBundle } from './bundle.ts';
import { connectionOptions } from './client.ts';

/** Maximum concurrent portal sessions; each browser context needs about 70 MB. */
const PORTAL_SESSIONS_MAX = 8;
/** Concurrent chunks of rows without a portal, per core. */
const ROWS_PER_CORE = 6;
/** Concurrent chunks of practice runs; each may have a browser context of its own. */
const PRACTICE_MAX = 2;
/** Concurrent requests to customers' systems, each of which may take ten seconds. */
const OUTBOUND_MAX = 16;
const HEARTBEAT_THROTTLE_MS = 2_000;
const SHUTDOWN_GRACE = '10 seconds';

export type WorkerGroup = {
  /** Resolves when the workers have stopped; rejects if one failed. */
  finished: Promise<void>;
  shutdown: () => void;
};

/** Starts the workers. Throws if portals cannot be used with the isolation that the environment requires. */
export async function startWorkers(deps: WorkerDeps, cacheDirectory: string): Promise<WorkerGroup> {
  const { env } = deps;
  const connection = await NativeConnection.connect(connectionOptions(env));
  const { activities, prove, close } = createActivities(deps);
  await prove();
  const shared: Omit<WorkerOptions, 'taskQueue'> = {
    connection,
    namespace: env.TEMPORAL_NAMESPACE,
    activities,
    shutdownGraceTime: SHUTDOWN_GRACE,
    maxHeartbeatThrottleInterval: HEARTBEAT_THROTTLE_MS,
    defaultHeartbeatThrottleInterval: HEARTBEAT_THROTTLE_MS,
  };
  const codePath = env.WORKFLOW_BUNDLE ?? (await workflowBundle(path.resolve(cacheDirectory)));
  const workers = await Promise.all([
    Worker.create({
      ...shared,
      taskQueue: taskQueues.main,
      workflowBundle: { codePath },
      maxCachedWorkflows: env.WORKFLOW_CACHE_MAX,
      maxConcurrentActivityTaskExecutions: 16,
    }),
    Worker.create({
      ...shared,
      taskQueue: taskQueues.rows,
      // The thread pools limit the CPU use; the rest of an activity waits for the database and the file store.
      maxConcurrentActivityTaskExecutions: ROWS_PER_CORE * availableParallelism(),
    }),
    Worker.create({
      ...shared,
      taskQueue: taskQueues.portals,
      maxConcurrentActivityTaskExecutions: PORTAL_SESSIONS_MAX,
    }),
    Worker.create({
      ...shared,
      taskQueue: taskQueues.practice,
      maxConcurrentActivityTaskExecutions: PRACTICE_MAX,
    }),
    Worker.create({
      ...shared,
      taskQueue: taskQueues.outbound,
      maxConcurrentActivityTaskExecutions: OUTBOUND_MAX,
    }),
  ]);
  const runs = workers.map((worker) => worker.run());
  const shutdown = (): void => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  return {
    finished: settle(runs, shutdown, () => Promise.all([close(), connection.close()])),
    shutdown,
  };
}

/** A failed worker stops the others, so that the process ends and is restarted. */
async function settle(
  runs: Promise<void>[],
  shutdown: () => void,
  close: () => Promise<unknown>,
): Promise<void> {
  try {
    await Promise.all(runs);
  } catch (error) {
    shutdown();
    await Promise.allSettled(runs);
    throw error;
  } finally {
    await close();
  }
}
