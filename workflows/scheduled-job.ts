/** One day's run of a customer's schedule: starts a normal job, at most once a day. */
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import * as policies from './policies.ts';
import type { ScheduledJobInput } from './system-messages.ts';

const { runSchedule, noteMissedRun } = proxyActivities<Activities>(policies.scheduledRun);
const { reconcileSchedules } = proxyActivities<Activities>(policies.housekeeping);

const dueKey = defineSearchAttributeKey('TemporalScheduledStartTime', SearchAttributeType.DATETIME);

/** A run that fails after all retries is recorded as missed. */
export async function scheduledJob({ scheduleId }: ScheduledJobInput): Promise<void> {
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
