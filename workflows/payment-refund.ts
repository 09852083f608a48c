/**
 * Sends one refund to bKash, at most once. If the answer is lost, bKash's list of refunds shows whether it was made,
 * and an administrator decides if the list does not. Afterwards bKash's list is compared with the platform's own,
 * because nothing else would reveal a second refund.
 */
import {
  ApplicationFailure,
  condition,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import type { RefundView } from '#api/domain/payments/refund-steps.ts';
import * as policies from './policies.ts';
import { refundChangedSignal, type PaymentRefundInput } from './purchase-messages.ts';
import {
  checksAfterLoss,
  checksAfterOpening,
  lastComparisonOf,
  looksForRefund,
} from './purchase-timetable.ts';

const { readRefund, markRefundUnknown, giveUpRefund, reportRefund } = proxyActivities<Activities>(
  policies.steps,
);
const { sendRefund } = proxyActivities<Activities>(policies.bkashOnce);
const { lookForRefund, compareRefunds } = proxyActivities<Activities>(policies.bkashQuestion);

/** Maximum attempts at the last comparison while bKash does not return its list of refunds. */
const COMPARISONS_MAX = 48;
const COMPARE_AGAIN_MINUTES = 60;

/** Continues from the stored state of the refund, so that a run that is started again repeats nothing. */
export async function paymentRefund(input: PaymentRefundInput): Promise<void> {
  const refund = new RefundRun(input);
  setHandler(refundChangedSignal, () => refund.changed());
  await refund.begin();
  await refund.send();
  await refund.find();
  await refund.compare();
}

class RefundRun {
  readonly #refundId: string;
  readonly #minuteMs: number;
  #view: RefundView | null = null;
  #isChanged = false;

  constructor({ refundId, minuteMs }: PaymentRefundInput) {
    this.#refundId = refundId;
    this.#minuteMs = minuteMs;
  }

  changed(): void {
    this.#isChanged = true;
  }

  async begin(): Promise<void> {
    this.#take(await readRefund({ refundId: this.#refundId }));
  }

  /**
   * Sends the refund, retrying on the timetable until a request has left or the timetable ends. Another run holding
   * the refund also leads to a retry.
   */
  async send(): Promise<void> {
    const startedMs = Date.now();
    const times = [
      startedMs,
      ...checksAfterLoss(startedMs, this.#minuteMs),
      ...checksAfterOpening(startedMs, this.#minuteMs),
    ];
    for (const at of times) {
      if (!this.#isUnsent()) return;
      await this.#waitUntil(at);
      if (this.#isUnsent()) await this.#sendOnce();
    }
    if (!this.#isUnsent()) return;
    this.#take(await giveUpRefund({ refundId: this.#refundId }));
  }

  #isUnsent(): boolean {
    return this.#current.state === 'pending' && this.#current.sentAtMs === null;
  }

  /** Sends once; if the activity fails, the request may have left and the outcome is recorded as unknown. */
  async #sendOnce(): Promise<void> {
    try {
      this.#take(await sendRefund({ refundId: this.#refundId }));
    } catch (failure) {
      if (isCancellation(failure)) throw failure;
      this.#take(await markRefundUnknown({ refundId: this.#refundId }));
    }
  }

  /**
   * Looks for the refund in bKash's list. It is never sent again, however long it is missing: bKash may still make
   * it, and a second request would refund twice.
   */
  async find(): Promise<void> {
    if (this.#current.state === 'pending') {
      this.#take(await markRefundUnknown({ refundId: this.#refundId }));
    }
    const { sentAtMs, settlesAtMs } = this.#current;
    if (sentAtMs === null || settlesAtMs === null) return;
    const planned = looksForRefund({ sentAtMs, settlesAtMs }, this.#minuteMs);
    for (const at of [Date.now(), ...planned.filter((time) => time > Date.now())]) {
      await this.#waitUntil(at);
      if (this.#current.state !== 'unknown') return;
      this.#take((await lookForRefund({ refundId: this.#refundId })).view);
      if (this.#current.state === 'unknown' && at >= settlesAtMs)
        await reportRefund({ refundId: this.#refundId });
    }
  }

  /**
   * Compares bKash's list with the platform's own immediately, and once more when no late refund can arrive. A refund
   * that never reached bKash needs no comparison.
   */
  async compare(): Promise<void> {
    const { sentAtMs, settlesAtMs, endedAtMs, compared } = this.#current;
    if (compared || sentAtMs === null || settlesAtMs === null || endedAtMs === null) return;
    await compareRefunds({ refundId: this.#refundId, isLast: false });
    const lastMs = lastComparisonOf({ sentAtMs, settlesAtMs, endedAtMs });
    for (let tries = 0; tries < COMPARISONS_MAX; tries += 1) {
      await this.#waitUntil(lastMs + tries * COMPARE_AGAIN_MINUTES * this.#minuteMs);
      const { answered } = await compareRefunds({ refundId: this.#refundId, isLast: true });
      if (answered) return;
    }
  }

  /** Waits until the given time, or until an administrator has ended the refund. */
  async #waitUntil(timeMs: number): Promise<void> {
    const { endedAtMs } = this.#current;
    while (timeMs > Date.now()) {
      const isChanged = await condition(() => this.#isChanged, timeMs - Date.now());
      if (!isChanged) return;
      this.#isChanged = false;
      this.#take(await readRefund({ refundId: this.#refundId }));
      if (this.#current.endedAtMs !== endedAtMs) return;
    }
  }

  get #current(): RefundView {
    if (!this.#view) throw ApplicationFailure.retryable('The refund is not read yet.');
    return this.#view;
  }

  #take(view: RefundView): void {
    if (this.#view?.state !== view.state) setCurrentDetails(`${view.state}: ${steps[view.state]}`);
    this.#view = view;
  }
}

const steps: Record<RefundView['state'], string> = {
  pending: 'Sending the money back',
  unknown: 'Waiting for the refund to appear in the list of bKash',
  done: 'Comparing the list of bKash with ours',
  failed: 'Not made',
};
