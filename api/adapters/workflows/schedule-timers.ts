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
import type { ScheduleTimers, TimedSchedule } from '#api/domain/workflows-port.ts';
import type { Temporal } from '#temporal/client.ts';
import { jobScheduleId, jobSchedulePrefix, taskQueues } from '#workflows/ids.ts';
import type { ScheduledJobInput } from '#workflows/system-messages.ts';

/** A run missed while the platform was down is made up for within this time. */
const CATCH_UP = '12 hours';

function optionsOf({ id, name, minuteOfDay, enabled }: TimedSchedule): ScheduleOptions {
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

export function scheduleTimers(temporal: Temporal): ScheduleTimers {
  return {
    set: (schedule) => setTimer(temporal, schedule),
    remove: (id) => removeTimer(temporal, id),
    timed: () => timedSchedules(temporal),
  };
}

async function setTimer(temporal: Temporal, schedule: TimedSchedule): Promise<void> {
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

async function removeTimer(temporal: Temporal, id: string): Promise<void> {
  try {
    await temporal.schedule.getHandle(jobScheduleId(id)).delete();
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}

async function timedSchedules(temporal: Temporal): Promise<Set<string>> {
  const timed = new Set<string>();
  for await (const { scheduleId } of temporal.schedule.list()) {
    if (scheduleId.startsWith(jobSchedulePrefix)) timed.add(scheduleId.slice(jobSchedulePrefix.length));
  }
  return timed;
}
