/** How a row can end (portals.md 1.1). Imports no schemas, so that pages need not load their library. */

/** Outcomes of successful rows. */
export const doneOutcomes = ['SUCCESS', 'ALREADY_DONE'] as const;
/** All other outcomes of a row, and of a job. "Error in the row" comes last, because the customer can correct it. */
export const failedOutcomes = [
  'REJECTED',
  'CONFLICT',
  'NOT_FOUND',
  'CREDENTIALS_INVALID',
  'ACCOUNT_LOCKED',
  'HUMAN_REQUIRED',
  'SESSION_EXPIRED',
  'PORTAL_BUSY',
  'PORTAL_DOWN',
  'TIMEOUT',
  'UNCERTAIN',
  'PORTAL_CHANGED',
  'BAD_DOWNLOAD',
  'CANCELLED',
  'INTERNAL_ERROR',
  'INPUT_INVALID',
] as const;
export const rowOutcomes = [...doneOutcomes, ...failedOutcomes] as const;
