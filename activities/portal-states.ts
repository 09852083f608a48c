/** What is known of each portal: up, or down since when. */
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
