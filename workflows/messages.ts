/** Inputs and messages of the workflows, as the API and the activities speak them. */
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { JobState } from '#contracts/jobs/jobs.ts';
import type { JobWaiting } from '#contracts/calls/job-answers.ts';

/** How long a job waits for a portal that is down: doubling from the first wait to the longest, then it gives up. */
type Parking = { firstMs: number; maxMs: number; giveUpAfterMs: number };

/** Price and effect are frozen here, so that a change in the catalogue can't break a replay. */
export type ServiceJobInput = {
  jobId: string;
  userId: string;
  serviceId: string;
  portal: string | null;
  effect: 'read' | 'submit';
  attempt: number;
  rowsPerChunk: number;
  parking: Parking;
  /** Set when the job continues as a new run, or when the reconciler starts it again: it is admitted already. */
  carried?: { rows: RowCounts; slotHeld: boolean; startedAtMs: number };
};

export type RowCounts = { total: number; done: number; succeeded: number; failed: number };

/** Credits in integer hundredths. `queuePosition` is null when the job starts at once. */
export type Admission = { newBalanceHundredths: number; queuePosition: number | null; rowsTotal: number };

export type LiveProgress = {
  state: JobState;
  percent: number;
  rows: RowCounts;
  step: string;
  queuePosition: number | null;
  waiting: JobWaiting | null;
  elapsedMs: number;
  remainingMs: number | null;
};

/** What a person decided about a job whose automatic tries are used up. */
export type StuckDecision = 'retry' | 'skip row' | 'refund';

/** The API token that asked for a run, whose credit cap counts. */
export type AskedBy = { apiTokenId: string };

/** Null where a person asked; older callers send nothing. */
export const admitUpdate = defineUpdate<Admission, [AskedBy | null]>('admit');
export const retryFailedRowsUpdate = defineUpdate<Admission, [AskedBy | null]>('retryFailedRows');
export const cancelUpdate = defineUpdate<void>('cancel');
export const decideStuckUpdate = defineUpdate<void, [StuckDecision]>('decideStuck');
export const progressQuery = defineQuery<LiveProgress>('progress');
export const rowsWorkedSignal = defineSignal<[RowCounts]>('rowsWorked');
/** A row waits for a person's answer, or goes on. */
export const challengeSignal = defineSignal<[JobWaiting | null]>('challenge');
/** The answer is kept sealed outside the workflow: only the question's id enters its history. */
export const answerChallengeUpdate = defineUpdate<void, [{ challengeId: string }]>('answerChallenge');
/** An administrator stopped the job, or its customer cancelled it; nothing is clicked for it any more already. */
export const stopSignal = defineSignal<[]>('stop');
export const slotGrantedSignal = defineSignal<[]>('slotGranted');

export type SlotRequest = {
  portal: string;
  userId: string;
  /** Shown as queued while it waits. */
  jobId?: string;
  /** Name of the login, where it is not the customer's saved one. */
  username?: string;
};
/** `position` counts from 1; `askAgainMs` is how soon the visitor asks again should nobody tell it of its grant. */
export type SlotAnswer = {
  granted: boolean;
  position: number | null;
  pause: PortalPause | null;
  askAgainMs: number;
};

/** Nobody is let in; `by` is the administrator's id, or `chalan` where we no longer understand the portal. */
export type PortalPause = { reason: string; by: string; since: string };

/** Its jobs are kept in the database: a thousand of them would only swell the history. */
export type BulkRetryInput = {
  bulkRetryId: string;
  adminId: string;
  reason: string;
  /** Between two jobs. */
  pauseMs: number;
  /** Set when it continues as a new run. */
  carried?: { total: number; nextTurn: number };
};

/** `username` is the one that is tested: it may be the login of somebody's running job. */
export type CredentialTestInput = { userId: string; portal: string; draftId: string; username: string };
/** `outcome` is `ok` or a row outcome of portals.md 1.1, or `IN_USE` while a job works with the login. */
export type CredentialTestResult = { outcome: string; message: string };
