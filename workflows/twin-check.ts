/** Checks some time after filings were made that each exists exactly once on its portal (portals.md 1.3). */
import { CancellationScope, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import type { SlotRequest } from './messages.ts';
import * as policies from './policies.ts';
import { portalSlot, type PortalSlot } from './slot.ts';

const { startTwinChecks } = proxyActivities<Activities>(policies.pickup);
const { readFilingsBack } = proxyActivities<Activities>(policies.twinCheck);

/** After this many attempts to get a slot on the portal the visit ends; the filings stay due. */
const TURNS_MAX = 40;

/** Starts the visits that are due; runs on a schedule. */
export async function twinChecks(): Promise<void> {
  await startTwinChecks();
}

/** Checks one customer's due filings on one portal, under a slot of its own like a job's. */
export async function twinCheck(visit: Pick<SlotRequest, 'portal' | 'userId'>): Promise<void> {
  const slot = portalSlot(visit);
  try {
    if (await hasTurn(slot)) await readFilingsBack(visit);
  } finally {
    await CancellationScope.nonCancellable(() => slot.release());
  }
}

async function hasTurn(slot: PortalSlot): Promise<boolean> {
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    const { granted, askAgainMs } = await slot.request();
    if (granted || (await slot.wait(askAgainMs))) return true;
  }
  return false;
}
