/**
 * Timers of schedules: Temporal triggers each one daily at its time in Dhaka. The database table defines which should
 * exist.
 */
import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  type ScheduleOptions,
  type ScheduleSummary,
} from '@temporalio/client';
import type { ScheduleTimers, TimedSchedule, TimerSetting } from '#api/domain/workflows-port.ts';
import type { Temporal } from '#temporal/client.ts';
import { jobScheduleId, jobSchedulePrefix, taskQueues } from '#workflows/ids.ts';

/** A run missed while the platform was down is made up for within this time. */
const CATCH_UP = '12 hours';
/**
 * The workflow reads the schedule's id from the search attribute of its timer. Arguments would stay in the timer for
 * years, encrypted with the key of the day on which it was set, and could not be read once that key is removed.
 */
const WORKFLOW_TYPE = 'scheduledRun';

function optionsOf({ id, name, minuteOfDay, enabled }: TimedSchedule): ScheduleOptions {
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
      workflowType: WORKFLOW_TYPE,
      taskQueue: taskQueues.main,
      workflowId: `${jobScheduleId(id)}/run`,
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
      action: options.action,
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

async function timedSchedules(temporal: Temporal): Promise<Map<string, TimerSetting>> {
  const timed = new Map<string, TimerSetting>();
  for await (const { scheduleId, spec, state, action } of temporal.schedule.list()) {
    if (!scheduleId.startsWith(jobSchedulePrefix)) continue;
    const id = scheduleId.slice(jobSchedulePrefix.length);
    // The time of a timer with another workflow counts as unknown, so that the timer is set again.
    const isCurrent = action?.workflowType === WORKFLOW_TYPE;
    timed.set(id, { minuteOfDay: isCurrent ? minuteOf(spec) : null, enabled: !state.paused });
  }
  return timed;
}

/** Returns the minute of the day of a timer that `optionsOf` has set; null for one that was changed in Temporal. */
function minuteOf(spec: ScheduleSummary['spec']): number | null {
  const [calendar, ...others] = spec?.calendars ?? [];
  const [hour, minute] = [calendar?.hour[0]?.start, calendar?.minute[0]?.start];
  return hour === undefined || minute === undefined || others.length > 0 ? null : hour * 60 + minute;
}
