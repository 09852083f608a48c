/** Bulk retries: the jobs that a filter matches are counted and stored, so that exactly those are run again. */
import { MINUTE_MS } from '#contracts/durations.ts';
import type { Deps } from '#api/deps.ts';
import type { AdminJobsFilter, BulkRetryState } from '#contracts/jobs/admin-jobs.ts';
import type { BulkRetryCount, BulkRetryProgress } from '#contracts/calls/jobs/admin-jobs-answers.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { DomainError } from '#contracts/errors.ts';
import { chargedOutcomes, succeededOutcomes } from '#contracts/jobs/jobs.ts';
import { limits } from '#contracts/limits.ts';
import { textOf } from '#contracts/messages/answers.ts';
import { storedMessage } from '#contracts/messages/message.ts';
import type { Database } from '#prisma/client.ts';
import { Prisma, type BulkRetry, type BulkRetryTurn } from '#prisma/generated/client.ts';
import { services } from '#services/catalogue.ts';
import { jobConditions, JOBS_STATEMENT_MS_MAX } from './admin-jobs.ts';
import { recordChange } from '#api/domain/accounts/audit.ts';
import { withStatementLimit } from '#api/domain/bounded-query.ts';
import { WorkflowGone } from '#api/domain/workflows-port.ts';
import { endBulkRetry } from './bulk-retry-turns.ts';
import { DELETED_FILE_KEY } from './uploads.ts';

type Candidate = { id: string; attempt: number; rows: number; price: bigint };

/** Counts the jobs, newest first. Jobs above the maximum are left for the next bulk retry. */
export async function countBulkRetry(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { adminId, filter }: { adminId: string; filter: AdminJobsFilter },
): Promise<BulkRetryCount> {
  const found = await candidates(db, filter, clock());
  const jobs = found.slice(0, limits.bulkRetryJobsMax);
  return {
    id: jobs.length > 0 ? await keepCount(db, { adminId, filter, jobs, now: clock() }) : null,
    jobs: jobs.length,
    rows: jobs.reduce((sum, { rows }) => sum + rows, 0),
    credits: creditsFromHundredths(jobs.reduce((sum, { price }) => sum + price, 0n)),
    isMore: found.length > jobs.length,
    jobsPerMinute: limits.bulkRetryJobsPerMinute,
  };
}

/**
 * Excludes practice runs, jobs that their customer cancelled, and jobs that a single retry would refuse, as far as the
 * database shows.
 */
async function candidates(db: Database, filter: AdminJobsFilter, now: Date): Promise<Candidate[]> {
  const conditions = await jobConditions(db, filter);
  // Rows of a sheet are stored with the job; rows that are files are in the upload.
  const withoutUpload = services.filter(({ input }) => input.kind === 'sheet').map(({ id }) => id);
  return withStatementLimit(
    db,
    JOBS_STATEMENT_MS_MAX,
    (tx) => tx.$queryRaw<Candidate[]>`
      SELECT j.id, j.attempt, unpaid.rows,
        CASE WHEN u.is_admin THEN 0 ELSE unpaid.priced::bigint * j.cost_per_row_hundredths END AS price
      FROM jobs j
      JOIN users u ON u.id = j.user_id AND u.status = 'active'
      JOIN uploads up ON up.id = j.upload_id
      CROSS JOIN LATERAL (
        SELECT count(*)::integer AS rows, count(*) FILTER (WHERE r.same_as_row IS NULL) AS priced
        FROM job_rows r WHERE r.job_id = j.id AND NOT r.charged
          AND (r.same_as_row IS NULL OR r.outcome <> ALL(${[...chargedOutcomes]}::text[]))
          AND r.outcome <> ALL(${['INPUT_INVALID', ...succeededOutcomes]}::text[])
      ) unpaid
      WHERE ${Prisma.join(conditions, ' AND ')}
        AND NOT (j.state = 'cancelled' AND j.stopped_by IS NULL)
        AND NOT j.is_practice AND j.finished_at IS NOT NULL AND j.rows_failed > 0 AND j.files_deleted_at IS NULL
        AND (j.expires_at IS NULL OR j.expires_at > ${now}) AND j.attempt < ${limits.runsPerJobMax}::integer
        AND NOT EXISTS (SELECT 1 FROM service_settings s WHERE s.service_id = j.service_id AND NOT s.enabled)
        AND ((up.deleted_at IS NULL AND up.file_key <> ${DELETED_FILE_KEY})
          OR (up.documents_key IS NULL AND j.service_id = ANY(${withoutUpload}::text[])))
        AND unpaid.rows > 0
      ORDER BY j.created_at DESC, j.id DESC LIMIT ${limits.bulkRetryJobsMax + 1}::integer`,
  );
}

/** Keeps the jobs with the run that each is counted for, so that a job that runs otherwise meanwhile is left alone. */
async function keepCount(
  db: Database,
  count: { adminId: string; filter: AdminJobsFilter; jobs: Candidate[]; now: Date },
): Promise<string> {
  const { adminId, filter, jobs, now } = count;
  const tooOld = new Date(now.getTime() - limits.bulkRetryCountMs);
  await db.bulkRetry.deleteMany({ where: { state: 'counted', createdAt: { lt: tooOld } } });
  const jobIds = jobs.map(({ id }) => id);
  const turns = jobs.map(({ id, attempt }) => ({ jobId: id, attempt: attempt + 1 }));
  const kept = await db.bulkRetry.create({
    data: {
      adminId,
      reason: '',
      filter,
      jobIds,
      state: 'counted',
      createdAt: now,
      turns: { createMany: { data: turns } },
    },
  });
  return kept.id;
}

/** Starts a counted bulk retry. A repeated or concurrent call refers to the same bulk retry. */
export async function startBulkRetry(
  { db, workflows, clock }: Pick<Deps, 'db' | 'workflows' | 'clock'>,
  order: { bulkRetryId: string; adminId: string; reason: string },
): Promise<BulkRetryProgress> {
  const { bulkRetryId, adminId, reason } = order;
  const counted = await db.bulkRetry.findFirst({ where: { id: bulkRetryId, adminId } });
  if (!counted) throw new DomainError('BULK_RETRY_OUTDATED');
  if (counted.state !== 'counted') return bulkRetryProgress(db, bulkRetryId);
  const ageMs = clock().getTime() - counted.createdAt.getTime();
  if (ageMs > limits.bulkRetryCountMs) throw new DomainError('BULK_RETRY_OUTDATED');
  try {
    await workflows.bulkRetries.start(
      { bulkRetryId, adminId, reason, pauseMs: MINUTE_MS / limits.bulkRetryJobsPerMinute },
      `Retry of ${counted.jobIds.length} jobs`,
    );
  } catch (cause) {
    throw new DomainError('UNAVAILABLE', { cause });
  }
  return bulkRetryProgress(db, bulkRetryId);
}

/** Stops a bulk retry. No further job is started; the current one continues. */
export async function stopBulkRetry(
  deps: Pick<Deps, 'db' | 'workflows' | 'clock'>,
  order: { bulkRetryId: string; adminId: string; reason: string },
): Promise<BulkRetryProgress> {
  const { bulkRetryId, adminId, reason } = order;
  await deps.db.$transaction(async (tx) => {
    const { count } = await tx.bulkRetry.updateMany({
      where: { id: bulkRetryId, state: 'running' },
      data: { state: 'stopping' },
    });
    if (count === 0) throw new DomainError('BULK_RETRY_OVER');
    const bulk = await tx.bulkRetry.findUniqueOrThrow({ where: { id: bulkRetryId } });
    await recordChange(tx, {
      adminId,
      action: 'bulk retry stopped',
      subject: `bulk-retry/${bulkRetryId}`,
      before: { state: 'running' },
      after: { state: 'stopping', jobs: bulk.jobIds.length, retried: bulk.retried, refused: bulk.refused },
      reason,
    });
  });
  // If the workflow was terminated, nothing else would record the end.
  if (!(await isRunning(deps, bulkRetryId))) await endBulkRetry(deps, { bulkRetryId });
  return bulkRetryProgress(deps.db, bulkRetryId);
}

async function isRunning({ workflows }: Pick<Deps, 'workflows'>, bulkRetryId: string): Promise<boolean> {
  try {
    return await workflows.bulkRetries.isRunning(bulkRetryId);
  } catch (error) {
    // While Temporal is unavailable, the workflow is assumed to run: it reads the request to stop when it continues.
    return !(error instanceof WorkflowGone);
  }
}

/** Lists bulk retries, newest first, without counts that were never started. */
export async function listBulkRetries(db: Database): Promise<BulkRetryProgress[]> {
  const bulks = await db.bulkRetry.findMany({
    where: { state: { not: 'counted' } },
    orderBy: { createdAt: 'desc' },
    take: limits.bulkRetriesListMax,
    include: { turns: refusals },
  });
  const names = await namesOf(db, bulks);
  return bulks.map((bulk) => progressOf(bulk, names));
}

/** Returns the state of a bulk retry and the latest jobs that were refused. Throws NOT_FOUND. */
export async function bulkRetryProgress(db: Database, id: string): Promise<BulkRetryProgress> {
  const bulk = await db.bulkRetry.findUnique({ where: { id }, include: { turns: refusals } });
  if (!bulk) throw new DomainError('NOT_FOUND');
  return progressOf(bulk, await namesOf(db, [bulk]));
}

const refusals = {
  where: { outcome: 'refused' },
  orderBy: { endedAt: 'desc' },
  take: limits.bulkRetryRefusalsListMax,
} as const;

async function namesOf(db: Database, bulks: readonly BulkRetry[]): Promise<Map<string, string>> {
  const ids = [...new Set(bulks.map(({ adminId }) => adminId))];
  const admins = await db.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  return new Map(admins.map(({ id, name }) => [id, name]));
}

const states: Record<string, BulkRetryState> = {
  // Started, but not yet begun by the workflow.
  counted: 'running',
  running: 'running',
  stopping: 'stopping',
  stopped: 'stopped',
  done: 'done',
};

function progressOf(
  bulk: BulkRetry & { turns: BulkRetryTurn[] },
  names: Map<string, string>,
): BulkRetryProgress {
  const state = states[bulk.state];
  if (!state) throw new Error(`The bulk retry ${bulk.id} is in the unknown state ${bulk.state}.`);
  return {
    id: bulk.id,
    state,
    startedBy: names.get(bulk.adminId) ?? '',
    reason: bulk.reason,
    total: bulk.jobIds.length,
    retried: bulk.retried,
    refused: bulk.refused,
    refusals: bulk.turns.map(({ jobId, message }) => ({
      jobId,
      ...textOf('message', storedMessage(message)),
    })),
    startedAt: (bulk.startedAt ?? bulk.createdAt).toISOString(),
    endedAt: bulk.endedAt?.toISOString() ?? null,
  };
}
