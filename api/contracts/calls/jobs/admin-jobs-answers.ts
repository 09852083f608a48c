/** Response schemas of the administrators' calls about customers' jobs. */
import { z } from 'zod';
import { listedStates } from '#contracts/jobs/job-states.ts';
import { textOrNullShape, textShape } from '#contracts/messages/shapes.ts';
import { isPractice, jobDetail, rowsNotFound, rowsRefused, shownState } from './jobs-answers.ts';
import { jobBank } from '../banks-answers.ts';
import { count, credits, moment, optionalMoment, person } from '../parts.ts';

const listedState = z.enum(listedStates);
const endsByItselfAt = optionalMoment.describe(
  'When a stop that nobody decides ends the job; null for a job that waits for no decision.',
);
const adminJob = z.object({
  id: z.uuid(),
  serviceId: z.string(),
  serviceName: z.string(),
  fileName: z.string(),
  bank: jobBank,
  isPractice,
  portal: z.string().nullable(),
  state: listedState,
  shownState,
  errorCode: z.string().nullable(),
  ...textOrNullShape('errorMessage'),
  customer: person,
  rowsTotal: count,
  rowsDone: count,
  rowsFailed: count,
  rowsRefused,
  rowsNotFound,
  creditsUsed: credits,
  createdAt: moment,
  finishedAt: optionalMoment,
  waitsSince: optionalMoment.describe(
    'Since when it waits for the team or for its customer; null unless the list is of such jobs.',
  ),
  endsByItselfAt,
});
export type AdminJob = z.infer<typeof adminJob>;

/** Number of jobs by the state that people see, of those that match the other filters. */
const stateCount = z.object({ state: shownState, count });
export type StateCount = z.infer<typeof stateCount>;

/** The newest jobs in each state. */
export const stateCounts = z.object({
  counts: z.array(stateCount),
  isMore: z.boolean().describe('More jobs match than the newest ones, which are counted.'),
});
export type StateCounts = z.infer<typeof stateCounts>;

/** A customer's job with details that only administrators see. */
export const adminJobDetail = jobDetail.extend({
  portal: z.string().nullable(),
  customer: person.extend({ company: z.string(), status: z.string() }),
  attempt: count,
  creditsRefunded: credits,
  /** Credits that can still be returned. */
  creditsRefundable: credits,
  /** Why its failed rows cannot be run again; null if they can, or before the job has ended. */
  ...textOrNullShape('retryRefusal'),
  endsByItselfAt,
  workflowId: z.string(),
  /** The request that ordered the present run (X-Request-Id); null if none did. */
  requestId: z.uuid().nullable(),
  /** Null if no address of the Temporal UI is configured. */
  temporalUrl: z.string().nullable(),
});
export type AdminJobDetail = z.infer<typeof adminJobDetail>;

/** What a portal showed when a row could not continue; `size` is in bytes. */
export const evidenceFile = z.object({
  id: z.uuid(),
  name: z.string(),
  rowNumber: count.nullable(),
  /** The request that ordered the run; null if none did. */
  requestId: z.uuid().nullable(),
  size: count,
  createdAt: moment,
});
export type EvidenceFile = z.infer<typeof evidenceFile>;

/** What a bulk retry would do. Its id refers to exactly these jobs; null if there are none. */
export const bulkRetryCount = z.object({
  id: z.uuid().nullable(),
  jobs: count,
  rows: count,
  /** Credits that would be reserved on the customers' accounts. */
  credits,
  /** Whether more jobs match than one bulk retry takes; the counted ones are the newest. */
  isMore: z.boolean(),
  jobsPerMinute: z.number(),
});
export type BulkRetryCount = z.infer<typeof bulkRetryCount>;

export const bulkRetry = z.object({
  id: z.uuid(),
  state: z.enum(['running', 'stopping', 'stopped', 'done']),
  startedBy: z.string(),
  reason: z.string(),
  total: count,
  retried: count,
  refused: count,
  /** The latest refusals with their reasons. */
  refusals: z.array(z.object({ jobId: z.string(), ...textShape('message') })),
  startedAt: moment,
  endedAt: optionalMoment,
});
export type BulkRetryProgress = z.infer<typeof bulkRetry>;

/** `next` is the value of `after` for the following page; null on the last page. */
export const adminJobsAnswer = z.object({ jobs: z.array(adminJob), next: z.string().nullable() });
export type AdminJobsAnswer = z.infer<typeof adminJobsAnswer>;
