/** What a chunk does with a row, by how its try ended (portals.md 1.1). */
import type { RowOutcome } from '#contracts/jobs/jobs.ts';

export type RowAction =
  /** The row has its end. */
  | 'end'
  /** It is tried again at once, in another session but for a bad download; after the last try it has its end. */
  | 'again'
  /** As `again`; after the last try a person must look. */
  | 'again, then a person'
  /** The portal does not answer: the job waits and goes on at the same row. */
  | 'wait'
  /** It ends the whole job: trying on would lock an account or repeat the same failure. */
  | 'stop the job'
  /** A filing whose answer was lost: the job goes on with the others, and this row is looked up again. */
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
