/** Workflows that are queued for a portal: grants its free leases and notifies the new holders. */
import type { Deps } from '#api/deps.ts';
import { WorkflowGone } from '#api/domain/workflows-port.ts';
import { dropLeases, grantLeases } from './portal-leases.ts';

/** Holders that have ended are skipped. If there are more than this, the rest are left to the next caller. */
const GRANTS_MAX = 100;

/**
 * Grants the free leases of the portals and notifies the new holders, except the `asking` one, which gets its answer
 * directly. The lease of a holder that has ended goes to the next.
 */
export async function wakeVisitors(
  { db, workflows, logger }: Pick<Deps, 'db' | 'workflows' | 'logger'>,
  portals: readonly string[],
  asking?: string,
): Promise<void> {
  const open = [...portals];
  for (let grants = 0; grants < GRANTS_MAX; grants += 1) {
    const portal = open.shift();
    if (portal === undefined) return;
    for (const holder of await grantLeases(db, portal)) {
      if (holder === asking) continue;
      try {
        await workflows.tellSlotGranted(holder);
      } catch (error) {
        // Everybody asks again after a while, so that a signal that does not arrive only costs time.
        if (!(error instanceof WorkflowGone))
          logger.warn({ holder, err: error }, 'a job was not notified of its slot');
        else open.push(...(await dropLeases(db, holder)));
      }
    }
  }
}
