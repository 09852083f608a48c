/** Routes of spec section 7 "REX page", and POST /api/process-rex-submission. */
import type { Deps } from '#api/deps.ts';
import { startJob } from '#api/domain/jobs/start-job.ts';
import {
  checkKeptCsv,
  keepCsv,
  keepZip,
  matchDocuments,
  submissionsOf,
  submitUpload,
} from '#api/domain/jobs/rex.ts';
import { idempotencyKeyOf } from '#api/middleware/idempotency-key.ts';
import { DomainError } from '#contracts/errors.ts';
import { REX_SERVICE } from '#contracts/jobs/rex-service.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { uploadMessages } from '#contracts/jobs/upload-messages.ts';
import { serve } from '#api/routes/serve.ts';

const noFile = (kind: string): DomainError => refusal('INVALID_INPUT', uploadMessages.chooseFileOf({ kind }));

export function rexRoutes(deps: Deps) {
  return serve(deps, {
    'POST /api/process-rex-submission': ({ user, fields: { totalCredits }, files }, c) => {
      const { csvFile: file, zipFile: documents } = files;
      if (!file || !documents) throw new DomainError('REX_FILES_REQUIRED');
      const source = { file, documents };
      const idempotencyKey = idempotencyKeyOf(c);
      return startJob(deps, user, { serviceId: REX_SERVICE, totalCredits, source, idempotencyKey });
    },
    'POST /api/rex-soo/upload-zip': ({ user, files }) => {
      if (!files.zipFile) throw noFile('ZIP');
      return keepZip(deps, user, files.zipFile);
    },
    'POST /api/rex-soo/upload-csv': ({ user, fields: { uploadId, columns }, files }) => {
      if (files.csvFile) return keepCsv(deps, user, { file: files.csvFile, uploadId, columns });
      if (uploadId === undefined) throw noFile('CSV');
      return checkKeptCsv(deps, user, { uploadId, columns });
    },
    'POST /api/rex-soo/match-documents': ({ body: { csvRows, pdfFiles } }) => ({
      matches: matchDocuments(csvRows, pdfFiles),
    }),
    'POST /api/rex-soo/submit': ({ user, body: { extractPath, creditCost, reading } }, c) =>
      submitUpload(deps, user, { extractPath, creditCost, reading, idempotencyKey: idempotencyKeyOf(c) }),
    'GET /api/rex-soo/submissions/:userId': ({ user, query }) => submissionsOf(deps, user.id, query),
  });
}
