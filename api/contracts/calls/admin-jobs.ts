/** Administrators' calls about jobs. */
import { z } from 'zod';
import {
  adminJobsFilter,
  adminJobsQuery,
  bulkRetryParam,
  evidenceParam,
  jobReasonBody,
  jobRefundBody,
  startBulkRetryBody,
  stopJobsBody,
  stuckDecisionBody,
} from '#contracts/jobs/admin-jobs.ts';
import { jobIdParam, jobRowsQuery } from '#contracts/jobs/jobs.ts';
import {
  adminJobDetail,
  bulkRetry,
  bulkRetryCount,
  evidenceFile,
  stateCount,
  adminJobsAnswer,
} from './admin-answers.ts';
import { jobRow, startedJob } from './job-answers.ts';
import { pagination } from '#contracts/envelope.ts';
import { admin, admins, orWaiting } from './admin-call.ts';
import { count } from './parts.ts';
import { confirmation, message, type CallTable } from './call.ts';

export const adminJobCalls = {
  'GET /api/admin/jobs': admin('Find jobs of all customers.', {
    ...admins,
    query: adminJobsQuery,
    answer: adminJobsAnswer,
  }),
  'GET /api/admin/jobs/counts': admin('How many jobs are in which state.', {
    ...admins,
    query: adminJobsFilter,
    answer: z.object({ counts: z.array(stateCount) }),
  }),
  'POST /api/admin/jobs/stop': admin('Stop all jobs of a customer, a service or a portal.', {
    ...admins,
    body: stopJobsBody,
    answer: message.extend({ stopped: count.describe('Jobs that were running and click nothing more.') }),
  }),
  'GET /api/admin/jobs/bulk-retry': admin('The latest bulk retries.', {
    ...admins,
    answer: z.object({ bulkRetries: z.array(bulkRetry) }),
  }),
  'POST /api/admin/jobs/bulk-retry/preview': admin('What a bulk retry would do.', {
    ...admins,
    body: adminJobsFilter,
    answer: z.object({ count: bulkRetryCount }),
  }),
  'POST /api/admin/jobs/bulk-retry': admin('Run the failed rows of the counted jobs again.', {
    ...admins,
    body: startBulkRetryBody,
    answer: z.object({ bulkRetry }),
  }),
  'GET /api/admin/jobs/bulk-retry/:bulkRetryId': admin('How far a bulk retry is.', {
    ...admins,
    params: bulkRetryParam,
    answer: z.object({ bulkRetry }),
  }),
  'POST /api/admin/jobs/bulk-retry/:bulkRetryId/stop': admin('Start no more jobs of a bulk retry.', {
    ...admins,
    params: bulkRetryParam,
    body: jobReasonBody,
    answer: z.object({ bulkRetry }),
  }),
  'GET /api/admin/jobs/:jobId': admin('A job of a customer.', {
    ...admins,
    params: jobIdParam,
    answer: z.object({ job: adminJobDetail }),
  }),
  'GET /api/admin/jobs/:jobId/rows': admin('Its rows.', {
    ...admins,
    params: jobIdParam,
    query: jobRowsQuery,
    answer: z.object({ rows: z.array(jobRow), pagination }),
  }),
  'GET /api/admin/jobs/:jobId/files/:fileId': admin('One of its files.', {
    ...admins,
    params: evidenceParam,
    isDownload: true,
    file: 'application/octet-stream',
  }),
  'GET /api/admin/jobs/:jobId/evidence': admin('What portals showed when rows could not go on.', {
    ...admins,
    params: jobIdParam,
    answer: z.object({ files: z.array(evidenceFile) }),
  }),
  'GET /api/admin/jobs/:jobId/evidence/:fileId': admin('One picture or page of it.', {
    ...admins,
    params: evidenceParam,
    isDownload: true,
    file: 'application/octet-stream',
  }),
  'POST /api/admin/jobs/:jobId/retry': admin('Run its failed rows again.', {
    ...admins,
    params: jobIdParam,
    body: jobReasonBody,
    answer: startedJob,
  }),
  'POST /api/admin/jobs/:jobId/stop': admin('Stop it.', {
    ...admins,
    params: jobIdParam,
    body: jobReasonBody,
    answer: message.extend({ stopped: count }),
  }),
  'POST /api/admin/jobs/:jobId/decide': admin('Decide about a job that waits for our team.', {
    ...admins,
    params: jobIdParam,
    body: stuckDecisionBody,
    answer: message,
  }),
  'POST /api/admin/jobs/:jobId/refund': admin('Give credits of a job back.', {
    ...admins,
    params: jobIdParam,
    body: jobRefundBody,
    idempotent: true,
    answer: orWaiting(confirmation.extend({ creditsRefunded: z.number() })),
  }),
} satisfies CallTable;
