/** Makes the timers in Temporal match the customers' schedules in the database. */
import type { Deps } from '#api/deps.ts';

/** A schedule younger than this may still be waiting for its timer. */
const RECONCILE_AFTER_MS = 5 * 60_000;
const SCHEDULES_MAX = 10_000;

/** Creates missing timers, and removes those of deleted schedules. */
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
