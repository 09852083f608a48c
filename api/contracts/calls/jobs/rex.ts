/** Calls about REX submissions. */
import { z } from 'zod';
import { pagination } from '#contracts/envelope.ts';
import { REX_SERVICE } from '#contracts/jobs/rex-service.ts';
import {
  rexCsvForm,
  rexMatchBody,
  rexStartForm,
  rexSubmissionsQuery,
  rexSubmitBody,
  rexZipForm,
} from '#contracts/jobs/rex.ts';
import { group, type CallTable } from '../call.ts';
import { rexCsv, rexMatch, rexSubmission, rexZip } from './rex-answers.ts';
import { startedJob } from './jobs-answers.ts';
import { fileErrors, serviceErrors, startErrors, uploadErrors } from './job-errors.ts';

const rex = group('REX/SOO');
const reading = { access: 'verified', scope: 'jobs:read' } as const;
const writing = { access: 'verified', scope: 'jobs:write' } as const;

export const rexCalls = {
  'POST /api/process-rex-submission': rex('Start a submission with both files at once.', {
    ...writing,
    service: REX_SERVICE,
    form: { fields: rexStartForm, files: { zipFile: 'ZIP of PDFs.', csvFile: 'CSV of shipments.' } },
    idempotent: true,
    answer: startedJob,
    errors: ['NOT_FOUND', 'REX_FILES_REQUIRED', ...fileErrors, ...startErrors],
  }),
  'POST /api/rex-soo/upload-zip': rex('Upload the ZIP of PDFs (step 1).', {
    ...writing,
    service: REX_SERVICE,
    form: { fields: rexZipForm, files: { zipFile: 'ZIP of PDFs.' } },
    answer: rexZip,
    errors: ['NOT_FOUND', ...fileErrors],
  }),
  'POST /api/rex-soo/upload-csv': rex('Upload the CSV of shipments (step 2).', {
    ...writing,
    service: REX_SERVICE,
    form: {
      fields: rexCsvForm,
      files: { csvFile: 'CSV of shipments. Without it, the CSV of the upload is checked again.' },
    },
    answer: rexCsv,
    errors: [...fileErrors, ...uploadErrors, ...serviceErrors],
  }),
  'POST /api/rex-soo/match-documents': rex('Match the documents with the rows.', {
    ...writing,
    service: REX_SERVICE,
    body: rexMatchBody,
    answer: z.object({ matches: z.array(rexMatch) }),
  }),
  'POST /api/rex-soo/submit': rex('Submit the rows that have all documents (step 3).', {
    ...writing,
    service: REX_SERVICE,
    body: rexSubmitBody,
    idempotent: true,
    answer: startedJob,
    errors: [...fileErrors, ...uploadErrors, ...startErrors],
  }),
  'GET /api/rex-soo/submissions/:userId': rex('List the submitted shipments, newest first.', {
    ...reading,
    service: REX_SERVICE,
    query: rexSubmissionsQuery,
    answer: z.object({ submissions: z.array(rexSubmission), pagination }),
  }),
} satisfies CallTable;
