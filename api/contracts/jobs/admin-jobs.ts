/** Schemas of the administrators' calls about customers' jobs: find, inspect, run again, return credits. */
import { z } from 'zod';
import { practiceChoices, specialJobs, stuckDecisions } from './admin-job-rules.ts';
import { listedStates } from './job-states.ts';
import { jobIdParam } from './jobs.ts';
import { failedOutcomes } from './row-outcomes.ts';
import { jobSearchCharactersMax } from './job-list-rules.ts';
import { shownStates } from './shown-state.ts';
import { reason } from '#contracts/payments/payments.ts';

export const evidenceParam = jobIdParam.extend({ fileId: z.uuid() });

const jobsPageSize = 50;
const jobsPageSizeMax = 100;

const search = z.string().trim().min(1).max(jobSearchCharactersMax).optional();
const day = z.iso.date();

/** Days are in Asia/Dhaka; both are included. */
export const adminJobsFilter = z.object({
  serviceId: z.string().min(1).max(60).optional(),
  /** A portal, or `none` for services without one. */
  portal: z.string().min(1).max(40).optional(),
  state: z.enum(listedStates).optional(),
  /** The state that people see, which also depends on the outcomes of the rows. */
  shown: z.enum(shownStates).optional(),
  errorCode: z.enum(failedOutcomes).optional(),
  /** Part of the customer's name, company or email address. */
  customer: search,
  /** Part of the file name, or a complete job number. */
  text: search,
  dateFrom: day.optional(),
  dateTo: day.optional(),
  /** Jobs that ended at this moment or later. */
  endedSince: z.iso.datetime().optional(),
  special: z.enum(specialJobs).optional(),
  practice: z.enum(practiceChoices).optional(),
});
export type AdminJobsFilter = z.infer<typeof adminJobsFilter>;

/** The last job of the previous page: its time and its number. */
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

export const jobReasonBody = z.object({ reason });
/** Selects the running jobs that are stopped together. */
const stopTarget = z.union([
  z.strictObject({ userId: z.string().min(1).max(40) }),
  z.strictObject({ serviceId: z.string().min(1).max(60) }),
  z.strictObject({ portal: z.string().min(1).max(40) }),
]);
export type StopTarget = z.infer<typeof stopTarget>;
export const stopCountBody = z.object({ target: stopTarget });
export const stopJobsBody = z.object({ target: stopTarget, reason });
/** A decision about a job that waits for our team; `since` is that of the stop that the administrator saw. */
export const stuckDecisionBody = z.object({
  decision: z.enum(stuckDecisions),
  since: z.iso.datetime(),
  reason,
});
export const jobRefundBody = z.object({
  credits: z
    .number('The amount must be a number.')
    .positive('The amount must be above 0.')
    .max(100_000_000)
    .multipleOf(0.01, 'The amount can have two decimals at most.'),
  reason,
});

/** `bulkRetryId` is the id that a preview returned. */
export const startBulkRetryBody = z.object({ bulkRetryId: z.uuid(), reason });
export const bulkRetryParam = z.object({ bulkRetryId: z.uuid() });

export type BulkRetryState = 'running' | 'stopping' | 'stopped' | 'done';
