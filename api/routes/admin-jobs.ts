/** Calls of administrators about customers' jobs: find, look into, run again, give credits back; one or many. */
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { decideStuckJob, retryForCustomer, stopJob, stopJobs } from '#api/domain/admin-job-actions.ts';
import { adminJobView, adminRowsView, anyJob } from '#api/domain/admin-job-detail.ts';
import { countJobs, listJobs } from '#api/domain/admin-jobs.ts';
import {
  bulkRetryProgress,
  countBulkRetry,
  listBulkRetries,
  startBulkRetry,
  stopBulkRetry,
} from '#api/domain/bulk-retry.ts';
import { propose } from '#api/domain/approvals.ts';
import { downloadEvidence, downloadFile, listEvidence, openedByAdmin } from '#api/domain/downloads.ts';
import { requireAdmin } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { downloadsAtOnce } from '#api/middleware/downloads-at-once.ts';
import { idempotencyKeyOf } from '#api/middleware/idempotency-key.ts';
import { waitingAnswer } from '#api/middleware/waiting-answer.ts';
import { validate } from '#api/middleware/validate.ts';
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
} from '#contracts/admin-jobs.ts';
import { creditsFromHundredths } from '#contracts/credits.ts';
import { jobIdParam, jobRowsQuery } from '#contracts/jobs.ts';

export function adminJobRoutes(deps: Deps) {
  return new Hono<AppEnv>()
    .get('/', requireAdmin, validate('query', adminJobsQuery), async (c) =>
      c.json({ success: true as const, ...(await listJobs(deps.db, c.req.valid('query'))) }),
    )
    .get('/counts', requireAdmin, validate('query', adminJobsFilter), async (c) =>
      c.json({ success: true as const, counts: await countJobs(deps.db, c.req.valid('query')) }),
    )
    .post('/stop', requireAdmin, validate('json', stopJobsBody), async (c) => {
      const stopped = await stopJobs(deps, { ...c.req.valid('json'), adminId: c.var.user.id });
      return c.json({ success: true as const, message: 'The jobs are being stopped.', stopped });
    })
    .route('/bulk-retry', bulkRetryRoutes(deps))
    .route('/:jobId', oneJobRoutes(deps));
}

function bulkRetryRoutes(deps: Deps) {
  return new Hono<AppEnv>()
    .get('/', requireAdmin, async (c) =>
      c.json({ success: true as const, bulkRetries: await listBulkRetries(deps.db) }),
    )
    .post('/preview', requireAdmin, validate('json', adminJobsFilter), async (c) => {
      const filter = c.req.valid('json');
      const count = await countBulkRetry(deps, { adminId: c.var.user.id, filter });
      return c.json({ success: true as const, count });
    })
    .post('/', requireAdmin, validate('json', startBulkRetryBody), async (c) => {
      const order = { ...c.req.valid('json'), adminId: c.var.user.id };
      return c.json({ success: true as const, bulkRetry: await startBulkRetry(deps, order) });
    })
    .get('/:bulkRetryId', requireAdmin, validate('param', bulkRetryParam), async (c) => {
      const { bulkRetryId } = c.req.valid('param');
      return c.json({ success: true as const, bulkRetry: await bulkRetryProgress(deps.db, bulkRetryId) });
    })
    .post(
      '/:bulkRetryId/stop',
      requireAdmin,
      validate('param', bulkRetryParam),
      validate('json', jobReasonBody),
      async (c) => {
        const order = { ...c.req.valid('param'), ...c.req.valid('json'), adminId: c.var.user.id };
        return c.json({ success: true as const, bulkRetry: await stopBulkRetry(deps, order) });
      },
    );
}

function oneJobRoutes(deps: Deps) {
  return new Hono<AppEnv>()
    .get('/', requireAdmin, validate('param', jobIdParam), async (c) =>
      c.json({ success: true as const, job: await adminJobView(deps, c.req.valid('param').jobId) }),
    )
    .get('/rows', requireAdmin, validate('param', jobIdParam), validate('query', jobRowsQuery), async (c) => {
      const rows = await adminRowsView(deps, c.req.valid('param').jobId, c.req.valid('query'));
      return c.json({ success: true as const, ...rows });
    })
    .get('/files/:fileId', requireAdmin, downloadsAtOnce, validate('param', evidenceParam), async (c) => {
      const { jobId, fileId } = c.req.valid('param');
      c.var.logger.info({ adminId: c.var.user.id, jobId, fileId }, 'file of a customer opened');
      const job = await anyJob(deps.db, jobId);
      return openedByAdmin(deps, { adminId: c.var.user.id, jobId, fileId }, () =>
        downloadFile(deps, job, fileId, c.var.user),
      );
    })
    .get('/evidence', requireAdmin, validate('param', jobIdParam), async (c) => {
      const { jobId } = c.req.valid('param');
      return c.json({ success: true as const, files: await listEvidence(deps.db, jobId) });
    })
    .get('/evidence/:fileId', requireAdmin, downloadsAtOnce, validate('param', evidenceParam), async (c) => {
      const { jobId, fileId } = c.req.valid('param');
      c.var.logger.info({ adminId: c.var.user.id, jobId, fileId }, 'evidence opened');
      return openedByAdmin(deps, { adminId: c.var.user.id, jobId, fileId }, () =>
        downloadEvidence(deps, jobId, fileId),
      );
    })
    .post(
      '/retry',
      requireAdmin,
      validate('param', jobIdParam),
      validate('json', jobReasonBody),
      async (c) => {
        const act = { ...c.req.valid('param'), ...c.req.valid('json'), adminId: c.var.user.id };
        return c.json(await retryForCustomer(deps, act));
      },
    )
    .post(
      '/stop',
      requireAdmin,
      validate('param', jobIdParam),
      validate('json', jobReasonBody),
      async (c) => {
        const { jobId } = c.req.valid('param');
        await stopJob(deps, { jobId, ...c.req.valid('json'), adminId: c.var.user.id });
        return c.json({ success: true as const, message: 'The job is being stopped.', stopped: 1 });
      },
    )
    .post(
      '/decide',
      requireAdmin,
      validate('param', jobIdParam),
      validate('json', stuckDecisionBody),
      async (c) => {
        const act = { ...c.req.valid('param'), ...c.req.valid('json'), adminId: c.var.user.id };
        await decideStuckJob(deps, act);
        return c.json({ success: true as const, message: 'Your decision is being carried out.' });
      },
    )
    .post(
      '/refund',
      requireAdmin,
      validate('param', jobIdParam),
      validate('json', jobRefundBody),
      async (c) => {
        const { credits, reason } = c.req.valid('json');
        const by = {
          adminId: c.var.user.id,
          reason,
          key: `${c.var.user.id}:${idempotencyKeyOf(c) ?? randomUUID()}`,
        };
        const wish = { ...c.req.valid('param'), credits };
        const proposed = await propose(deps, { kind: 'job_refund', ...wish }, by);
        if ('waiting' in proposed) return waitingAnswer(c, proposed.waiting);
        return c.json({
          success: true as const,
          message: 'The credits are back in the customer’s account.',
          creditsRefunded: creditsFromHundredths(proposed.answer.refundedHundredths),
        });
      },
    );
}
