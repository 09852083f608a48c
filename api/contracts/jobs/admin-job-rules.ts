/** What administrators choose from about jobs. Apart from the schemas, so that pages need not load their library. */
import type { JobState } from './jobs.ts';

/** States that the list includes. Drafts are not jobs yet. */
export const listedStates = [
  'queued',
  'running',
  'parked',
  'collecting',
  'completed',
  'failed',
  'cancelled',
] as const satisfies readonly JobState[];

export const stuckDecisions = ['retry', 'skip row', 'refund'] as const;
