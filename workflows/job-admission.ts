/** Admits a job once: the first caller's admission is everybody's. */
import { ApplicationFailure, condition } from '@temporalio/workflow';
import type { OpenedJob } from '#activities/jobs.ts';
import type { JobTracker } from './job-tracker.ts';
import type { Admission } from './messages.ts';
import type { PortalLease } from './portal-lease.ts';

/** If no caller asks to admit the job within this time, the process that started the workflow has died. */
const ADMISSION_TIMEOUT = '2 minutes';

const runningFailure = (): ApplicationFailure =>
  ApplicationFailure.nonRetryable('The job is running.', 'JOB_RUNNING');

export class JobAdmission {
  readonly #tracker: JobTracker;
  readonly #lease: PortalLease | null;
  #state: 'open' | 'admitted' | 'refused';
  #admitting: { choiceId: string | undefined; admission: Promise<Admission> } | null = null;

  /** `isCarried` is true if an earlier run of the workflow has admitted the job. */
  constructor(tracker: JobTracker, lease: PortalLease | null, { isCarried }: { isCarried: boolean }) {
    this.#tracker = tracker;
    this.#lease = lease;
    this.#state = isCarried ? 'admitted' : 'open';
  }

  /**
   * Repeated and concurrent calls for the same rows share the result of the first one. For other rows the job is
   * already running.
   */
  async admit(open: () => Promise<OpenedJob>, choiceId?: string): Promise<Admission> {
    this.#admitting ??= { choiceId, admission: this.#admitOnce(open) };
    if (this.#admitting.choiceId !== choiceId) throw runningFailure();
    return this.#admitting.admission;
  }

  /** Reserves the credits and joins the portal's queue, or refuses without leaving anything but a log entry. */
  async #admitOnce(open: () => Promise<OpenedJob>): Promise<Admission> {
    if (this.#state !== 'open') throw runningFailure();
    try {
      const { place, newBalanceHundredths, rowsTotal } = await open();
      this.#tracker.showAdmitted(rowsTotal);
      if (place) this.#lease?.takeAnswer(place);
      const queuePosition = place?.position ?? null;
      this.#tracker.queuePosition = queuePosition;
      this.#state = 'admitted';
      return { newBalanceHundredths, rowsTotal, queuePosition };
    } catch (failure) {
      this.#state = 'refused';
      throw failure;
    }
  }

  /**
   * Waits for the admission, and returns whether the job was admitted. One that has started is waited for however long
   * it takes, because it ends with the credits either reserved or refused.
   */
  async waitForOutcome(): Promise<boolean> {
    await condition(() => this.#state !== 'open' || this.#admitting !== null, ADMISSION_TIMEOUT);
    await condition(() => this.#state !== 'open' || this.#admitting === null);
    return this.#state === 'admitted';
  }
}
