/** Named activity options: timeouts and retry policy of each kind of step. */
import { ActivityCancellationType, type ActivityOptions } from '@temporalio/workflow';
import { taskQueues } from './ids.ts';
import type { ServiceJobInput } from './messages.ts';

/**
 * Short, idempotent steps on the database. They are not local activities, because a local activity that coincides
 * with an update after the workflow was evicted from its worker can make the workflow's tasks fail permanently
 * (sdk-python#1591).
 */
export const steps: ActivityOptions = {
  taskQueue: taskQueues.main,
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '200 milliseconds', maximumInterval: '10 seconds' },
};

/**
 * The end of a job, with its result files. It is idempotent, may take minutes and is retried until it succeeds. Jobs that
 * began before ends had a queue of their own keep to the main one.
 */
export function files({ userId, endsApart }: Pick<ServiceJobInput, 'userId' | 'endsApart'>): ActivityOptions {
  return {
    taskQueue: endsApart ? taskQueues.files : taskQueues.main,
    startToCloseTimeout: '20 minutes',
    heartbeatTimeout: '30 seconds',
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
    ...(endsApart ? { priority: { fairnessKey: userId } } : {}),
  };
}

/**
 * bKash calls that must not be repeated: create, execute and refund. Fetching a token and each call take at most 30
 * s. The heartbeat timeout detects a worker that died.
 */
export const bkashOnce: ActivityOptions = {
  taskQueue: taskQueues.main,
  startToCloseTimeout: '3 minutes',
  heartbeatTimeout: '12 seconds',
  retry: { maximumAttempts: 1 },
};

/** Read-only bKash calls, which are retried until the answer is stored. */
export const bkashQuestion: ActivityOptions = {
  ...bkashOnce,
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
};

/**
 * Scheduled work that covers the whole store. It takes minutes and sends heartbeats, so that another worker soon
 * continues after one has died.
 */
export const housekeeping: ActivityOptions = {
  taskQueue: taskQueues.main,
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '20 seconds',
  retry: { initialInterval: '10 seconds', maximumInterval: '5 minutes', maximumAttempts: 5 },
};

/** Starting what waits to be started. Until it ends, its schedule starts no other, so customers would wait for news. */
export const pickup: ActivityOptions = { ...housekeeping, startToCloseTimeout: '5 minutes' };

/** One reconciliation round. It needs few retries, because the next round follows soon. */
export const reconciling: ActivityOptions = {
  taskQueue: taskQueues.main,
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumAttempts: 2 },
};

/**
 * One step of a bulk retry, which asks another workflow to start again. It is idempotent and retried until it
 * succeeds.
 */
export const bulkRetry: ActivityOptions = {
  taskQueue: taskQueues.main,
  startToCloseTimeout: '20 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '30 seconds' },
};

/** One request to a customer's system, without retries; the workflow itself waits between attempts. */
export function webhook(userId: string): ActivityOptions {
  return {
    taskQueue: taskQueues.outbound,
    startToCloseTimeout: '30 seconds',
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
    priority: { fairnessKey: userId },
  };
}

/**
 * Detecting or exporting the tables of a PDF. A person waits for the result, but a long scan takes up to twenty
 * minutes, during which it must take no slot from the steps of jobs and payments.
 */
export function pdfTables(userId: string): ActivityOptions {
  return {
    taskQueue: taskQueues.rows,
    startToCloseTimeout: '25 minutes',
    heartbeatTimeout: '15 seconds',
    retry: { initialInterval: '1 second', maximumAttempts: 3 },
    priority: { fairnessKey: userId },
  };
}

/**
 * Starting a scheduled job. Retried for half a day, because a failure here means that the platform itself has a
 * problem.
 */
export const scheduledRun: ActivityOptions = {
  taskQueue: taskQueues.main,
  startToCloseTimeout: '5 minutes',
  scheduleToCloseTimeout: '12 hours',
  retry: { initialInterval: '10 seconds', maximumInterval: '10 minutes' },
};

/**
 * A single attempt, because a person waits for the answer. Waiting for a worker, for the lease and for the portal
 * together ends before the workflow would be ended with its lease. The heartbeat timeout detects a worker that died.
 */
export const credentialTest: ActivityOptions = {
  taskQueue: taskQueues.portals,
  startToCloseTimeout: '90 seconds',
  scheduleToStartTimeout: '1 minute',
  heartbeatTimeout: '12 seconds',
  retry: { maximumAttempts: 1 },
};

/** Two looks at the entrance of a portal, with a pause between them. It is not retried: the next round follows soon. */
export const probe: ActivityOptions = {
  taskQueue: taskQueues.portals,
  startToCloseTimeout: '4 minutes',
  scheduleToStartTimeout: '5 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { maximumAttempts: 1 },
};

/** Two walks behind a portal's sign-in, with a pause between them. It is not retried: the next round follows soon. */
export const probeWalk: ActivityOptions = {
  taskQueue: taskQueues.portals,
  startToCloseTimeout: '15 minutes',
  scheduleToStartTimeout: '5 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { maximumAttempts: 1 },
};

/** One visit that reads filings back. Filings it does not reach stay due. */
export const twinCheck: ActivityOptions = {
  taskQueue: taskQueues.portals,
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '12 seconds',
  retry: { initialInterval: '10 seconds', maximumAttempts: 2 },
};

type JobOfRows = { portal: string | null; userId: string; isPractice?: boolean | undefined };

/** If the worker that keeps the job's session does not take the chunk within this time, any worker does. */
const OWN_WORKER_TIMEOUT = '5 seconds';

/** A chunk of rows for the worker that keeps the job's session. */
export const rowsAt = (job: JobOfRows, taskQueue: string): ActivityOptions => ({
  ...rows(job),
  taskQueue,
  scheduleToStartTimeout: OWN_WORKER_TIMEOUT,
});

/**
 * A chunk of rows. A retry resumes at the row where the previous attempt stopped, so many retries are allowed. The
 * heartbeat timeout detects a worker that died; its lease on the portal passes on after a longer silence. The fairness
 * key shares the workers among customers.
 */
export function rows(job: JobOfRows): ActivityOptions {
  const { portal, userId, isPractice } = job;
  const ofRealWork = portal ? taskQueues.portals : taskQueues.rows;
  return {
    taskQueue: isPractice ? taskQueues.practice : ofRealWork,
    startToCloseTimeout: '2 hours',
    heartbeatTimeout: '12 seconds',
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 60 },
    priority: { fairnessKey: userId },
  };
}
