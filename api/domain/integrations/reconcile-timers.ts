/** Keeps the timers of the schedules as the table says that they should be. */
import type { Deps } from '#api/deps.ts';

/** A young schedule may still be between its row and its timer. */
const RECONCILE_AFTER_MS = 5 * 60_000;
const SCHEDULES_MAX = 10_000;

/** Timers that are missing are made, those of schedules that are gone are removed. */
export async function reconcileTimers(deps: Pick<Deps, 'db' | 'workflows' | 'clock'>): Promise<void> {
  const { timers } = deps.workflows;
  const before = new Date(deps.clock().getTime() - RECONCILE_AFTER_MS);
  const timed = await timers.timed();
  const schedules = await deps.db.jobSchedule.findMany({
    take: SCHEDULES_MAX,
    orderBy: { createdAt: 'asc' },
  });
  const known = new Set(schedules.map(({ id }) => id));
  for (const schedule of schedules)
    if (!timed.has(schedule.id) && schedule.createdAt < before) await timers.set(schedule);
  if (schedules.length < SCHEDULES_MAX) for (const id of timed) if (!known.has(id)) await timers.remove(id);
}
