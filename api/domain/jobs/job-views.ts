/** A job as the client sees it, read from the database: progress, rows and files. */
import { isDocumentsOnly } from './documents-only.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { paginationOf, type Pagination } from '#contracts/envelope.ts';
import { jobStatusOf, succeededOutcomes, type JobState, type RowStatus } from '#contracts/jobs/jobs.ts';
import { shownCountsOf, shownStateOf } from '#contracts/jobs/shown-state.ts';
import type { JobBank } from '#contracts/calls/banks-answers.ts';
import type {
  JobDetail,
  JobFile,
  JobProgress,
  JobRow,
  JobWaiting,
} from '#contracts/calls/jobs/jobs-answers.ts';
import { limits } from '#contracts/limits.ts';
import { textOf, textOrNullOf } from '#contracts/messages/answers.ts';
import { messageOrNull, storedMessage } from '#contracts/messages/message.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import type { Database } from '#prisma/client.ts';
import { endedLike } from './failure-groups.ts';
import { priceFor } from './job-record.ts';
import { customerFileKinds } from './listed-files.ts';
import { unpaidFailedRows } from './row-records.ts';
import type { StoredWaiting } from '#workflows/messages.ts';
import { closedUntil } from '#api/domain/portals/opening-hours.ts';
import { banksToName } from '#api/domain/portals/banks.ts';
import { standingOf, type Standing } from '#api/domain/portals/portal-line.ts';

/** A job with all its columns. */
export type StoredJob = Awaited<ReturnType<Database['job']['findUniqueOrThrow']>>;
type FileRecord = { id: string; name: string; kind: string; sizeBytes: number };

/**
 * Returns the job's progress at `now`; amounts are in credits. A job that waits for no lease has a null
 * `queuePosition`.
 */
export function progressView(
  job: StoredJob,
  now: Date,
  { position, bank, ...held }: Standing & { bank: JobBank },
): JobProgress {
  const state = job.state as JobState;
  const elapsedMs = (job.finishedAt ?? now).getTime() - (job.startedAt ?? job.createdAt).getTime();
  const reserved = job.finishedAt ? 0n : job.reservedAmount - job.capturedAmount - job.releasedAmount;
  return {
    jobId: job.id,
    ...commonView(job, bank),
    status: jobStatusOf[state],
    ...textOf('step', storedMessage(job.step)),
    immediate: position === null,
    queuePosition: position,
    waiting: heldBack(held) ?? waitingView(job.waiting as StoredWaiting | null),
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

/** A queued job waits for its portal if that is paused or closed, otherwise for its turn. */
function heldBack({ pause, closure }: Omit<Standing, 'position'>): JobWaiting | null {
  if (pause)
    return { kind: 'portal_paused', since: pause.since, ...textOf('message', jobMessages.portalPaused()) };
  if (!closure) return null;
  const since = closure.since.toISOString();
  return { kind: 'portal_closed', since, ...textOf('message', closedUntil(closure)) };
}

function waitingView(stored: StoredWaiting | null): JobWaiting | null {
  if (stored === null) return null;
  const { kind, since, message, challenge } = stored;
  const waiting = { kind, since };
  const text = textOf('message', storedMessage(message));
  if (!challenge) return { ...waiting, ...text };
  const { prompt, ...question } = challenge;
  return { ...waiting, ...text, challenge: { ...question, ...textOf('prompt', storedMessage(prompt)) } };
}

/** Returns the fields that a single job and a job of the list have in common: names, states and counts of rows. */
export function commonView(job: StoredJob, bank: JobBank) {
  const state = job.state as JobState;
  return {
    serviceId: job.serviceId,
    serviceName: job.serviceName,
    isPractice: job.isPractice,
    fileName: job.fileName,
    bank,
    state,
    shownState: shownStateOf({ ...job, state }),
    progress: percentOf(job),
    rowsTotal: job.rowsTotal,
    rowsDone: job.rowsDone,
    rowsSucceeded: job.rowsSucceeded,
    rowsFailed: job.rowsFailed,
    rowsRefused: job.rowsRefused,
    rowsNotFound: job.rowsNotFound,
  };
}

type CountedJob = Pick<
  StoredJob,
  'state' | 'finishedAt' | 'rowsTotal' | 'rowsDone' | 'rowsFailed' | 'rowsRefused' | 'rowsNotFound'
>;

/** Returns the percentage of finished rows among those that run; 100 only if the job has ended. */
export function percentOf(job: CountedJob): number {
  if (job.state === 'completed') return 100;
  const { total, done } = shownCountsOf(job);
  if (total === 0) return 0;
  return Math.min(job.finishedAt ? 100 : 99, Math.floor((done / total) * 100));
}

function remainingMs(job: StoredJob, elapsedMs: number): number | null {
  const { total, done } = shownCountsOf(job);
  if (job.finishedAt || job.state !== 'running' || done === 0) return null;
  return Math.round((elapsedMs / done) * (total - done));
}

/** Returns a job's progress, its position in the queue and its bank. */
export async function statusView(db: Database, job: StoredJob, now: Date): Promise<JobProgress> {
  const [standing, bankOf] = await Promise.all([standingOf(db, job, now), banksToName(db, [job])]);
  return progressView(job, now, { ...standing, bank: bankOf(job) });
}

/**
 * Returns the progress with the timeline and at most 200 result files. `downloadUrl` is null if there is nothing to
 * download.
 */
export async function detailView(db: Database, job: StoredJob, now: Date): Promise<JobDetail> {
  const [progress, events, files, filesCount, first, retry] = await Promise.all([
    statusView(db, job, now),
    db.jobEvent.findMany({ where: { jobId: job.id }, orderBy: { id: 'asc' }, take: limits.jobEventsListMax }),
    db.jobFile.findMany({
      where: { jobId: job.id, kind: 'result' },
      orderBy: { name: 'asc' },
      take: limits.jobResultFilesListMax,
    }),
    db.jobFile.count({ where: { jobId: job.id, kind: { in: customerFileKinds } } }),
    db.reservation.findUnique({ where: { jobId_attempt: { jobId: job.id, attempt: 1 } } }),
    retryPrice(db, job),
  ]);
  const reservedFirst = first?.amount ?? 0n;
  return {
    ...progress,
    documentsOnly: isDocumentsOnly(job),
    creditsReservedFirst: creditsFromHundredths(reservedFirst),
    creditsReservedAgain: creditsFromHundredths(job.reservedAmount - reservedFirst),
    ...retry,
    filesPending: areFilesPending(job),
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

/** Returns how many failed rows can be run again unchanged, and what `reopenJob` then reserves at most. */
async function retryPrice(
  db: Database,
  job: StoredJob,
): Promise<Pick<JobDetail, 'rowsToRetry' | 'creditsToRetry'>> {
  if (!job.finishedAt || job.rowsFailed === 0) return { rowsToRetry: 0, creditsToRetry: 0 };
  const where = unpaidFailedRows(job.id);
  const [rowsToRetry, pricedRows, { isAdmin }] = await Promise.all([
    db.jobRow.count({ where }),
    db.jobRow.count({ where: { ...where, sameAsRow: null } }),
    db.user.findUniqueOrThrow({ where: { id: job.userId }, select: { isAdmin: true } }),
  ]);
  const price = priceFor({ isAdmin, isPractice: job.isPractice }, pricedRows, job.costPerRow);
  return { rowsToRetry, creditsToRetry: creditsFromHundredths(price) };
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

/** Returns whether the job has ended and its result files are still being written. */
export const areFilesPending = (job: StoredJob): boolean =>
  job.finishedAt !== null && job.filesState === 'writing';

/** Returns the address of the job's results as a ZIP; null before they are complete and after they have expired. */
export function downloadUrl(job: StoredJob, filesCount: number, now: Date): string | null {
  const expired = job.filesDeletedAt !== null || (job.expiresAt !== null && job.expiresAt <= now);
  const isWhole = job.finishedAt !== null && !areFilesPending(job);
  return isWhole && filesCount > 0 && !expired ? `/api/jobs/${job.id}/download` : null;
}

type RowFilter = 'all' | 'pending' | 'succeeded' | 'failed';
export type RowsQuery = { page: number; limit: number; outcome: RowFilter; like?: number | undefined };

/** The lines of a row for further sheets can be hundreds of kilobytes, and no page shows them. */
const shownOfRow = {
  jobId: true,
  rowNumber: true,
  source: true,
  outcome: true,
  aside: true,
  message: true,
  portalReference: true,
  values: true,
  documents: true,
  attempts: true,
  charged: true,
  sameAsRow: true,
  processedAt: true,
} satisfies Prisma.JobRowSelect;

/** Returns a page of rows in the order of the sheet, with each row's cells in the order of its headings. */
export async function rowsView(
  db: Database,
  job: { id: string; headers: unknown },
  query: RowsQuery,
): Promise<{ rows: JobRow[]; pagination: Pagination }> {
  const jobId = job.id;
  const like = query.like === undefined ? {} : await endedLike(db, jobId, query.like);
  const where = { AND: [{ jobId }, outcomeFilter(query.outcome), like] };
  const [records, count] = await Promise.all([
    db.jobRow.findMany({
      where,
      orderBy: { rowNumber: 'asc' },
      skip: (query.page - 1) * query.limit,
      take: query.limit,
      select: shownOfRow,
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
    sameAsRow: row.sameAsRow,
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

export const fileUrl = (jobId: string, fileId: string): string => `/api/jobs/${jobId}/files/${fileId}`;

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
