/** Looks behind the sign-in of portals with the probes' own logins, as often as administrators allow it. */
import { CancellationScope, executeChild, isCancellation, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import { probeWalkWorkflowId } from './ids.ts';
import type { ProbeWalkInput } from './messages.ts';
import * as policies from './policies.ts';
import { portalSlot } from './slot.ts';

const { walksToMake } = proxyActivities<Activities>(policies.steps);
const { walkPortal } = proxyActivities<Activities>(policies.probeWalk);

/** Jobs go first: a walk that gets no place within this time is left to the next round. */
const SLOT_TIMEOUT_MS = 60_000;
/** Who competes for places on the portals beside the customers. */
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

/** Walks under a place of its login, which neither another probe nor a customer with the same login has meanwhile. */
export async function probeWalk(walk: ProbeWalkInput): Promise<void> {
  const slot = portalSlot({ ...walk, userId: PROBE_USER });
  try {
    const { granted } = await slot.request();
    if (granted || (await slot.wait(SLOT_TIMEOUT_MS))) await walkPortal(walk);
  } finally {
    await CancellationScope.nonCancellable(() => slot.release());
  }
}
