/** What is known of each portal: up, or down since when, and its last fault. */
import type { Deps } from '#api/deps.ts';

/** Writes only when the state changes, so that a busy portal's row is not hot. */
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

/** One lost answer leaves a portal up: it is remembered, so that administrators see it as degraded. */
export async function noteFault(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  portal: string | null,
  lastFault: string,
): Promise<void> {
  if (!portal) return;
  const fault = { lastFault, lastFaultAt: clock() };
  await db.portalState.upsert({ where: { portal }, create: { portal, ...fault }, update: fault });
}
