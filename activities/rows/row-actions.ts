/** Decides what a chunk does with a row, from the outcome of its last attempt (portals.md 1.1). */
import type { RowOutcome } from '#contracts/jobs/jobs.ts';
import { portalMessages } from '#activities/portals/messages.ts';
import type { FilingEnd } from './filing.ts';

export type RowAction =
  /** The row has ended. */
  | 'end'
  /** Retried immediately, in a new session except after a bad download. After the last attempt the row ends. */
  | 'again'
  /** Like `again`, but after the last attempt an administrator must decide. */
  | 'again, then a person'
  /** The portal does not answer: the job waits and resumes at the same row. */
  | 'wait'
  /**
   * Ends the whole job, because further attempts would lock an account or fail in the same way. On a portal that has
   * changed, the job first waits until the portal is resumed.
   */
  | 'stop the job'
  /** A filing whose answer was lost: the job continues with the other rows, and this one is looked up again. */
  | 'set aside';

export const rowActions: Record<RowOutcome, RowAction> = {
  SUCCESS: 'end',
  ALREADY_DONE: 'end',
  INPUT_INVALID: 'end',
  NOT_FOUND: 'end',
  REJECTED: 'end',
  CONFLICT: 'end',
  CANCELLED: 'end',
  SESSION_EXPIRED: 'again',
  BAD_DOWNLOAD: 'again',
  INTERNAL_ERROR: 'again, then a person',
  PORTAL_BUSY: 'wait',
  PORTAL_DOWN: 'wait',
  TIMEOUT: 'wait',
  CREDENTIALS_INVALID: 'stop the job',
  ACCOUNT_LOCKED: 'stop the job',
  HUMAN_REQUIRED: 'stop the job',
  PORTAL_CHANGED: 'stop the job',
  UNCERTAIN: 'set aside',
};

type Try = Pick<FilingEnd, 'outcome' | 'message'>;

const isDeadClick = ({ outcome, message }: Try): boolean =>
  outcome === 'TIMEOUT' && message.key === portalMessages.nothingLoaded().key;

/**
 * Returns the result of a try, judged beside the one before it, which was made in another session. A click that has no
 * effect in one session may be that session's own trouble; if the next one finds the same, the page has changed.
 */
export const judgedBeside = <Result extends Try>(before: Try | null, result: Result): Result =>
  before && isDeadClick(before) && isDeadClick(result) ? { ...result, outcome: 'PORTAL_CHANGED' } : result;
