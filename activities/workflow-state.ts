/** Whether a workflow runs, as repairs of lost ones need to know. */
import { WorkflowNotFoundError } from '@temporalio/client';
import type { Deps } from '#api/deps.ts';

export async function isRunning({ temporal }: Pick<Deps, 'temporal'>, workflowId: string): Promise<boolean> {
  try {
    const { status } = await temporal.workflow.getHandle(workflowId).describe();
    return status.name === 'RUNNING';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
