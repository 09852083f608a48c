/** Administrators' calls about jobs. */
import { z } from 'zod';
import { pagination } from '#contracts/envelope.ts';
import {
  adminJobsFilter,
  adminJobsQuery,
  bulkRetryParam,
  evidenceParam,
  jobReasonBody,
  jobRefundBody,
  startBulkRetryBody,
  stopCountBody,
  stopJobsBody,
  stuckDecisionBody,
} from '#contracts/jobs/admin-jobs.ts';
import { jobIdParam, jobRowsQuery } from '#contracts/jobs/jobs.ts';
import { admin, admins, orWaiting } from '../admin-call.ts';
import { confirmation, message, type CallTable } from '../call.ts';
import {
  adminJobDetail,
  adminJobsAnswer,
  bulkRetry,
  bulkRetryCount,
  evidenceFile,
  stateCounts,
} from './admin-jobs-answers.ts';
import { jobRow, startedJob } from './jobs-answers.ts';
import { count } from '../parts.ts';

export const adminJobCalls = {
  'GET /api/admin/jobs': admin('Find jobs of all customers.', {
    ...admins,
    query: adminJobsQuery,
    answer: adminJobsAnswer,
  }),
  'GET /api/admin/jobs/counts': admin('Count the jobs in each state.', {
    ...admins,
    query: adminJobsFilter,
    answer: stateCounts,
  }),
  'POST /api/admin/jobs/stop': admin('Stop all jobs of a customer, a service or a portal.', {
    ...admins,
    body: stopJobsBody,
    answer: message.extend({ stopped: count.describe('Jobs that were running and click nothing more.') }),
  }),
  'POST /api/admin/jobs/stop/preview': admin('Count the jobs that would be stopped now.', {
    ...admins,
    body: stopCountBody,
    answer: z.object({ jobs: count, customers: count }),
  }),
  'GET /api/admin/jobs/bulk-retry': admin('List the latest bulk retries.', {
    ...admins,
    answer: z.object({ bulkRetries: z.array(bulkRetry) }),
  }),
  'POST /api/admin/jobs/bulk-retry/preview': admin('Preview a bulk retry.', {
    ...admins,
    body: adminJobsFilter,
    answer: z.object({ count: bulkRetryCount }),
  }),
  'POST /api/admin/jobs/bulk-retry': admin('Run the failed rows of the counted jobs again.', {
    ...admins,
    body: startBulkRetryBody,
    answer: z.object({ bulkRetry }),
  }),
  'GET /api/admin/jobs/bulk-retry/:bulkRetryId': admin("Get a bulk retry's progress.", {
    ...admins,
    params: bulkRetryParam,
    answer: z.object({ bulkRetry }),
  }),
  'POST /api/admin/jobs/bulk-retry/:bulkRetryId/stop': admin('Stop a bulk retry before its next job.', {
    ...admins,
    params: bulkRetryParam,
    body: jobReasonBody,
    answer: z.object({ bulkRetry }),
  }),
  'GET /api/admin/jobs/:jobId': admin("Get a customer's job.", {
    ...admins,
    params: jobIdParam,
    answer: z.object({ job: adminJobDetail }),
  }),
  'GET /api/admin/jobs/:jobId/rows': admin("List the rows of a customer's job.", {
    ...admins,
    params: jobIdParam,
    query: jobRowsQuery,
    answer: z.object({ rows: z.array(jobRow), pagination }),
  }),
  'GET /api/admin/jobs/:jobId/files/:fileId': admin("Download a file of a customer's job.", {
    ...admins,
    params: evidenceParam,
    isDownload: true,
    file: 'application/octet-stream',
  }),
  'GET /api/admin/jobs/:jobId/evidence': admin('List the evidence of what portals showed when rows failed.', {
    ...admins,
    params: jobIdParam,
    answer: z.object({ files: z.array(evidenceFile) }),
  }),
  'GET /api/admin/jobs/:jobId/evidence/:fileId': admin('Download a screenshot or page of the evidence.', {
    ...admins,
    params: evidenceParam,
    isDownload: true,
    file: 'application/octet-stream',
  }),
  'POST /api/admin/jobs/:jobId/retry': admin("Run the failed rows of a customer's job again.", {
    ...admins,
    params: jobIdParam,
    body: jobReasonBody,
    answer: startedJob,
  }),
  'POST /api/admin/jobs/:jobId/stop': admin("Stop a customer's job.", {
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
  'POST /api/admin/jobs/:jobId/refund': admin('Return credits of a job.', {
    ...admins,
    params: jobIdParam,
    body: jobRefundBody,
    idempotent: true,
    answer: orWaiting(confirmation.extend({ creditsRefunded: z.number() })),
  }),
} satisfies CallTable;
