/** A customer's work history: its page on the dashboard, single entries, and the figures of the stat cards. */
import type { WorkHistoryItem, WorkSummary } from '#contracts/calls/jobs-answers.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { paginationOf, type Pagination } from '#contracts/envelope.ts';
import { DomainError } from '#contracts/errors.ts';
import { jobStatusOf, type JobState, type WorkHistoryBody } from '#contracts/jobs/jobs.ts';
import { shownStateOf } from '#contracts/jobs/shown-state.ts';
import { textOrNullOf } from '#contracts/messages/answers.ts';
import { messageOrNull } from '#contracts/messages/message.ts';
import type { Database } from '#prisma/client.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import type { Customer } from '#api/domain/accounts/customers.ts';
import { dhakaDay, timesOfDays } from '#api/domain/dhaka-days.ts';
import { downloadUrl, fileUrl, percentOf, type JobRecord } from './job-views.ts';
import { resultName } from './result-names.ts';

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
  const listed = { ...where, ...isKept(now) };
  const [jobs, count, summary] = await Promise.all([
    db.job.findMany({
      where: listed,
      orderBy: newestFirst,
      skip: (query.page - 1) * query.limit,
      take: query.limit,
      include: withFiles,
    }),
    db.job.count({ where: listed }),
    workSummary(db, { ...where, isPractice: false }, now),
  ]);
  return {
    workHistory: jobs.map((job) => historyItem(job, now)),
    pagination: paginationOf(query.page, query.limit, count),
    summary,
  };
}

/** Jobs that are not over, and those whose results exist: the work history is kept for 7 days (spec section 9). */
const isKept = (now: Date): Prisma.JobWhereInput => ({
  OR: [{ expiresAt: null }, { expiresAt: { gt: now }, filesDeletedAt: null }],
});

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
  const state = job.state as JobState;
  const failedName = resultName(job, 'failed_rows.csv');
  const failedRows = job.files.find((file) => file.kind === 'result' && file.name === failedName);
  return {
    id: job.id,
    serviceId: job.serviceId,
    serviceName: job.serviceName,
    isPractice: job.isPractice,
    fileName: job.fileName,
    creditsUsed: creditsFromHundredths(job.finishedAt ? job.capturedAmount : job.reservedAmount),
    status: historyStatus[jobStatusOf[state]],
    shownState: shownStateOf({ ...job, state }),
    progress: percentOf(job),
    resultFiles: job.files.slice(0, HISTORY_FILES_MAX).map((file) => file.name),
    filesGeneratedCount: job.files.length,
    rowsTotal: job.rowsTotal,
    rowsDone: job.rowsDone,
    rowsFailed: job.rowsFailed,
    rowsRefused: job.rowsRefused,
    rowsNotFound: job.rowsNotFound,
    ...textOrNullOf('errorMessage', messageOrNull(job.errorMessage)),
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
    downloadUrl: downloadUrl(job, job.files.length, now),
    failedRowsUrl: failedRows ? fileUrl(job.id, failedRows.id) : null,
    expiresAt: job.expiresAt?.toISOString() ?? null,
    bulkUploadId: job.uploadId,
    rowNumber: null,
  };
}

/** `where` leaves practice runs out, which are no work done. */
async function workSummary(db: Database, where: Prisma.JobWhereInput, now: Date): Promise<WorkSummary> {
  const ended = { ...where, finishedAt: { not: null } };
  const [todaysTasks, totalProcesses, completed, finished, rows] = await Promise.all([
    db.job.count({ where: { ...where, createdAt: timesOfDays({ dateFrom: dhakaDay(now) }) } }),
    db.job.count({ where }),
    db.job.count({ where: { ...where, state: 'completed' } }),
    db.job.count({ where: ended }),
    db.job.aggregate({ where: ended, _sum: { rowsTotal: true, rowsSucceeded: true } }),
  ]);
  const { rowsTotal, rowsSucceeded } = rows._sum;
  return {
    todaysTasks,
    totalProcesses,
    completed,
    finished,
    rowsFinished: rowsTotal ?? 0,
    rowsSucceeded: rowsSucceeded ?? 0,
  };
}
