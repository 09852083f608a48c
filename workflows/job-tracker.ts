/** Publishes a job's progress: the progress query, the search attribute and the details line in the Temporal UI. */
import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import type { JobState } from '#contracts/jobs/jobs.ts';
import type { Message } from '#contracts/messages/message.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { searchAttributes } from './ids.ts';
import type { CarriedJob, LiveProgress, RowCounts, ServiceJobInput, StoredWaiting } from './messages.ts';

const stateKey = defineSearchAttributeKey(searchAttributes.state, SearchAttributeType.KEYWORD);

const steps: Partial<Record<JobState, Message>> = {
  queued: jobMessages.waitingForSlot(),
  running: jobMessages.workingRows(),
  parked: jobMessages.waiting(),
  collecting: jobMessages.collectingFiles(),
};

const stateOf = ({ isQueued }: CarriedJob): JobState => (isQueued ? 'queued' : 'running');

type Waiting = {
  state: 'queued' | 'parked' | 'collecting';
  waiting: StoredWaiting | null;
  queuePosition: number | null;
};

export class JobTracker {
  rows: RowCounts;
  startedAtMs: number;
  queuePosition: number | null = null;
  #state: JobState;
  #waiting: StoredWaiting | null = null;
  /** Value of the search attribute. The client that starts the workflow sets the first value. */
  #searchable: JobState;

  constructor(input: ServiceJobInput) {
    this.rows = input.carried?.rows ?? { total: 0, done: 0, succeeded: 0, failed: 0 };
    this.startedAtMs = input.carried?.startedAtMs ?? Date.now();
    const { carried, portal } = input;
    this.#state = carried ? stateOf(carried) : 'draft';
    this.#searchable = portal && (!carried || carried.isQueued) ? 'queued' : 'running';
  }

  showAdmitted(rowsTotal: number): void {
    this.rows = { ...this.rows, total: rowsTotal };
    this.#enter('queued');
  }

  /** Ignores lower counts, because a late signal of an earlier chunk may arrive after newer ones. */
  updateRows(rows: RowCounts): void {
    if (rows.done >= this.rows.done) this.rows = rows;
    setCurrentDetails(
      `${this.#state}: ${this.rows.done} of ${this.rows.total} rows, ${this.rows.failed} failed`,
    );
  }

  showRunning(): void {
    this.#waiting = null;
    this.queuePosition = null;
    this.#enter('running');
  }

  /** Shows the job as parked while a row waits for a person's answer. */
  showQuestion(waiting: StoredWaiting | null): void {
    if (waiting) this.showWaiting({ state: 'parked', waiting, queuePosition: null });
    else if (this.#state === 'parked') this.showRunning();
  }

  showAnswered(challengeId: string): void {
    if (this.#waiting?.challenge?.id === challengeId) this.showRunning();
  }

  showWaiting({ state, waiting, queuePosition }: Waiting): void {
    this.#waiting = waiting;
    this.queuePosition = queuePosition;
    this.#enter(state);
  }

  showEnded(state: 'completed' | 'failed' | 'cancelled', rows: RowCounts): void {
    this.rows = rows;
    this.#enter(state);
  }

  progress(): LiveProgress {
    const elapsedMs = Date.now() - this.startedAtMs;
    const { total, done } = this.rows;
    return {
      state: this.#state,
      percent: total === 0 ? 0 : Math.floor((done / total) * 100),
      rows: this.rows,
      step: steps[this.#state] ?? null,
      queuePosition: this.queuePosition,
      waiting: this.#waiting,
      elapsedMs,
      remainingMs: done === 0 || done >= total ? null : Math.round((elapsedMs / done) * (total - done)),
    };
  }

  #enter(state: JobState): void {
    if (this.#state === state) return;
    this.#state = state;
    // The search attribute matters only for jobs that wait or have ended; updating it for the short steps in between
    // would only load the server.
    if (state !== 'queued' && state !== 'collecting' && state !== this.#searchable) {
      this.#searchable = state;
      upsertSearchAttributes([{ key: stateKey, value: state }]);
    }
    setCurrentDetails(`${state}: ${this.rows.done} of ${this.rows.total} rows, ${this.rows.failed} failed`);
  }
}
