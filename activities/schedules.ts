/** Starts the jobs of customers' schedules, once for each day that is due. */
import type { Deps } from '#api/deps.ts';
import { noteMissed, runSchedule } from '#api/domain/integrations/schedule-runs.ts';
import { reconcileTimers } from '#api/domain/integrations/reconcile-timers.ts';
import { beating } from './heartbeats.ts';

export type ScheduleActivities = ReturnType<typeof scheduleActivities>;

type Run = { scheduleId: string; dueAt: string };

export function scheduleActivities(
  deps: Pick<
    Deps,
    | 'db'
    | 'env'
    | 'files'
    | 'vault'
    | 'workflows'
    | 'pdfLocks'
    | 'inReadingTurn'
    | 'inStartTurn'
    | 'clock'
    | 'logger'
  >,
) {
  const runOf = ({ scheduleId, dueAt }: Run) => ({ scheduleId, dueAt: new Date(dueAt) });
  return {
    runSchedule: (run: Run): Promise<void> => runSchedule(deps, runOf(run)),

    noteMissedRun: (run: Run): Promise<void> => noteMissed(deps, runOf(run)),

    reconcileSchedules: (): Promise<void> => beating(() => reconcileTimers(deps)),
  };
}
