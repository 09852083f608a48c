/** Checks some time after filings were made that each exists exactly once on its portal (portals.md 1.3). */
import { CancellationScope, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import type { LeaseRequest } from './messages.ts';
import * as policies from './policies.ts';
import { portalLease, type PortalLease } from './portal-lease.ts';

const { startTwinChecks } = proxyActivities<Activities>(policies.pickup);
const { readFilingsBack } = proxyActivities<Activities>(policies.twinCheck);

/** After this many attempts to get a lease on the portal the visit ends; the filings stay due. */
const TURNS_MAX = 40;

/** Starts the visits that are due; runs on a schedule. */
export async function twinChecks(): Promise<void> {
  await startTwinChecks();
}

/** Checks one customer's due filings on one portal, under a lease of its own like a job's. */
export async function twinCheck(visit: Pick<LeaseRequest, 'portal' | 'userId'>): Promise<void> {
  const lease = portalLease(visit);
  try {
    if (await hasTurn(lease)) await readFilingsBack(visit);
  } finally {
    await CancellationScope.nonCancellable(() => lease.release());
  }
}

async function hasTurn(lease: PortalLease): Promise<boolean> {
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    const { granted, askAgainMs } = await lease.request();
    if (granted || (await lease.wait(askAgainMs))) return true;
  }
  return false;
}
