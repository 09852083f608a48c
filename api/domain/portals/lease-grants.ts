/** Grants the free leases of portals to the workflows in their queues, and notifies the new holders. */
import type { Deps } from '#api/deps.ts';
import { WorkflowGone } from '#api/domain/workflows-port.ts';
import { readClosure } from './opening-hours.ts';
import { dropLeases, grantLeases, unclaimedHolders } from './portal-leases.ts';

/** Holders that have ended are skipped. If there are more than this, the rest are left to the next caller. */
const GRANTS_MAX = 100;

type GrantDeps = Pick<Deps, 'db' | 'workflows' | 'logger' | 'clock'>;

/**
 * Grants the free leases of the portals and notifies the new holders. The lease of a holder that has ended goes to the
 * next. A portal outside its opening hours grants none.
 */
export async function grantFreeLeases(deps: GrantDeps, portals: readonly string[]): Promise<void> {
  const open = [...portals];
  for (let grants = 0; grants < GRANTS_MAX; grants += 1) {
    const portal = open.shift();
    if (portal === undefined) return;
    const isClosed = (await readClosure(deps.db, portal, deps.clock())) !== null;
    open.push(...(await grantAndNotify(deps, portal, { isClosed })));
  }
}

/**
 * Does the same for one portal whose opening hours are known. The holder `asking` is not notified: it gets an answer.
 */
export async function grantFreeLeasesFor(
  deps: GrantDeps,
  portal: string,
  given: { isClosed: boolean; asking: string },
): Promise<void> {
  await grantFreeLeases(deps, await grantAndNotify(deps, portal, given));
}

/** Returns the portals whose leases are free again because their new holders have ended. */
async function grantAndNotify(
  deps: GrantDeps,
  portal: string,
  { isClosed, asking }: { isClosed: boolean; asking?: string },
): Promise<string[]> {
  const freed: string[] = [];
  for (const holder of await grantLeases(deps.db, portal, { isClosed })) {
    if (holder !== asking) freed.push(...(await notifyGranted(deps, holder)));
  }
  return freed;
}

/**
 * Notifies the holders of leases that no worker has claimed for a while once more, because the first signal may have
 * been lost. A workflow that knows of its lease ignores the signal.
 */
export async function remindHolders(deps: GrantDeps): Promise<void> {
  for (const holder of await unclaimedHolders(deps.db))
    await grantFreeLeases(deps, await notifyGranted(deps, holder));
}

/** Notifies a holder of its grant. Returns the portals whose leases are free again because the holder has ended. */
async function notifyGranted({ db, workflows, logger }: GrantDeps, holder: string): Promise<string[]> {
  try {
    await workflows.notifyLeaseGranted(holder);
  } catch (error) {
    if (error instanceof WorkflowGone) return dropLeases(db, holder);
    // The reconciliation notifies it again, and it also asks again by itself, so a lost signal only costs time.
    logger.warn({ holder, err: error }, 'a job was not notified of its lease');
  }
  return [];
}
