/** Makes the timers in Temporal match the customers' schedules in the database. */
import { removeTimer, setTimer, timedSchedules } from '#api/adapters/schedule-timer.ts';
import type { Deps } from '#api/deps.ts';

/** A schedule younger than this may still be waiting for its timer. */
const RECONCILE_AFTER_MS = 5 * 60_000;
const SCHEDULES_MAX = 10_000;

/** Creates missing timers, and removes those of deleted schedules. */
export async function reconcileTimers(deps: Pick<Deps, 'db' | 'temporal' | 'clock'>): Promise<void> {
  const before = new Date(deps.clock().getTime() - RECONCILE_AFTER_MS);
  const timed = await timedSchedules(deps);
  const schedules = await deps.db.jobSchedule.findMany({
    take: SCHEDULES_MAX,
    orderBy: { createdAt: 'asc' },
  });
  const known = new Set(schedules.map(({ id }) => id));
  for (const schedule of schedules)
    if (!timed.has(schedule.id) && schedule.createdAt < before) await setTimer(deps, schedule);
  if (schedules.length < SCHEDULES_MAX)
    for (const id of timed) if (!known.has(id)) await removeTimer(deps, id);
}
