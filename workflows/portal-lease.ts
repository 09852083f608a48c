/** A workflow's lease on a portal: request it, wait for it, release it (see api/domain/portals/portal-leases.ts). */
import { condition, patched, proxyActivities, setHandler } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import { leaseGrantedSignal, type EndedRun, type LeaseAnswer, type LeaseRequest } from './messages.ts';
import { steps } from './policies.ts';

const { requestSlot, releaseSlot } = proxyActivities<Activities>(steps);

export type PortalLease = {
  isHeld: () => boolean;
  /** The id of the lease or request, from the last answer; undefined if it is not known. */
  id: () => string | undefined;
  /** Records the answer to a lease request that was made as part of the job's admission. */
  takeAnswer: (answer: LeaseAnswer) => void;
  request: () => Promise<LeaseAnswer>;
  /** Resolves to true if the lease is granted within `timeoutMs`. */
  wait: (timeoutMs: number) => Promise<boolean>;
  /**
   * Waits until the lease is held. It asks again periodically, so that a lost grant signal only costs time; `beforeAsking`
   * runs before each time, in which the workflow can continue as a new run. Resolves to null, or to how the job's run has
   * ended, so that it needs no lease.
   */
  take: (
    notify: (answer: LeaseAnswer) => void,
    beforeAsking: () => Promise<void>,
  ) => Promise<EndedRun | null>;
  /** Forgets the lease, which a step has released, or which was taken from a worker that stopped responding. */
  forget: () => void;
  release: () => Promise<void>;
};

/**
 * Creates the lease of the current workflow. `heldBefore` is true if an earlier run of it already holds the lease, whose
 * id is `idBefore` if it is known.
 */
export function portalLease(wanted: LeaseRequest, heldBefore = false, idBefore?: string): PortalLease {
  let held = heldBefore;
  let asked = heldBefore;
  let id = idBefore;
  /** Whether a grant signal arrived since the lease was last requested or lost. */
  let signalled = false;
  /** The answer from the admission, used by the first `take` instead of another request. */
  let known: LeaseAnswer | null = null;
  setHandler(leaseGrantedSignal, () => {
    signalled = true;
    // Ignores a grant for a request that was withdrawn in the meantime.
    held = asked;
  });
  /** The activity read the queue before its answer arrived here, so a grant signal received in between is newer. */
  const answered = (answer: LeaseAnswer): void => {
    id = answer.id;
    held = answer.granted || (signalled && patched('grant-before-answer'));
  };
  const isHeld = (): boolean => held;
  const wait = (timeoutMs: number): Promise<boolean> => condition(isHeld, timeoutMs);
  const request = async (): Promise<LeaseAnswer> => {
    asked = true;
    signalled = false;
    const answer = await requestSlot(wanted);
    answered(answer);
    return answer;
  };
  const forget = (): void => {
    held = false;
    asked = false;
    id = undefined;
    signalled = false;
    known = null;
  };
  return {
    isHeld,
    id: () => id,
    takeAnswer: (answer) => {
      asked = true;
      answered(answer);
      known = answer;
    },
    request,
    wait,
    take: async (notify, beforeAsking) => {
      while (!isHeld()) {
        if (!known) await beforeAsking();
        const answer = known ?? (await request());
        known = null;
        if (isHeld()) return null;
        if (answer.ended) return answer.ended;
        notify(answer);
        await wait(answer.askAgainMs);
      }
      return null;
    },
    forget,
    release: async () => {
      if (!asked) return;
      const lease = id === undefined ? undefined : { id };
      forget();
      await releaseSlot(lease);
    },
  };
}
