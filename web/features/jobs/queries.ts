/** Jobs: preview, start, progress, detail, rows and cancel (spec section 7 "Work history and jobs"). */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Pagination } from '#contracts/envelope.ts';
import type { JobDetail, JobProgress, JobRow, JobState, Preview, StartedJob } from '#contracts/jobs.ts';
import { timings } from '#contracts/limits.ts';
import { api, part } from '../../api/client.ts';
import { messagesNow } from '../../lib/messages.ts';
import { formatNumber } from '../../lib/numbers.ts';

export type RowFilter = 'all' | 'pending' | 'succeeded' | 'failed';
export type Rows = { rows: JobRow[]; pagination: Pagination };

const rowsPageSize = 50;
const endStates: ReadonlySet<JobState> = new Set(['completed', 'failed', 'cancelled']);

export function hasEnded(job: JobProgress): boolean {
  return endStates.has(job.state);
}

const pollWhileRunning = (job: JobProgress | undefined) => (job && hasEnded(job) ? false : timings.jobPollMs);

export function jobStatusQuery(jobId: string) {
  return queryOptions({
    queryKey: ['jobs', jobId, 'status'],
    queryFn: ({ signal }) =>
      api.get<{ job: JobProgress }>(`/api/jobs/${part(jobId)}/status`, signal).then((answer) => answer.job),
    refetchInterval: (query) => pollWhileRunning(query.state.data),
  });
}

export function jobDetailQuery(jobId: string) {
  return queryOptions({
    queryKey: ['jobs', jobId, 'detail'],
    queryFn: ({ signal }) =>
      api.get<{ job: JobDetail }>(`/api/jobs/${part(jobId)}`, signal).then((answer) => answer.job),
    // The files of an ended job may still be under way.
    refetchInterval: ({ state: { data } }) =>
      data?.filesPending ? timings.jobPollMs : pollWhileRunning(data),
  });
}

export function jobRowsQuery(input: { jobId: string; page: number; outcome: RowFilter; running: boolean }) {
  const { jobId, page, outcome, running } = input;
  return queryOptions({
    queryKey: ['jobs', jobId, 'rows', outcome, page],
    queryFn: ({ signal }) =>
      api.get<Rows>(
        `/api/jobs/${part(jobId)}/rows?page=${page}&limit=${rowsPageSize}&outcome=${outcome}`,
        signal,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: running ? timings.jobPollMs : false,
  });
}

const challengePath = (jobId: string, challengeId: string): string =>
  `/api/jobs/${part(jobId)}/challenges/${part(challengeId)}`;

export const answerChallenge = (jobId: string, challengeId: string, answer: string) =>
  api.post<{ message: string }>(challengePath(jobId, challengeId), { answer });

export const challengePicture = (jobId: string, challengeId: string): string =>
  `${challengePath(jobId, challengeId)}/picture`;

export const cancelJob = (jobId: string) => api.post<{ message: string }>(`/api/jobs/${part(jobId)}/cancel`);

export const retryJob = (jobId: string) => api.post<StartedJob>(`/api/jobs/${part(jobId)}/retry`);

export function startedText({ immediate, queuePosition }: StartedJob): string {
  const { processingStarted, queuedPrefix } = messagesNow();
  return immediate || queuePosition === null
    ? processingStarted
    : `${queuedPrefix}${formatNumber(queuePosition)}`;
}

/** `documents` is the ZIP that comes with the sheet of some services. */
export type UploadInput = { serviceId: string; file: File; documents: File | null };

/** `password` opens locked PDFs; it is no part of the input, which is kept as long as the page stands. */
export function previewUpload(input: UploadInput, password: string | null): Promise<Preview> {
  const form = new FormData();
  form.set('serviceId', input.serviceId);
  if (password !== null) form.set('password', password);
  form.set('file', input.file);
  if (input.documents) form.set('documents', input.documents);
  return api
    .post<{ preview: Preview }>('/api/process-automation/preview', form)
    .then((answer) => answer.preview);
}

export type StartInput = { preview: Preview; userId: string; totalCredits: number; idempotencyKey: string };

export function startJob(input: StartInput): Promise<StartedJob> {
  const form = new FormData();
  form.set('serviceId', input.preview.serviceId);
  form.set('userId', input.userId);
  form.set('totalCredits', String(input.totalCredits));
  form.set('uploadId', input.preview.uploadId);
  return api.post<StartedJob>('/api/process-automation', form, { 'Idempotency-Key': input.idempotencyKey });
}
