/** Calls of spec section 7 "Work history and jobs", and the preview before paying. */
import { z } from 'zod';
import { claimedUser, pageQuery } from '#contracts/envelope.ts';
import { limits } from '#contracts/limits.ts';

/** What the spec's client knows of a job; `state` says more (design.md, principle 2). */
export const jobStatuses = ['queued', 'processing', 'completed', 'failed'] as const;
export type JobStatus = (typeof jobStatuses)[number];

export const jobStates = [
  'draft',
  'queued',
  'running',
  'parked',
  'collecting',
  'completed',
  'failed',
  'cancelled',
] as const;
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

/** Row outcomes, portals.md 1.1. */
const doneOutcomes = ['SUCCESS', 'ALREADY_DONE'] as const;
/** Every other end of a row, and of a job; "Error in the row" comes last, since it is the customer's to correct. */
export const failedOutcomes = [
  'REJECTED',
  'CONFLICT',
  'NOT_FOUND',
  'CREDENTIALS_INVALID',
  'ACCOUNT_LOCKED',
  'HUMAN_REQUIRED',
  'SESSION_EXPIRED',
  'PORTAL_BUSY',
  'PORTAL_DOWN',
  'TIMEOUT',
  'UNCERTAIN',
  'PORTAL_CHANGED',
  'BAD_DOWNLOAD',
  'CANCELLED',
  'INTERNAL_ERROR',
  'INPUT_INVALID',
] as const;
const rowOutcomes = [...doneOutcomes, ...failedOutcomes] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** Rows that end so are charged (portals.md 9.4); every other end gives the row's credits back. */
export const chargedOutcomes: ReadonlySet<RowOutcome> = new Set([
  'SUCCESS',
  'ALREADY_DONE',
  'NOT_FOUND',
  'REJECTED',
]);

/** Rows with these ends count as done well; all other ends go into the failed rows. */
export const succeededOutcomes: ReadonlySet<RowOutcome> = new Set(doneOutcomes);

/** Fields of the multipart forms; the file, or the upload id that a preview answered with. */
const pdfPassword = {
  /** Opens locked PDFs while the file is read; it is never kept. */
  password: z.string().min(1).max(limits.pdfPasswordLengthMax).optional(),
};
export const previewForm = z.object({ serviceId: z.string().min(1).max(60), ...pdfPassword });
export const startForm = z.object({
  serviceId: z.string().min(1).max(60),
  ...pdfPassword,
  userId: z.string().max(100).optional(),
  uploadId: z.uuid().optional(),
  /** The price the customer saw, in credits; only compared. */
  totalCredits: z.coerce.number().min(0).max(100_000_000),
});
export const jobIdParam = z.object({ jobId: z.uuid() });
export const jobFileParam = jobIdParam.extend({ fileId: z.uuid() });
export const userIdParam = z.object({ userId: z.string().min(1).max(100) });
export const workHistoryQuery = pageQuery(limits.workHistoryPageSize, limits.workHistoryPageSizeMax);
/** What a client would keep of a job. Nothing in it is believed: it only names the job, which is kept anyway. */
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
});

export const challengeKinds = ['captcha', 'otp'] as const;
export type ChallengeKind = (typeof challengeKinds)[number];
export const challengeParam = z.object({ jobId: z.uuid(), challengeId: z.uuid() });
export const challengeAnswerBody = z.object({ answer: z.string().trim().min(1).max(100) });

/** `PENDING` is a row not worked yet, `CONFIRMING` one whose filing is looked for on the portal. */
export const rowStatuses = ['PENDING', 'CONFIRMING', ...rowOutcomes] as const;
export type RowStatus = (typeof rowStatuses)[number];

/** Failed rows of an ended job, as the customer wants to run them again: cells by the heading of the file. */
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
  /** The price the customer saw, in credits; only compared. */
  totalCredits: z.number().min(0).max(100_000_000),
});
export type ChosenRow = z.infer<typeof chosenRows>[number];
