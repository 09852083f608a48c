/** The states of a job. Imports no schemas, so that pages need not load their library. */

/** States that lists include. */
export const listedStates = [
  'queued',
  'running',
  'parked',
  'collecting',
  'completed',
  'failed',
  'cancelled',
] as const;

/** A draft is not a job yet. */
export const jobStates = ['draft', ...listedStates] as const;
