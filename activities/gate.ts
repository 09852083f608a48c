/** What a portal's gate and its visitors ask of the Temporal server. */
import { WithStartWorkflowOperation, WorkflowNotFoundError } from '@temporalio/client';
import type { Deps } from '#api/deps.ts';
import { gateWorkflowId, taskQueues } from '#workflows/ids.ts';
import type { PortalGateInput, SlotAnswer, SlotRequest } from '#workflows/messages.ts';
import type { portalGate } from '#workflows/portal-gate.ts';
import type { PortalKey } from '#services/contract.ts';
import { portalOf } from './portals/portals.ts';

type GateVisit = SlotRequest & { sessionsMax: number };

export type GateActivities = ReturnType<typeof gateActivities>;

export function gateActivities({ temporal }: Pick<Deps, 'temporal'>) {
  return {
    /** Asks the portal's gate, starting it when it is the first visitor. Asking twice changes nothing. */
    requestSlot: (input: SlotRequest & { portal: string }): Promise<SlotAnswer> => {
      const { portal, ...request } = input;
      const { sessionsMax } = portalOf(portal as PortalKey);
      return temporal.workflow.executeUpdateWithStart<typeof portalGate, SlotAnswer, [GateVisit]>(
        'requestSlot',
        {
          args: [{ ...request, sessionsMax }],
          startWorkflowOperation: new WithStartWorkflowOperation<typeof portalGate>('portalGate', {
            workflowId: gateWorkflowId(portal),
            taskQueue: taskQueues.main,
            args: [{ portal } satisfies PortalGateInput],
            workflowIdConflictPolicy: 'USE_EXISTING',
          }),
        },
      );
    },

    /** Those of the workflows that no longer run, so that they can lose their place. */
    findEndedWorkflows: async (input: { workflowIds: string[] }): Promise<string[]> => {
      const ended: string[] = [];
      for (const workflowId of input.workflowIds)
        if (await hasEnded(temporal, workflowId)) ended.push(workflowId);
      return ended;
    },
  };
}

async function hasEnded(temporal: Deps['temporal'], workflowId: string): Promise<boolean> {
  try {
    const { status } = await temporal.workflow.getHandle(workflowId).describe();
    return status.name !== 'RUNNING' && status.name !== 'CONTINUED_AS_NEW';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return true;
    throw error;
  }
}
