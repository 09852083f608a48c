/** Calls about jobs. */
import { z } from 'zod';
import { pagination } from '#contracts/envelope.ts';
import {
  challengeAnswerBody,
  challengeParam,
  checkCorrectionBody,
  jobFileParam,
  jobIdParam,
  jobListQuery,
  jobRowsQuery,
  practiceForm,
  previewForm,
  runCorrectionBody,
  startForm,
  workHistoryBody,
  workHistoryFilesBody,
  workHistoryPath,
  workHistoryQuery,
} from '#contracts/jobs/jobs.ts';
import { editSheetBody, editSheetPath } from '#contracts/jobs/sheet-edits.ts';
import { confirmation, group, type CallTable } from '../call.ts';
import {
  correctionPreview,
  failureGroup,
  jobDetail,
  jobListAnswer,
  jobProgress,
  jobRow,
  practiceOffer,
  preview,
  startedJob,
  workHistoryItem,
  workSummary,
} from './jobs-answers.ts';
import { count } from '../parts.ts';
import {
  bankErrors,
  fileErrors,
  lockErrors,
  rerunErrors,
  serviceErrors,
  startErrors,
  uploadErrors,
} from './job-errors.ts';

const job = group('Jobs');
const reading = { access: 'verified', scope: 'jobs:read' } as const;
const writing = { access: 'verified', scope: 'jobs:write' } as const;
const sheet = {
  file: 'The sheet, PDF or ZIP of the service.',
  documents: 'ZIP of documents, where the service takes one.',
};

export const jobCalls = {
  'POST /api/process-automation/preview': job(
    'Check a file for its rows, problems and price. This is free.',
    {
      ...writing,
      form: { fields: previewForm, files: sheet },
      answer: z.object({ preview }),
      errors: [...fileErrors, ...lockErrors, ...uploadErrors, ...serviceErrors],
    },
  ),
  'POST /api/process-automation/uploads/:uploadId/edits': job(
    'Correct cells of a checked sheet, and check it again. This is free.',
    {
      ...writing,
      params: editSheetPath,
      body: editSheetBody,
      answer: z.object({ preview }),
      errors: [...fileErrors, ...uploadErrors, ...serviceErrors],
    },
  ),
  'POST /api/process-automation': job('Start a job with a file or with the upload of a preview.', {
    ...writing,
    form: { fields: startForm, files: sheet },
    idempotent: true,
    answer: startedJob,
    errors: [...fileErrors, ...lockErrors, ...uploadErrors, ...startErrors, ...bankErrors],
  }),
  'GET /api/practice': job('List the services that you can practise.', {
    access: 'verified',
    answer: practiceOffer,
  }),
  'POST /api/practice': job("Start a practice run, with your own file or with the service's sample.", {
    access: 'verified',
    form: { fields: practiceForm, files: sheet },
    idempotent: true,
    answer: startedJob,
    errors: [
      ...fileErrors,
      'REX_FILES_REQUIRED',
      'PRACTICE_NOT_OFFERED',
      'PRACTICE_SAMPLE_ONLY',
      'PRACTICE_LIMIT',
      'NO_BILLABLE_ROWS',
      'SERVICE_NOT_FOUND',
      'SERVICE_DISABLED',
      'IDEMPOTENCY_KEY_REUSED',
      'TOO_MANY_STARTS',
      'JOB_STOPPED',
    ],
  }),
  'GET /api/work-history/:userId': job('List the jobs of the last days, newest first.', {
    ...reading,
    query: workHistoryQuery,
    answer: z.object({ workHistory: z.array(workHistoryItem), pagination, summary: workSummary }),
  }),
  'POST /api/work-history': job('Get the entry of a started job: the named one or the latest of the file.', {
    access: 'verified',
    body: workHistoryBody,
    answer: z.object({ workHistory: workHistoryItem }),
    errors: ['NOT_FOUND'],
  }),
  'PUT /api/work-history/:id/files': job('Confirm that a job has these files.', {
    access: 'verified',
    params: workHistoryPath,
    body: workHistoryFilesBody,
    answer: z.object({}),
  }),
  'GET /api/jobs': job('Find your jobs by state, service, day, name or row value, newest first.', {
    ...reading,
    query: jobListQuery,
    answer: jobListAnswer,
  }),
  'GET /api/job-events': job(
    'Listen to your unfinished jobs: server-sent events named "jobs" with a list of jobs that have changed.',
    {
      ...reading,
      details: [
        'The data of an event "jobs" is `{"jobs": […]}`; each job is as `GET /api/jobs/{jobId}/status` answers it.',
        'If no job is unfinished, the list is empty and the stream ends; otherwise it ends after a minute, and a listener connects again.',
        'Events named "pulse" have no data; they keep the connection open.',
      ].join(' '),
      file: 'text/event-stream',
      errors: ['TOO_MANY_REQUESTS'],
    },
  ),
  'GET /api/jobs/:jobId': job('Get a job with its timeline and files.', {
    ...reading,
    params: jobIdParam,
    answer: z.object({ job: jobDetail }),
  }),
  'GET /api/jobs/:jobId/status': job("Get a job's progress.", {
    ...reading,
    params: jobIdParam,
    answer: z.object({ job: jobProgress }),
  }),
  'GET /api/jobs/:jobId/rows': job("List a job's rows with their outcomes.", {
    ...reading,
    params: jobIdParam,
    query: jobRowsQuery,
    answer: z.object({ rows: z.array(jobRow), pagination }),
  }),
  'GET /api/jobs/:jobId/failures': job("Group a job's failed rows by outcome and message, largest first.", {
    ...reading,
    params: jobIdParam,
    answer: z.object({
      groups: z.array(failureGroup),
      otherRows: count.describe('Failed rows of further groups, which are not listed.'),
    }),
  }),
  'GET /api/jobs/:jobId/download': job(
    'Download all files of a job: a single file as it is, several as a ZIP.',
    {
      ...reading,
      params: jobIdParam,
      isDownload: true,
      file: 'application/octet-stream',
      errors: ['FILE_EXPIRED'],
    },
  ),
  'GET /api/jobs/:jobId/files/:fileId': job('Download a file of a job.', {
    ...reading,
    params: jobFileParam,
    isDownload: true,
    file: 'application/octet-stream',
    errors: ['FILE_EXPIRED'],
  }),
  'POST /api/jobs/:jobId/cancel': job('Cancel a job. The credits of open rows are returned.', {
    ...writing,
    params: jobIdParam,
    answer: confirmation,
    errors: ['JOB_NOT_CANCELLABLE'],
  }),
  'POST /api/jobs/:jobId/retry': job('Run the failed rows again under the same job.', {
    ...writing,
    params: jobIdParam,
    answer: startedJob,
    errors: [...rerunErrors, 'INSUFFICIENT_CREDITS', 'API_TOKEN_CREDITS'],
  }),
  'POST /api/jobs/:jobId/corrections/check': job('Check corrected rows before they are run.', {
    ...writing,
    params: jobIdParam,
    body: checkCorrectionBody,
    answer: z.object({ preview: correctionPreview }),
    errors: rerunErrors,
  }),
  'POST /api/jobs/:jobId/corrections': job('Run corrected rows under the same job.', {
    ...writing,
    params: jobIdParam,
    body: runCorrectionBody,
    answer: startedJob,
    errors: [
      ...rerunErrors,
      'INSUFFICIENT_CREDITS',
      'API_TOKEN_CREDITS',
      'NO_BILLABLE_ROWS',
      'PRICE_CHANGED',
    ],
  }),
  'GET /api/jobs/:jobId/challenges/:challengeId/picture': job(
    'Get the picture of a CAPTCHA that a job waits for.',
    {
      ...reading,
      params: challengeParam,
      file: 'image/png',
      errors: ['CHALLENGE_OVER'],
    },
  ),
  'POST /api/jobs/:jobId/challenges/:challengeId': job('Answer the question that a job waits for.', {
    ...writing,
    params: challengeParam,
    body: challengeAnswerBody,
    answer: confirmation,
    errors: ['CHALLENGE_OVER'],
  }),
} satisfies CallTable;
