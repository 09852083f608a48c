/** Steps of a job on the database: admitted, waiting, settled; each may be replayed and acts once. */
import type { Deps } from '#api/deps.ts';
import { finish } from '#api/domain/job-ending.ts';
import { mailJobEnd } from '#api/domain/job-mail.ts';
import { admit, reopen } from '#api/domain/job-opening.ts';
import { projectQueue, setState, skipNextRow } from '#api/domain/job-steps.ts';
import { projectPause, readPause } from '#api/domain/portals.ts';
import { startJobDeliveries } from '#api/domain/webhook-start.ts';
import type { JobWaiting } from '#contracts/jobs.ts';
import type { GatePause, RowCounts } from '#workflows/messages.ts';
import { toFailure } from './failures.ts';

export type JobActivities = ReturnType<typeof jobActivities>;

export function jobActivities(deps: Pick<Deps, 'db' | 'env' | 'mailer' | 'temporal' | 'logger' | 'clock'>) {
  const { db, clock } = deps;
  return {
    /** Reserves the job's credits and takes it out of draft. Fails with INSUFFICIENT_CREDITS. */
    admitJob: (input: { jobId: string; attempt: number }) =>
      admit(db, input).catch((error: unknown) => Promise.reject(toFailure(error))),

    /** Opens the failed rows of an ended job for another attempt and reserves their price. */
    reopenJob: (input: { jobId: string; attempt: number }) =>
      reopen(db, input).catch((error: unknown) => Promise.reject(toFailure(error))),

    setJobState: (input: {
      jobId: string;
      state: 'queued' | 'parked';
      step: string;
      waiting: JobWaiting | null;
    }) => setState(db, input),

    /** Ends the next open row as INTERNAL_ERROR, so that the job can go on behind it. */
    skipRow: (input: { jobId: string }) => skipNextRow(db, input.jobId, clock()),

    /** Settles the credits, closes open rows, and tells the customer: one transaction. Then the mail, if it is wished. */
    finishJob: async (input: {
      jobId: string;
      attempt: number;
      state: 'completed' | 'failed' | 'cancelled';
      errorCode: string | null;
      errorMessage: string | null;
    }): Promise<RowCounts> => {
      const { rows, isMailWished, hasWebhooks } = await finish(db, { ...input, now: clock() });
      if (isMailWished) await mailJobEnd(deps, input);
      if (hasWebhooks) await startJobDeliveries(deps, input);
      return rows;
    },

    projectQueue: (input: {
      waiting: JobWaiting | null;
      positions: { workflowId: string; position: number }[];
    }) => projectQueue(db, input),

    readPause: (input: { portal: string }) => readPause(db, input.portal),

    projectPause: (input: { portal: string; pause: GatePause | null }) => projectPause(db, input),
  };
}
