/**
 * Runs the workers for the roles of this process: workflows with their database steps, CPU-bound rows with the files of
 * all jobs, rows in a browser, practice runs, and requests to customers' systems.
 */
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { createActivities } from '#activities/index.ts';
import { encryptedPayloads } from '#api/adapters/temporal-payloads.ts';
import type { WorkerDeps } from '#api/deps.ts';
import type { WorkerRole } from '#api/env-parts.ts';
import { ownQueueOf, taskQueues } from '#workflows/ids.ts';
import { variantOf, workflowBundle } from './bundle.ts';
import { connectionOptions } from './client.ts';
import { releaseOf } from './releases.ts';
import { watchRenewals } from './renewals.ts';

/** Chunks of rows that run on portals at the same time; each has a browser session of about 31 MiB (docs/scale.md). */
const PORTAL_SESSIONS_MAX = 8;
/** Concurrent chunks of rows without a portal, per core. */
const ROWS_PER_CORE = 6;
/** Concurrent chunks of practice runs; each may have its own browser context. */
const PRACTICE_MAX = 2;
/** Concurrent requests to customers' systems, each of which may take ten seconds. */
const OUTBOUND_MAX = 16;
const STEPS_MAX = 16;
/** Concurrent ends of jobs. Few of the large ones wait for each other among them (activities/collect-results.ts). */
const JOB_ENDS_MAX = 16;
const HEARTBEAT_THROTTLE_MS = 2_000;
/** Activities that still run after this time are cancelled, and continue elsewhere after the heartbeat timeout. */
const SHUTDOWN_GRACE_MS = 60_000;

export type WorkerGroup = {
  /** Resolves when the workers have stopped; rejects if one failed. */
  finished: Promise<void>;
  shutdown: () => void;
};

type Options = Omit<WorkerOptions, 'connection' | 'namespace' | 'activities'>;

/** Starts the workers. Throws if portals cannot be used with the isolation that the environment requires. */
export async function startWorkers(deps: WorkerDeps, cacheDirectory: string): Promise<WorkerGroup> {
  const { env } = deps;
  const roles = new Set(env.WORKER_QUEUES);
  const connection = await NativeConnection.connect(connectionOptions(env));
  const endWatch = watchRenewals(env, {
    onApiKey: (apiKey) => void connection.setApiKey(apiKey),
    onCertificates: () => shutdown(),
  });
  const draining = new AbortController();
  const ownQueue = roles.has('portals') ? ownQueueOf(randomUUID()) : null;
  const { activities, prove, close } = createActivities(deps, { ownQueue, draining: draining.signal });
  if (roles.has('portals') || roles.has('practice')) await prove();
  const shared = {
    connection,
    namespace: env.TEMPORAL_NAMESPACE,
    dataConverter: encryptedPayloads(deps.vault.masters, deps.db),
    activities,
    shutdownGraceTime: SHUTDOWN_GRACE_MS,
    maxHeartbeatThrottleInterval: HEARTBEAT_THROTTLE_MS,
    defaultHeartbeatThrottleInterval: HEARTBEAT_THROTTLE_MS,
  };
  const release = releaseOf(env.WORKER_BUILD_ID);
  const wanted = [...roles].flatMap((role) => queuesOf(role, ownQueue));
  const codePath = roles.has('workflows') ? await bundleFor(deps, cacheDirectory) : null;
  const traced = deps.tracing && (await import('./traced-workers.ts')).tracedWorkers(deps.tracing);
  const workers: Worker[] = [];
  let shutdownAtMs = 0;
  const graceLeftMs = (): number => Math.max(0, shutdownAtMs + SHUTDOWN_GRACE_MS - Date.now());
  const shutdown = (): void => {
    shutdownAtMs ||= Date.now();
    endWatch();
    draining.abort();
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  const created = await Promise.all(
    wanted.map((options) =>
      Worker.create({
        ...shared,
        ...options,
        ...traced,
        // A process's own queue belongs to no release, because its work continues a session of this process.
        ...(release && options.taskQueue !== ownQueue ? { workerDeploymentOptions: release } : {}),
        ...(options.taskQueue === taskQueues.main && codePath !== null
          ? { workflowBundle: { codePath }, maxCachedWorkflows: env.WORKFLOW_CACHE_MAX }
          : {}),
      }),
    ),
  );
  workers.push(...created);
  const runs = workers.map((worker) => worker.run());
  return {
    finished: settle(runs, shutdown, () => Promise.all([close(graceLeftMs()), connection.close()])),
    shutdown,
  };
}

async function bundleFor(
  { env, tracing }: Pick<WorkerDeps, 'env' | 'tracing'>,
  cacheDirectory: string,
): Promise<string> {
  const variant = { isTraced: tracing !== null };
  if (env.WORKFLOW_BUNDLE) return variantOf(env.WORKFLOW_BUNDLE, variant);
  return workflowBundle(path.resolve(cacheDirectory), variant);
}

/** Returns the task queues of a role. Chunks in the process's own queue continue in a session that is already open. */
function queuesOf(role: WorkerRole, ownQueue: string | null): Options[] {
  switch (role) {
    case 'workflows':
      return [{ taskQueue: taskQueues.main, maxConcurrentActivityTaskExecutions: STEPS_MAX }];
    case 'rows':
      // The thread pools limit the CPU use; the rest of an activity waits for the database and the file store.
      return [
        {
          taskQueue: taskQueues.rows,
          maxConcurrentActivityTaskExecutions: ROWS_PER_CORE * availableParallelism(),
        },
        { taskQueue: taskQueues.files, maxConcurrentActivityTaskExecutions: JOB_ENDS_MAX },
      ];
    case 'portals':
      return [taskQueues.portals, ...(ownQueue === null ? [] : [ownQueue])].map((taskQueue) => ({
        taskQueue,
        maxConcurrentActivityTaskExecutions: PORTAL_SESSIONS_MAX,
      }));
    case 'practice':
      return [{ taskQueue: taskQueues.practice, maxConcurrentActivityTaskExecutions: PRACTICE_MAX }];
    case 'outbound':
      return [{ taskQueue: taskQueues.outbound, maxConcurrentActivityTaskExecutions: OUTBOUND_MAX }];
  }
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
