/** The recorded state of each portal: up or down, since when, and its last fault. */
import type { Deps } from '#api/deps.ts';
import type { Transaction } from '#prisma/client.ts';
import type { PortalState } from '#prisma/generated/client.ts';
import { startNoticeDeliveries } from '#api/domain/messaging/notice-start.ts';
import { noteOutage } from './portal-outages.ts';
import { tellPortalIsBack } from './portal-back.ts';

type StateDeps = Pick<Deps, 'db' | 'clock' | 'workflows' | 'logger'>;

/**
 * Updates the portal's state. When it is up again, customers whose jobs waited are notified. It writes only on a
 * change, so that the row of a busy portal is not contended.
 */
export async function markPortal(
  deps: StateDeps,
  portal: string | null,
  status: 'up' | 'down',
  detail: string,
): Promise<void> {
  if (!portal) return;
  const { db, clock } = deps;
  const known = await db.portalState.findUnique({ where: { portal } });
  if (known?.status === status) return;
  const now = clock();
  const state = { status, detail, since: now };
  const keys = await db.$transaction(async (tx) => {
    await tx.portalState.upsert({ where: { portal }, create: { portal, ...state }, update: state });
    await noteOutage(tx, portal, now);
    // A paused portal is back only when it is resumed.
    const isBack = status === 'up' && known?.status === 'down' && known.pausedAt === null;
    return isBack ? tellPortalIsBack(tx, { portal, kind: 'down', since: known.since, now }) : [];
  });
  await startNoticeDeliveries(deps, keys);
}

/** Returns the portal's state and locks it until the transaction ends. */
export const lockState = (tx: Transaction, portal: string): Promise<PortalState> =>
  tx.portalState.upsert({ where: { portal }, create: { portal }, update: { portal } });

/** Records a fault without marking the portal as down, so that administrators see it as degraded. */
export async function noteFault(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  portal: string | null,
  lastFault: string,
): Promise<void> {
  if (!portal) return;
  const fault = { lastFault, lastFaultAt: clock() };
  await db.portalState.upsert({ where: { portal }, create: { portal, ...fault }, update: fault });
}
