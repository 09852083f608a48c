/** Calls of administrators about a customer's job: the evidence of what its portal showed. */
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { downloadEvidence, listEvidence } from '#api/domain/downloads.ts';
import { requireAdmin } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { validate } from '#api/middleware/validate.ts';
import { evidenceParam } from '#contracts/admin-jobs.ts';
import { jobIdParam } from '#contracts/jobs.ts';

export function adminJobRoutes(deps: Deps) {
  return new Hono<AppEnv>()
    .get('/:jobId/evidence', requireAdmin, validate('param', jobIdParam), async (c) => {
      const { jobId } = c.req.valid('param');
      return c.json({ success: true as const, files: await listEvidence(deps.db, jobId) });
    })
    .get('/:jobId/evidence/:fileId', requireAdmin, validate('param', evidenceParam), async (c) => {
      const { jobId, fileId } = c.req.valid('param');
      c.var.logger.info({ adminId: c.var.user.id, jobId, fileId }, 'evidence opened');
      return downloadEvidence(deps, jobId, fileId);
    });
}
