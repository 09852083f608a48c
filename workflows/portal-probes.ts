/** Looks at the entrance of each portal, one after another, as the schedule of probes says. */
import { isCancellation, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import * as policies from './policies.ts';

const { portalsToProbe } = proxyActivities<Activities>(policies.steps);
const { probePortal } = proxyActivities<Activities>(policies.probe);

/** A probe that cannot be made is left to the next round; the activity's failure is in the history. */
export async function portalProbes(): Promise<void> {
  for (const portal of await portalsToProbe())
    await probePortal({ portal }).catch((error: unknown) => {
      if (isCancellation(error)) throw error;
    });
}
