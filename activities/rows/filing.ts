/**
 * Makes irreversible filings exactly once (portals.md 1.3): a lease with a fencing token gives one owner, the portal
 * is checked first, the intent is written by compare-and-set, and there is one click. If the answer is lost, the
 * filing is looked up until the portal can no longer act on it.
 */
import { answeredWithin } from '#api/adapters/database-answers.ts';
import { inSpan } from '#api/adapters/tracing.ts';
import type { Deps } from '#api/deps.ts';
import {
  beginCommit,
  endIntent,
  markSent,
  markNotSent,
  noteReference,
  openIntent,
  type Intent,
} from '#api/domain/jobs/filings/intents.ts';
import type { UsedLogin } from '#api/domain/jobs/filings/click-permission.ts';
import { markSentAlone } from '#api/domain/jobs/filings/rival-filings.ts';
import type { Claim } from '#api/domain/portals/portal-leases.ts';
import { sequence } from '#contracts/messages/message.ts';
import type { Filing, Found, RowResult, RunContext, SubmitContext, SubmitRunner } from '#services/runner.ts';
import { faultPoint } from '#activities/fault-points.ts';
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { portalMessages } from '#activities/portals/messages.ts';
import { AnsweredByPage, clickOnce, LAST_CHECK_MS_MAX, NotSent } from '#activities/portals/filing-click.ts';
import { withDocuments, type FilingEndOnPage } from './filed-documents.ts';
import type { FilingKeys } from './filing-keys.ts';
import { confirming, isConfirmed, isVouchedFor, reasonToWait } from './filing-waits.ts';

export type FilingInput = {
  db: Deps['db'];
  runner: SubmitRunner;
  rows: Filing;
  context: RunContext & { session: PortalSession };
  portal: string;
  keys: FilingKeys;
  by: { userId: string; jobId: string; rowNumber: number };
  /** The customer's login with which the session was opened; null on a practice portal. */
  login?: UsedLogin | null;
  /** The lease under which this worker may click. */
  claim: Claim;
  /** How long after the last check a request that was sent may still take effect, in milliseconds. */
  effectMs: number;
  /** When an administrator vouched that the portal does not have the filing; null if nobody did. */
  vouchedAt: Date | null;
  /** Whether the portal itself rejects duplicates, so that a filing it does not show may safely be sent again. */
  refusesTwins: boolean;
  /** Called when the portal has answered the filing that was sent. */
  onAnswered?: () => void;
  /** Called when the answer to the filing was lost, while the page is still open and can be captured as evidence. */
  onUncertain: (cause: unknown) => Promise<void>;
  /** Called when the request is sent again, as its settling time and the rules permit. */
  onRepeated: (sends: number) => Promise<void>;
  onTwins: (found: { references: readonly string[]; commits: number }) => Promise<void>;
  /** Performs the click; replaced by tests of the protocol that run without a browser. */
  clickOnce?: typeof clickOnce;
};

/** The result of a row; with `aside`, the row waits for another look-up or for a person. */
export type FilingEnd = RowResult & {
  aside?: { why: 'confirming'; lookInMs: number } | { why: 'person' };
  /** The result of a filing that the portal has, if only its documents could not be had. */
  filed?: RowResult;
};

/** The job may not file now: another worker holds its lease, or it may not continue. Nothing was clicked. */
export class FilingNotAllowed extends Error {
  constructor() {
    super('The job may not file now.');
    this.name = 'FilingNotAllowed';
  }
}

/**
 * How long to wait until it is stored that a request never left. Without an answer the next worker takes it for one that
 * may have left, and looks.
 */
const NOT_SENT_MS = 10_000;

/**
 * Makes the filing, unless the portal already has it. Throws FilingNotAllowed, and PortalFault for every problem before
 * the filing request left, or when the documents of a filing whose end is stored are fetched.
 */
export async function fileOnce(input: FilingInput): Promise<FilingEnd> {
  const { db, portal, keys, by, effectMs } = input;
  const { key, formerKeys } = keys;
  const { intent, readAt: begunAt } = await openIntent(db, {
    portal,
    key,
    formerKeys,
    effectMs,
    ...by,
  });
  faultPoint('intent open');
  faultPoint('before look-up');
  const filing = new FilingTry(input, intent, begunAt);
  const found = await lookUp(input, filing.context);
  faultPoint('after look-up');
  if (found.found !== 'absent') return withDocuments(await endKnownFiling(input, found, intent));
  const waiting = await reasonToWait(input, intent, begunAt);
  if (waiting) return waiting;
  const result = await filing.run(found.seen);
  faultPoint('result known');
  const end = await filing.close(result);
  faultPoint('intent closed');
  return withDocuments(end);
}

/** Looks up whether the portal has the filing. */
const lookUp = ({ runner, rows }: FilingInput, context: SubmitContext): Promise<Found> =>
  inSpan('look up', {}, async (span) => {
    const found = await runner.check(rows, context);
    span.note({ outcome: found.found });
    return found;
  });

/** Ends a filing that the portal already has: from a try of ours with a lost answer, or from somebody else. */
async function endKnownFiling(
  { db, by, onTwins }: FilingInput,
  found: Exclude<Found, { found: 'absent' }>,
  intent: Intent,
  /** The fencing token of a click that was made before the look-up. */
  token: bigint | null = null,
): Promise<FilingEndOnPage> {
  if (found.found === 'different') {
    const { message, portalReference } = found;
    return { outcome: 'CONFLICT', message, ...(portalReference ? { portalReference } : {}) };
  }
  if (found.found === 'refused') {
    await endIntent(db, intent, { state: 'refused', reference: found.portalReference, token });
    return { outcome: 'REJECTED', message: found.message, portalReference: found.portalReference };
  }
  // The intent can already be done if the row could not be ended after it, as when the process died.
  const isOurs = (intent.state === 'committing' || isConfirmed(intent)) && intent.jobId === by.jobId;
  const { twins = [], result } = found;
  if (twins.length > 0) await onTwins({ references: twins, commits: intent.commits });
  await endIntent(db, intent, { state: 'done', reference: result.portalReference ?? null, token });
  return { ...result, outcome: isOurs ? 'SUCCESS' : 'ALREADY_DONE' };
}

/** One try to file, from its look-up to the end of its intent. */
class FilingTry {
  readonly context: SubmitContext;
  readonly #input: FilingInput;
  /** When the look-up began. */
  readonly #begunAt: Date;
  #intent: Intent;
  /** Whether an earlier request of the filing has no answer, and nobody vouches that it had no effect. */
  readonly #isUnanswered: boolean;
  /** Whether this try has made the intent its own; before that, the intent has the token of an earlier one. */
  #hasTaken = false;
  #committed = false;
  /** Whether the page itself answered the click, without a request. */
  #isAnsweredByPage = false;
  /** The number with which the end of the filing is stored; null while none is. */
  #confirmedAs: string | null = null;
  #isUncertain = false;

  constructor(input: FilingInput, intent: Intent, begunAt: Date) {
    this.#input = input;
    this.#begunAt = begunAt;
    this.#intent = intent;
    const isOpen = intent.state === 'planned' || intent.state === 'committing';
    const wasSent = intent.sentAt !== null || intent.sends > 0;
    this.#isUnanswered = isOpen && wasSent && !isVouchedFor(input, intent);
    this.context = {
      ...input.context,
      earlier: { reference: intent.reference, committed: intent.state === 'committing' },
      noteReference: (reference) => this.#noteReference(reference),
      commit: (click) => this.#commit(click),
    };
  }

  /**
   * Clicks after the last check. A cancellation counts until the request leaves; from then on the filing is followed
   * to its end.
   */
  async #commit<T>(click: () => Promise<T>): Promise<T> {
    if (this.#committed) throw new Error('A filing is committed once per try.');
    const { db, claim, by, login, context, effectMs } = this.#input;
    context.signal.throwIfAborted();
    faultPoint('before commit');
    const taken = await beginCommit(db, this.#intent, claim, { ...by, login, effectMs });
    if (!taken) throw new FilingNotAllowed();
    this.#intent = taken;
    this.#hasTaken = true;
    this.#committed = true;
    faultPoint('intent written');
    try {
      const send = this.#input.clickOnce ?? clickOnce;
      const answer = await inSpan('file', {}, () =>
        send(context.session.context, click, {
          markSent: async () => {
            faultPoint('before last check');
            const sends = await answeredWithin(LAST_CHECK_MS_MAX, this.#markSent(taken));
            if (sends === null) return false;
            faultPoint('let go');
            if (sends > 1) await this.#input.onRepeated(sends);
            return true;
          },
          beforeClosing: (cause) => this.#uncertain(cause),
        }),
      );
      faultPoint('after commit');
      return answer;
    } catch (error) {
      if (!(error instanceof NotSent || error instanceof AnsweredByPage)) throw error;
      this.#committed = false;
      await answeredWithin(NOT_SENT_MS, markNotSent(db, taken, claim));
      // The service reads the page's own words, which refuse the row or are unknown.
      if (error instanceof AnsweredByPage) {
        this.#isAnsweredByPage = true;
        return error.answer as T;
      }
      throw error.isRefused ? new FilingNotAllowed() : error.cause;
    }
  }

  #markSent(taken: Intent): Promise<number | null> {
    const { db, portal, keys, claim, by, login, effectMs } = this.#input;
    const last = { jobId: by.jobId, login, effectMs };
    if (keys.sharedKeys.length === 0) return markSent(db, taken, claim, last);
    const same = { portal, keys: keys.sharedKeys, begunAt: this.#begunAt, effectMs };
    return markSentAlone(db, taken, same, (tx) => markSent(tx, taken, claim, last));
  }

  /** A number that the portal names in its answer to the click confirms the filing, whatever fails after it. */
  async #noteReference(reference: string): Promise<void> {
    const { db, claim } = this.#input;
    if (this.#committed) {
      await endIntent(db, this.#intent, { state: 'done', reference, token: claim.token });
      this.#confirmedAs = reference;
      return;
    }
    if (!(await noteReference(db, this.#intent, claim, reference))) throw new FilingNotAllowed();
  }

  async run(seen: unknown): Promise<FilingEndOnPage> {
    try {
      return await inSpan('fill in', {}, () => this.#input.runner.run(this.#input.rows, this.context, seen));
    } catch (error) {
      if (!this.#committed) throw error;
      await this.#uncertain(error);
      const lost = confirming(0);
      const message = sequence(lost.message, error instanceof PortalFault ? error.said : null);
      // The first look-up follows immediately, in a new session.
      return { ...lost, message, aside: { why: 'confirming', lookInMs: 0 } };
    }
  }

  async #uncertain(cause: unknown): Promise<void> {
    if (this.#isUncertain) return;
    this.#isUncertain = true;
    await this.#input.onUncertain(cause);
  }

  async close(result: FilingEndOnPage): Promise<FilingEndOnPage> {
    if (result.outcome === 'UNCERTAIN') return result;
    // A notice from before the click is not about this filing.
    if (this.#isAnsweredByPage && result.outcome === 'SUCCESS')
      throw new PortalFault('PORTAL_CHANGED', portalMessages.nothingLoaded());
    const isDone = result.outcome === 'SUCCESS' || result.outcome === 'ALREADY_DONE';
    if (!this.#committed) return isDone || !this.#isUnanswered ? result : this.#lookAgain(result);
    this.#input.onAnswered?.();
    const { db, claim } = this.#input;
    if (!isDone && this.#intent.commits > 1) return this.#lookAgain(result);
    const reference = result.portalReference ?? null;
    if (isDone && reference !== null && reference === this.#confirmedAs) return result;
    await endIntent(db, this.#intent, { state: isDone ? 'done' : 'refused', reference, token: claim.token });
    return result;
  }

  /** A portal may refuse a filing, or a repeated click, because the earlier request has taken effect by now. */
  async #lookAgain({ message }: FilingEndOnPage): Promise<FilingEndOnPage> {
    const found = await lookUp(this.#input, this.context);
    const token = this.#hasTaken ? this.#input.claim.token : null;
    if (found.found !== 'absent') return endKnownFiling(this.#input, found, this.#intent, token);
    // The first filing may also appear later, so the refusal does not settle the row.
    return { outcome: 'UNCERTAIN', message, aside: { why: 'person' } };
  }
}
