/** Inputs, signals, updates and queries of the job workflows, shared with the API and the activities. */
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { JobState } from '#contracts/jobs/jobs.ts';
import type { JobChallenge, JobWaiting } from '#contracts/calls/jobs/jobs-answers.ts';
import type { Message } from '#contracts/messages/message.ts';
import type { RealPlace } from '#contracts/portals/practice-portals.ts';

/**
 * How long a job waits for a portal that is down. The wait doubles from `firstMs` up to `maxMs`, and the job fails
 * after `giveUpAfterMs` in total.
 */
type Parking = { firstMs: number; maxMs: number; giveUpAfterMs: number };

/** Price and effect are copied into the input, so that a change in the catalogue cannot break a replay. */
export type ServiceJobInput = {
  jobId: string;
  userId: string;
  serviceId: string;
  portal: string | null;
  /** Set for a practice run. */
  isPractice?: true;
  effect: 'read' | 'submit';
  attempt: number;
  rowsPerChunk: number;
  parking: Parking;
  /** Set since ends of jobs have a task queue of their own. */
  endsApart?: true;
  /** Set when the job continues as a new run or the reconciler restarts it; it is then already admitted. */
  carried?: CarriedJob;
};

export type CarriedJob = {
  rows: RowCounts;
  slotHeld: boolean;
  /** The id of the lease that is held, if it is known. */
  leaseId?: string | undefined;
  startedAtMs: number;
  /** The task queue of the worker that keeps the job's session. */
  sessionQueue?: string;
  /** Set if the earlier run ended while it waited for its lease. */
  isQueued?: true;
  outage?: Outage;
};

/** Since when the portal has been down, and how long to wait next; `sinceMs` is null while it is up. */
export type Outage = { sinceMs: number | null; waitMs: number };

/** Histories that were recorded before messages became data contain texts. */
export type RecordedMessage = Message | string;

/** What a stop is about, by row numbers: one row that could not be worked, or filings that left no trace. */
export type StopSubject = { row: number } | { filings: number[] };

/** Why a job waits, as it is signalled and stored; `waitingView` converts it to the API's answer. */
export type StoredWaiting = Pick<JobWaiting, 'kind' | 'since'> & {
  message: RecordedMessage;
  /** For the kind `person`. Absent if no row was open, and in stops of before the end of November 2026. */
  about?: StopSubject;
  /** When the step that parks the job was scheduled, by Temporal's clock; only stored. */
  parkedAt?: string;
  challenge?: Pick<JobChallenge, 'id' | 'kind' | 'hasPicture' | 'expiresAt'> & { prompt: RecordedMessage };
};

export type RowCounts = { total: number; done: number; succeeded: number; failed: number };

/** Credits in integer hundredths. `queuePosition` is null when the job starts immediately. */
export type Admission = { newBalanceHundredths: number; queuePosition: number | null; rowsTotal: number };

export type LiveProgress = {
  state: JobState;
  percent: number;
  rows: RowCounts;
  step: Message | null;
  queuePosition: number | null;
  waiting: StoredWaiting | null;
  elapsedMs: number;
  remainingMs: number | null;
};

/** An administrator's decision about a job that has no automatic retries left. */
export type StuckDecision = 'retry' | 'skip row' | 'refund';

/** The rows that a customer corrected and chose for a run, and how many of them they agreed to pay. */
export type RowsChoice = { id: string; billableRows: number };

/** The administrator who decided, and why. */
export type Decider = { adminId: string; reason: string };

/**
 * Who requested the run: the API token, whose credit cap applies, and the request. A retry says which rows it is
 * about: a choice, or null for all that failed. Only API processes of before the end of November 2026 leave
 * that out. `by` is an administrator who asked for the customer.
 */
export type AskedBy = { apiTokenId?: string; requestId?: string; choice?: RowsChoice | null; by?: Decider };

/** The argument is null when a person made the request. Older callers send no argument. */
export const admitUpdate = defineUpdate<Admission, [AskedBy | null]>('admit');
export const retryFailedRowsUpdate = defineUpdate<Admission, [AskedBy | null]>('retryFailedRows');
export const cancelUpdate = defineUpdate<void>('cancel');
/**
 * The second argument is the `since` of the stop that the administrator saw. API processes of before the end of
 * November 2026 do not say who decided.
 */
export const decideStuckUpdate = defineUpdate<void, [StuckDecision, string, by?: Decider]>('decideStuck');
export const progressQuery = defineQuery<LiveProgress>('progress');
export const rowsWorkedSignal = defineSignal<[RowCounts]>('rowsWorked');
/** A row waits for a person's answer, or null when it continues. */
export const challengeSignal = defineSignal<[StoredWaiting | null]>('challenge');
/** The answer itself is stored encrypted outside the workflow; only the question's id enters the workflow history. */
export const answerChallengeUpdate = defineUpdate<void, [{ challengeId: string }]>('answerChallenge');
/**
 * An administrator stopped this attempt of the job or its customer cancelled it. The database already prevents any
 * further filing for it. Older senders, and people in Temporal's UI, name no attempt.
 */
export const stopSignal = defineSignal<[attempt?: number]>('stop');
/**
 * Histories know leases as slots and places: this signal, `requestSlot`, `releaseSlot`, `slotHeld`, the answer's `place`
 * and the chunk's end 'place lost'. Only these recorded names keep the older words.
 */
export const leaseGrantedSignal = defineSignal('slotGranted');

export type LeaseRequest = {
  portal: string;
  userId: string;
  /** The job that is shown as queued while it waits, and its run, which is absent in workflows of an earlier release. */
  jobId?: string;
  attempt?: number;
  /** User name of the login, if it is not the customer's saved one. */
  username?: string;
};
/**
 * `position` counts from 1. `askAgainMs` is the interval after which the workflow asks again in case the grant signal
 * was lost.
 */
export type LeaseAnswer = {
  granted: boolean;
  position: number | null;
  askAgainMs: number;
  /** Identifies the lease or request when it is released. Absent in histories of before the end of November 2026. */
  id?: string;
  /** How the job's run has ended meanwhile; absent while it needs the lease. */
  ended?: EndedRun;
};

/** How a run was recorded as ended, by a step whose worker was lost before it could report that. */
export type EndedRun = {
  state: 'completed' | 'failed' | 'cancelled';
  code: string | null;
  message: RecordedMessage | null;
};

/**
 * While it is set, no session is started. `by` is the administrator's id, or `chalan` if the portal changed in a way
 * the adapter does not understand.
 */
export type PortalPause = { reason: string; by: string; since: string };

/** The list of jobs stays in the database, because it would only bloat the workflow history. */
export type BulkRetryInput = {
  bulkRetryId: string;
  adminId: string;
  reason: string;
  /** Pause between two jobs, in milliseconds. */
  pauseMs: number;
  /** Set when the workflow continues as a new run. */
  carried?: { total: number; nextTurn: number };
};

/** `changes` are texts by path; `pageKey` is the stored page on which they are looked for. */
export type PageTrialInput = {
  portal: string;
  changes: Readonly<Record<string, string>>;
  pageKey: string | null;
};
/** `found` is how often each text of the map is on that page. */
export type PageTrialResult = {
  entrance: { outcome: 'ok' | 'PORTAL_DOWN' | 'PORTAL_CHANGED'; message: RecordedMessage };
  found: Record<string, number> | null;
};

/**
 * `username` is that of the probes' login, which a customer may have saved as well. `isAsked`: an administrator
 * requests the walk before it is due.
 */
export type ProbeWalkInput = { portal: string; username: string; isAsked?: boolean };
export type AskedProbeInput = { portal: RealPlace };

/** `username` is the login under test; a running job may be using the same one. */
export type CredentialTestInput = { userId: string; portal: string; draftId: string; username: string };
/** `outcome` is `ok` or a row outcome of portals.md 1.1, or `IN_USE` while a job works with the login. */
export type CredentialTestResult = { outcome: string; message: RecordedMessage };
