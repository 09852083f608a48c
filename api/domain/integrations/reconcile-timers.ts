/** Makes the timers in Temporal match the customers' schedules in the database. */
import type { Deps } from '#api/deps.ts';
import { SeveralErrors } from '#api/domain/several-errors.ts';
import type { TimerSetting } from '#api/domain/workflows-port.ts';

/** A schedule younger than this may still be waiting for its timer. */
const RECONCILE_AFTER_MS = 5 * 60_000;
const SCHEDULES_MAX = 10_000;

type TimerDeps = Pick<Deps, 'db' | 'workflows' | 'clock'>;

/**
 * Creates missing timers, sets those that differ from their schedules, and removes those of deleted schedules.
 * @throws SeveralErrors after all others if some timers could not be set or removed
 */
export async function reconcileTimers(deps: TimerDeps): Promise<void> {
  const { timers } = deps.workflows;
  const before = new Date(deps.clock().getTime() - RECONCILE_AFTER_MS);
  const timed = await timers.timed();
  const schedules = await deps.db.jobSchedule.findMany({
    take: SCHEDULES_MAX,
    orderBy: { createdAt: 'asc' },
  });
  const known = new Set(schedules.map(({ id }) => id));
  const errors: unknown[] = [];
  const attempt = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => void errors.push(error));
  for (const schedule of schedules) {
    const timer = timed.get(schedule.id);
    const isRight = timer ? isSame(timer, schedule) : schedule.createdAt >= before;
    if (!isRight) await attempt(setTimer(deps, schedule.id));
  }
  if (schedules.length < SCHEDULES_MAX)
    for (const id of timed.keys()) if (!known.has(id)) await attempt(timers.remove(id));
  if (errors.length > 0) throw new SeveralErrors(errors);
}

const isSame = (timer: TimerSetting, schedule: TimerSetting): boolean =>
  timer.enabled === schedule.enabled && timer.minuteOfDay === schedule.minuteOfDay;

/** Sets the timer under the lock of its schedule, so that it cannot replace a change that is being made. */
async function setTimer({ db, workflows }: TimerDeps, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM job_schedules WHERE id = ${id}::uuid FOR UPDATE`;
    const schedule = await tx.jobSchedule.findUnique({ where: { id } });
    if (schedule) await workflows.timers.set(schedule);
  });
}
