/** Calls of spec section 7 "Work history and jobs", and the preview before paying. */
import { z } from 'zod';
import { claimedUser, pageQuery } from './envelope.ts';
import { limits } from './limits.ts';

/** What the spec's client knows of a job; `state` says more (design.md, principle 2). */
export type JobStatus = 'queued' | 'processing' | 'completed' | 'failed';

export type JobState =
  | 'draft'
  | 'queued'
  | 'running'
  | 'parked'
  | 'collecting'
  | 'completed'
  | 'failed'
  | 'cancelled';

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
export type RowOutcome =
  | 'SUCCESS'
  | 'ALREADY_DONE'
  | 'INPUT_INVALID'
  | 'NOT_FOUND'
  | 'REJECTED'
  | 'CONFLICT'
  | 'CREDENTIALS_INVALID'
  | 'ACCOUNT_LOCKED'
  | 'HUMAN_REQUIRED'
  | 'SESSION_EXPIRED'
  | 'PORTAL_BUSY'
  | 'PORTAL_DOWN'
  | 'TIMEOUT'
  | 'UNCERTAIN'
  | 'PORTAL_CHANGED'
  | 'BAD_DOWNLOAD'
  | 'CANCELLED'
  | 'INTERNAL_ERROR';

/** Rows that end so are charged (portals.md 9.4); every other end gives the row's credits back. */
export const chargedOutcomes: ReadonlySet<RowOutcome> = new Set([
  'SUCCESS',
  'ALREADY_DONE',
  'NOT_FOUND',
  'REJECTED',
]);

/** Rows with these ends count as done well; all other ends go into the failed rows. */
export const succeededOutcomes: ReadonlySet<RowOutcome> = new Set(['SUCCESS', 'ALREADY_DONE']);

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

/** One problem of one cell: which row and column, what is wrong, what would be right. */
export type RowProblem = { row: number; column: string; problem: string; hint: string };

export type Preview = {
  uploadId: string;
  serviceId: string;
  fileName: string;
  columns: { name: string; header: string | null; required: boolean }[];
  unknownHeaders: string[];
  /** The first rows, as read. */
  rows: { row: number; cells: Record<string, string>; valid: boolean }[];
  problems: RowProblem[];
  /** True when there are more problems than `limits.previewProblemsMax`. */
  problemsTruncated: boolean;
  warnings: RowProblem[];
  /** PDFs of a ZIP file that the password, if there was one, does not open: rows with a problem. */
  lockedFiles: string[];
  totalRows: number;
  billableRows: number;
  invalidRows: number;
  costPerRow: number;
  totalCredits: number;
  balance: number;
  sufficient: boolean;
};

export type StartedJob = {
  success: true;
  jobId: string;
  status: JobStatus;
  newCredits: number;
  /** True when the job starts at once, without waiting for a slot on the portal. */
  immediate: boolean;
  queuePosition: number | null;
  message: string;
};

/** Why a job waits, in plain words for the customer. */
export type JobWaiting = {
  kind: 'portal_down' | 'portal_paused' | 'person' | 'challenge' | 'confirming';
  since: string;
  message: string;
  /** Of kind `challenge`: the question that the customer answers. */
  challenge?: JobChallenge;
};

export type ChallengeKind = 'captcha' | 'otp';
export type JobChallenge = {
  id: string;
  kind: ChallengeKind;
  prompt: string;
  hasPicture: boolean;
  expiresAt: string;
};
export const challengeParam = z.object({ jobId: z.uuid(), challengeId: z.uuid() });
export const challengeAnswerBody = z.object({ answer: z.string().trim().min(1).max(100) });

export type JobProgress = {
  jobId: string;
  serviceId: string;
  serviceName: string;
  fileName: string;
  status: JobStatus;
  state: JobState;
  progress: number;
  rowsTotal: number;
  rowsDone: number;
  rowsSucceeded: number;
  rowsFailed: number;
  step: string;
  /** It does not wait for its turn on the portal. */
  immediate: boolean;
  queuePosition: number | null;
  waiting: JobWaiting | null;
  errorCode: string | null;
  errorMessage: string | null;
  elapsedMs: number;
  remainingMs: number | null;
  creditsReserved: number;
  creditsUsed: number;
  creditsReturned: number;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
};

export type JobFile = {
  id: string;
  name: string;
  kind: 'result' | 'document' | 'evidence';
  sizeBytes: number;
  url: string;
};

/** `PENDING` is a row not worked yet, `CONFIRMING` one whose filing is looked for on the portal. */
export type RowStatus = RowOutcome | 'PENDING' | 'CONFIRMING';

export type JobRow = {
  rowNumber: number;
  data: Record<string, string>;
  outcome: RowStatus;
  message: string;
  portalReference: string | null;
  values: Record<string, string | number | null>;
  documents: { name: string; url: string }[];
  attempts: number;
  charged: boolean;
  processedAt: string | null;
};

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

/** What a check of corrected rows answers; rows with problems are left out of the run and of the price. */
export type CorrectionPreview = {
  /** The service's columns and the file's headings that were read as them. */
  columns: Preview['columns'];
  problems: RowProblem[];
  warnings: RowProblem[];
  readyRows: number[];
  /** Of the ready rows, those that are paid: they run again without another charge. */
  paidRows: number;
  totalCredits: number;
  balance: number;
  sufficient: boolean;
};

export type JobEvent = { at: string; kind: string; message: string };

export type JobDetail = JobProgress & {
  events: JobEvent[];
  files: JobFile[];
  /** The result files of an ended job follow the settlement of its credits: they are not there yet. */
  filesPending: boolean;
  downloadUrl: string | null;
  expiresAt: string | null;
};

/** A work history item, spec section 3. */
export type WorkHistoryItem = {
  id: string;
  serviceId: string;
  serviceName: string;
  fileName: string;
  creditsUsed: number;
  status: 'pending' | 'processing' | 'completed' | 'failed';
  progress: number;
  resultFiles: string[];
  filesGeneratedCount: number;
  rowsTotal: number;
  rowsFailed: number;
  errorMessage: string | null;
  createdAt: string;
  downloadUrl: string | null;
  failedRowsUrl: string | null;
  expiresAt: string | null;
  bulkUploadId: string | null;
  rowNumber: number | null;
};

/** Figures of the dashboard's stat cards (spec section 2, Dashboard tab). */
export type WorkSummary = {
  todaysTasks: number;
  totalProcesses: number;
  completed: number;
  finished: number;
};
