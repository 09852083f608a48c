/** Calls of spec section 7 "Work history and jobs": preview, start, progress, rows, files, cancel. */
import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { downloadFile, downloadJob } from '#api/domain/downloads.ts';
import { detailView, progressView, rowsView, workHistoryView } from '#api/domain/job-views.ts';
import { questionPicture } from '#api/domain/challenges.ts';
import { standingOf } from '#api/domain/portal-line.ts';
import {
  answerChallenge,
  cancelJob,
  ownJob,
  previewFile,
  startJob,
  type StartInput,
} from '#api/domain/jobs.ts';
import { checkCorrection, runCorrection } from '#api/domain/job-corrections.ts';
import { retryJob } from '#api/domain/job-retry.ts';
import { requireSelf, requireVerified } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { downloadsAtOnce } from '#api/middleware/downloads-at-once.ts';
import { refuseForeignUser } from '#api/middleware/claimed-user.ts';
import { idempotencyKeyOf } from '#api/middleware/idempotency-key.ts';
import { createRateLimiter } from '#api/middleware/rate-limit.ts';
import { createFormReceiver, type ReceivedForm } from '#api/middleware/received-form.ts';
import { parseInput, validate } from '#api/middleware/validate.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import {
  challengeAnswerBody,
  challengeParam,
  checkCorrectionBody,
  jobIdParam,
  jobRowsQuery,
  previewForm,
  runCorrectionBody,
  startForm,
  userIdParam,
  workHistoryQuery,
} from '#contracts/jobs.ts';

const jobFiles = { files: ['file', 'documents'], requestBytesMax: limits.requestBytesMax };
const fileParam = jobIdParam.extend({ fileId: z.uuid() });

export function jobRoutes(deps: Deps) {
  const limiter = createRateLimiter(deps);
  const receiveForm = createFormReceiver(deps);
  /** Each file with a password is a guess at it. */
  const countPassword = async (userId: string, password: string | undefined): Promise<void> => {
    if (password !== undefined) await limiter.consume('pdfPasswordPerUser', userId);
  };
  return new Hono<AppEnv>()
    .post('/process-automation/preview', requireVerified, async (c) => {
      const preview = await receiveForm(c, jobFiles, async ({ fields, files: { file, documents } }) => {
        const { serviceId, password } = parseInput(previewForm, fields);
        if (!file) throw new DomainError('INVALID_INPUT', { message: 'Please choose a file.' });
        await countPassword(c.var.user.id, password);
        const wish = { serviceId, password, file, documents: documents ?? null };
        return previewFile(deps, c.var.user, wish);
      });
      return c.json({ success: true as const, preview });
    })
    .post('/process-automation', requireVerified, async (c) => {
      const started = await receiveForm(c, jobFiles, async (form) => {
        const given = parseInput(startForm, form.fields);
        const { serviceId, totalCredits, uploadId, password, ...claimed } = given;
        refuseForeignUser(c.var.user, claimed);
        const source = startSource(form, uploadId);
        await countPassword(c.var.user.id, password);
        const idempotencyKey = idempotencyKeyOf(c);
        const wish = { serviceId, totalCredits, source, password, idempotencyKey };
        return startJob(deps, c.var.user, wish);
      });
      return c.json(started);
    })
    .get('/jobs/:jobId/status', requireVerified, validate('param', jobIdParam), async (c) => {
      const job = await ownJob(deps, c.var.user, c.req.valid('param').jobId);
      const standing = await standingOf(deps.db, job);
      return c.json({ success: true as const, job: progressView(job, deps.clock(), standing) });
    })
    .get('/jobs/:jobId', requireVerified, validate('param', jobIdParam), async (c) => {
      const job = await ownJob(deps, c.var.user, c.req.valid('param').jobId);
      return c.json({ success: true as const, job: await detailView(deps.db, job, deps.clock()) });
    })
    .get(
      '/jobs/:jobId/rows',
      requireVerified,
      validate('param', jobIdParam),
      validate('query', jobRowsQuery),
      async (c) => {
        const job = await ownJob(deps, c.var.user, c.req.valid('param').jobId);
        return c.json({ success: true as const, ...(await rowsView(deps.db, job, c.req.valid('query'))) });
      },
    )
    .post('/jobs/:jobId/cancel', requireVerified, validate('param', jobIdParam), async (c) => {
      await cancelJob(deps, c.var.user, c.req.valid('param').jobId);
      return c.json({
        success: true as const,
        message: 'The job is being cancelled. Credits of open rows come back.',
      });
    })
    .post(
      '/jobs/:jobId/challenges/:challengeId',
      requireVerified,
      validate('param', challengeParam),
      validate('json', challengeAnswerBody),
      async (c) => {
        const { answer } = c.req.valid('json');
        await answerChallenge(deps, c.var.user, { ...c.req.valid('param'), answer });
        return c.json({ success: true as const, message: 'Thank you. The job goes on.' });
      },
    )
    .get(
      '/jobs/:jobId/challenges/:challengeId/picture',
      requireVerified,
      validate('param', challengeParam),
      async (c) => {
        const { jobId, challengeId: id } = c.req.valid('param');
        const picture = await questionPicture(deps, { id, jobId, userId: c.var.user.id });
        return c.body(new Uint8Array(picture), 200, {
          'content-type': 'image/png',
          'cache-control': 'no-store',
        });
      },
    )
    .post('/jobs/:jobId/retry', requireVerified, validate('param', jobIdParam), async (c) =>
      c.json(await retryJob(deps, c.var.user, c.req.valid('param').jobId)),
    )
    .post(
      '/jobs/:jobId/corrections/check',
      requireVerified,
      validate('param', jobIdParam),
      validate('json', checkCorrectionBody),
      async (c) => {
        const input = { ...c.req.valid('param'), ...c.req.valid('json') };
        return c.json({ success: true as const, preview: await checkCorrection(deps, c.var.user, input) });
      },
    )
    .post(
      '/jobs/:jobId/corrections',
      requireVerified,
      validate('param', jobIdParam),
      validate('json', runCorrectionBody),
      async (c) =>
        c.json(await runCorrection(deps, c.var.user, { ...c.req.valid('param'), ...c.req.valid('json') })),
    )
    .get(
      '/jobs/:jobId/download',
      requireVerified,
      downloadsAtOnce,
      validate('param', jobIdParam),
      async (c) => downloadJob(deps, await ownJob(deps, c.var.user, c.req.valid('param').jobId)),
    )
    .get(
      '/jobs/:jobId/files/:fileId',
      requireVerified,
      downloadsAtOnce,
      validate('param', fileParam),
      async (c) => {
        const { jobId, fileId } = c.req.valid('param');
        return downloadFile(deps, await ownJob(deps, c.var.user, jobId), fileId, c.var.user);
      },
    )
    .get(
      '/work-history/:userId',
      requireVerified,
      requireSelf('userId'),
      validate('param', userIdParam),
      validate('query', workHistoryQuery),
      async (c) => {
        const view = await workHistoryView(deps.db, c.var.user, c.req.valid('query'), deps.clock());
        return c.json({ success: true as const, ...view });
      },
    );
}

function startSource(
  { files: { file, documents } }: ReceivedForm,
  uploadId: string | undefined,
): StartInput['source'] {
  if (file) return { file, documents: documents ?? null };
  if (uploadId) return { uploadId };
  throw new DomainError('INVALID_INPUT', { message: 'Please choose a file.' });
}
