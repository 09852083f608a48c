/** A workflow's place on a portal (api/domain/portals/portal-leases.ts): asked for, waited for, given back. */
import { condition, patched, proxyActivities, setHandler } from '@temporalio/workflow';
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
  take: (notify: (answer: SlotAnswer) => void) => Promise<void>;
  /** The place is not ours any more: it was given back by a step, or taken back from a worker that fell silent. */
  lost: () => void;
  release: () => Promise<void>;
};

export function portalSlot(visit: SlotRequest, heldBefore = false): PortalSlot {
  let held = heldBefore;
  let asked = heldBefore;
  /** A grant was told since the place was last asked for, or lost. */
  let told = false;
  /** What is known already, for the first time that the place is taken. */
  let known: SlotAnswer | null = null;
  setHandler(slotGrantedSignal, () => {
    told = true;
    // A grant for a request that was withdrawn meanwhile is for nobody.
    held = asked;
  });
  /** The line was read before the answer arrived: a grant that was told meanwhile is newer. */
  const answered = (answer: SlotAnswer): void => {
    held = answer.granted || (told && patched('grant-before-answer'));
  };
  const isHeld = (): boolean => held;
  const wait = (timeoutMs: number): Promise<boolean> => condition(isHeld, timeoutMs);
  const request = async (): Promise<SlotAnswer> => {
    asked = true;
    told = false;
    const answer = await requestSlot(visit);
    answered(answer);
    return answer;
  };
  const lost = (): void => {
    held = false;
    asked = false;
    told = false;
    known = null;
  };
  return {
    isHeld,
    admitted: (answer) => {
      asked = true;
      answered(answer);
      known = answer;
    },
    request,
    wait,
    take: async (notify) => {
      while (!isHeld()) {
        const answer = known ?? (await request());
        known = null;
        if (isHeld()) return;
        notify(answer);
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
