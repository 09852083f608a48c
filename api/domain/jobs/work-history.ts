/** A customer's work history: its page on the dashboard, single entries, and the figures of the stat cards. */
import type { JobBank } from '#contracts/calls/banks-answers.ts';
import type { WorkHistoryItem, WorkSummary } from '#contracts/calls/jobs/jobs-answers.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { paginationOf, type Pagination } from '#contracts/envelope.ts';
import { DomainError } from '#contracts/errors.ts';
import { jobStatusOf, type JobState, type WorkHistoryBody } from '#contracts/jobs/jobs.ts';
import { shownStateOf } from '#contracts/jobs/shown-state.ts';
import { textOrNullOf } from '#contracts/messages/answers.ts';
import { messageOrNull } from '#contracts/messages/message.ts';
import type { Database } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { Customer } from '#api/domain/accounts/customers.ts';
import { dhakaDay } from '#contracts/calendar-days.ts';
import { timesOfDays } from '#api/domain/dhaka-days.ts';
import { banksToName } from '#api/domain/portals/banks.ts';
import { customerFileKinds, filesOfListed, type ListedFiles } from './listed-files.ts';
import { areFilesPending, downloadUrl, fileUrl, percentOf, type StoredJob } from './job-views.ts';

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
  customer: Pick<Customer, 'id' | 'token'>,
  query: { page: number; limit: number },
  now: Date,
): Promise<{ workHistory: WorkHistoryItem[]; pagination: Pagination; summary: WorkSummary }> {
  const { id: userId, token } = customer;
  const ofToken = token?.serviceIds ? { serviceId: { in: token.serviceIds } } : {};
  const listed = { userId, state: { not: 'draft' }, ...ofToken, ...isKept(now) };
  const [jobs, count, summary] = await Promise.all([
    db.job.findMany({
      where: listed,
      orderBy: newestFirst,
      skip: (query.page - 1) * query.limit,
      take: query.limit,
    }),
    db.job.count({ where: listed }),
    workSummary(db, customer, now),
  ]);
  const [bankOf, filesOf] = await Promise.all([banksToName(db, jobs), filesOfListed(db, jobs)]);
  return {
    workHistory: jobs.map((job) => historyItem(job, { bank: bankOf(job), files: filesOf(job), now })),
    pagination: paginationOf(query.page, query.limit, count),
    summary,
  };
}

/** Jobs that have not ended, and those whose results exist: the work history is kept for 7 days (spec section 9). */
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
  });
  if (!job) throw new DomainError('NOT_FOUND');
  const [bankOf, filesOf] = await Promise.all([banksToName(db, [job]), filesOfListed(db, [job])]);
  return historyItem(job, { bank: bankOf(job), files: filesOf(job), now });
}

/** Throws NOT_FOUND unless this is the customer's own job and has all of these files. */
export async function requireFiles(
  db: Database,
  { id: userId }: Pick<Customer, 'id'>,
  id: string,
  names: readonly string[],
): Promise<void> {
  const job = await db.job.findFirst({
    where: { id, userId, state: { not: 'draft' } },
    select: { files: { where: { kind: { in: customerFileKinds }, name: { in: [...names] } } } },
  });
  const known = new Set(job?.files.map(({ name }) => name));
  if (!job || names.some((name) => !known.has(name))) throw new DomainError('NOT_FOUND');
}

const newestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

function historyItem(
  job: StoredJob,
  { bank, files, now }: { bank: JobBank; files: ListedFiles; now: Date },
): WorkHistoryItem {
  const state = job.state as JobState;
  return {
    id: job.id,
    serviceId: job.serviceId,
    serviceName: job.serviceName,
    isPractice: job.isPractice,
    fileName: job.fileName,
    bank,
    creditsUsed: creditsFromHundredths(job.finishedAt ? job.capturedAmount : job.reservedAmount),
    status: historyStatus[jobStatusOf[state]],
    shownState: shownStateOf({ ...job, state }),
    progress: percentOf(job),
    resultFiles: files.names,
    filesGeneratedCount: files.count,
    rowsTotal: job.rowsTotal,
    rowsDone: job.rowsDone,
    rowsFailed: job.rowsFailed,
    rowsRefused: job.rowsRefused,
    rowsNotFound: job.rowsNotFound,
    ...textOrNullOf('errorMessage', messageOrNull(job.errorMessage)),
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
    filesPending: areFilesPending(job),
    downloadUrl: downloadUrl(job, files.count, now),
    failedRowsUrl: files.failedRowsId ? fileUrl(job.id, files.failedRowsId) : null,
    expiresAt: job.expiresAt?.toISOString() ?? null,
    bulkUploadId: job.uploadId,
    rowNumber: null,
  };
}

/** Counts the customer's work in one pass, without practice runs. */
async function workSummary(
  db: Database,
  { id: userId, token }: Pick<Customer, 'id' | 'token'>,
  now: Date,
): Promise<WorkSummary> {
  const { gte = now } = timesOfDays({ dateFrom: dhakaDay(now) });
  const ofToken = token?.serviceIds
    ? Prisma.sql`AND service_id = ANY(${[...token.serviceIds]}::text[])`
    : Prisma.empty;
  const [summary] = await db.$queryRaw<WorkSummary[]>`
    SELECT count(*) FILTER (WHERE created_at >= ${gte})::integer AS "todaysTasks",
      count(*)::integer AS "totalProcesses",
      count(*) FILTER (WHERE state = 'completed')::integer AS completed,
      count(*) FILTER (WHERE finished_at IS NOT NULL)::integer AS finished,
      coalesce(sum(rows_total) FILTER (WHERE finished_at IS NOT NULL), 0)::float8 AS "rowsFinished",
      coalesce(sum(rows_succeeded + rows_not_found) FILTER (WHERE finished_at IS NOT NULL), 0)::float8 AS "rowsSucceeded"
    FROM jobs WHERE user_id = ${userId} AND state <> 'draft' AND NOT is_practice ${ofToken}`;
  if (!summary) throw new Error('The work of a customer could not be counted.');
  return summary;
}
