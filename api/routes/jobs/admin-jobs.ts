/** Administrators' routes about customers' jobs: find, inspect, run again and return credits, for one job or many. */
import { jobMessages } from '#contracts/jobs/messages.ts';
import { textOf } from '#contracts/messages/answers.ts';
import { randomUUID } from 'node:crypto';
import type { Deps } from '#api/deps.ts';
import { decideStuckJob, retryForCustomer, stopJob, stopJobs } from '#api/domain/jobs/admin-job-actions.ts';
import { adminJobView, adminRowsView, anyJob } from '#api/domain/jobs/admin-job-detail.ts';
import { countJobs, listJobs } from '#api/domain/jobs/admin-jobs.ts';
import {
  bulkRetryProgress,
  countBulkRetry,
  listBulkRetries,
  startBulkRetry,
  stopBulkRetry,
} from '#api/domain/jobs/bulk-retry.ts';
import { countStoppable } from '#api/domain/jobs/job-stop.ts';
import { propose } from '#api/domain/accounts/approvals.ts';
import { downloadEvidence, downloadFile, listEvidence, openedByAdmin } from '#api/domain/jobs/downloads.ts';
import { idempotencyKeyOf } from '#api/middleware/idempotency-key.ts';
import { waitingAnswer } from '#api/middleware/waiting-answer.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { serve } from '#api/routes/serve.ts';

export function adminJobRoutes(deps: Deps) {
  // These paths begin like those of a single job, so they must be registered first.
  return manyJobsRoutes(deps).route('/', oneJobRoutes(deps));
}

function manyJobsRoutes(deps: Deps) {
  return serve(deps, {
    'GET /api/admin/jobs': ({ query }) => listJobs(deps.db, query),
    'GET /api/admin/jobs/counts': ({ query }) => countJobs(deps.db, query),
    'POST /api/admin/jobs/stop': async ({ user, body }) => ({
      message: 'The jobs are being stopped.',
      stopped: await stopJobs(deps, { ...body, adminId: user.id }),
    }),
    'POST /api/admin/jobs/stop/preview': ({ body }) => countStoppable(deps.db, body.target),
    'GET /api/admin/jobs/bulk-retry': async () => ({ bulkRetries: await listBulkRetries(deps.db) }),
    'POST /api/admin/jobs/bulk-retry/preview': async ({ user, body }) => ({
      count: await countBulkRetry(deps, { adminId: user.id, filter: body }),
    }),
    'POST /api/admin/jobs/bulk-retry': async ({ user, body }) => ({
      bulkRetry: await startBulkRetry(deps, { ...body, adminId: user.id }),
    }),
    'GET /api/admin/jobs/bulk-retry/:bulkRetryId': async ({ params }) => ({
      bulkRetry: await bulkRetryProgress(deps.db, params.bulkRetryId),
    }),
    'POST /api/admin/jobs/bulk-retry/:bulkRetryId/stop': async ({ user, params, body }) => ({
      bulkRetry: await stopBulkRetry(deps, { ...params, ...body, adminId: user.id }),
    }),
  });
}

function oneJobRoutes(deps: Deps) {
  return serve(deps, {
    'GET /api/admin/jobs/:jobId': async ({ params }) => ({ job: await adminJobView(deps, params.jobId) }),
    'GET /api/admin/jobs/:jobId/rows': ({ user, params, query }) =>
      adminRowsView(deps, { ...params, adminId: user.id }, query),
    'GET /api/admin/jobs/:jobId/files/:fileId': async ({ user, params: { jobId, fileId } }, c) => {
      c.var.logger.info({ adminId: user.id, jobId, fileId }, 'file of a customer opened');
      const job = await anyJob(deps.db, jobId);
      return openedByAdmin(deps, { adminId: user.id, jobId, fileId }, () =>
        downloadFile(deps, job, fileId, user),
      );
    },
    'GET /api/admin/jobs/:jobId/evidence': async ({ params }) => ({
      files: await listEvidence(deps.db, params.jobId),
    }),
    'GET /api/admin/jobs/:jobId/evidence/:fileId': async ({ user, params: { jobId, fileId } }, c) => {
      c.var.logger.info({ adminId: user.id, jobId, fileId }, 'evidence opened');
      return openedByAdmin(deps, { adminId: user.id, jobId, fileId }, () =>
        downloadEvidence(deps, jobId, fileId),
      );
    },
    'POST /api/admin/jobs/:jobId/retry': ({ user, params, body }) =>
      retryForCustomer(deps, { ...params, ...body, adminId: user.id }),
    'POST /api/admin/jobs/:jobId/stop': async ({ user, params, body }) => {
      await stopJob(deps, { ...params, ...body, adminId: user.id });
      return { message: 'The job is being stopped.', stopped: 1 };
    },
    'POST /api/admin/jobs/:jobId/decide': async ({ user, params, body }) => {
      await decideStuckJob(deps, { ...params, ...body, adminId: user.id });
      return { message: 'Your decision is being carried out.' };
    },
    'POST /api/admin/jobs/:jobId/refund': async ({ user, params, body: { credits, reason } }, c) => {
      const by = { adminId: user.id, reason, key: `${user.id}:${idempotencyKeyOf(c) ?? randomUUID()}` };
      const proposed = await propose(deps, { kind: 'job_refund', ...params, credits }, by);
      if ('waiting' in proposed) return waitingAnswer(c, proposed.waiting);
      return {
        ...textOf('message', jobMessages.creditsBack()),
        creditsRefunded: creditsFromHundredths(proposed.answer.refundedHundredths),
      };
    },
  });
}
