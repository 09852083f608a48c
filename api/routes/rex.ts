/** Calls of spec section 7 "REX page", and POST /api/process-rex-submission. */
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { startJob } from '#api/domain/jobs.ts';
import { keepCsv, keepZip, matchDocuments, submissionsOf, submitUpload } from '#api/domain/rex.ts';
import { requireSelf, requireService, requireVerified } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { refuseForeignUser } from '#api/middleware/claimed-user.ts';
import { idempotencyKeyOf } from '#api/middleware/idempotency-key.ts';
import { createFormReceiver } from '#api/middleware/received-form.ts';
import { parseInput, validate } from '#api/middleware/validate.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
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

const rexFiles = { files: ['csvFile', 'zipFile'], requestBytesMax: limits.requestBytesMax };

export function rexRoutes(deps: Deps) {
  const receiveForm = createFormReceiver(deps);
  return new Hono<AppEnv>()
    .post('/process-rex-submission', requireVerified, forRex, async (c) => {
      const started = await receiveForm(c, rexFiles, ({ fields, files }) => {
        const { totalCredits, ...claimed } = parseInput(rexStartForm, fields);
        refuseForeignUser(c.var.user, claimed);
        const { csvFile: file, zipFile: documents } = files;
        if (!file || !documents) throw new DomainError('REX_FILES_REQUIRED');
        const source = { file, documents };
        const idempotencyKey = idempotencyKeyOf(c);
        const wish = { serviceId: REX_SERVICE, totalCredits, source, idempotencyKey };
        return startJob(deps, c.var.user, wish);
      });
      return c.json(started);
    })
    .post('/rex-soo/upload-zip', requireVerified, forRex, async (c) => {
      const kept = await receiveForm(c, rexFiles, ({ fields, files }) => {
        refuseForeignUser(c.var.user, parseInput(rexZipForm, fields));
        if (!files.zipFile) throw noFile('ZIP');
        return keepZip(deps, c.var.user, files.zipFile);
      });
      return c.json(kept);
    })
    .post('/rex-soo/upload-csv', requireVerified, forRex, async (c) => {
      const kept = await receiveForm(c, rexFiles, ({ fields, files }) => {
        const { uploadId, ...claimed } = parseInput(rexCsvForm, fields);
        refuseForeignUser(c.var.user, claimed);
        if (!files.csvFile) throw noFile('CSV');
        return keepCsv(deps, c.var.user, { file: files.csvFile, uploadId });
      });
      return c.json(kept);
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
