/**
 * One run of any of the 27 services: reserve credits, wait for the portal, process the rows, settle, write the files,
 * notify.
 */
import {
  ActivityFailure,
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  patched,
  proxyActivities,
  setHandler,
  setWorkflowOptions,
  sleep,
  TimeoutFailure,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import type { ChunkEnd } from '#activities/rows/chunk-end.ts';
import type { Message } from '#contracts/messages/message.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { JobAdmission } from './job-admission.ts';
import { JobTracker } from './job-tracker.ts';
import {
  isChallengeAnswer,
  isDecider,
  isRowCounts,
  isStoredWaiting,
  isStuckDecision,
  mustBe,
} from './message-guards.ts';
import { stuckTimeoutMs } from './ids.ts';
import {
  admitUpdate,
  answerChallengeUpdate,
  cancelUpdate,
  challengeSignal,
  decideStuckUpdate,
  progressQuery,
  retryFailedRowsUpdate,
  rowsWorkedSignal,
  stopSignal,
  type CarriedJob,
  type Decider,
  type Outage,
  type RecordedMessage,
  type EndedRun,
  type ServiceJobInput,
  type StoredWaiting,
  type StuckDecision,
} from './messages.ts';
import * as policies from './policies.ts';
import { portalLease, type PortalLease } from './portal-lease.ts';

const { admitJob, reopenJob, parkJob, applyDecision } = proxyActivities<Activities>(policies.steps);

/** How processing ended. Every state except `completed` refunds the open rows. */
type RowsEnd = EndedRun & {
  /** The last chunk has already settled the credits and written the files. */
  isEnded?: boolean;
  /** The decision that ends the job, unless nobody decided in time. */
  decided?: { since: string; decision: StuckDecision; by?: Decider };
};

/**
 * A job ends within days, so it stays with the release that began it. A worker without a release must not ask for it.
 */
setWorkflowOptions(
  () => (workflowInfo().currentDeploymentVersion?.deploymentName ? { versioningBehavior: 'PINNED' } : {}),
  serviceJob,
);

/**
 * Runs a job from its admission to its end. A job that is refused, or that nobody asks to admit in time, ends without
 * any effect. Problems of a row become its outcome; they do not fail the workflow.
 */
export async function serviceJob(input: ServiceJobInput): Promise<void> {
  const tracker = new JobTracker(input);
  const { jobId, attempt, portal, userId } = input;
  const { slotHeld, leaseId } = input.carried ?? {};
  const lease = portal ? portalLease({ portal, userId, jobId, attempt }, slotHeld, leaseId) : null;
  const admission = new JobAdmission(tracker, lease, { isCarried: input.carried !== undefined });
  const job = new JobRun(input, tracker, lease);
  setHandler(progressQuery, () => tracker.progress());
  // A malformed signal is ignored, because nobody waits for its result.
  setHandler(rowsWorkedSignal, (rows) => {
    if (isRowCounts(rows)) tracker.updateRows(rows);
  });
  setHandler(challengeSignal, (waiting) => {
    if (waiting === null || isStoredWaiting(waiting)) tracker.showQuestion(waiting);
  });
  setHandler(answerChallengeUpdate, ({ challengeId }) => tracker.showAnswered(challengeId), {
    validator: (answer) => mustBe(isChallengeAnswer(answer)),
  });
  setHandler(cancelUpdate, () => job.cancel());
  // All runs of a job have the same workflow id, so a late signal about an earlier run arrives here too.
  setHandler(stopSignal, (stopped) => {
    if (stopped === undefined || stopped === attempt) job.cancel();
  });
  const validator = (decision: StuckDecision, since: string, by?: Decider): void => {
    mustBe(isStuckDecision(decision) && (by === undefined || isDecider(by)));
    job.mustBeStuckSince(since);
  };
  setHandler(decideStuckUpdate, (decision, _since, by) => job.decide(decision, by), { validator });
  const opening = { jobId, attempt, portal, userId };
  setHandler(admitUpdate, (askedBy) => admission.admit(() => admitJob({ ...opening, ...askedBy })));
  setHandler(retryFailedRowsUpdate, (askedBy) =>
    admission.admit(() => reopenJob({ ...opening, ...askedBy }), askedBy?.choice?.id),
  );

  if (!(await admission.waitForOutcome())) {
    await condition(allHandlersFinished);
    return;
  }
  const end = await job.workRows();
  await CancellationScope.nonCancellable(() => job.finish(end));
  await condition(allHandlersFinished);
}

class JobRun {
  readonly #input: ServiceJobInput;
  readonly #tracker: JobTracker;
  readonly #lease: PortalLease | null;
  readonly #rowsScope = new CancellationScope();
  #cancelled = false;
  /** Identifies the stop about which an administrator decides; null while the job is not stuck. */
  #stuckSince: string | null = null;
  #decision: { decision: StuckDecision; decidedAt: string; by?: Decider } | null = null;
  /** The task queue of the worker that keeps the job's session. */
  #sessionQueue: string | null;

  constructor(input: ServiceJobInput, tracker: JobTracker, lease: PortalLease | null) {
    this.#input = input;
    this.#tracker = tracker;
    this.#lease = lease;
    this.#sessionQueue = input.carried?.sessionQueue ?? null;
  }

  cancel(): void {
    this.#cancelled = true;
    this.#rowsScope.cancel();
  }

  /** Throws unless the job waits for a decision about this stop: one about another stop was made from other facts. */
  mustBeStuckSince(since: string): void {
    if (this.#stuckSince === null || this.#stuckSince !== since || this.#decision)
      throw ApplicationFailure.nonRetryable('The job is not stuck.', 'JOB_NOT_STUCK');
  }

  decide(decision: StuckDecision, by?: Decider): void {
    this.#decision = { decision, decidedAt: new Date().toISOString(), ...(by ? { by } : {}) };
  }

  async workRows(): Promise<RowsEnd> {
    try {
      return await this.#rowsScope.run(() => this.#workChunks());
    } catch (failure) {
      if (!isCancellation(failure)) throw failure;
      // A cancellation from the Temporal UI ends the job like a cancellation by the customer.
      return cancelled;
    }
  }

  async #workChunks(): Promise<RowsEnd> {
    const { parking } = this.#input;
    let outage: Outage = this.#input.carried?.outage ?? { sinceMs: null, waitMs: parking.firstMs };
    for (;;) {
      const ended = await this.#lease?.take(
        ({ position: queuePosition }) =>
          this.#tracker.showWaiting({ state: 'queued', waiting: null, queuePosition }),
        () => this.#continueInQueue(outage),
      );
      // A chunk recorded the end, and its worker was lost before the files were written.
      if (ended) return ended;
      this.#tracker.showRunning();
      const chunk = await this.#orStuck(() => this.#runRows());
      if (chunk.rows) this.#tracker.updateRows(chunk.rows);
      switch (chunk.end) {
        case 'finished':
          return { state: 'completed', code: null, message: null, isEnded: chunk.isEnded ?? false };
        case 'stopped':
          return { state: 'failed', code: chunk.code, message: chunk.message };
        case 'cancelled':
          return cancelled;
        case 'stuck': {
          const refused = await this.#waitForPerson(chunk);
          if (refused) return refused;
          break;
        }
        case 'paused':
          await this.#lease?.release();
          break;
        case 'place lost':
          this.#lease?.forget();
          break;
        case 'confirming':
          await this.#confirm(chunk);
          break;
        case 'portal down': {
          if (chunk.workedRows > 0) outage = { sinceMs: null, waitMs: parking.firstMs };
          const sinceMs = outage.sinceMs ?? Date.now();
          if (Date.now() - sinceMs >= parking.giveUpAfterMs)
            return { state: 'failed', code: 'PORTAL_DOWN', message: chunk.message };
          await this.#waitForPortal(chunk.message, sinceMs, outage.waitMs);
          outage = { sinceMs, waitMs: Math.min(outage.waitMs * 2, parking.maxMs) };
          break;
        }
        case 'more':
          this.#sessionQueue = chunk.queue ?? null;
          outage = { sinceMs: null, waitMs: parking.firstMs };
          await this.#continueWhenLong();
      }
    }
  }

  /** Runs a chunk on the worker that keeps the job's session, or on any if that one does not take it. */
  async #runRows(): Promise<ChunkEnd> {
    const { jobId, attempt, rowsPerChunk: rowsMax } = this.#input;
    const queue = this.#sessionQueue;
    this.#sessionQueue = null;
    if (queue !== null) {
      try {
        const { runRows } = proxyActivities<Activities>(policies.rowsAt(this.#input, queue));
        return await runRows({ jobId, attempt, rowsMax });
      } catch (failure) {
        if (!wasNotTaken(failure)) throw failure;
      }
    }
    const { runRows } = proxyActivities<Activities>(policies.rows(this.#input));
    return runRows({ jobId, attempt, rowsMax });
  }

  /**
   * Runs a step; a failure that remains after all automatic retries waits for an administrator instead of failing the
   * workflow.
   */
  async #orStuck(work: () => Promise<ChunkEnd>): Promise<ChunkEnd> {
    try {
      return await work();
    } catch (failure) {
      if (isCancellation(failure)) throw failure;
      return {
        end: 'stuck',
        message: jobMessages.stuck(),
      };
    }
  }

  /** Waits without a portal lease, which `parkJob` releases in the database; the credits stay reserved. */
  async #park(step: Message, waiting: Omit<StoredWaiting, 'since'>, sinceMs: number): Promise<void> {
    const shown = { ...waiting, since: new Date(sinceMs).toISOString() };
    this.#tracker.showWaiting({ state: 'parked', waiting: shown, queuePosition: null });
    this.#lease?.forget();
    const { jobId, attempt } = this.#input;
    await parkJob({ jobId, attempt, step, waiting: shown });
  }

  async #waitForPortal(message: RecordedMessage, sinceMs: number, waitMs: number): Promise<void> {
    await this.#park(jobMessages.waitingForPortal(), { kind: 'portal_down', message }, sinceMs);
    await sleep(waitMs);
  }

  /** Only filings with a lost answer are open; waits until the next one is due to be looked up. */
  async #confirm({ lookInMs, waitingRows }: Extract<ChunkEnd, { end: 'confirming' }>): Promise<void> {
    const message = jobMessages.confirmingFilings({ rows: waitingRows });
    await this.#park(jobMessages.confirming(), { kind: 'confirming', message }, Date.now());
    await sleep(Math.max(1, lookInMs));
  }

  /** Waits for an administrator's decision; null means that the job continues. */
  async #waitForPerson({ message, about }: Extract<ChunkEnd, { end: 'stuck' }>): Promise<RowsEnd | null> {
    const sinceMs = Date.now();
    const since = new Date(sinceMs).toISOString();
    this.#stuckSince = since;
    const waiting = { kind: 'person' as const, message, ...(about ? { about } : {}) };
    await this.#park(jobMessages.waitingForTeam(), waiting, sinceMs);
    await condition(() => this.#decision !== null, stuckTimeoutMs);
    const decided = this.#decision;
    this.#stuckSince = null;
    this.#decision = null;
    if (!decided || decided.decision === 'refund')
      return {
        state: 'failed',
        code: 'INTERNAL_ERROR',
        message: jobMessages.remainingRowsFailed(),
        ...(decided ? { decided: { since, ...decided } } : {}),
      };
    await applyDecision({ jobId: this.#input.jobId, since, ...decided });
    return null;
  }

  /** A job may wait for days behind another one of its login. Its place in the queue and its outage go on. */
  async #continueInQueue(outage: Outage): Promise<void> {
    // A new run would not know of the cancellation.
    if (this.#rowsScope.consideredCancelled || !workflowInfo().continueAsNewSuggested) return;
    if (patched('continue-in-queue')) await this.#continueWhenLong({ isQueued: true, outage });
  }

  async #continueWhenLong(waiting: Pick<CarriedJob, 'isQueued' | 'outage'> = {}): Promise<void> {
    if (!workflowInfo().continueAsNewSuggested) return;
    await condition(allHandlersFinished);
    await continueAsNew<typeof serviceJob>({
      ...this.#input,
      carried: {
        rows: this.#tracker.rows,
        slotHeld: this.#lease?.isHeld() ?? false,
        leaseId: this.#lease?.id(),
        startedAtMs: this.#tracker.startedAtMs,
        ...(this.#sessionQueue === null ? {} : { sessionQueue: this.#sessionQueue }),
        ...waiting,
      },
    });
  }

  /**
   * Settles the credits, writes the files and releases the lease. It always runs to completion, however the rows
   * ended.
   */
  async finish(end: RowsEnd): Promise<void> {
    const { jobId, attempt } = this.#input;
    this.#tracker.showWaiting({ state: 'collecting', waiting: null, queuePosition: null });
    const state = this.#cancelled && end.state !== 'completed' ? 'cancelled' : end.state;
    const { endJob } = proxyActivities<Activities>(policies.files(this.#input));
    const rows = end.isEnded
      ? this.#tracker.rows
      : await endJob({
          jobId,
          attempt,
          state,
          errorCode: end.code,
          errorMessage: end.message,
          ...(end.decided ? { decided: end.decided } : {}),
        });
    this.#tracker.showEnded(state, rows);
  }
}

/** No worker has taken the activity in time, so nothing of it was done. */
const wasNotTaken = (failure: unknown): boolean =>
  failure instanceof ActivityFailure &&
  failure.cause instanceof TimeoutFailure &&
  failure.cause.timeoutType === 'SCHEDULE_TO_START';

const cancelled: RowsEnd = {
  state: 'cancelled',
  code: null,
  message: jobMessages.cancelled(),
};
