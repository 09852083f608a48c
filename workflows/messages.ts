/** Inputs and messages of the workflows, as the API and the activities speak them. */
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { JobState, JobWaiting } from '#contracts/jobs.ts';

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
  /** Set when the job continues as a new run. */
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

export const admitUpdate = defineUpdate<Admission>('admit');
export const retryFailedRowsUpdate = defineUpdate<Admission>('retryFailedRows');
export const cancelUpdate = defineUpdate<void>('cancel');
export const decideStuckUpdate = defineUpdate<void, [StuckDecision]>('decideStuck');
export const progressQuery = defineQuery<LiveProgress>('progress');
export const rowsWorkedSignal = defineSignal<[RowCounts]>('rowsWorked');
/** A row waits for a person's answer, or goes on. */
export const challengeSignal = defineSignal<[JobWaiting | null]>('challenge');
/** The answer is kept sealed outside the workflow: only the question's id enters its history. */
export const answerChallengeUpdate = defineUpdate<void, [{ challengeId: string }]>('answerChallenge');
export const slotGrantedSignal = defineSignal<[]>('slotGranted');

export type SlotRequest = {
  /** Workflow that asks; it is told by the signal `slotGranted`. */
  workflowId: string;
  userId: string;
  /** One session per such key at a time. */
  credential: string;
};
export type SlotAnswer = { granted: boolean; position: number | null; pause: GatePause | null };

/** Nobody is let in; `by` is the administrator's id, or `chalan` where we no longer understand the portal. */
export type GatePause = { reason: string; by: string; since: string };

export type PortalGateInput = { portal: string; carried?: GateState };
export type GateState = {
  waiting: SlotRequest[];
  holders: SlotRequest[];
  pause: GatePause | null;
  /** As the last visitor knows it; nobody gets in before the first has said it. */
  sessionsMax: number;
  /** Customers in the order of their last slot, so that turns go round. */
  lastServed: string[];
};

export const requestSlotUpdate = defineUpdate<SlotAnswer, [SlotRequest & { sessionsMax: number }]>(
  'requestSlot',
);
export const releaseSlotSignal = defineSignal<[string]>('releaseSlot');
export const pauseGateUpdate = defineUpdate<void, [Omit<GatePause, 'since'>]>('pause');
export const resumeGateUpdate = defineUpdate<void>('resume');
export const gateStateQuery = defineQuery<GateState>('state');

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

export type CredentialTestInput = { userId: string; portal: string; draftId: string };
/** `outcome` is `ok` or a row outcome of portals.md 1.1, or `IN_USE` while a job works with the login. */
export type CredentialTestResult = { outcome: string; message: string };
