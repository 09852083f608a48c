/** Registers the scheduled workflows once; a changed period takes effect at the next start. */
import { ScheduleAlreadyRunning, ScheduleOverlapPolicy, type ScheduleOptions } from '@temporalio/client';
import { taskQueues } from '#workflows/ids.ts';
import type { Temporal } from './client.ts';

const schedules = [
  { scheduleId: 'retention', workflowType: 'retention', every: '1 hour' },
  // Runs twice per minute, because a terminated job has to continue within one minute.
  { scheduleId: 'reconciliation', workflowType: 'reconciliation', every: '30 seconds' },
  { scheduleId: 'payment-reconciliation', workflowType: 'paymentReconciliation', every: '1 minute' },
  { scheduleId: 'twin-checks', workflowType: 'twinChecks', every: '10 minutes' },
  { scheduleId: 'book-audit', workflowType: 'bookAudit', every: '15 minutes' },
  { scheduleId: 'portal-probes', workflowType: 'portalProbes', every: '10 minutes' },
  { scheduleId: 'probe-walks', workflowType: 'probeWalks', every: '10 minutes' },
  { scheduleId: 'webhook-pickup', workflowType: 'webhookPickup', every: '1 minute' },
  { scheduleId: 'notice-pickup', workflowType: 'noticePickup', every: '1 minute' },
  { scheduleId: 'vault-upkeep', workflowType: 'vaultUpkeep', every: '10 minutes' },
  { scheduleId: 'schedule-upkeep', workflowType: 'scheduleUpkeep', every: '1 hour' },
] as const;

/** Creates the schedules that do not exist and updates the others. */
export async function ensureSchedules(temporal: Temporal): Promise<void> {
  for (const { scheduleId, workflowType, every } of schedules) {
    const options: ScheduleOptions = {
      scheduleId,
      spec: { intervals: [{ every }] },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 hour' },
      action: { type: 'startWorkflow', workflowType, taskQueue: taskQueues.main, workflowId: scheduleId },
    };
    try {
      await temporal.schedule.create(options);
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      await temporal.schedule.getHandle(scheduleId).update((current) => ({ ...current, spec: options.spec }));
    }
  }
}
