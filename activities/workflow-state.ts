/** Which workflows run, as repairs of lost ones need to know. */
import { Context } from '@temporalio/activity';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { Deps } from '#api/deps.ts';

/** `failing`: it runs, but its tasks fail again and again, so that it does not go on. */
export type WorkflowState = 'running' | 'failing' | 'gone';

/** Tasks of a worker that is only busy or being replaced are tried again a few times. */
const FAILED_TASKS_MAX = 6;

/** The workflow whose activity runs now. */
export function ownWorkflowId(): string {
  const { workflowExecution } = Context.current().info;
  if (!workflowExecution) throw new Error('This activity was not started by a workflow.');
  return workflowExecution.workflowId;
}

export async function isRunning(deps: Pick<Deps, 'temporal'>, workflowId: string): Promise<boolean> {
  return (await workflowStateOf(deps, workflowId)) !== 'gone';
}

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

/** Ids of running workflows of the types; the list may lag a little behind, so that an absent one is asked for itself. */
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
