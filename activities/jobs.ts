/** Database steps of a job: admission, waiting, decisions. Each is idempotent. */
import type { Deps } from '#api/deps.ts';
import { openJob, reopenJob } from '#api/domain/jobs/job-opening.ts';
import { setState } from '#api/domain/jobs/job-steps.ts';
import { applyToStop, withSubject } from '#api/domain/jobs/stuck-jobs.ts';
import { dropLeases } from '#api/domain/portals/portal-leases.ts';
import { grantFreeLeases } from '#api/domain/portals/lease-grants.ts';
import { storedMessage } from '#contracts/messages/message.ts';
import type {
  Decider,
  RecordedMessage,
  RowsChoice,
  LeaseAnswer,
  StoredWaiting,
  StuckDecision,
} from '#workflows/messages.ts';
import { toFailure } from './failures.ts';
import { answerTo, newLeaseOf, scheduledAt } from './portal-leases.ts';
import { ownWorkflowId } from './workflow-state.ts';

export type JobActivities = ReturnType<typeof jobActivities>;

type JobDeps = Pick<Deps, 'db' | 'files' | 'env' | 'vault' | 'workflows' | 'logger' | 'clock'>;
type AdmissionInput = {
  jobId: string;
  attempt: number;
  portal: string | null;
  userId: string;
  /** The API token and the HTTP request that asked for the job, as in `AskedBy`. */
  apiTokenId?: string;
  requestId?: string;
  /** The rows of a retry, as in `AskedBy`. */
  choice?: RowsChoice | null;
  /** The administrator who asked for the customer, as in `AskedBy`. */
  by?: Decider;
};
/** `since` identifies the stop. */
type DecisionInput = {
  jobId: string;
  decision: StuckDecision;
  since?: string;
  decidedAt?: string;
  by?: Decider;
};
/**
 * Credits in integer hundredths. `place`, a name that histories contain, is the answer to the request for a lease; null
 * for services without a portal.
 */
export type OpenedJob = {
  newBalanceHundredths: number;
  rowsTotal: number;
  place: LeaseAnswer | null;
};

export function jobActivities(deps: JobDeps) {
  const { db, clock } = deps;
  return {
    /**
     * Reserves the job's credits and joins its portal's queue. Fails with INSUFFICIENT_CREDITS or API_TOKEN_CREDITS.
     */
    admitJob: (input: AdmissionInput): Promise<OpenedJob> => open(deps, input, openJob),

    /** Reopens the failed rows of an ended job for another attempt, with the same admission as a new job. */
    reopenJob: (input: AdmissionInput): Promise<OpenedJob> =>
      open(deps, input, async (_, opening) => {
        const { droppedKeys, ...reopened } = await reopenJob(db, opening);
        await deleteDropped(deps, droppedKeys);
        return reopened;
      }),

    /** Shows why the job waits, and about which rows a person decides; releases its lease meanwhile. */
    parkJob: async (input: {
      jobId: string;
      /** Absent in workflows of an earlier release. */
      attempt?: number;
      step: RecordedMessage;
      waiting: StoredWaiting;
    }): Promise<void> => {
      const { jobId, attempt } = input;
      const step = storedMessage(input.step);
      const waiting = await withSubject(db, jobId, input.waiting);
      const isParked = await setState(db, {
        jobId,
        attempt,
        step,
        state: 'parked',
        waiting,
        scheduledAt: scheduledAt(),
      });
      // The lease of a job that has continued, or runs again, belongs to its new work.
      if (isParked) await grantFreeLeases(deps, await dropLeases(db, ownWorkflowId()));
    },

    /**
     * Applies an administrator's decision to the rows that the stop names. A workflow of an earlier release gives no
     * stop: nothing changes, and the job stops again if it still cannot continue.
     */
    applyDecision: async (input: DecisionInput): Promise<void> => {
      const { since, decidedAt } = input;
      if (since === undefined || decidedAt === undefined) return;
      await applyToStop(db, { ...input, since, decidedAt: new Date(decidedAt), now: clock() });
    },
  };
}

/** The job runs in any case: what cannot be deleted now is deleted with the job's results. */
async function deleteDropped({ files, logger }: JobDeps, keys: readonly string[]): Promise<void> {
  for (const key of keys)
    await files.delete(key).catch((error: unknown) => logger.warn({ err: error }, 'a document stays'));
}

async function open(
  deps: JobDeps,
  { portal, userId, ...opening }: AdmissionInput,
  verb: typeof openJob,
): Promise<OpenedJob> {
  const holder = ownWorkflowId();
  const lease = portal ? await newLeaseOf(deps, { portal, userId, holder }) : null;
  const opened = await verb(deps.db, { ...opening, lease, scheduledAt: scheduledAt() }).catch(
    (error: unknown) => Promise.reject(toFailure(error)),
  );
  return { ...opened, place: portal ? await answerTo(deps, { portal, holder }) : null };
}
