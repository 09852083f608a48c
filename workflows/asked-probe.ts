/** Probes one portal at an administrator's request: its entrance, then the pages behind its sign-in. */
import { CancellationScope, executeChild, isCancellation, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import { probeWalkWorkflowId } from './ids.ts';
import type { AskedProbeInput } from './messages.ts';
import * as policies from './policies.ts';
import { probeWalk } from './probe-walk.ts';

const { askedWalk, endAskedProbe } = proxyActivities<Activities>(policies.steps);
const { probePortal } = proxyActivities<Activities>(policies.probe);

/** Ignores a failure, which the workflow's history shows: the next round of probes tries again. */
function leaveToNextRound(error: unknown): void {
  if (isCancellation(error)) throw error;
}

export async function askedProbe({ portal }: AskedProbeInput): Promise<void> {
  try {
    await probePortal({ portal }).catch(leaveToNextRound);
    const walk = await askedWalk({ portal });
    // If a scheduled walk is already running, this fails and is ignored: that walk looks at the same pages.
    const workflowId = probeWalkWorkflowId(portal);
    if (walk) await executeChild(probeWalk, { workflowId, args: [walk] }).catch(leaveToNextRound);
  } finally {
    await CancellationScope.nonCancellable(() => endAskedProbe({ portal }));
  }
}
