/** Looks, some time after filings were made, whether each is on its portal once (section 1.3 of portals.md). */
import { CancellationScope, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import type { SlotRequest } from './messages.ts';
import * as policies from './policies.ts';
import { portalSlot, type PortalSlot } from './slot.ts';

const { startTwinChecks } = proxyActivities<Activities>(policies.housekeeping);
const { readFilingsBack } = proxyActivities<Activities>(policies.twinCheck);

/** A portal without a free place for so many turns is left alone; the filings stay due. */
const TURNS_MAX = 40;

/** On a schedule. */
export async function twinChecks(): Promise<void> {
  await startTwinChecks();
}

/** One customer's due filings on one portal, with a place of its own there as a job has. */
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
