/** The state of the platform as its metrics show it: the administrators' overview, and what alerts need beside it. */
import type { Overview } from '#contracts/calls/overview-answers.ts';
import type { Deps } from '#api/deps.ts';
import { longestTurnMs } from '#api/domain/jobs/turn-waits.ts';
import { adminOverview } from './admin-overview.ts';

export type PlatformState = Overview & { longestTurnMs: number };

export async function platformState(deps: Pick<Deps, 'db' | 'clock'>): Promise<PlatformState> {
  const overview = await adminOverview(deps);
  return { ...overview, longestTurnMs: await longestTurnMs(deps, overview) };
}
