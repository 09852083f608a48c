/** Schemas of the calls of spec section 7 "Work history and jobs", and of the preview before payment. */
import { z } from 'zod';
import { claimedUser, filter, pageQuery } from '#contracts/envelope.ts';
import { limits } from '#contracts/limits.ts';
import { bankKey } from '#contracts/portals/bank-keys.ts';
import { columnsField } from './column-mapping.ts';
import { seenReading } from './seen-reading.ts';
import {
  jobListPageSize,
  jobListPageSizes,
  jobListStates,
  jobSearchCharactersMax,
} from './job-list-rules.ts';
import type { jobStates } from './job-states.ts';
import { doneOutcomes, rowOutcomes } from './row-outcomes.ts';

/** Job statuses that the specification's client knows; `state` is more detailed (design.md, principle 2). */
export const jobStatuses = ['queued', 'processing', 'completed', 'failed'] as const;
export type JobStatus = (typeof jobStatuses)[number];

export type JobState = (typeof jobStates)[number];

export const jobStatusOf: Record<JobState, JobStatus> = {
  draft: 'queued',
  queued: 'queued',
  running: 'processing',
  parked: 'processing',
  collecting: 'processing',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'failed',
};

export type RowOutcome = (typeof rowOutcomes)[number];

/** Rows with these outcomes are charged (portals.md 9.4); with any other outcome the row's credits are returned. */
export const chargedOutcomes: ReadonlySet<RowOutcome> = new Set([
  'SUCCESS',
  'ALREADY_DONE',
  'NOT_FOUND',
  'REJECTED',
]);

/** Rows with these outcomes count as successful; rows with any other outcome are listed as failed. */
export const succeededOutcomes: ReadonlySet<RowOutcome> = new Set(doneOutcomes);

/** Fields of the multipart forms, which have either the file or the upload id that a preview returned. */
const pdfPassword = {
  /** Opens locked PDFs while the file is read; it is never stored. */
  password: z.string().min(1).max(limits.pdfPasswordLengthMax).optional(),
};
export const previewForm = z.object({
  serviceId: z.string().min(1).max(60),
  ...pdfPassword,
  /** The upload of an earlier check, which is read again instead of a file. */
  uploadId: z.uuid().optional(),
  columns: columnsField,
});
export const practiceForm = z.object({ serviceId: z.string().min(1).max(60) });
export const startForm = z.object({
  serviceId: z.string().min(1).max(60),
  ...pdfPassword,
  userId: z.string().max(100).optional(),
  uploadId: z.uuid().optional(),
  columns: columnsField,
  documentsOnly: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .describe('Whether only the documents are made, for the customer to hand in: nothing is filed.'),
  reading: seenReading,
  bankKey: bankKey
    .optional()
    .describe(
      'The bank that claims are for. Without it they are for `impliedKey` of `GET /api/banks`, and refused if that is null.',
    ),
  /** The price that the customer saw, in credits; it is only compared with the actual price. */
  totalCredits: z.coerce.number().min(0).max(100_000_000),
});
export const jobIdParam = z.object({ jobId: z.uuid() });
export const jobFileParam = jobIdParam.extend({ fileId: z.uuid() });
export const userIdParam = z.object({ userId: z.string().min(1).max(100) });
export const workHistoryQuery = pageQuery(limits.workHistoryPageSize, limits.workHistoryPageSizeMax);
/** Days are in Asia/Dhaka; both are included. */
export const jobListQuery = pageQuery(jobListPageSize, Math.max(...jobListPageSizes)).extend({
  state: filter(z.enum(jobListStates)),
  service: filter(z.string().max(60)),
  from: filter(z.iso.date()),
  to: filter(z.iso.date()),
  /** Part of a file name, a service, a bank or a row's value, or the start of a job number. */
  q: filter(z.string().trim().max(jobSearchCharactersMax)).transform((text) => text || undefined),
});
export type JobListQuery = z.infer<typeof jobListQuery>;
/** What a client would store about a job. None of it is trusted: it only identifies the job, which is stored anyway. */
export const workHistoryBody = claimedUser.extend({
  id: z.uuid().optional(),
  serviceId: z.string().min(1).max(60),
  fileName: z.string().min(1).max(limits.fileNameLengthMax),
});
export type WorkHistoryBody = z.infer<typeof workHistoryBody>;
export const workHistoryPath = z.object({ id: z.uuid() });
export const workHistoryFilesBody = claimedUser.extend({
  resultFiles: z.array(z.string().max(limits.fileNameLengthMax)).max(limits.jobRowsPageSizeMax),
});
export const jobRowsQuery = pageQuery(50, limits.jobRowsPageSizeMax).extend({
  outcome: z.enum(['all', 'pending', 'succeeded', 'failed']).default('all'),
  /** Number of a row; only rows that ended as it did, with the same message, are listed. */
  like: z.coerce.number().int().min(1).max(limits.rowsPerJobMax).optional(),
});

/** `live`: the customer works on the portal's open page. The others are answered with a text. */
export const challengeKinds = ['captcha', 'otp', 'live'] as const;
export type ChallengeKind = (typeof challengeKinds)[number];
export const challengeParam = z.object({ jobId: z.uuid(), challengeId: z.uuid() });
export const challengeAnswerBody = z.object({ answer: z.string().trim().min(1).max(100) });

/**
 * `PENDING` is a row that has not been processed yet; `CONFIRMING` is one whose filing is being looked up on the
 * portal.
 */
export const rowStatuses = ['PENDING', 'CONFIRMING', ...rowOutcomes] as const;
export type RowStatus = (typeof rowStatuses)[number];

/** Failed rows of a finished job with the values to run them again; cells are keyed by the file's headings. */
const chosenRows = z
  .array(
    z.object({
      rowNumber: z.number().int().min(1).max(limits.rowsPerJobMax),
      cells: z.record(z.string().max(limits.headingCharactersMax), z.string().max(limits.cellCharactersMax)),
    }),
  )
  .min(1)
  .max(limits.correctedRowsMax);
export const checkCorrectionBody = z.object({ rows: chosenRows });
export const runCorrectionBody = z.object({
  rows: chosenRows,
  /** The price that the customer saw, in credits; it is only compared with the actual price. */
  totalCredits: z.number().min(0).max(100_000_000),
});
export type ChosenRow = z.infer<typeof chosenRows>[number];
