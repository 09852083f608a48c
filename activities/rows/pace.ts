/**
 * Keeps the rows of one lease at the pace that administrators set for the portal. A row waits for its turn before its
 * work on the portal begins, never in between: a pause between look-up and click, or between the click and its answer,
 * would make a filing less certain.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '#api/deps.ts';
import type { Claim } from '#api/domain/portals/portal-leases.ts';
import { askTurn, noteRowEnd } from '#api/domain/portals/portal-pace.ts';
import { limits } from '#contracts/limits.ts';
import { takeActions } from '#activities/portals/action-counts.ts';
import type { OpenSession } from '#activities/sessions/sign-in.ts';

/** How long limits are cached; an administrator may change them. */
const LOOK_PERIOD_MS = 2_000;

type Wait<Result> = {
  signal: AbortSignal;
  /** Called every two seconds of a wait; a result other than null ends the wait without beginning the row. */
  earlyEnd: () => Promise<Result | null>;
};

/** A row's number of actions is known only at its end, so each row reserves as many as the previous one made. */
export class RowPace {
  readonly #db: Deps['db'];
  readonly #claim: Claim;
  readonly #sessions = new Set<Parameters<typeof takeActions>[0]>();
  #expected: number = limits.rowActionsExpected;
  /** Until this time no limit is expected to apply. */
  #unlimitedUntilMs = 0;

  constructor(db: Deps['db'], claim: Claim) {
    this.#db = db;
    this.#claim = claim;
  }

  /** Counts the actions of this session for the rows of this lease. */
  watch(session: OpenSession): void {
    if ('context' in session) this.#sessions.add(session.context);
    else if ('official' in session) this.#sessions.add(session.official);
  }

  /** Waits for the row's turn, then works it. Throws if the signal is aborted while it waits. */
  async work<Result>(row: () => Promise<Result>, wait: Wait<Result>): Promise<Result> {
    const turn = await this.#turn(wait);
    if (typeof turn === 'object') return turn.end;
    try {
      return await row();
    } finally {
      const made = Math.max(1, this.#actionsMade());
      if (turn === 'limited') await noteRowEnd(this.#db, this.#claim, made - this.#expected);
      this.#expected = made;
    }
  }

  async #turn<Result>({
    signal,
    earlyEnd,
  }: Wait<Result>): Promise<'unlimited' | 'limited' | { end: Result }> {
    if (performance.now() < this.#unlimitedUntilMs) return 'unlimited';
    for (;;) {
      const waitMs = await askTurn(this.#db, this.#claim, this.#expected);
      if (waitMs === null) {
        this.#unlimitedUntilMs = performance.now() + LOOK_PERIOD_MS;
        return 'unlimited';
      }
      if (waitMs === 0) return 'limited';
      await delay(Math.min(waitMs, LOOK_PERIOD_MS), undefined, { signal });
      const end = await earlyEnd();
      if (end !== null) return { end };
    }
  }

  #actionsMade(): number {
    return [...this.#sessions].reduce((sum, session) => sum + takeActions(session), 0);
  }
}
