/**
 * One bKash payment: create it, follow it until bKash reports its outcome, then credit or refund it. Only bKash's own
 * answers decide; the payer's return is merely a hint.
 */
import {
  allHandlersFinished,
  ApplicationFailure,
  condition,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import type { Activities } from '#activities/index.ts';
import type { PurchaseView } from '#api/domain/payments/purchase-attempt.ts';
import { searchAttributes, settledStates } from './ids.ts';
import { isHeldDecision, isPayerReturn, mustBe } from './message-guards.ts';
import * as policies from './policies.ts';
import {
  decideHeldUpdate,
  queryRequestedSignal,
  openPaymentUpdate,
  payerReturnedSignal,
  purchaseProgressQuery,
  type CreditPurchaseInput,
  type HeldDecision,
  type OpenedPayment,
  type PayerReturn,
  type PurchaseProgress,
} from './purchase-messages.ts';
import { checksAfterLoss, checksAfterOpening, silenceDeadlineOf } from './purchase-timetable.ts';

const {
  readPurchase,
  failPurchase,
  markPaymentUnknown,
  reportUnknownPayment,
  decidePayment,
  endPurchase,
  sendBack,
} = proxyActivities<Activities>(policies.steps);
const { createPayment, executePayment } = proxyActivities<Activities>(policies.bkashOnce);
const { checkPayment } = proxyActivities<Activities>(policies.bkashQuestion);

/** If no caller asks to open the payment within this time, the process that started the workflow has died. */
const OPENING_TIMEOUT = '2 minutes';
const DECISION_TIMEOUT = '60 days';
/**
 * Maximum number of execute calls per payment. More than one is made only when bKash has certainly not debited the
 * payer before.
 */
const EXECUTES_MAX = 5;
/**
 * Minimum interval between checks that the payer or a notification triggers. It becomes much longer after
 * `QUICK_QUERIES_MAX` of them.
 */
const REQUESTED_QUERY_EVERY_MINUTES = 3 / 60;
const QUICK_QUERIES_MAX = 20;
const SLOW_QUERY_EVERY_MINUTES = 15;

const stateKey = defineSearchAttributeKey(searchAttributes.state, SearchAttributeType.KEYWORD);

const stepTexts: Partial<Record<PurchaseView['state'], string>> = {
  new: 'Waiting for the payment page to be asked for',
  initiated: 'Waiting for the payer',
  executing: 'bKash debits the wallet',
  unknown: 'Waiting for bKash to say what became of the debit',
  cancelled: 'Given up by the payer; checking whether it was paid nevertheless',
  failed: 'Failed on the page; checking whether it was paid nevertheless',
  held: 'Waiting for a decision of our team',
  duplicate: 'Sending the money back',
};

/**
 * Runs until bKash has reported an outcome that needs no further query, and repeats nothing if it is started again.
 */
export async function creditPurchase(input: CreditPurchaseInput): Promise<void> {
  const purchase = new PurchaseRun(input);
  setHandler(purchaseProgressQuery, () => purchase.progress());
  setHandler(queryRequestedSignal, () => purchase.requestQuery());
  // A malformed signal is ignored, because nobody waits for its result.
  setHandler(payerReturnedSignal, (given) => {
    if (isPayerReturn(given)) purchase.returned(given.status);
  });
  setHandler(openPaymentUpdate, () => purchase.open());
  setHandler(decideHeldUpdate, (decision) => purchase.decide(decision), {
    validator: (decision) => mustBe(isHeldDecision(decision)),
  });
  await purchase.begin();
  do {
    await purchase.follow();
    // An administrator's decision may still arrive after the payment has ended; its handler must finish.
    await condition(allHandlersFinished);
  } while (!purchase.isOver());
}

class PurchaseRun {
  readonly #input: CreditPurchaseInput;
  #view: PurchaseView | null = null;
  #opening: Promise<OpenedPayment> | null = null;
  /** The payer's return claims that the payment was approved. */
  #claimed = false;
  /** Times at which bKash is to be queried, in epoch milliseconds and in any order. */
  #due: number[] = [];
  /** True when a message arrived during the wait for the next query. */
  #changed = false;
  #openedAtMs = Date.now();
  #requestedQueries = 0;
  #lastRequestedQueryMs = 0;
  /** Whether bKash answered the last query. */
  #answered = false;
  /** Whether administrators have been notified that bKash does not report the outcome of the execute. */
  #reported = false;
  /** Start of the step that may end the payment. */
  #stepStartedMs = 0;
  #executes = 0;
  #queries = 0;

  constructor(input: CreditPurchaseInput) {
    this.#input = input;
  }

  /** Resumes a payment that an earlier run of this workflow has already worked on. */
  async begin(): Promise<void> {
    const view = await readPurchase({ attemptId: this.#input.attemptId });
    this.#take(view);
    if (view.state === 'new') {
      await this.#waitForOpening();
      return;
    }
    this.#openedAtMs = view.openedAtMs;
    this.#claimed ||= view.returned === 'success' && !view.executed;
    if (!view.ended || this.#requestedQueries > 0) this.#due.push(Date.now());
    this.#plan(checksAfterOpening(this.#openedAtMs, this.#input.minuteMs));
    this.#planSettled();
  }

  async #waitForOpening(): Promise<void> {
    await condition(() => this.#opening !== null, OPENING_TIMEOUT);
    // The caller of the update receives the error itself.
    await this.#opening?.catch(() => undefined);
    if (this.#current.state === 'new') {
      this.#take(await failPurchase({ attemptId: this.#input.attemptId }));
    }
    this.#openedAtMs = Date.now();
    this.#plan(checksAfterOpening(this.#openedAtMs, this.#input.minuteMs));
  }

  /** Repeated and concurrent calls share the result of the first one. */
  open(): Promise<OpenedPayment> {
    return (this.#opening ??= this.#openOnce());
  }

  async #openOnce(): Promise<OpenedPayment> {
    await condition(() => this.#view !== null);
    const refused = this.#current.state === 'new' && (await this.#create());
    const { state, page, message } = this.#current;
    if (state === 'initiated' && page) return page;
    if (!refused) {
      throw ApplicationFailure.nonRetryable(
        'Failed to create payment. Please try again.',
        'PAYMENT_NOT_CREATED',
      );
    }
    // The second detail is the message as data, which the API renders. Earlier versions stored its English text.
    const text = typeof message === 'string' ? message : 'bKash refused the payment.';
    throw ApplicationFailure.nonRetryable(text, 'PAYMENT_REFUSED', {}, message);
  }

  async #create(): Promise<boolean> {
    const { attemptId } = this.#input;
    try {
      const { view, refused } = await createPayment({ attemptId });
      this.#take(view);
      return refused;
    } catch (failure) {
      if (isCancellation(failure)) throw failure;
      this.#take(await failPurchase({ attemptId }));
      return false;
    }
  }

  returned(status: PayerReturn['status']): void {
    if (status === 'success') this.#claimed = true;
    else this.#due.push(Date.now());
    this.#changed = true;
  }

  /** Schedules a query, at a limited rate no matter how many callers ask for one. */
  requestQuery(): void {
    if (this.#lastRequestedQueryMs > Date.now()) return;
    const everyMinutes =
      this.#requestedQueries < QUICK_QUERIES_MAX ? REQUESTED_QUERY_EVERY_MINUTES : SLOW_QUERY_EVERY_MINUTES;
    const earliestMs = this.#lastRequestedQueryMs + everyMinutes * this.#input.minuteMs;
    this.#lastRequestedQueryMs = Math.max(Date.now(), Math.ceil(earliestMs));
    this.#requestedQueries += 1;
    this.#due.push(this.#lastRequestedQueryMs);
    this.#changed = true;
  }

  async decide(decision: HeldDecision): Promise<void> {
    await condition(() => this.#view !== null);
    this.#take(await decidePayment({ attemptId: this.#input.attemptId, decision }));
    this.#changed = true;
  }

  isOver(): boolean {
    return this.#current.ended && this.#due.length === 0;
  }

  async follow(): Promise<void> {
    while (!this.isOver()) {
      if (this.#current.refundDue) await this.#sendBack();
      else if (this.#current.state === 'held') await this.#waitForDecision();
      else await this.#followOnce();
    }
  }

  /** Waits for a message or the next scheduled time, and then executes or queries the payment. */
  async #followOnce(): Promise<void> {
    const nextMs = this.#nextQueryMs();
    if (nextMs === null) {
      await this.#end();
      return;
    }
    this.#changed = false;
    this.#stepStartedMs = Date.now();
    if (!this.#claimed && nextMs > Date.now()) {
      await condition(() => this.#changed, nextMs - Date.now());
      return;
    }
    const isFirstClaim = this.#claimed && !this.#current.executed;
    this.#claimed = false;
    // After an execute that had no effect, bKash is queried first to decide whether to execute again.
    if (isFirstClaim && !this.#current.ended) await this.#execute({ again: false });
    else await this.#query();
  }

  #nextQueryMs(): number | null {
    return this.#due.length > 0 ? Math.min(...this.#due) : null;
  }

  async #query(): Promise<void> {
    const { attemptId } = this.#input;
    this.#queries += 1;
    const startedMs = Date.now();
    const { view, approved, answered } = await checkPayment({ attemptId });
    this.#due = this.#due.filter((at) => at > startedMs);
    this.#answered = answered;
    if (!answered) this.#askAgainAfterSilence();
    this.#take(view);
    if (approved && this.#mayExecute(view)) await this.#execute({ again: false });
    else if (approved && this.#mayExecuteAgain(view, startedMs)) await this.#execute({ again: true });
    else await this.#reportOnce(view, startedMs);
  }

  /** Schedules another query when the last planned one got no answer, until the silence deadline. */
  #askAgainAfterSilence(): void {
    const { minuteMs } = this.#input;
    const isOver = Date.now() >= silenceDeadlineOf(this.#openedAtMs, minuteMs);
    if (this.#due.length === 0 && !isOver) this.#due.push(Date.now() + 60 * minuteMs);
  }

  /**
   * Executes without the payer's successful return only if the configuration allows it, and never after the payer
   * cancelled.
   */
  #mayExecute({ state, returned, ended }: PurchaseView): boolean {
    if (ended || this.#executes >= EXECUTES_MAX) return false;
    if (returned === 'success') return ['initiated', 'cancelled', 'failed'].includes(state);
    return this.#input.executeLate && state === 'initiated';
  }

  /**
   * Allows one repeated execute, and only if bKash reported no debit after the time in which it could still act on
   * the first.
   */
  #mayExecuteAgain({ state, returned, executes, settlesAtMs }: PurchaseView, askedAtMs: number): boolean {
    if (!this.#input.executeAgain || this.#executes >= EXECUTES_MAX) return false;
    if (state !== 'unknown' || executes !== 1) return false;
    const isWanted = returned === 'success' || (returned === null && this.#input.executeLate);
    return isWanted && settlesAtMs !== null && askedAtMs >= settlesAtMs;
  }

  /** Notifies administrators once if bKash still cannot report the outcome after the settling time. */
  async #reportOnce({ state, settlesAtMs }: PurchaseView, askedAtMs: number): Promise<void> {
    if (this.#reported || state !== 'unknown' || settlesAtMs === null || askedAtMs < settlesAtMs) return;
    await reportUnknownPayment({ attemptId: this.#input.attemptId });
    this.#reported = true;
  }

  /**
   * Executes the payment. If the answer is lost, bKash is queried for the outcome instead of being asked to debit
   * again.
   */
  async #execute({ again }: { again: boolean }): Promise<void> {
    const { attemptId, minuteMs } = this.#input;
    this.#executes += 1;
    try {
      this.#take(await executePayment({ attemptId, again }));
    } catch (failure) {
      if (isCancellation(failure)) throw failure;
      this.#take(await markPaymentUnknown({ attemptId }));
    }
    if (this.#current.ended) return;
    this.#plan(checksAfterLoss(Date.now(), minuteMs));
    this.#planSettled();
  }

  /** Schedules a query for the time from which bKash can no longer act on the execute. */
  #planSettled(): void {
    const { settlesAtMs } = this.#current;
    if (settlesAtMs !== null) this.#plan([settlesAtMs]);
  }

  async #end(): Promise<void> {
    const { attemptId } = this.#input;
    this.#take(await endPurchase({ attemptId, answered: this.#answered }));
  }

  async #waitForDecision(): Promise<void> {
    this.#changed = false;
    const decided = await condition(() => this.#changed, DECISION_TIMEOUT);
    this.#due = [];
    if (!decided) await this.#end();
  }

  async #sendBack(): Promise<void> {
    this.#due = [];
    await sendBack({ attemptId: this.#input.attemptId });
    await this.#end();
  }

  #plan(times: number[]): void {
    if (this.#current.ended) return;
    this.#due.push(...times.filter((at) => at > Date.now()));
  }

  get #current(): PurchaseView {
    if (!this.#view) throw ApplicationFailure.retryable('The purchase is not read yet.');
    return this.#view;
  }

  #take(view: PurchaseView): void {
    const isNew = this.#view?.state !== view.state;
    this.#view = view;
    if (view.ended) this.#due = this.#isRequestedQueryLeft(view) ? [this.#lastRequestedQueryMs] : [];
    if (!isNew) return;
    upsertSearchAttributes([{ key: stateKey, value: view.state }]);
    setCurrentDetails(`${view.state}: ${stepTexts[view.state] ?? 'Done'}`);
  }

  /**
   * Whether a query is still due: one was requested during the step that ended the payment without money, possibly
   * by a notification that the money has arrived.
   */
  #isRequestedQueryLeft({ state }: PurchaseView): boolean {
    return !settledStates.has(state) && this.#lastRequestedQueryMs > this.#stepStartedMs;
  }

  progress(): PurchaseProgress {
    const nextMs = this.#nextQueryMs();
    const state = this.#view?.state ?? 'new';
    return {
      state,
      step: stepTexts[state] ?? 'Done',
      queries: this.#queries,
      nextCheckAt: nextMs === null ? null : new Date(nextMs).toISOString(),
      message: this.#view?.message ?? null,
    };
  }
}
