/** Known state of each portal: up, or down since when, and its last fault. */
import type { Deps } from '#api/deps.ts';

/** Updates the portal's state. It writes only on a change, so that the row of a busy portal is not contended. */
export async function markPortal(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  portal: string | null,
  status: 'up' | 'down',
  detail: string,
): Promise<void> {
  if (!portal) return;
  const known = await db.portalState.findUnique({ where: { portal } });
  if (known?.status === status) return;
  const state = { status, detail, since: clock() };
  await db.portalState.upsert({ where: { portal }, create: { portal, ...state }, update: state });
}

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
