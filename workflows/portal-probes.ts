/** Probes the entrance of each portal, one after another; runs on a schedule. */
import { isCancellation, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import * as policies from './policies.ts';

const { portalsToProbe } = proxyActivities<Activities>(policies.steps);
const { probePortal } = proxyActivities<Activities>(policies.probe);

/** Ignores the failure of a probe, which the workflow's history shows: the next round tries again. */
export async function portalProbes(): Promise<void> {
  for (const portal of await portalsToProbe())
    await probePortal({ portal }).catch((error: unknown) => {
      if (isCancellation(error)) throw error;
    });
}
