/** Response schemas of the calls about jobs; the types of the client and of the server are inferred from them. */
import { z } from 'zod';
import { jobBank } from '../banks-answers.ts';
import { pagination } from '#contracts/envelope.ts';
import { jobStates } from '#contracts/jobs/job-states.ts';
import { challengeKinds, jobStatuses, rowStatuses } from '#contracts/jobs/jobs.ts';
import { rowOutcomes } from '#contracts/jobs/row-outcomes.ts';
import { sheetEdit } from '#contracts/jobs/sheet-edits.ts';
import { shownStates } from '#contracts/jobs/shown-state.ts';
import { textOrNullShape, textShape } from '#contracts/messages/shapes.ts';
import { count, credits, moment, optionalMoment } from '../parts.ts';

const filesPending = z.boolean().describe('The result files of an ended job are still being written.');

const column = z.object({
  name: z.string(),
  header: z.string().nullable(),
  required: z.boolean(),
  byHand: z.boolean().describe('The heading was chosen by hand, with this file or an earlier one.'),
});

/** A problem in one cell: its row and column, what is wrong, and what would be valid. */
const problem = z
  .object({
    row: count,
    column: z.string(),
    ...textShape('problem'),
    ...textShape('hint'),
  })
  .meta({ id: 'RowProblem' });
export type RowProblem = z.infer<typeof problem>;

export const preview = z
  .object({
    uploadId: z.uuid(),
    reading: z
      .string()
      .describe('Identifies what was read. A start with it is refused if the sheet was changed meanwhile.'),
    edits: z.array(sheetEdit).describe('The corrections of cells with which the sheet was read.'),
    serviceId: z.string(),
    fileName: z.string(),
    columns: z.array(column),
    unknownHeaders: z.array(z.string()),
    /** The first rows of the file as they were read, and later ones that have a problem or were corrected. */
    rows: z.array(
      z.object({
        row: count,
        cells: z.record(z.string(), z.string()),
        valid: z.boolean(),
        edited: z.boolean().describe('A cell was corrected since the upload.'),
      }),
    ),
    problems: z.array(
      problem.extend({
        sameValue: count.describe('How many rows have the same text in the column, this one included.'),
      }),
    ),
    /** True when there are more problems than `limits.previewProblemsMax`. */
    problemsTruncated: z.boolean(),
    warnings: z.array(problem),
    /** PDFs of a ZIP file that remain locked, with or without a password: rows with a problem. */
    lockedFiles: z.array(z.string()),
    hiddenRows: count.describe(
      'How many of the rows are hidden in the workbook. They are read like all others.',
    ),
    totalRows: count,
    billableRows: count.describe('Valid rows that are worked and charged.'),
    repeatedRows: count.describe(
      'Further valid rows: each asks the same as an earlier row, gets its answer and costs nothing.',
    ),
    invalidRows: count,
    costPerRow: credits,
    totalCredits: credits,
    balance: credits,
    sufficient: z.boolean(),
  })
  .meta({ id: 'Preview' });
export type Preview = z.infer<typeof preview>;

/** Result of checking corrected rows; rows with problems are excluded from the run and from the price. */
export const correctionPreview = z
  .object({
    /** The service's columns and the file's headings that were matched to them. */
    columns: z.array(column),
    problems: z.array(problem),
    warnings: z.array(problem),
    readyRows: z.array(count),
    /** The ready rows that are already paid and run again without another charge. */
    paidRows: count,
    fixedRows: z
      .array(count)
      .describe('Failed rows that the portal has, or may have. They run only as they were sent.'),
    totalCredits: credits,
    balance: credits,
    sufficient: z.boolean(),
  })
  .meta({ id: 'CorrectionPreview' });
export type CorrectionPreview = z.infer<typeof correctionPreview>;

const status = z.enum(jobStatuses);
export const shownState = z
  .enum(shownStates)
  .describe('The state that people see. It also depends on the outcomes of the rows.');
export const rowsNotFound = count.describe(
  'Those of the failed rows that a look-up answered with "not found"; 0 for services that file.',
);
export const rowsRefused = count.describe(
  'Rows that the check refused before the run. They are among the done and the failed ones.',
);

/** The services that a customer can practise; none if no practice portal exists. */
export const practiceOffer = z
  .object({
    serviceIds: z.array(z.string()),
    rowsMax: count.describe('The most rows that one practice run takes.'),
    runsLeft: count.describe('How many practice runs the customer can start today.'),
  })
  .meta({ id: 'PracticeOffer' });
export type PracticeOffer = z.infer<typeof practiceOffer>;

export const isPractice = z
  .boolean()
  .describe('A practice run on practice portals: it costs nothing, and files nothing on a real portal.');

export const startedJob = z
  .object({
    jobId: z.uuid(),
    status,
    newCredits: credits,
    /** True when the job starts at once, without waiting for its turn on the portal. */
    immediate: z.boolean(),
    queuePosition: count.nullable(),
    message: z.string(),
    bank: jobBank,
  })
  .meta({ id: 'StartedJob' });
export type StartedJob = z.infer<typeof startedJob>;

const challenge = z.object({
  id: z.uuid(),
  kind: z.enum(challengeKinds),
  ...textShape('prompt'),
  hasPicture: z.boolean(),
  expiresAt: moment,
});
export type JobChallenge = z.infer<typeof challenge>;

/** Why a job waits, in plain words for the customer. */
const waiting = z.object({
  kind: z.enum(['portal_down', 'portal_paused', 'portal_closed', 'person', 'challenge', 'confirming']),
  since: moment,
  ...textShape('message'),
  /** For the kind `challenge`: the question that the customer answers. */
  challenge: challenge.exactOptional(),
});
export type JobWaiting = z.infer<typeof waiting>;

export const jobProgress = z
  .object({
    jobId: z.uuid(),
    serviceId: z.string(),
    serviceName: z.string(),
    isPractice,
    fileName: z.string(),
    bank: jobBank,
    status,
    state: z.enum(jobStates),
    shownState,
    progress: z.number().describe('Per cent of the rows that are done, of those that run.'),
    rowsTotal: count,
    rowsDone: count,
    rowsSucceeded: count,
    rowsFailed: count,
    rowsRefused,
    rowsNotFound,
    ...textShape('step'),
    immediate: z.boolean().describe('It does not wait for its turn on the portal.'),
    queuePosition: count.nullable(),
    waiting: waiting.nullable(),
    errorCode: z.string().nullable(),
    ...textOrNullShape('errorMessage'),
    elapsedMs: z.number(),
    remainingMs: z.number().nullable(),
    creditsReserved: credits,
    creditsUsed: credits,
    creditsReturned: credits,
    createdAt: moment,
    startedAt: optionalMoment,
    finishedAt: optionalMoment,
  })
  .meta({ id: 'JobProgress' });
export type JobProgress = z.infer<typeof jobProgress>;

const file = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(['result', 'document', 'evidence']),
  sizeBytes: count,
  url: z.string(),
});
export type JobFile = z.infer<typeof file>;

const event = z.object({ at: moment, kind: z.string(), ...textShape('message') });
export type JobEvent = z.infer<typeof event>;

export const jobDetail = jobProgress
  .extend({
    documentsOnly: z
      .boolean()
      .describe('The job only makes the documents, which the customer hands in: it files nothing.'),
    creditsReservedFirst: credits.describe('What was reserved for the first run.'),
    creditsReservedAgain: credits.describe('What was reserved for all later runs.'),
    rowsToRetry: count.describe('Failed rows that can be run again unchanged; 0 before the job has ended.'),
    creditsToRetry: credits.describe('What running them again reserves at most; equal rows are paid once.'),
    events: z.array(event),
    files: z.array(file),
    filesPending,
    downloadUrl: z.string().nullable(),
    expiresAt: optionalMoment,
  })
  .meta({ id: 'Job' });
export type JobDetail = z.infer<typeof jobDetail>;

export const jobRow = z
  .object({
    rowNumber: count,
    data: z.record(z.string(), z.string()),
    outcome: z.enum(rowStatuses),
    ...textShape('message'),
    portalReference: z.string().nullable(),
    values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
    documents: z.array(z.object({ name: z.string(), url: z.string() })),
    attempts: count,
    charged: z.boolean(),
    sameAsRow: count
      .nullable()
      .describe('The row that asks the same: it was worked and charged for this row too.'),
    processedAt: optionalMoment,
  })
  .meta({ id: 'JobRow' });
export type JobRow = z.infer<typeof jobRow>;

/** Failed rows with the same outcome and message. `firstRow` names the group in the query of rows. */
export const failureGroup = z
  .object({
    outcome: z.enum(rowOutcomes),
    ...textShape('message'),
    rows: count,
    firstRow: count,
  })
  .meta({ id: 'FailureGroup' });
export type FailureGroup = z.infer<typeof failureGroup>;

/** A work history item, spec section 3. */
export const workHistoryItem = z
  .object({
    id: z.uuid(),
    serviceId: z.string(),
    serviceName: z.string(),
    isPractice,
    fileName: z.string(),
    bank: jobBank,
    creditsUsed: credits,
    status: z.enum(['pending', 'processing', 'completed', 'failed']),
    shownState,
    progress: z.number(),
    resultFiles: z.array(z.string()),
    filesGeneratedCount: count,
    rowsTotal: count,
    rowsDone: count,
    rowsFailed: count,
    rowsRefused,
    rowsNotFound,
    ...textOrNullShape('errorMessage'),
    createdAt: moment,
    finishedAt: optionalMoment,
    filesPending,
    downloadUrl: z.string().nullable(),
    failedRowsUrl: z.string().nullable(),
    expiresAt: optionalMoment,
    bulkUploadId: z.string().nullable(),
    rowNumber: count.nullable(),
  })
  .meta({ id: 'WorkHistoryItem' });
export type WorkHistoryItem = z.infer<typeof workHistoryItem>;

/** Figures of the dashboard's stat cards (spec section 2, Dashboard tab). */
export const workSummary = z
  .object({
    todaysTasks: count,
    totalProcesses: count,
    completed: count,
    finished: count,
    rowsFinished: count.describe('Rows of finished jobs.'),
    rowsSucceeded: count.describe(
      'Those of them with a result, or that a look-up answered with "not found".',
    ),
  })
  .meta({ id: 'WorkSummary' });
export type WorkSummary = z.infer<typeof workSummary>;

const listedJob = z
  .object({
    id: z.uuid(),
    serviceId: z.string(),
    serviceName: z.string(),
    isPractice,
    fileName: z.string(),
    bank: jobBank,
    state: z.enum(jobStates),
    shownState,
    progress: z.number(),
    rowsTotal: count,
    rowsDone: count,
    rowsSucceeded: count,
    rowsFailed: count,
    rowsRefused,
    rowsNotFound,
    creditsUsed: credits,
    filesCount: count,
    ...textOrNullShape('errorMessage'),
    filesPending,
    downloadUrl: z.string().nullable(),
    matchedRow: z
      .object({ rowNumber: count, value: z.string() })
      .nullable()
      .describe('The first row that a search found; null if the job was found by its name or number.'),
    createdAt: moment,
    finishedAt: optionalMoment,
    expiresAt: optionalMoment,
  })
  .meta({ id: 'ListedJob' });
export type ListedJob = z.infer<typeof listedJob>;

export const jobListAnswer = z.object({
  jobs: z.array(listedJob),
  pagination,
  rowsSearchedFrom: optionalMoment.describe(
    'The time of the oldest job whose rows were searched, if rows of older jobs were not.',
  ),
});
export type JobListAnswer = z.infer<typeof jobListAnswer>;
