/** Walks through the pages behind portals' sign-ins with the probes' own logins, as often as administrators set. */
import { CancellationScope, executeChild, isCancellation, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import { probeWalkWorkflowId } from './ids.ts';
import type { ProbeWalkInput } from './messages.ts';
import * as policies from './policies.ts';
import { portalLease } from './portal-lease.ts';

const { walksToMake } = proxyActivities<Activities>(policies.steps);
const { walkPortal } = proxyActivities<Activities>(policies.probeWalk);

/** Jobs go first: a walk that gets no place within this time is left to the next round. */
const LEASE_TIMEOUT_MS = 60_000;
/** The user that probes count as when they compete with customers for places on the portals. */
const PROBE_USER = 'probe';

/** Makes the walks that are due, one after another; runs on a schedule. */
export async function probeWalks(): Promise<void> {
  for (const walk of await walksToMake())
    await executeChild(probeWalk, { workflowId: probeWalkWorkflowId(walk.portal), args: [walk] }).catch(
      (error: unknown) => {
        if (isCancellation(error)) throw error;
      },
    );
}

/** Walks while it holds the place of its login, so that no other probe and no customer uses the login meanwhile. */
export async function probeWalk(walk: ProbeWalkInput): Promise<void> {
  const lease = portalLease({ ...walk, userId: PROBE_USER });
  try {
    const { granted } = await lease.request();
    if (granted || (await lease.wait(LEASE_TIMEOUT_MS))) await walkPortal(walk);
  } finally {
    await CancellationScope.nonCancellable(() => lease.release());
  }
}
