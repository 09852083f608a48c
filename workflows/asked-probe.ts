/** Probes one portal at once, because an administrator asked for it: its entrance, then the pages behind its sign-in. */
import { CancellationScope, executeChild, isCancellation, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import { probeWalkWorkflowId } from './ids.ts';
import type { AskedProbeInput } from './messages.ts';
import * as policies from './policies.ts';
import { probeWalk } from './probe-walk.ts';

const { askedWalk, endAskedProbe } = proxyActivities<Activities>(policies.steps);
const { probePortal } = proxyActivities<Activities>(policies.probe);

/** A part that cannot be made is left to the next round of probes; its failure is in the history. */
function leaveToNextRound(error: unknown): void {
  if (isCancellation(error)) throw error;
}

export async function askedProbe({ portal }: AskedProbeInput): Promise<void> {
  try {
    await probePortal({ portal }).catch(leaveToNextRound);
    const walk = await askedWalk({ portal });
    // A walk of the schedule that runs already looks at the same pages.
    const workflowId = probeWalkWorkflowId(portal);
    if (walk) await executeChild(probeWalk, { workflowId, args: [walk] }).catch(leaveToNextRound);
  } finally {
    await CancellationScope.nonCancellable(() => endAskedProbe({ portal }));
  }
}
