/** A workflow's slot on a portal: asked for at the portal's gate, given back exactly once. */
import {
  condition,
  getExternalWorkflowHandle,
  isCancellation,
  proxyLocalActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import { credentialKey, gateWorkflowId } from './ids.ts';
import { releaseSlotSignal, slotGrantedSignal, type SlotAnswer } from './messages.ts';
import { database } from './policies.ts';

const { requestSlot } = proxyLocalActivities<Activities>(database);

export type PortalSlot = {
  isHeld: () => boolean;
  request: () => Promise<SlotAnswer>;
  /** True when the slot came within `timeoutMs` (or at all, without it) and before `gaveUp` turned true. */
  wait: (gaveUp: () => boolean, timeoutMs?: number) => Promise<boolean>;
  release: () => Promise<void>;
};

export function portalSlot(portal: string, userId: string, heldBefore = false): PortalSlot {
  const { workflowId } = workflowInfo();
  let held = heldBefore;
  let asked = heldBefore;
  setHandler(slotGrantedSignal, () => {
    held = asked;
  });
  return {
    isHeld: () => held,
    request: async () => {
      asked = true;
      const answer = await requestSlot({
        portal,
        workflowId,
        userId,
        credential: credentialKey(portal, userId),
      });
      if (answer.granted) held = true;
      return answer;
    },
    wait: async (gaveUp, timeoutMs) => {
      const ready = () => held || gaveUp();
      if (timeoutMs === undefined) await condition(ready);
      else await condition(ready, timeoutMs);
      return held;
    },
    release: async () => {
      if (!asked) return;
      held = false;
      try {
        await getExternalWorkflowHandle(gateWorkflowId(portal)).signal(releaseSlotSignal, workflowId);
      } catch (failure) {
        // A gate that is gone holds nothing; a cancelled release is made again when the job finishes.
        if (isCancellation(failure)) throw failure;
      }
      asked = false;
    },
  };
}
