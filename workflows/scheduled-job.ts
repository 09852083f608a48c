/** One day's run of a customer's schedule: starts a normal job, at most once a day. */
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import { jobSchedulePrefix } from './ids.ts';
import * as policies from './policies.ts';
import type { ScheduledJobInput } from './system-messages.ts';

const { runSchedule, noteMissedRun } = proxyActivities<Activities>(policies.scheduledRun);
const { reconcileSchedules } = proxyActivities<Activities>(policies.pickup);

const dueKey = defineSearchAttributeKey('TemporalScheduledStartTime', SearchAttributeType.DATETIME);
const timerKey = defineSearchAttributeKey('TemporalScheduledById', SearchAttributeType.KEYWORD);

/** A run of the customer's schedule whose timer started this workflow. */
export async function scheduledRun(): Promise<void> {
  const timerId = workflowInfo().typedSearchAttributes.get(timerKey) ?? '';
  await runDue(timerId.slice(jobSchedulePrefix.length));
}

/** A run of a timer that has not been set since timers give no arguments (`api/adapters/workflows/schedule-timers.ts`). */
export async function scheduledJob({ scheduleId }: ScheduledJobInput): Promise<void> {
  await runDue(scheduleId);
}

/** A run that fails after all retries is recorded as missed. */
async function runDue(scheduleId: string): Promise<void> {
  const { typedSearchAttributes, startTime } = workflowInfo();
  // A late run counts for the day on which it was due.
  const dueAt = (typedSearchAttributes.get(dueKey) ?? startTime).toISOString();
  try {
    await runSchedule({ scheduleId, dueAt });
  } catch {
    await noteMissedRun({ scheduleId, dueAt });
  }
}

/** Creates missing Temporal schedules and removes those whose customer schedule was deleted. */
export async function scheduleUpkeep(): Promise<void> {
  await reconcileSchedules();
}
