/** Jobs as the client sees them, read from the database: progress, rows, files and work history. */
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { paginationOf, type Pagination } from '#contracts/envelope.ts';
import {
  jobStatusOf,
  succeededOutcomes,
  type JobState,
  type RowStatus,
  type WorkHistoryBody,
} from '#contracts/jobs/jobs.ts';
import type {
  JobDetail,
  JobFile,
  JobProgress,
  JobRow,
  JobWaiting,
  WorkHistoryItem,
  WorkSummary,
} from '#contracts/calls/jobs-answers.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { textOf, textOrNullOf } from '#contracts/messages/answers.ts';
import { messageOrNull, storedMessage } from '#contracts/messages/message.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import type { Database } from '#prisma/client.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import type { PortalPause, StoredWaiting } from '#workflows/messages.ts';
import type { Customer } from '#api/domain/accounts/customers.ts';
import { standingOf, type Standing } from '#api/domain/portals/portal-line.ts';

type JobRecord = Awaited<ReturnType<Database['job']['findUniqueOrThrow']>>;
type FileRecord = { id: string; name: string; kind: string; sizeBytes: number };

/**
 * Returns the job's progress at `now`; amounts are in credits. A job that waits for no slot has a null
 * `queuePosition`.
 */
export function progressView(job: JobRecord, now: Date, { position, pause }: Standing): JobProgress {
  const state = job.state as JobState;
  const elapsedMs = (job.finishedAt ?? now).getTime() - (job.startedAt ?? job.createdAt).getTime();
  const reserved = job.finishedAt ? 0n : job.reservedAmount - job.capturedAmount - job.releasedAmount;
  return {
    jobId: job.id,
    serviceId: job.serviceId,
    serviceName: job.serviceName,
    fileName: job.fileName,
    status: jobStatusOf[state],
    state,
    progress: percentOf(job),
    rowsTotal: job.rowsTotal,
    rowsDone: job.rowsDone,
    rowsSucceeded: job.rowsSucceeded,
    rowsFailed: job.rowsFailed,
    ...textOf('step', storedMessage(job.step)),
    immediate: position === null,
    queuePosition: position,
    waiting: pause ? pausedPortal(pause) : waitingView(job.waiting as StoredWaiting | null),
    errorCode: job.errorCode,
    ...textOrNullOf('errorMessage', messageOrNull(job.errorMessage)),
    elapsedMs,
    remainingMs: remainingMs(job, elapsedMs),
    creditsReserved: creditsFromHundredths(reserved),
    creditsUsed: creditsFromHundredths(job.capturedAmount),
    creditsReturned: creditsFromHundredths(job.releasedAmount),
    createdAt: job.createdAt.toISOString(),
    startedAt: job.startedAt?.toISOString() ?? null,
    finishedAt: job.finishedAt?.toISOString() ?? null,
  };
}

const pausedPortal = ({ since }: PortalPause): JobWaiting => ({
  kind: 'portal_paused',
  since,
  ...textOf('message', jobMessages.portalPaused()),
});

function waitingView(stored: StoredWaiting | null): JobWaiting | null {
  if (stored === null) return null;
  const { message, challenge, ...waiting } = stored;
  const text = textOf('message', storedMessage(message));
  if (!challenge) return { ...waiting, ...text };
  const { prompt, ...question } = challenge;
  return { ...waiting, ...text, challenge: { ...question, ...textOf('prompt', storedMessage(prompt)) } };
}

/** Percentage of finished rows; 100 only if the job has ended. */
function percentOf(job: JobRecord): number {
  if (job.state === 'completed') return 100;
  if (job.rowsTotal === 0) return 0;
  return Math.min(job.finishedAt ? 100 : 99, Math.floor((job.rowsDone / job.rowsTotal) * 100));
}

function remainingMs(job: JobRecord, elapsedMs: number): number | null {
  if (job.finishedAt || job.state !== 'running' || job.rowsDone === 0) return null;
  return Math.round((elapsedMs / job.rowsDone) * (job.rowsTotal - job.rowsDone));
}

/**
 * Returns the progress with the timeline and at most 200 result files. `downloadUrl` is null if there is nothing to
 * download.
 */
export async function detailView(db: Database, job: JobRecord, now: Date): Promise<JobDetail> {
  const [standing, events, files, filesCount] = await Promise.all([
    standingOf(db, job),
    db.jobEvent.findMany({ where: { jobId: job.id }, orderBy: { id: 'asc' }, take: limits.jobEventsListMax }),
    db.jobFile.findMany({
      where: { jobId: job.id, kind: 'result' },
      orderBy: { name: 'asc' },
      take: limits.jobResultFilesListMax,
    }),
    db.jobFile.count({ where: { jobId: job.id, kind: { in: ['result', 'document'] } } }),
  ]);
  return {
    ...progressView(job, now, standing),
    filesPending: job.filesState === 'writing',
    events: events.map(({ at, kind, message }) => ({
      at: at.toISOString(),
      kind,
      ...textOf('message', storedMessage(message)),
    })),
    files: files.map((file) => fileView(job.id, file)),
    downloadUrl: downloadUrl(job, filesCount, now),
    expiresAt: job.expiresAt?.toISOString() ?? null,
  };
}

function fileView(jobId: string, file: FileRecord): JobFile {
  return {
    id: file.id,
    name: file.name,
    kind: file.kind as JobFile['kind'],
    sizeBytes: file.sizeBytes,
    url: fileUrl(jobId, file.id),
  };
}

function downloadUrl(job: JobRecord, filesCount: number, now: Date): string | null {
  const expired = job.filesDeletedAt !== null || (job.expiresAt !== null && job.expiresAt <= now);
  const isWhole = job.finishedAt !== null && job.filesState !== 'writing';
  return isWhole && filesCount > 0 && !expired ? `/api/jobs/${job.id}/download` : null;
}

export type RowFilter = 'all' | 'pending' | 'succeeded' | 'failed';

/** Returns a page of rows in the order of the sheet, with each row's cells in the order of its headings. */
export async function rowsView(
  db: Database,
  job: { id: string; headers: unknown },
  query: { page: number; limit: number; outcome: RowFilter },
): Promise<{ rows: JobRow[]; pagination: Pagination }> {
  const jobId = job.id;
  const where = { jobId, ...outcomeFilter(query.outcome) };
  const [records, count] = await Promise.all([
    db.jobRow.findMany({
      where,
      orderBy: { rowNumber: 'asc' },
      skip: (query.page - 1) * query.limit,
      take: query.limit,
    }),
    db.jobRow.count({ where }),
  ]);
  const linksOf = await documentLinks(db, records);
  const rows = records.map((row): JobRow => ({
    rowNumber: row.rowNumber,
    data: inOrder(row.source as Record<string, string>, (job.headers ?? []) as string[]),
    outcome: (row.outcome ?? (row.aside ? 'CONFIRMING' : 'PENDING')) as RowStatus,
    ...textOf('message', storedMessage(row.message)),
    portalReference: row.portalReference,
    values: (row.values ?? {}) as JobRow['values'],
    documents: linksOf(row),
    attempts: row.attempts,
    charged: row.charged,
    processedAt: row.processedAt?.toISOString() ?? null,
  }));
  return { rows, pagination: paginationOf(query.page, query.limit, count) };
}

type RowDocuments = { jobId: string; documents: unknown };

const namesIn = ({ documents }: RowDocuments): string[] =>
  ((documents ?? []) as { name: string }[]).map(({ name }) => name);

/** Returns links to the documents of these rows; a deleted document has none. */
export async function documentLinks(
  db: Database,
  rows: readonly RowDocuments[],
): Promise<(row: RowDocuments) => JobRow['documents']> {
  const files = await db.jobFile.findMany({
    where: {
      jobId: { in: [...new Set(rows.map(({ jobId }) => jobId))] },
      kind: 'document',
      name: { in: [...new Set(rows.flatMap(namesIn))] },
    },
    select: { id: true, jobId: true, name: true },
  });
  const urls = new Map(files.map(({ id, jobId, name }) => [`${jobId}/${name}`, fileUrl(jobId, id)]));
  return (row) =>
    namesIn(row).flatMap((name) => {
      const url = urls.get(`${row.jobId}/${name}`);
      return url ? [{ name, url }] : [];
    });
}

const fileUrl = (jobId: string, fileId: string): string => `/api/jobs/${jobId}/files/${fileId}`;

/** The database does not preserve the order of a row's cells, so the sheet's headers define it. */
function inOrder(cells: Record<string, string>, headers: string[]): Record<string, string> {
  const known = headers.filter((header) => header in cells);
  return { ...Object.fromEntries(known.map((header) => [header, cells[header] ?? ''])), ...cells };
}

function outcomeFilter(filter: RowFilter) {
  if (filter === 'pending') return { outcome: null };
  if (filter === 'succeeded') return { outcome: { in: [...succeededOutcomes] } };
  if (filter === 'failed')
    return { AND: [{ outcome: { not: null } }, { outcome: { notIn: [...succeededOutcomes] } }] };
  return {};
}

const historyStatus = {
  queued: 'pending',
  processing: 'processing',
  completed: 'completed',
  failed: 'failed',
} as const;

/**
 * Returns a page of the customer's jobs, newest first, without drafts. A token limited to services sees only their
 * jobs.
 */
export async function workHistoryView(
  db: Database,
  { id: userId, token }: Pick<Customer, 'id' | 'token'>,
  query: { page: number; limit: number },
  now: Date,
): Promise<{ workHistory: WorkHistoryItem[]; pagination: Pagination; summary: WorkSummary }> {
  const ofToken = token?.serviceIds ? { serviceId: { in: token.serviceIds } } : {};
  const where = { userId, state: { not: 'draft' }, ...ofToken };
  const listed = { ...where, ...notPruned(now) };
  const [jobs, count, summary] = await Promise.all([
    db.job.findMany({
      where: listed,
      orderBy: newestFirst,
      skip: (query.page - 1) * query.limit,
      take: query.limit,
      include: withFiles,
    }),
    db.job.count({ where: listed }),
    workSummary(db, where, now),
  ]);
  return {
    workHistory: jobs.map((job) => historyItem(job, now)),
    pagination: paginationOf(query.page, query.limit, count),
    summary,
  };
}

/**
 * Jobs that are not over, and those whose results have not been gone for a day: the work history is kept for 7 days
 * and pruned once a day (spec section 9).
 */
function notPruned(now: Date): Prisma.JobWhereInput {
  const prunedBefore = new Date(now.getTime() - DAY_MS);
  return { OR: [{ expiresAt: null }, { expiresAt: { gt: prunedBefore } }] };
}

/** Returns the named job of the customer, or their latest one with this service and file. Throws NOT_FOUND. */
export async function workHistoryEntry(
  db: Database,
  { id: userId }: Pick<Customer, 'id'>,
  { id, serviceId, fileName }: WorkHistoryBody,
  now: Date,
): Promise<WorkHistoryItem> {
  const named = id === undefined ? { serviceId, fileName } : { id };
  const job = await db.job.findFirst({
    where: { userId, state: { not: 'draft' }, ...named },
    orderBy: newestFirst,
    include: withFiles,
  });
  if (!job) throw new DomainError('NOT_FOUND');
  return historyItem(job, now);
}

/** Throws NOT_FOUND unless this is the customer's own job and has all of these files. */
export async function requireFiles(
  db: Database,
  { id: userId }: Pick<Customer, 'id'>,
  id: string,
  names: readonly string[],
): Promise<void> {
  const job = await db.job.findFirst({ where: { id, userId, state: { not: 'draft' } }, include: withFiles });
  const known = new Set(job?.files.map(({ name }) => name));
  if (!job || names.some((name) => !known.has(name))) throw new DomainError('NOT_FOUND');
}

const newestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];
const withFiles = {
  files: {
    where: { kind: { in: ['result', 'document'] } },
    select: { id: true, name: true, kind: true },
  },
};
type HistoryJob = JobRecord & { files: { id: string; name: string; kind: string }[] };

/** Maximum number of names in a list; the job's page shows all. */
const HISTORY_FILES_MAX = 20;

function historyItem(job: HistoryJob, now: Date): WorkHistoryItem {
  const failedRows = job.files.find((file) => file.kind === 'result' && file.name === 'failed_rows.csv');
  return {
    id: job.id,
    serviceId: job.serviceId,
    serviceName: job.serviceName,
    fileName: job.fileName,
    creditsUsed: creditsFromHundredths(job.finishedAt ? job.capturedAmount : job.reservedAmount),
    status: historyStatus[jobStatusOf[job.state as JobState]],
    progress: percentOf(job),
    resultFiles: job.files.slice(0, HISTORY_FILES_MAX).map((file) => file.name),
    filesGeneratedCount: job.files.length,
    rowsTotal: job.rowsTotal,
    rowsFailed: job.rowsFailed,
    ...textOrNullOf('errorMessage', messageOrNull(job.errorMessage)),
    createdAt: job.createdAt.toISOString(),
    downloadUrl: downloadUrl(job, job.files.length, now),
    failedRowsUrl: failedRows ? fileUrl(job.id, failedRows.id) : null,
    expiresAt: job.expiresAt?.toISOString() ?? null,
    bulkUploadId: job.uploadId,
    rowNumber: null,
  };
}

/** Dhaka uses UTC+6 all year. */
const DHAKA_OFFSET_MS = 6 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

async function workSummary(db: Database, where: Prisma.JobWhereInput, now: Date): Promise<WorkSummary> {
  const startOfTodayMs = Math.floor((now.getTime() + DHAKA_OFFSET_MS) / DAY_MS) * DAY_MS - DHAKA_OFFSET_MS;
  const [todaysTasks, totalProcesses, completed, finished] = await Promise.all([
    db.job.count({ where: { ...where, createdAt: { gte: new Date(startOfTodayMs) } } }),
    db.job.count({ where }),
    db.job.count({ where: { ...where, state: 'completed' } }),
    db.job.count({ where: { ...where, finishedAt: { not: null } } }),
  ]);
  return { todaysTasks, totalProcesses, completed, finished };
}
