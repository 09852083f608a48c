/** Routes of spec section 7 "Work history and jobs": preview, start, progress, rows, files, cancel. */
import { jobMessages } from '#contracts/jobs/messages.ts';
import { textOf } from '#contracts/messages/answers.ts';
import type { Deps } from '#api/deps.ts';
import { downloadFile, downloadJob } from '#api/domain/jobs/downloads.ts';
import { failureGroups } from '#api/domain/jobs/failure-groups.ts';
import { detailView, statusView, rowsView } from '#api/domain/jobs/job-views.ts';
import { jobList } from '#api/domain/jobs/job-list.ts';
import { requireFiles, workHistoryEntry, workHistoryView } from '#api/domain/jobs/work-history.ts';
import { questionPicture } from '#api/domain/jobs/challenges.ts';
import { previewFile } from '#api/domain/jobs/file-check.ts';
import { startJob, type StartInput } from '#api/domain/jobs/start-job.ts';
import { answerChallenge, cancelJob, ownJob } from '#api/domain/jobs/own-jobs.ts';
import { checkCorrection, runCorrection } from '#api/domain/jobs/job-corrections.ts';
import { practiceOffer, startPractice } from '#api/domain/jobs/practice-runs.ts';
import { retryJob } from '#api/domain/jobs/job-retry.ts';
import { idempotencyKeyOf } from '#api/middleware/idempotency-key.ts';
import { createRateLimiter } from '#api/adapters/rate-limits.ts';
import type { ReceivedForm } from '#api/middleware/received-form.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { uploadMessages } from '#contracts/jobs/upload-messages.ts';
import { serve } from '#api/routes/serve.ts';
import { createJobEvents } from './job-events.ts';

export function jobRoutes(deps: Deps) {
  const limiter = createRateLimiter(deps);
  const sendEvents = createJobEvents(deps);
  /** Counts each file with a password as one attempt to guess it. */
  const countPassword = async (userId: string, password: string | undefined): Promise<void> => {
    if (password !== undefined) await limiter.consume('pdfPasswordPerUser', userId);
  };
  return serve(deps, {
    'POST /api/process-automation/preview': async ({ user, fields, files: { file, documents } }) => {
      const { uploadId, ...request } = fields;
      const source = sourceOf({ file, documents }, uploadId);
      await countPassword(user.id, request.password);
      return { preview: await previewFile(deps, user, { ...request, source }) };
    },
    'POST /api/process-automation/uploads/:uploadId/edits': async ({ user, params, body }) => {
      const { serviceId, edits } = body;
      return { preview: await previewFile(deps, user, { serviceId, edits, source: params }) };
    },
    'POST /api/process-automation': async ({ user, fields, files }, c) => {
      const { serviceId, totalCredits, uploadId, reading, password, columns, documentsOnly, bankKey } =
        fields;
      const source = sourceOf(files, uploadId);
      await countPassword(user.id, password);
      const idempotencyKey = idempotencyKeyOf(c);
      return startJob(deps, user, {
        serviceId,
        totalCredits,
        source,
        reading,
        password,
        columns,
        documentsOnly,
        bankKey,
        idempotencyKey,
      });
    },
    'GET /api/practice': ({ user }) => practiceOffer(deps, user),
    'POST /api/practice': ({ user, fields: { serviceId }, files: { file, documents } }, c) => {
      const own = file ? { file, documents: documents ?? null } : null;
      return startPractice(deps, user, { serviceId, own, idempotencyKey: idempotencyKeyOf(c) });
    },
    'GET /api/jobs': async ({ user, query }) => {
      if (query.q) await limiter.consume('jobSearchPerUser', user.id);
      return jobList(deps.db, user, query, { now: deps.clock() });
    },
    'GET /api/job-events': ({ user }, c) => sendEvents(c, user),
    'GET /api/jobs/:jobId/status': async ({ user, params }) => {
      const job = await ownJob(deps, user, params.jobId);
      return { job: await statusView(deps.db, job, deps.clock()) };
    },
    'GET /api/jobs/:jobId': async ({ user, params }) => {
      const job = await ownJob(deps, user, params.jobId);
      return { job: await detailView(deps.db, job, deps.clock()) };
    },
    'GET /api/jobs/:jobId/rows': async ({ user, params, query }) =>
      rowsView(deps.db, await ownJob(deps, user, params.jobId), query),
    'GET /api/jobs/:jobId/failures': async ({ user, params }) =>
      failureGroups(deps.db, await ownJob(deps, user, params.jobId)),
    'POST /api/jobs/:jobId/cancel': async ({ user, params }) => {
      await cancelJob(deps, user, params.jobId);
      return textOf('message', jobMessages.cancelling());
    },
    'POST /api/jobs/:jobId/challenges/:challengeId': async ({ user, params, body }) => {
      await answerChallenge(deps, user, { ...params, answer: body.answer });
      return textOf('message', jobMessages.answerTaken());
    },
    'GET /api/jobs/:jobId/challenges/:challengeId/picture': async ({ user, params }, c) => {
      const { jobId, challengeId: id } = params;
      await ownJob(deps, user, jobId);
      const picture = await questionPicture(deps, { id, jobId, userId: user.id });
      return c.body(new Uint8Array(picture), 200, { 'content-type': 'image/png' });
    },
    'POST /api/jobs/:jobId/retry': ({ user, params }) => retryJob(deps, user, params.jobId),
    'POST /api/jobs/:jobId/corrections/check': async ({ user, params, body }) => ({
      preview: await checkCorrection(deps, user, { ...params, ...body }),
    }),
    'POST /api/jobs/:jobId/corrections': ({ user, params, body }) =>
      runCorrection(deps, user, { ...params, ...body }),
    'GET /api/jobs/:jobId/download': async ({ user, params }) =>
      downloadJob(deps, await ownJob(deps, user, params.jobId)),
    'GET /api/jobs/:jobId/files/:fileId': async ({ user, params: { jobId, fileId } }) =>
      downloadFile(deps, await ownJob(deps, user, jobId), fileId, user),
    'POST /api/work-history': async ({ user, body }) => ({
      workHistory: await workHistoryEntry(deps.db, user, body, deps.clock()),
    }),
    'PUT /api/work-history/:id/files': async ({ user, params, body }) => {
      await requireFiles(deps.db, user, params.id, body.resultFiles);
      return {};
    },
    'GET /api/work-history/:userId': ({ user, query }) => workHistoryView(deps.db, user, query, deps.clock()),
  });
}

function sourceOf(
  { file, documents }: ReceivedForm['files'],
  uploadId: string | undefined,
): StartInput['source'] {
  if (file) return { file, documents: documents ?? null };
  if (uploadId) return { uploadId };
  throw refusal('INVALID_INPUT', uploadMessages.chooseFile());
}
