/** Calls of administrators about customers' jobs: find them, look into one, run again, give credits back. */
import { z } from 'zod';
import { jobIdParam, type JobDetail, type JobState } from './jobs.ts';
import { reason } from './payments.ts';

export const evidenceParam = jobIdParam.extend({ fileId: z.uuid() });

/** What a portal showed when a row could not go on; `size` in bytes. */
export type EvidenceFile = {
  id: string;
  name: string;
  rowNumber: number | null;
  size: number;
  createdAt: string;
};

/** Drafts are nobody's job yet. */
export const listedStates = [
  'queued',
  'running',
  'parked',
  'collecting',
  'completed',
  'failed',
  'cancelled',
] as const satisfies readonly JobState[];
type ListedState = (typeof listedStates)[number];

/** How a job, or a row of it, can end without its answer; "Error in the row" is the customer's to mend. */
export const jobErrorCodes = [
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

const jobsPageSize = 50;
const jobsPageSizeMax = 100;
export const jobSearchCharactersMax = 100;

const search = z.string().trim().min(1).max(jobSearchCharactersMax).optional();
const day = z.iso.date();

/** Days are those of Asia/Dhaka, both included. */
export const adminJobsFilter = z.object({
  serviceId: z.string().min(1).max(60).optional(),
  portal: z.string().min(1).max(40).optional(),
  state: z.enum(listedStates).optional(),
  errorCode: z.enum(jobErrorCodes).optional(),
  /** A part of the customer's name, company or address. */
  customer: search,
  /** A part of the file's name, or a job's whole number. */
  text: search,
  dateFrom: day.optional(),
  dateTo: day.optional(),
});
export type AdminJobsFilter = z.infer<typeof adminJobsFilter>;

/** The last job of the page before: its time and its number. */
const cursor = z
  .string()
  .max(70)
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z_[0-9a-f-]{36}$/)
  .transform((text) => {
    const [at = '', id = ''] = text.split('_');
    return { at: new Date(at), id };
  })
  .pipe(z.object({ at: z.date(), id: z.uuid() }));

export const adminJobsQuery = adminJobsFilter.extend({
  after: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(jobsPageSizeMax).default(jobsPageSize),
});
export type AdminJobsQuery = z.infer<typeof adminJobsQuery>;

export type AdminJob = {
  id: string;
  serviceId: string;
  serviceName: string;
  fileName: string;
  portal: string | null;
  state: ListedState;
  errorCode: string | null;
  errorMessage: string | null;
  customer: { id: string; name: string; email: string };
  rowsTotal: number;
  rowsDone: number;
  rowsFailed: number;
  creditsUsed: number;
  createdAt: string;
};

/** `next` goes into `after` for the following page; null on the last one. */
export type AdminJobsAnswer = { success: true; jobs: AdminJob[]; next: string | null };

/** Jobs that the other filters find, by state. */
export type StateCount = { state: ListedState; count: number };

/** A customer's job with what only administrators see. */
export type AdminJobDetail = JobDetail & {
  portal: string | null;
  customer: { id: string; name: string; email: string; company: string; status: string };
  attempt: number;
  creditsRefunded: number;
  /** What can still be given back. */
  creditsRefundable: number;
  /** Failed rows that can be run again as they are, and why they can not. */
  retry: { rows: number; refusal: string | null };
  workflowId: string;
  /** Null where no address of the Temporal UI is set. */
  temporalUrl: string | null;
};

export const jobReasonBody = z.object({ reason });
/** Whose running jobs are stopped together. */
const stopTarget = z.union([
  z.strictObject({ userId: z.string().min(1).max(40) }),
  z.strictObject({ serviceId: z.string().min(1).max(60) }),
  z.strictObject({ portal: z.string().min(1).max(40) }),
]);
export type StopTarget = z.infer<typeof stopTarget>;
export const stopJobsBody = z.object({ target: stopTarget, reason });
/** `stopped`: jobs that were running and click nothing more. */
export type StopAnswer = { success: true; message: string; stopped: number };
/** What becomes of a job that waits for our team. */
export const stuckDecisions = ['retry', 'skip row', 'refund'] as const;
export const stuckDecisionBody = z.object({ decision: z.enum(stuckDecisions), reason });
export const jobRefundBody = z.object({
  credits: z
    .number('The amount must be a number.')
    .positive('The amount must be above 0.')
    .max(100_000_000)
    .multipleOf(0.01, 'The amount can have two decimals at most.'),
  reason,
});

/** `bulkRetryId`: what a preview answered with. */
export const startBulkRetryBody = z.object({ bulkRetryId: z.uuid(), reason });
export const bulkRetryParam = z.object({ bulkRetryId: z.uuid() });

/** What a bulk retry would do. Its id names these jobs and no others; null where there are none. */
export type BulkRetryCount = {
  id: string | null;
  jobs: number;
  rows: number;
  /** What the customers' accounts would be asked to hold. */
  credits: number;
  /** More jobs match than one bulk retry takes: these are the newest ones. */
  isMore: boolean;
  jobsPerMinute: number;
};

export type BulkRetryState = 'running' | 'stopping' | 'stopped' | 'done';

export type BulkRetryProgress = {
  id: string;
  state: BulkRetryState;
  startedBy: string;
  reason: string;
  total: number;
  retried: number;
  refused: number;
  /** The latest refusals with their reasons. */
  refusals: { jobId: string; message: string }[];
  startedAt: string;
  endedAt: string | null;
};
