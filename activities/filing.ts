/** Files what can't be undone, once: look up, write the intent, one attempt; a lost answer is looked up first (portals.md 1.3). */
import type { Deps } from '#api/deps.ts';
import { beginCommit, endIntent, noteReference, openIntent, type Intent } from '#api/domain/intents.ts';
import { say } from '#contracts/say.ts';
import type { Filing, Found, RowResult, RunContext, SubmitContext, SubmitRunner } from '#services/runner.ts';
import { passPoint } from './fault-points.ts';
import { PortalFault, type PortalSession } from './portals/contract.ts';
import { sendOnce } from './portals/send-once.ts';

/** A portal that shows nothing after so many filings of the same is not believed any more: a person must look. */
const COMMITS_MAX = 3;

export type FilingInput = {
  db: Deps['db'];
  runner: SubmitRunner;
  rows: Filing;
  context: RunContext & { session: PortalSession };
  portal: string;
  /** See `intentKey` and `forgottenIntentKeys`. */
  key: string;
  forgottenKeys: readonly string[];
  by: { userId: string; jobId: string; rowNumber: number };
  onUncertain: (cause: unknown) => void;
};

/**
 * Answers UNCERTAIN when the filing click was made and its outcome is unknown; called again, it looks up first.
 * Throws PortalFault for everything that went wrong before the click.
 */
export async function fileOnce(input: FilingInput): Promise<RowResult> {
  const { db, runner, rows, portal, key, forgottenKeys, by } = input;
  const intent = await openIntent(db, { portal, key, forgottenKeys, ...by });
  passPoint('intent open');
  const attempt = new Attempt(input, intent);
  passPoint('before look-up');
  const found = await runner.check(rows, attempt.context);
  passPoint('after look-up');
  if (found.found !== 'absent') return known(db, found, intent, by.jobId);
  if (intent.state === 'committing' && intent.commits >= COMMITS_MAX) {
    const message = say('It was filed several times without a trace on the portal. Our team looks into it.');
    return { outcome: 'INTERNAL_ERROR', message };
  }
  const result = await attempt.run(found.seen);
  passPoint('result known');
  await attempt.close(result);
  passPoint('intent closed');
  return result;
}

/** What the portal has already: ours from a try whose answer was lost, or somebody's before. */
async function known(
  db: Deps['db'],
  found: Exclude<Found, { found: 'absent' }>,
  intent: Intent,
  jobId: string,
): Promise<RowResult> {
  if (found.found === 'different') {
    const { message, portalReference } = found;
    return { outcome: 'CONFLICT', message, ...(portalReference ? { portalReference } : {}) };
  }
  // Done already: the process ended between the intent's end and the row's.
  const isFiled = intent.state === 'committing' || (intent.state === 'done' && intent.commits > 0);
  const isOurs = isFiled && intent.jobId === jobId;
  await endIntent(db, intent.id, 'done', found.result.portalReference ?? null);
  return { ...found.result, outcome: isOurs ? 'SUCCESS' : 'ALREADY_DONE' };
}

class Attempt {
  readonly context: SubmitContext;
  readonly #input: FilingInput;
  readonly #intent: Intent;
  #committed = false;

  constructor(input: FilingInput, intent: Intent) {
    this.#input = input;
    this.#intent = intent;
    this.context = {
      ...input.context,
      earlier: { reference: intent.reference, committed: intent.state === 'committing' },
      noteReference: (reference) => noteReference(input.db, intent.id, reference),
      commit: (click) => this.#commit(click),
    };
  }

  /** Cancelling counts until here; from the click on, the filing is followed to its end. */
  async #commit<T>(click: () => Promise<T>): Promise<T> {
    if (this.#committed) throw new Error('A filing is committed once per try.');
    this.#input.context.signal.throwIfAborted();
    passPoint('before commit');
    await beginCommit(this.#input.db, this.#intent, this.#input.by);
    this.#committed = true;
    passPoint('intent written');
    const answer = await sendOnce(this.context.session.context, click);
    passPoint('after commit');
    return answer;
  }

  async run(seen: unknown): Promise<RowResult> {
    try {
      return await this.#input.runner.run(this.#input.rows, this.context, seen);
    } catch (error) {
      if (!this.#committed) throw error;
      this.#input.onUncertain(error);
      const why = error instanceof PortalFault ? ` ${error.message}` : '';
      const message = `${say("The portal's answer to the filing was lost.")}${why}`;
      return { outcome: 'UNCERTAIN', message };
    }
  }

  async close({ outcome, portalReference }: RowResult): Promise<void> {
    if (!this.#committed || outcome === 'UNCERTAIN') return;
    const state = outcome === 'SUCCESS' || outcome === 'ALREADY_DONE' ? 'done' : 'refused';
    await endIntent(this.#input.db, this.#intent.id, state, portalReference ?? null);
  }
}
