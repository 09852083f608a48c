/** What an operator or an accident can do to a workflow in Temporal's UI: terminate, cancel, reset, signal. */
import { randomUUID } from 'node:crypto';
import proto from '@temporalio/proto';
import type { Temporal } from '#temporal/client.ts';

export const interventions = [
  'terminate',
  'cancel',
  'reset to the first task',
  'reset to the last task',
  'signal',
] as const;
export type Intervention = (typeof interventions)[number];

const { EventType } = proto.temporal.api.enums.v1;

/** `signals` are those that the workflow knows; one that it does not know is added. */
export async function intervene(
  temporal: Temporal,
  workflowId: string,
  intervention: Intervention,
  signals: readonly { name: string; args: unknown[] }[],
): Promise<void> {
  const handle = temporal.workflow.getHandle(workflowId);
  switch (intervention) {
    case 'terminate':
      await handle.terminate('An operator').catch(ignoreEnded);
      return;
    case 'cancel':
      await handle.cancel().catch(ignoreEnded);
      return;
    case 'signal':
      for (const { name, args } of [...signals, { name: 'nobody-knows-this', args: [] }])
        await handle.signal(name, ...args).catch(ignoreEnded);
      return;
    default:
      await reset(temporal, workflowId, intervention === 'reset to the first task' ? 0 : -1);
  }
}

async function reset(temporal: Temporal, workflowId: string, task: 0 | -1): Promise<void> {
  const handle = temporal.workflow.getHandle(workflowId);
  const { runId } = await handle.describe();
  const { events } = await handle.fetchHistory();
  const tasks = (events ?? []).filter(
    ({ eventType }) => eventType === EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED,
  );
  const chosen = tasks.at(task);
  if (!chosen) throw new Error(`${workflowId} has not completed a task yet.`);
  await temporal.connection.workflowService.resetWorkflowExecution({
    namespace: temporal.options.namespace,
    workflowExecution: { workflowId, runId },
    workflowTaskFinishEventId: chosen.eventId ?? null,
    requestId: randomUUID(),
    reason: 'An operator',
  });
}

/** Ignores the error of a workflow that has already ended. */
function ignoreEnded(error: unknown): void {
  if (error instanceof Error && /already completed|not found/i.test(error.message)) return;
  throw error;
}
