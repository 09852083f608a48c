/** Determines which workflows run, for the reconcilers. */
import { Context } from '@temporalio/activity';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { Deps } from '#api/deps.ts';

/** `failing` means that the workflow runs but makes no progress, because its tasks keep failing. */
export type WorkflowState = 'running' | 'failing' | 'gone';

/** Number of failed tasks that is still normal while a worker is busy or being replaced. */
const FAILED_TASKS_MAX = 6;

/** Returns the id of the workflow that started the current activity. */
export function ownWorkflowId(): string {
  const { workflowExecution } = Context.current().info;
  if (!workflowExecution) throw new Error('This activity was not started by a workflow.');
  return workflowExecution.workflowId;
}

/** Returns false for a workflow that has ended or never existed. A failing workflow counts as running. */
export async function isRunning(deps: Pick<Deps, 'temporal'>, workflowId: string): Promise<boolean> {
  return (await workflowStateOf(deps, workflowId)) !== 'gone';
}

/** Returns `gone` for a workflow that has ended or never existed. Throws if Temporal cannot be reached. */
export async function workflowStateOf(
  { temporal }: Pick<Deps, 'temporal'>,
  workflowId: string,
): Promise<WorkflowState> {
  try {
    const { status, raw } = await temporal.workflow.getHandle(workflowId).describe();
    if (status.name !== 'RUNNING') return 'gone';
    return (raw.pendingWorkflowTask?.attempt ?? 0) > FAILED_TASKS_MAX ? 'failing' : 'running';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'gone';
    throw error;
  }
}

/**
 * Ends a workflow whose tasks keep failing, so that a new run can continue from the stored state. Returns false if runs
 * of it were ended `timesMax` times before: then the new runs fail as well, and only a person can help.
 */
export async function endFailingRun(
  { temporal }: Pick<Deps, 'temporal'>,
  workflowId: string,
  timesMax: number,
): Promise<boolean> {
  const query = `WorkflowId = '${workflowId}' AND ExecutionStatus = 'Terminated'`;
  if ((await temporal.workflow.count(query)).count >= timesMax) return false;
  await temporal.workflow.getHandle(workflowId).terminate('Its tasks fail; a new run continues.');
  return true;
}

/**
 * Returns the ids of running workflows of the given types. The list may lag slightly behind, so the caller must check
 * an absent workflow directly.
 */
export async function runningWorkflowIds(
  { temporal }: Pick<Deps, 'temporal'>,
  types: readonly string[],
): Promise<Set<string>> {
  const names = types.map((type) => `'${type}'`).join(', ');
  const query = `ExecutionStatus = 'Running' AND WorkflowType IN (${names})`;
  const ids = new Set<string>();
  for await (const { workflowId } of temporal.workflow.list({ query })) ids.add(workflowId);
  return ids;
}
