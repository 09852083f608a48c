/** Keeps a lease while a worker works under it: claims it, renews it, and signals its loss. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { answeredWithin } from '#api/adapters/database-answers.ts';
import { withinMs } from '#api/adapters/within-ms.ts';
import type { Deps } from '#api/deps.ts';
import { claimLease, leaveLease, renewLease, type Claim } from '#api/domain/portals/portal-leases.ts';
import { MINUTE_MS } from '#contracts/durations.ts';
import { limits } from '#contracts/limits.ts';
import { ownWorkflowId } from '#activities/workflow-state.ts';

type KeeperDeps = Pick<Deps, 'db' | 'logger'>;

export type LeaseKeeper = {
  claim: Claim;
  /** Aborted when another worker holds the lease, or when that can no longer be ruled out. */
  lost: AbortSignal;
  /** Releases the claim, but keeps the lease for the holder's next worker. */
  leave: () => Promise<void>;
};

const ASK_MS = 500;
/** A renewal that takes longer has failed, and is tried again. */
const ANSWER_MS = 2 * limits.leaseRenewMs;
/**
 * Work that has not ended for so long after its lease was lost is given up: it waits for an answer that never comes. A
 * filing that was sent is followed to its end in less.
 */
const GIVE_UP_MS = 5 * MINUTE_MS;

/** The `worker` ids of the claims under which this process works. */
export const workersHere = new Set<string>();

export type UnderLease = {
  lease: LeaseKeeper;
  /** Aborted when the caller's own signal is, and when the lease is lost. */
  signal: AbortSignal;
};

/**
 * Runs work under the lease that the activity's workflow has on the portal, and leaves the lease afterwards. Returns
 * null if the workflow has no lease there any more. Throws if the work does not end after the lease was lost; what it
 * still does then is refused, because it has no right to file.
 */
export async function underLease<Result>(
  deps: KeeperDeps,
  { portal, signal }: { portal: string; signal: AbortSignal },
  work: (under: UnderLease) => Promise<Result>,
): Promise<Result | null> {
  const lease = await keepLease(deps, { portal, holder: ownWorkflowId() }, signal);
  if (!lease) return null;
  try {
    const working = work({ lease, signal: AbortSignal.any([signal, lease.lost]) });
    return await Promise.race([working, endSoonAfter(lease.lost, working)]);
  } finally {
    await lease.leave();
  }
}

/** Waits for the loss of the lease, and then for the end of the work. Throws if the work does not end. */
async function endSoonAfter<Result>(lost: AbortSignal, working: Promise<Result>): Promise<Result> {
  await once(lost, 'abort');
  return withinMs(GIVE_UP_MS, working, () => {
    throw new Error('The work under a lost lease does not end.', { cause: lost.reason });
  });
}

/**
 * Claims the holder's lease and keeps renewing it. Waits while another worker of the same holder is alive or may
 * still be. Returns null if the holder has no lease on the portal any more.
 */
async function keepLease(
  deps: KeeperDeps,
  ref: { portal: string; holder: string },
  signal: AbortSignal,
): Promise<LeaseKeeper | null> {
  const worker = randomUUID();
  workersHere.add(worker);
  try {
    for (;;) {
      const claim = await claimLease(deps.db, ref, worker);
      if (claim === 'gone') break;
      if (claim !== 'in use') return keeperOf(deps, claim);
      await delay(ASK_MS, undefined, { signal });
    }
  } catch (error) {
    workersHere.delete(worker);
    throw error;
  }
  workersHere.delete(worker);
  return null;
}

function keeperOf({ db, logger }: KeeperDeps, claim: Claim): LeaseKeeper {
  const lost = new AbortController();
  let renewedAtMs = performance.now();
  const renew = async (): Promise<void> => {
    const askedAtMs = performance.now();
    try {
      if (await answeredWithin(ANSWER_MS, renewLease(db, claim))) renewedAtMs = askedAtMs;
      else lost.abort(new Error('The lease on the portal was taken back.'));
    } catch (error) {
      logger.warn({ holder: claim.holder, err: error }, 'a lease on a portal could not be renewed');
      if (performance.now() - renewedAtMs > limits.leaseSilentMs) lost.abort(error);
    }
  };
  let renewing: Promise<void> | null = null;
  const timer = setInterval(() => {
    renewing ??= renew().finally(() => {
      renewing = null;
    });
  }, limits.leaseRenewMs);
  lost.signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  return {
    claim,
    lost: lost.signal,
    leave: async () => {
      clearInterval(timer);
      await renewing;
      await answeredWithin(ANSWER_MS, leaveLease(db, claim)).finally(() => workersHere.delete(claim.worker));
    },
  };
}
