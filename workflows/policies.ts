/** Named activity options: how long each kind of step may take and how it is tried again. */
import { ActivityCancellationType, type ActivityOptions } from '@temporalio/workflow';
import { taskQueues } from './ids.ts';

/**
 * Short, idempotent steps on the database. They are no local activities: one that meets an update after the workflow was
 * evicted from its worker can fail the workflow's tasks for good (sdk-python#1591).
 */
export const steps: ActivityOptions = {
  taskQueue: taskQueues.main,
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '200 milliseconds', maximumInterval: '10 seconds' },
};

/** Writing result files and similar: idempotent, may take minutes, tried until done. */
export const files: ActivityOptions = {
  taskQueue: taskQueues.main,
  startToCloseTimeout: '20 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
};

/**
 * Calls of bKash that must not be repeated: create, execute, refund. A token and each call take 30 s at most; a worker that
 * vanished is noticed after the heartbeat timeout.
 */
export const bkashOnce: ActivityOptions = {
  taskQueue: taskQueues.main,
  startToCloseTimeout: '3 minutes',
  heartbeatTimeout: '12 seconds',
  retry: { maximumAttempts: 1 },
};

/** Questions to bKash, which change nothing there: asked until the answer is stored. */
export const bkashQuestion: ActivityOptions = {
  ...bkashOnce,
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
};

/** Scheduled work over the whole store. */
export const housekeeping: ActivityOptions = {
  taskQueue: taskQueues.main,
  startToCloseTimeout: '30 minutes',
  retry: { initialInterval: '10 seconds', maximumInterval: '5 minutes', maximumAttempts: 5 },
};

/** A round of a reconciler; the next one comes soon. */
export const reconciling: ActivityOptions = {
  taskQueue: taskQueues.main,
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumAttempts: 2 },
};

/** A turn of a bulk retry, which asks another workflow to begin again: idempotent, tried until done. */
export const bulkRetry: ActivityOptions = {
  taskQueue: taskQueues.main,
  startToCloseTimeout: '20 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '30 seconds' },
};

/** One request to a customer's system; the workflow makes the pauses between tries. */
export function webhook(userId: string): ActivityOptions {
  return {
    taskQueue: taskQueues.outbound,
    startToCloseTimeout: '30 seconds',
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
    priority: { fairnessKey: userId },
  };
}

/** A look at the tables of a PDF, or their export: a person waits, but a long scan takes twenty minutes. */
export function pdfTables(userId: string): ActivityOptions {
  return {
    taskQueue: taskQueues.main,
    startToCloseTimeout: '25 minutes',
    heartbeatTimeout: '15 seconds',
    retry: { initialInterval: '1 second', maximumAttempts: 3 },
    priority: { fairnessKey: userId },
  };
}

/** The start of a scheduled job: tried for half a day where the platform itself is in trouble. */
export const scheduledRun: ActivityOptions = {
  taskQueue: taskQueues.main,
  startToCloseTimeout: '5 minutes',
  scheduleToCloseTimeout: '12 hours',
  retry: { initialInterval: '10 seconds', maximumInterval: '10 minutes' },
};

/** One try: the answer goes to a person who waits for it. */
export const credentialTest: ActivityOptions = {
  taskQueue: taskQueues.portals,
  startToCloseTimeout: '90 seconds',
  retry: { maximumAttempts: 1 },
};

/** A visit that reads filings back; those it does not get to stay due. */
export const twinCheck: ActivityOptions = {
  taskQueue: taskQueues.portals,
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '12 seconds',
  retry: { initialInterval: '10 seconds', maximumAttempts: 2 },
};

/**
 * A chunk of rows. It goes on at the row where it was, so it may be tried often; a worker that vanished is noticed
 * after the heartbeat timeout, and its place on the portal passes on after a longer silence. Customers take turns by
 * fairness key.
 */
export function rows(portal: string | null, userId: string): ActivityOptions {
  return {
    taskQueue: portal ? taskQueues.portals : taskQueues.rows,
    startToCloseTimeout: '2 hours',
    heartbeatTimeout: '12 seconds',
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 60 },
    priority: { fairnessKey: userId },
  };
}
