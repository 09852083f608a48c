/** One run of a service, for all 27: reserve, wait for the portal, work the rows, collect, settle, notify. */
import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import type { ChunkEnd } from '#activities/rows.ts';
import type { Sentence } from '#contracts/say.ts';
import { JobTracker } from './job-tracker.ts';
import { pausedPortal } from './waiting.ts';
import {
  admitUpdate,
  answerChallengeUpdate,
  cancelUpdate,
  challengeSignal,
  decideStuckUpdate,
  progressQuery,
  retryFailedRowsUpdate,
  rowsWorkedSignal,
  type Admission,
  type ServiceJobInput,
  type StuckDecision,
} from './messages.ts';
import * as policies from './policies.ts';
import { portalSlot, type PortalSlot } from './slot.ts';

const { admitJob, reopenJob, setJobState, skipRow, finishJob } = proxyLocalActivities<Activities>(
  policies.database,
);
const { collectResults } = proxyActivities<Activities>(policies.files);

/** A job that nobody admits within this time was never asked for: its starter died. */
const ADMISSION_TIMEOUT = '2 minutes';
/** How often a job in the queue makes sure that the gate knows it. */
const ASK_AGAIN_MS = 10 * 60_000;
/** How long a stuck job waits for a person before its open rows get their credits back. */
const STUCK_TIMEOUT = '72 hours';

/** How the rows came to an end; everything but `completed` gives the open rows their credits back. */
type RowsEnd = { state: 'completed' | 'failed' | 'cancelled'; code: string | null; message: string | null };

type Reserved = { newBalanceHundredths: number; rowsTotal: number };

export async function serviceJob(input: ServiceJobInput): Promise<void> {
  const tracker = new JobTracker(input);
  const slot = input.portal ? portalSlot(input.portal, input.userId, input.carried?.slotHeld) : null;
  const job = new JobRun(input, tracker, slot);
  setHandler(progressQuery, () => tracker.progress());
  setHandler(rowsWorkedSignal, (rows) => tracker.count(rows));
  setHandler(challengeSignal, (waiting) => tracker.question(waiting));
  setHandler(answerChallengeUpdate, ({ challengeId }) => tracker.answered(challengeId));
  setHandler(cancelUpdate, () => job.cancel());
  setHandler(decideStuckUpdate, (decision) => job.decide(decision));
  setHandler(admitUpdate, () => job.admit(() => admitJob({ jobId: input.jobId, attempt: input.attempt })));
  setHandler(retryFailedRowsUpdate, () =>
    job.admit(() => reopenJob({ jobId: input.jobId, attempt: input.attempt })),
  );

  if (!(await job.isAdmitted())) {
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
  readonly #slot: PortalSlot | null;
  readonly #rowsScope = new CancellationScope();
  #admission: 'open' | 'admitted' | 'refused';
  #admitting: Promise<Admission> | null = null;
  #cancelled = false;
  #decision: StuckDecision | null = null;

  constructor(input: ServiceJobInput, tracker: JobTracker, slot: PortalSlot | null) {
    this.#input = input;
    this.#tracker = tracker;
    this.#slot = slot;
    this.#admission = input.carried ? 'admitted' : 'open';
  }

  /** Whoever asks again, also at the same time, gets the first answer. */
  admit(reserve: () => Promise<Reserved>): Promise<Admission> {
    return (this.#admitting ??= this.#admitOnce(reserve));
  }

  /** Reserves the credits and takes a place in the portal's queue, or refuses and leaves no trace but the log. */
  async #admitOnce(reserve: () => Promise<Reserved>): Promise<Admission> {
    if (this.#admission !== 'open')
      throw ApplicationFailure.nonRetryable('The job is running.', 'JOB_RUNNING');
    try {
      const reserved = await reserve();
      this.#tracker.admitted(reserved.rowsTotal);
      const place = await this.#slot?.request();
      const queuePosition = place && !place.granted ? place.position : null;
      this.#tracker.queuePosition = queuePosition;
      this.#admission = 'admitted';
      return { ...reserved, queuePosition };
    } catch (failure) {
      this.#admission = 'refused';
      throw failure;
    }
  }

  async isAdmitted(): Promise<boolean> {
    await condition(() => this.#admission !== 'open', ADMISSION_TIMEOUT);
    return this.#admission === 'admitted';
  }

  cancel(): void {
    this.#cancelled = true;
    this.#rowsScope.cancel();
  }

  decide(decision: StuckDecision): void {
    this.#decision = decision;
  }

  async workRows(): Promise<RowsEnd> {
    try {
      return await this.#rowsScope.run(() => this.#workChunks());
    } catch (failure) {
      if (!isCancellation(failure)) throw failure;
      // A cancellation from the Temporal UI ends the job the same way as the customer's own.
      return { state: 'cancelled', code: null, message: 'Cancelled' satisfies Sentence };
    }
  }

  async #workChunks(): Promise<RowsEnd> {
    const { jobId, userId, portal, rowsPerChunk, parking } = this.#input;
    const { runRows } = proxyActivities<Activities>(policies.rows(portal, userId));
    let waitMs = parking.firstMs;
    let downSinceMs: number | null = null;
    for (;;) {
      await this.#waitForSlot();
      this.#tracker.running();
      const chunk = await this.#guarded(() => runRows({ jobId, rowsMax: rowsPerChunk }));
      if (chunk.rows) this.#tracker.count(chunk.rows);
      if (chunk.end === 'finished') return { state: 'completed', code: null, message: null };
      if (chunk.end === 'stopped') return { state: 'failed', code: chunk.code, message: chunk.message };
      if (chunk.end === 'stuck') {
        const refused = await this.#waitForPerson(chunk.message);
        if (refused) return refused;
      } else if (chunk.end === 'paused') {
        await this.#slot?.release();
      } else if (chunk.end === 'portal down') {
        if (chunk.workedRows > 0) {
          waitMs = parking.firstMs;
          downSinceMs = null;
        }
        downSinceMs ??= Date.now();
        if (Date.now() - downSinceMs >= parking.giveUpAfterMs) {
          return { state: 'failed', code: 'PORTAL_DOWN', message: chunk.message };
        }
        await this.#park(chunk.message, downSinceMs, waitMs);
        waitMs = Math.min(waitMs * 2, parking.maxMs);
      } else {
        waitMs = parking.firstMs;
        downSinceMs = null;
        await this.#continueWhenLong();
      }
    }
  }

  /** Failures that every automatic try could not mend wait for a person instead of failing the workflow. */
  async #guarded(work: () => Promise<ChunkEnd>): Promise<ChunkEnd> {
    try {
      return await work();
    } catch (failure) {
      if (isCancellation(failure)) throw failure;
      return {
        end: 'stuck',
        message: 'The job could not go on by itself. Our team looks into it.' satisfies Sentence,
      };
    }
  }

  /** Asks again from time to time: a gate that was terminated meanwhile has forgotten who waits. */
  async #waitForSlot(): Promise<void> {
    if (!this.#slot || this.#slot.isHeld()) return;
    for (;;) {
      const place = await this.#slot.request();
      if (place.granted) return;
      const waiting = place.pause && pausedPortal(place.pause.since);
      this.#tracker.waiting('queued', waiting, place.position);
      await setJobState({
        jobId: this.#input.jobId,
        state: 'queued',
        step: 'Waiting for a free slot on the portal' satisfies Sentence,
        waiting,
      });
      if (await this.#slot.wait(() => false, ASK_AGAIN_MS)) return;
    }
  }

  /** Gives the slot to others while the portal is down, and keeps the credits reserved. */
  async #park(message: string, downSinceMs: number, waitMs: number): Promise<void> {
    await this.#slot?.release();
    const waiting = { kind: 'portal_down' as const, since: new Date(downSinceMs).toISOString(), message };
    this.#tracker.waiting('parked', waiting, null);
    await setJobState({
      jobId: this.#input.jobId,
      state: 'parked',
      step: 'Waiting for the portal' satisfies Sentence,
      waiting,
    });
    await sleep(waitMs);
  }

  /** Null when the job goes on. */
  async #waitForPerson(message: string): Promise<RowsEnd | null> {
    await this.#slot?.release();
    const waiting = { kind: 'person' as const, since: new Date(Date.now()).toISOString(), message };
    this.#tracker.waiting('parked', waiting, null);
    await setJobState({
      jobId: this.#input.jobId,
      state: 'parked',
      step: 'Waiting for our team' satisfies Sentence,
      waiting,
    });
    await condition(() => this.#decision !== null, STUCK_TIMEOUT);
    const decision = this.#decision ?? 'refund';
    this.#decision = null;
    if (decision === 'refund')
      return {
        state: 'failed',
        code: 'INTERNAL_ERROR',
        message: 'The remaining rows could not be worked.' satisfies Sentence,
      };
    if (decision === 'skip row') await skipRow({ jobId: this.#input.jobId });
    return null;
  }

  async #continueWhenLong(): Promise<void> {
    if (!workflowInfo().continueAsNewSuggested) return;
    await condition(allHandlersFinished);
    await continueAsNew<typeof serviceJob>({
      ...this.#input,
      carried: {
        rows: this.#tracker.rows,
        slotHeld: this.#slot?.isHeld() ?? false,
        startedAtMs: this.#tracker.startedAtMs,
      },
    });
  }

  /** Always runs to its end: credits are settled and the slot is given back however the rows ended. */
  async finish(end: RowsEnd): Promise<void> {
    const { jobId, attempt } = this.#input;
    await this.#slot?.release();
    this.#tracker.waiting('collecting', null, null);
    const state = this.#cancelled && end.state !== 'completed' ? 'cancelled' : end.state;
    // The chunk that finished the rows has written their result files.
    if (end.state !== 'completed') await collectResults({ jobId, state });
    const rows = await finishJob({ jobId, attempt, state, errorCode: end.code, errorMessage: end.message });
    this.#tracker.ended(state, rows);
  }
}
