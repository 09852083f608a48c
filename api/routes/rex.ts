/** Calls of spec section 7 "REX page", and POST /api/process-rex-submission. */
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { startJob } from '#api/domain/jobs.ts';
import { keepCsv, keepZip, matchDocuments, submissionsOf, submitUpload } from '#api/domain/rex.ts';
import { requireSelf, requireService, requireVerified } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { refuseForeignUser } from '#api/middleware/claimed-user.ts';
import { idempotencyKeyOf } from '#api/middleware/idempotency-key.ts';
import { uploadedFile } from '#api/middleware/uploaded-file.ts';
import { parseInput, validate } from '#api/middleware/validate.ts';
import { DomainError } from '#contracts/errors.ts';
import { userIdParam } from '#contracts/jobs.ts';
import {
  rexCsvForm,
  rexMatchBody,
  rexStartForm,
  rexSubmissionsQuery,
  rexSubmitBody,
  rexZipForm,
} from '#contracts/rex.ts';
import { REX_SERVICE } from '#contracts/rex-service.ts';

const noFile = (kind: string): DomainError =>
  new DomainError('INVALID_INPUT', { message: `Please choose a ${kind} file.` });

const forRex = requireService(REX_SERVICE);

export function rexRoutes(deps: Deps) {
  return new Hono<AppEnv>()
    .post('/process-rex-submission', requireVerified, forRex, async (c) => {
      const form = await c.req.parseBody();
      const { totalCredits, ...claimed } = parseInput(rexStartForm, form);
      refuseForeignUser(c.var.user, claimed);
      const [file, documents] = await Promise.all([
        uploadedFile(form['csvFile']),
        uploadedFile(form['zipFile']),
      ]);
      if (!file || !documents) throw new DomainError('REX_FILES_REQUIRED');
      const source = { file, documents };
      const idempotencyKey = idempotencyKeyOf(c);
      const wish = { serviceId: REX_SERVICE, totalCredits, source, idempotencyKey };
      return c.json(await startJob(deps, c.var.user, wish));
    })
    .post('/rex-soo/upload-zip', requireVerified, forRex, async (c) => {
      const form = await c.req.parseBody();
      refuseForeignUser(c.var.user, parseInput(rexZipForm, form));
      const file = await uploadedFile(form['zipFile']);
      if (!file) throw noFile('ZIP');
      return c.json(await keepZip(deps, c.var.user, file));
    })
    .post('/rex-soo/upload-csv', requireVerified, forRex, async (c) => {
      const form = await c.req.parseBody();
      const { uploadId, ...claimed } = parseInput(rexCsvForm, form);
      refuseForeignUser(c.var.user, claimed);
      const file = await uploadedFile(form['csvFile']);
      if (!file) throw noFile('CSV');
      return c.json(await keepCsv(deps, c.var.user, { file, uploadId }));
    })
    .post('/rex-soo/match-documents', requireVerified, forRex, validate('json', rexMatchBody), (c) => {
      const { csvRows, pdfFiles } = c.req.valid('json');
      return c.json({ success: true as const, matches: matchDocuments(csvRows, pdfFiles) });
    })
    .post('/rex-soo/submit', requireVerified, forRex, validate('json', rexSubmitBody), async (c) => {
      const { extractPath, creditCost, ...claimed } = c.req.valid('json');
      refuseForeignUser(c.var.user, claimed);
      const idempotencyKey = idempotencyKeyOf(c);
      return c.json(await submitUpload(deps, c.var.user, { extractPath, creditCost, idempotencyKey }));
    })
    .get(
      '/rex-soo/submissions/:userId',
      requireVerified,
      forRex,
      requireSelf('userId'),
      validate('param', userIdParam),
      validate('query', rexSubmissionsQuery),
      async (c) => {
        const list = await submissionsOf(deps, c.var.user.id, c.req.valid('query'));
        return c.json({ success: true as const, ...list });
      },
    );
}
