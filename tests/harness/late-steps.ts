/** Steps of jobs that a frozen worker makes late, on a database: `const { step, work, fail } = lateSteps(db)`. */
import { MockActivityEnvironment } from '@temporalio/testing';
import { jobActivities } from '#activities/jobs.ts';
import { leaseActivities } from '#activities/portal-leases.ts';
import { endRow, markRunning } from '#api/domain/jobs/job-steps.ts';
import { quote } from '#contracts/messages/message.ts';
import type { Database } from '#prisma/client.ts';
import { jobWorkflowId } from '#workflows/ids.ts';

const STARTED_MS = Date.UTC(2026, 10, 3, 4);
const SECOND_MS = 1_000;

type Job = { jobId: string };

/** Returns the time so many seconds after the start. */
export const at = (seconds: number): Date => new Date(STARTED_MS + seconds * SECOND_MS);

export function lateSteps(db: Database) {
  const workflows = { notifyLeaseGranted: async () => undefined };
  const deps = { db, workflows, clock: () => new Date() };
  return {
    deps,
    ...jobActivities(deps as unknown as Parameters<typeof jobActivities>[0]),
    ...leaseActivities(deps as unknown as Parameters<typeof leaseActivities>[0]),
    /** Runs a step that was scheduled so many seconds after the start. */
    step: <T>({ jobId }: Job, seconds: number, run: () => Promise<T>): Promise<T> =>
      new MockActivityEnvironment({
        scheduledTimestampMs: at(seconds).getTime(),
        workflowExecution: { workflowId: jobWorkflowId('exp-issue', jobId), runId: 'run' },
      }).run(run),
    /** Shows the job as running, as a step that was scheduled so many seconds after the start does. */
    work: ({ jobId }: Job, seconds: number, attempt = 1) =>
      markRunning(db, { jobId, attempt }, new Date(), at(seconds)),
    /** Ends the job's first row as failed. */
    fail: ({ jobId }: Job) =>
      endRow(db, {
        jobId,
        rowNumber: 1,
        outcome: 'PORTAL_DOWN',
        message: quote('The portal is down.'),
        attempts: 1,
        now: new Date(),
      }),
  };
}
