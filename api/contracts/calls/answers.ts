/** Answers of the API as schemas; the compiler compares each with the type that the routes answer with. */
import { z } from 'zod';
import { adFormats, adPlacements, type AdSetting } from '../ads-rules.ts';
import { postStatuses, type BlogPost } from '../blog.ts';
import { knownAs } from './call.ts';
import { contactDefaults, marketingDefaults, type ContactDetails, type MarketingFigures } from '../pages.ts';
import type { RexSubmission } from '../rex.ts';
import { noticeTypes, type CreditSettings } from '../settings.ts';
import type { CreditEntry, CreditOverview, CreditSummary, CreditUsage } from '../credit-history.ts';
import type { Pagination } from '../envelope.ts';
import type {
  CorrectionPreview,
  JobDetail,
  JobProgress,
  JobRow,
  JobWaiting,
  Preview,
  RowProblem,
  StartedJob,
  WorkHistoryItem,
  WorkSummary,
} from '../jobs.ts';
import { paymentStatuses, type TransactionSummary, type TransactionView } from '../transactions.ts';

const moment = z.iso.datetime();
const optionalMoment = moment.nullable();
const count = z.number().int();
const credits = z.number().describe('Credits with two decimals.');

export const pagination = z
  .object({
    currentPage: count,
    limit: count,
    totalCount: count,
    totalPages: count,
    hasMore: z.boolean(),
  })
  .meta({ id: 'Pagination' }) satisfies z.ZodType<Pagination>;

const problem = z
  .object({
    row: count,
    column: z.string(),
    problem: z.string(),
    hint: z.string(),
  })
  .meta({ id: 'RowProblem' }) satisfies z.ZodType<RowProblem>;
const column = z.object({ name: z.string(), header: z.string().nullable(), required: z.boolean() });

export const preview = z
  .object({
    uploadId: z.uuid(),
    serviceId: z.string(),
    fileName: z.string(),
    columns: z.array(column),
    unknownHeaders: z.array(z.string()),
    rows: z.array(z.object({ row: count, cells: z.record(z.string(), z.string()), valid: z.boolean() })),
    problems: z.array(problem),
    problemsTruncated: z.boolean(),
    warnings: z.array(problem),
    lockedFiles: z.array(z.string()),
    totalRows: count,
    billableRows: count,
    invalidRows: count,
    costPerRow: credits,
    totalCredits: credits,
    balance: credits,
    sufficient: z.boolean(),
  })
  .meta({ id: 'Preview' }) satisfies z.ZodType<Preview>;

export const correctionPreview = z
  .object({
    columns: z.array(column),
    problems: z.array(problem),
    warnings: z.array(problem),
    readyRows: z.array(count),
    paidRows: count,
    totalCredits: credits,
    balance: credits,
    sufficient: z.boolean(),
  })
  .meta({ id: 'CorrectionPreview' }) satisfies z.ZodType<CorrectionPreview>;

const status = z.enum(['queued', 'processing', 'completed', 'failed']);

export const startedJob = z
  .object({
    jobId: z.uuid(),
    status,
    newCredits: credits,
    immediate: z.boolean(),
    queuePosition: count.nullable(),
    message: z.string(),
  })
  .meta({ id: 'StartedJob' }) satisfies z.ZodType<Omit<StartedJob, 'success'>>;

const waiting = z.object({
  kind: z.enum(['portal_down', 'portal_paused', 'person', 'challenge', 'confirming']),
  since: moment,
  message: z.string(),
  challenge: z
    .object({
      id: z.uuid(),
      kind: z.enum(['captcha', 'otp']),
      prompt: z.string(),
      hasPicture: z.boolean(),
      expiresAt: moment,
    })
    .exactOptional(),
}) satisfies z.ZodType<JobWaiting>;

export const jobProgress = z
  .object({
    jobId: z.uuid(),
    serviceId: z.string(),
    serviceName: z.string(),
    fileName: z.string(),
    status,
    state: z.enum(['draft', 'queued', 'running', 'parked', 'collecting', 'completed', 'failed', 'cancelled']),
    progress: z.number().describe('Per cent of the rows that are done.'),
    rowsTotal: count,
    rowsDone: count,
    rowsSucceeded: count,
    rowsFailed: count,
    step: z.string(),
    immediate: z.boolean().describe('It does not wait for its turn on the portal.'),
    queuePosition: count.nullable(),
    waiting: waiting.nullable(),
    errorCode: z.string().nullable(),
    errorMessage: z.string().nullable(),
    elapsedMs: z.number(),
    remainingMs: z.number().nullable(),
    creditsReserved: credits,
    creditsUsed: credits,
    creditsReturned: credits,
    createdAt: moment,
    startedAt: optionalMoment,
    finishedAt: optionalMoment,
  })
  .meta({ id: 'JobProgress' }) satisfies z.ZodType<JobProgress>;

const file = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(['result', 'document', 'evidence']),
  sizeBytes: count,
  url: z.string(),
});
export const jobDetail = jobProgress
  .extend({
    events: z.array(z.object({ at: moment, kind: z.string(), message: z.string() })),
    files: z.array(file),
    filesPending: z.boolean().describe('The result files of an ended job are still being written.'),
    downloadUrl: z.string().nullable(),
    expiresAt: optionalMoment,
  })
  .meta({ id: 'Job' }) satisfies z.ZodType<JobDetail>;

const outcomes = [
  'PENDING',
  'CONFIRMING',
  'SUCCESS',
  'ALREADY_DONE',
  'INPUT_INVALID',
  'NOT_FOUND',
  'REJECTED',
  'CONFLICT',
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
] as const satisfies readonly JobRow['outcome'][];

export const jobRow = z
  .object({
    rowNumber: count,
    data: z.record(z.string(), z.string()),
    outcome: z.enum(outcomes),
    message: z.string(),
    portalReference: z.string().nullable(),
    values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
    documents: z.array(z.object({ name: z.string(), url: z.string() })),
    attempts: count,
    charged: z.boolean(),
    processedAt: optionalMoment,
  })
  .meta({ id: 'JobRow' }) satisfies z.ZodType<JobRow>;

export const workHistoryItem = z
  .object({
    id: z.uuid(),
    serviceId: z.string(),
    serviceName: z.string(),
    fileName: z.string(),
    creditsUsed: credits,
    status: z.enum(['pending', 'processing', 'completed', 'failed']),
    progress: z.number(),
    resultFiles: z.array(z.string()),
    filesGeneratedCount: count,
    rowsTotal: count,
    rowsFailed: count,
    errorMessage: z.string().nullable(),
    createdAt: moment,
    downloadUrl: z.string().nullable(),
    failedRowsUrl: z.string().nullable(),
    expiresAt: optionalMoment,
    bulkUploadId: z.string().nullable(),
    rowNumber: count.nullable(),
  })
  .meta({ id: 'WorkHistoryItem' }) satisfies z.ZodType<WorkHistoryItem>;

export const workSummary = z
  .object({
    todaysTasks: count,
    totalProcesses: count,
    completed: count,
    finished: count,
  })
  .meta({ id: 'WorkSummary' }) satisfies z.ZodType<WorkSummary>;

export const creditEntry = z
  .object({
    id: z.string(),
    date: moment,
    type: z.enum(['purchase', 'usage', 'refund', 'admin']),
    description: z.string(),
    previousCredit: credits,
    creditsChange: credits,
    amountBdt: z.number().nullable(),
    jobId: z.uuid().nullable(),
    open: z.boolean(),
    steps: z.array(z.object({ date: moment, kind: z.enum(['reserved', 'used', 'returned']), credits })),
  })
  .meta({ id: 'CreditEntry' }) satisfies z.ZodType<CreditEntry>;

export const creditSummary = z
  .object({
    totalPurchased: credits,
    totalUsed: credits,
    netChange: credits,
    currentBalance: credits,
  })
  .meta({ id: 'CreditSummary' }) satisfies z.ZodType<CreditSummary>;

export const creditUsage = z
  .object({
    serviceId: z.string(),
    serviceName: z.string(),
    totalCreditsSpent: credits,
    timesUsed: count,
    lastUsed: moment,
    percentage: z.number(),
  })
  .meta({ id: 'CreditUsage' }) satisfies z.ZodType<CreditUsage>;

export const creditOverview = z
  .object({
    balance: credits,
    reserved: credits,
    totalSpent: z.number().describe('In BDT.'),
    lowCreditThreshold: credits.nullable(),
  })
  .meta({ id: 'CreditOverview' }) satisfies z.ZodType<CreditOverview>;

export const transaction = z
  .object({
    id: z.uuid(),
    transaction_id: z.string(),
    transaction_type: z.string(),
    amount_bdt: z.number(),
    credits_amount: credits,
    payment_method: z.string(),
    payment_status: z.enum(paymentStatuses),
    refunded_bdt: z.number(),
    receipt_number: z.string().nullable(),
    message: z.string(),
    created_at: moment,
  })
  .meta({ id: 'Transaction' }) satisfies z.ZodType<TransactionView>;

export const transactionSummary = z
  .object({
    total_transactions: count,
    total_spent: z.number(),
    total_credits_purchased: credits,
  })
  .meta({ id: 'TransactionSummary' }) satisfies z.ZodType<TransactionSummary>;

const texts = (defaults: object): z.ZodType =>
  z.object(Object.fromEntries(Object.keys(defaults).map((name) => [name, z.string()])));

export const creditSettings = z
  .object({
    creditsPerBDT: z.number(),
    freeTrialCredits: credits,
    minPurchaseCredits: credits,
    systemNotification: z.object({
      enabled: z.boolean(),
      message: z.string(),
      type: z.enum(noticeTypes),
      showToAll: z.boolean(),
    }),
    serviceCreditsConfig: z.record(z.string(), credits).describe('Credits of a row, by service.'),
    enabledServices: z.array(z.string()),
    marketingFigures: knownAs<MarketingFigures>(texts(marketingDefaults)),
    showMeasuredFigures: z.boolean(),
    contactDetails: knownAs<ContactDetails>(texts(contactDefaults)),
  })
  .meta({ id: 'CreditSettings' }) satisfies z.ZodType<CreditSettings>;

export const blogPost = z
  .object({
    id: z.string(),
    title: z.string(),
    slug: z.string(),
    content: z.string(),
    excerpt: z.string(),
    author: z.string(),
    publishedAt: optionalMoment,
    updatedAt: moment,
    tags: z.array(z.string()),
    featured: z.boolean(),
    status: z.enum(postStatuses),
    views: count,
    metaTitle: z.string(),
    metaDescription: z.string(),
    metaKeywords: z.string(),
    featuredImage: z.string(),
    imageAlt: z.string(),
  })
  .meta({ id: 'BlogPost' }) satisfies z.ZodType<BlogPost>;

export const adSetting = z
  .object({
    id: z.enum(adPlacements),
    page_name: z.string(),
    placement_location: z.string(),
    description: z.string(),
    ad_format: z.enum(adFormats),
    full_width_responsive: z.boolean(),
    enabled: z.boolean(),
    ad_client_id: z.string(),
    ad_slot_id: z.string(),
  })
  .meta({ id: 'AdSetting' }) satisfies z.ZodType<AdSetting>;

export const rexSubmission = z
  .object({
    id: z.string(),
    jobId: z.uuid(),
    rex_importer_id: z.string(),
    destination_country_id: z.string(),
    bl_no: z.string(),
    invoice_no: z.string(),
    invoice_value: z.string(),
    created_at: moment,
    outcome: z.enum(outcomes),
    message: z.string(),
    portal_record_id: z.string().nullable(),
    documents: z.array(z.object({ name: z.string(), url: z.string() })),
  })
  .meta({ id: 'RexSubmission' }) satisfies z.ZodType<RexSubmission>;
