/**
 * Keeps a page open while its customer works on it remotely, until the work is done or given up, or the time is over.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { withinMs } from '#api/adapters/within-ms.ts';
import type { Deps } from '#api/deps.ts';
import { endLiveQuestion } from '#api/domain/jobs/challenges.ts';
import {
  deleteFrame,
  refuseDone,
  storeFrame,
  takeLiveWork,
  type LiveQuestionRef,
  type LiveWork,
} from '#api/domain/jobs/live-pages.ts';
import type { LiveInput } from '#contracts/jobs/live-pages.ts';
import { limits } from '#contracts/limits.ts';
import { loginMessages } from '#contracts/portals/messages.ts';
import { PortalFault, type LiveQuestion } from '#activities/portals/contract.ts';
import { withinPage } from './bounds.ts';
import { actOn, isForPage } from './hands.ts';
import { Screen } from './screen.ts';

export type LiveEnd = 'done' | 'given up' | 'nobody';

type WorkDeps = Pick<Deps, 'db' | 'vault' | 'clock' | 'logger'>;
type Working = {
  question: Pick<LiveQuestionRef, 'id' | 'userId'>;
  signal: AbortSignal;
  waitMs: number;
  /** Called once, if nobody has come after some time, with the time that is left. */
  remind: (leftMs: number) => Promise<void>;
};

/** How often to check whether the work on the page is done. */
const DONE_LOOK_MS = 500;
/** Time limit for each input, so that one which the page does not take does not hold up the others. */
const INPUT_MS = 10_000;

/** Lets the customer work on the page, and returns how that ended. Throws SESSION_EXPIRED if the page is lost. */
export function workOnLivePage(deps: WorkDeps, live: LiveQuestion, working: Working): Promise<LiveEnd> {
  return withinPage(live.page, () => new LiveWorkplace(deps, live, working).work());
}

class LiveWorkplace {
  readonly #deps: WorkDeps;
  readonly #live: LiveQuestion;
  readonly #working: Working;
  readonly #screen: Screen;
  readonly #beganAtMs = performance.now();
  #wasWatched = false;
  #isReminded = false;
  #isWatched = false;
  #lookedAtMs = 0;

  constructor(deps: WorkDeps, live: LiveQuestion, working: Working) {
    this.#deps = deps;
    this.#live = live;
    this.#working = working;
    this.#screen = new Screen(live.page, (frame) => storeFrame(deps.db, working.question.id, frame));
  }

  async work(): Promise<LiveEnd> {
    const { signal, waitMs } = this.#working;
    try {
      while (this.#waitedMs() < waitMs) {
        const end = await this.#round();
        if (end) return end;
        await delay(limits.livePollMs, undefined, { signal });
      }
      return 'nobody';
    } finally {
      await this.#screen.stop();
    }
  }

  #waitedMs(): number {
    return performance.now() - this.#beganAtMs;
  }

  async #round(): Promise<LiveEnd | null> {
    const { question } = this.#working;
    if (this.#live.page.isClosed()) throw new PortalFault('SESSION_EXPIRED', loginMessages.pageGone());
    const work = await takeLiveWork(this.#deps, question);
    if (!work.isOpen) return this.#superseded();
    await this.#watch(work);
    await this.#remindOnce();
    for (const input of work.inputs) {
      this.#working.signal.throwIfAborted();
      const end = await this.#take(input);
      if (end) return end;
    }
    return (await this.#isDoneByNow()) ? this.#done() : null;
  }

  /**
   * Waits for this step's end: another worker has asked the question again, so this one is about to lose the job's
   * place.
   */
  async #superseded(): Promise<LiveEnd> {
    await delay(limits.leaseSilentMs, undefined, { signal: this.#working.signal });
    return 'nobody';
  }

  async #watch({ isWatched }: LiveWork): Promise<void> {
    const { db } = this.#deps;
    const { id } = this.#working.question;
    this.#wasWatched ||= isWatched;
    if (isWatched === this.#isWatched) return;
    this.#isWatched = isWatched;
    await this.#screen.show(isWatched);
    if (!isWatched) await deleteFrame(db, id);
  }

  async #remindOnce(): Promise<void> {
    const { waitMs, remind } = this.#working;
    const isDue = this.#waitedMs() >= (waitMs * limits.liveReminderPercent) / 100;
    if (this.#wasWatched || this.#isReminded || !isDue) return;
    this.#isReminded = true;
    await remind(waitMs - this.#waitedMs());
  }

  async #take(input: LiveInput): Promise<LiveEnd | null> {
    if (input.act === 'give-up') return 'given up';
    if (isForPage(input)) {
      const acting = actOn(this.#live.page, input).catch(() => undefined);
      await withinMs(INPUT_MS, acting, () => undefined);
      return null;
    }
    if (await this.#isDone()) return this.#done();
    await refuseDone(this.#deps.db, this.#working.question.id);
    return null;
  }

  async #done(): Promise<LiveEnd> {
    await endLiveQuestion(this.#deps, this.#working.question.id);
    return 'done';
  }

  async #isDoneByNow(): Promise<boolean> {
    if (performance.now() - this.#lookedAtMs < DONE_LOOK_MS) return false;
    this.#lookedAtMs = performance.now();
    return this.#isDone();
  }

  /** Returns whether the work is done. If the check fails, the page is changing, and the check is repeated. */
  async #isDone(): Promise<boolean> {
    try {
      return await this.#live.isDone();
    } catch (error) {
      if (error instanceof PortalFault) throw error;
      return false;
    }
  }
}
