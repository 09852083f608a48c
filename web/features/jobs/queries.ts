/**
 * Provides the calls about jobs: preview, start, progress, detail, rows and cancel (spec section 7 "Work history and
 * jobs").
 */
import { keepPreviousData, queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import type { Pagination } from '#contracts/envelope.ts';
import type { ColumnMapping } from '#contracts/jobs/column-mapping.ts';
import type { SheetEdit } from '#contracts/jobs/sheet-edits.ts';
import type { JobState } from '#contracts/jobs/jobs.ts';
import type {
  JobDetail,
  JobProgress,
  JobRow,
  Preview,
  StartedJob,
} from '#contracts/calls/jobs/jobs-answers.ts';
import { timings } from '#contracts/client-timings.ts';
import { runningPollMs } from './poll-pace.ts';
import { addressOf, call } from '#web/lib/client.ts';
import { isExpired } from '#web/lib/dates.ts';
import { messagesNow } from '#web/lib/messages.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { findService } from '#web/lib/services.ts';

export type RowFilter = 'all' | 'pending' | 'succeeded' | 'failed';
export type Rows = { rows: JobRow[]; pagination: Pagination };

export const rowsPageSize = 50;
const endStates: ReadonlySet<JobState> = new Set(['completed', 'failed', 'cancelled']);

export function hasEnded(job: JobProgress): boolean {
  return endStates.has(job.state);
}

const pollWhileRunning = (job: JobProgress | undefined) => (job && hasEnded(job) ? false : runningPollMs());

export function jobStatusQuery(jobId: string) {
  return queryOptions({
    queryKey: ['jobs', jobId, 'status'],
    queryFn: ({ signal }) =>
      call('GET /api/jobs/:jobId/status', { params: { jobId }, signal }).then((answer) => answer.job),
    refetchInterval: (query) => pollWhileRunning(query.state.data),
  });
}

export function jobDetailQuery(jobId: string) {
  return queryOptions({
    queryKey: ['jobs', jobId, 'detail'],
    queryFn: async ({ signal, client }) => {
      const askedAtMs = Date.now();
      const { job } = await call('GET /api/jobs/:jobId', { params: { jobId }, signal });
      // An event that came meanwhile is newer than the answer.
      const event = client.getQueryState<JobProgress>(jobStatusQuery(jobId).queryKey);
      return event?.data && event.dataUpdatedAt > askedAtMs ? { ...job, ...event.data } : job;
    },
    // The files of an ended job may still be being written.
    refetchInterval: ({ state: { data } }) =>
      data?.filesPending ? timings.jobPollMs : pollWhileRunning(data),
  });
}

/** `like` is the number of a row that ended in the same way, or null for all rows. */
export type RowsShown = { outcome: RowFilter; page: number; like: number | null };

/** A requested page of rows; `limit` is its size. */
export type RowsAsked = RowsShown & { limit?: number };
export type QueryRows = (asked: RowsAsked) => UseQueryOptions<Rows>;

export const jobRowsKey = (jobId: string) => ['jobs', jobId, 'rows'] as const;

export function jobRowsQuery(input: RowsAsked & { jobId: string; running: boolean }): UseQueryOptions<Rows> {
  const { jobId, page, outcome, like, running, limit = rowsPageSize } = input;
  return {
    queryKey: [...jobRowsKey(jobId), outcome, like, page, limit],
    queryFn: ({ signal }) =>
      call('GET /api/jobs/:jobId/rows', {
        params: { jobId },
        query: { page, limit, outcome, ...(like === null ? {} : { like }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: () => (running ? runningPollMs() : false),
  };
}

/** The groups are read again whenever the number of failed rows changes. */
export function failureGroupsQuery({ jobId, rowsFailed }: JobProgress) {
  return queryOptions({
    queryKey: ['jobs', jobId, 'failures', rowsFailed],
    queryFn: ({ signal }) => call('GET /api/jobs/:jobId/failures', { params: { jobId }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Returns whether the failed rows of a job can be corrected: it has ended, and its rows and files are still there. */
export const canCorrect = (job: JobDetail): boolean =>
  hasEnded(job) &&
  job.rowsFailed > 0 &&
  !isExpired(job.expiresAt) &&
  findService(job.serviceId)?.input.kind === 'sheet';

export const answerChallenge = (jobId: string, challengeId: string, answer: string) =>
  call('POST /api/jobs/:jobId/challenges/:challengeId', {
    params: { jobId, challengeId },
    body: { answer },
  });

export const challengePicture = (jobId: string, challengeId: string): string =>
  addressOf('GET /api/jobs/:jobId/challenges/:challengeId/picture', { jobId, challengeId });

export const cancelJob = (jobId: string) => call('POST /api/jobs/:jobId/cancel', { params: { jobId } });

export const retryJob = (jobId: string) => call('POST /api/jobs/:jobId/retry', { params: { jobId } });

export function startedText({ immediate, queuePosition }: StartedJob): string {
  const { processingStarted, queuedPrefix } = messagesNow();
  return immediate || queuePosition === null
    ? processingStarted
    : `${queuedPrefix}${formatNumber(queuePosition)}`;
}

/** `documents` is the ZIP that some services need beside the sheet. */
export type UploadInput = { serviceId: string; file: File; documents: File | null };

/** `password` opens locked PDFs. It is not part of the input, because the input is kept as long as the page is open. */
export function previewUpload(input: UploadInput, password: string | null): Promise<Preview> {
  const form = new FormData();
  form.set('serviceId', input.serviceId);
  if (password !== null) form.set('password', password);
  form.set('file', input.file);
  if (input.documents) form.set('documents', input.documents);
  return call('POST /api/process-automation/preview', { form }).then((answer) => answer.preview);
}

/**
 * Checks the stored upload once more, with the columns that the customer has chosen; null keeps those of its last check.
 */
export function checkUpload(input: {
  serviceId: string;
  uploadId: string;
  columns: ColumnMapping | null;
}): Promise<Preview> {
  const form = new FormData();
  form.set('serviceId', input.serviceId);
  form.set('uploadId', input.uploadId);
  if (input.columns) form.set('columns', JSON.stringify(input.columns));
  return call('POST /api/process-automation/preview', { form }).then((answer) => answer.preview);
}

/** Sends all corrections of the stored sheet, and checks it with them. */
export function editUpload(input: {
  serviceId: string;
  uploadId: string;
  edits: readonly SheetEdit[];
}): Promise<Preview> {
  const { uploadId, serviceId, edits } = input;
  return call('POST /api/process-automation/uploads/:uploadId/edits', {
    params: { uploadId },
    body: { serviceId, edits: [...edits] },
  }).then((answer) => answer.preview);
}

export type StartInput = {
  preview: Preview;
  userId: string;
  totalCredits: number;
  documentsOnly: boolean;
  bankKey: string | null;
  idempotencyKey: string;
};

export function startJob(input: StartInput): Promise<StartedJob> {
  const form = new FormData();
  form.set('serviceId', input.preview.serviceId);
  form.set('userId', input.userId);
  form.set('totalCredits', String(input.totalCredits));
  form.set('uploadId', input.preview.uploadId);
  form.set('reading', input.preview.reading);
  if (input.documentsOnly) form.set('documentsOnly', 'true');
  if (input.bankKey !== null) form.set('bankKey', input.bankKey);
  return call('POST /api/process-automation', { form, key: input.idempotencyKey });
}
