/** A workflow's place on a portal (api/domain/portal-leases.ts): asked for, waited for, given back. */
import { condition, proxyActivities, setHandler } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import { slotGrantedSignal, type SlotAnswer, type SlotRequest } from './messages.ts';
import { steps } from './policies.ts';

const { requestSlot, releaseSlot } = proxyActivities<Activities>(steps);

export type PortalSlot = {
  isHeld: () => boolean;
  /** The place was asked for with the job's admission. */
  admitted: (answer: SlotAnswer) => void;
  request: () => Promise<SlotAnswer>;
  /** True when the place came within `timeoutMs`. */
  wait: (timeoutMs: number) => Promise<boolean>;
  /** Until the place is held; asks again from time to time, so that a grant nobody told of only costs time. */
  take: (told: (answer: SlotAnswer) => void) => Promise<void>;
  /** The place is not ours any more: it was given back by a step, or taken back from a worker that fell silent. */
  lost: () => void;
  release: () => Promise<void>;
};

export function portalSlot(visit: SlotRequest, heldBefore = false): PortalSlot {
  let held = heldBefore;
  let asked = heldBefore;
  /** What is known already, for the first time that the place is taken. */
  let known: SlotAnswer | null = null;
  setHandler(slotGrantedSignal, () => {
    // A grant for a request that was withdrawn meanwhile is for nobody.
    held = asked;
  });
  const isHeld = (): boolean => held;
  const wait = (timeoutMs: number): Promise<boolean> => condition(isHeld, timeoutMs);
  const request = async (): Promise<SlotAnswer> => {
    asked = true;
    const answer = await requestSlot(visit);
    held = answer.granted;
    return answer;
  };
  const lost = (): void => {
    held = false;
    asked = false;
    known = null;
  };
  return {
    isHeld,
    admitted: (answer) => {
      asked = true;
      held = answer.granted;
      known = answer;
    },
    request,
    wait,
    take: async (told) => {
      while (!isHeld()) {
        const answer = known ?? (await request());
        known = null;
        if (answer.granted) return;
        told(answer);
        await wait(answer.askAgainMs);
      }
    },
    lost,
    release: async () => {
      if (!asked) return;
      lost();
      await releaseSlot();
    },
  };
}
