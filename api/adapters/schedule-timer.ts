/**
 * Timers of schedules: Temporal triggers each one daily at its time in Dhaka. The database table defines which should
 * exist.
 */
import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  type ScheduleOptions,
} from '@temporalio/client';
import type { Temporal } from '#temporal/client.ts';
import type { JobSchedule } from '#prisma/generated/client.ts';
import { jobScheduleId, jobSchedulePrefix, taskQueues } from '#workflows/ids.ts';
import type { ScheduledJobInput } from '#workflows/system-messages.ts';

type TimerDeps = { temporal: Temporal };
type Timed = Pick<JobSchedule, 'id' | 'name' | 'minuteOfDay' | 'enabled'>;

/** A run missed while the platform was down is made up for within this time. */
const CATCH_UP = '12 hours';

function optionsOf({ id, name, minuteOfDay, enabled }: Timed): ScheduleOptions {
  const input: ScheduledJobInput = { scheduleId: id };
  return {
    scheduleId: jobScheduleId(id),
    spec: {
      calendars: [{ hour: Math.floor(minuteOfDay / 60), minute: minuteOfDay % 60 }],
      timezone: 'Asia/Dhaka',
    },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: CATCH_UP },
    state: { paused: !enabled, note: name },
    action: {
      type: 'startWorkflow',
      workflowType: 'scheduledJob',
      taskQueue: taskQueues.main,
      workflowId: `${jobScheduleId(id)}/run`,
      args: [input],
    },
  };
}

/** Creates or updates the timer of a schedule. */
export async function setTimer({ temporal }: TimerDeps, schedule: Timed): Promise<void> {
  const options = optionsOf(schedule);
  try {
    await temporal.schedule.create(options);
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await temporal.schedule.getHandle(options.scheduleId).update((current) => ({
      ...current,
      spec: options.spec,
      state: { ...current.state, ...options.state },
    }));
  }
}

export async function removeTimer({ temporal }: TimerDeps, id: string): Promise<void> {
  try {
    await temporal.schedule.getHandle(jobScheduleId(id)).delete();
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}

/** The ids of the schedules that have a timer. */
export async function timedSchedules({ temporal }: TimerDeps): Promise<Set<string>> {
  const timed = new Set<string>();
  for await (const { scheduleId } of temporal.schedule.list()) {
    if (scheduleId.startsWith(jobSchedulePrefix)) timed.add(scheduleId.slice(jobSchedulePrefix.length));
  }
  return timed;
}
