/** Workflows whose tasks keep failing, and what CI tries of them a day, because each takes over a minute to be believed. */
import type { WorkflowHandle } from '@temporalio/client';
import { todaysShare } from './depth.ts';
import { until } from './until.ts';

/** Temporal repeats a failing task after 1, 2, 4 … seconds; the reconciler believes the seventh attempt. */
const FAILED_TASKS = 7;
export const FAILING_MS = 180_000;

export const failingToday = todaysShare(['a job', 'a purchase', 'a refund'] as const);

/** Waits until the reconciler would take the workflow for a failing one. */
export async function untilFailing(run: WorkflowHandle): Promise<void> {
  const failedTasks = async () => (await run.describe()).raw.pendingWorkflowTask?.attempt ?? 0;
  await until('the tasks to fail', async () => (await failedTasks()) >= FAILED_TASKS, FAILING_MS);
}
