/** Deletes jobs' uploads, results, timelines and drafts once their retention period is over. */
import type { Deps } from '#api/deps.ts';
import { noJson, type Database } from '#prisma/client.ts';
import { SeveralErrors } from '#api/domain/several-errors.ts';
import { jobFolder } from './job-files.ts';
import { pageFilesOf } from './pdf-table-files.ts';
import { DELETED_FILE_KEY, uploadKeys } from './uploads.ts';

type RetentionDeps = Pick<Deps, 'db' | 'files' | 'clock'> & {
  /** When it aborts, no further item is begun. */
  signal?: AbortSignal | undefined;
};

/** Number of items of one kind that are read at once. */
const BATCH_MAX = 500;
/** Items whose files are deleted at the same time, because a bucket takes some time for each. */
const DELETED_AT_ONCE_MAX = 4;
/** A run skips items that cannot be deleted. After more than this it ends, because the store itself does not work. */
const FAILURES_MAX = 50;
/** Entries of timelines that one statement deletes. */
const EVENTS_BATCH_MAX = 1_000;
/** Time limit for each kind of item; the next run takes the rest. All kinds together fit into one housekeeping run. */
const RUN_MS_MAX = 8 * 60_000;

/** Repeats `deleteBatch`, which returns the number of items it has deleted, until a batch is not full. */
async function inBatches(
  { batchMax, signal }: { batchMax: number; signal: AbortSignal | undefined },
  deleteBatch: () => Promise<number>,
): Promise<void> {
  const deadline = performance.now() + RUN_MS_MAX;
  while (performance.now() < deadline) {
    signal?.throwIfAborted();
    if ((await deleteBatch()) < batchMax) return;
  }
}

/**
 * Deletes what `read` returns, several items at once. An item that cannot be deleted does not stop the others: the run
 * skips it and throws at its end, and the next run tries it again.
 */
async function deleteEach(
  signal: AbortSignal | undefined,
  read: (passedOver: string[]) => Promise<{ id: string }[]>,
  work: (id: string) => Promise<void>,
): Promise<void> {
  const failures = new Map<string, unknown>();
  const deadline = performance.now() + RUN_MS_MAX;
  const isOver = (): boolean =>
    failures.size > FAILURES_MAX || performance.now() > deadline || signal?.aborted === true;
  const workOn = async ({ id }: { id: string }): Promise<void> => {
    await work(id).catch((error: unknown) => failures.set(id, error));
  };
  for (let isMore = true; isMore && !isOver();) {
    const items = await read([...failures.keys()]);
    for (let first = 0; first < items.length && !isOver(); first += DELETED_AT_ONCE_MAX)
      await Promise.all(items.slice(first, first + DELETED_AT_ONCE_MAX).map(workOn));
    isMore = items.length === BATCH_MAX;
  }
  if (failures.size > 0) throw new SeveralErrors([...failures.values()]);
  signal?.throwIfAborted();
}

/**
 * Deletes the files of uploads made before the given time; their records stay, marked as deleted. Before the first file
 * goes, the record tells jobs that they cannot be read any more. It is marked as deleted last: if the process dies in
 * between, the next run finds it and repeats everything.
 */
export function deleteUploads({ db, files, clock, signal }: RetentionDeps, before: Date): Promise<void> {
  return deleteEach(
    signal,
    (passedOver) => uploadsBefore(db, before, passedOver),
    async (id) => {
      const jobs = await takeFromJobs(db, id);
      if (!jobs) return;
      for (const key of uploadKeys({ id })) await files.delete(key);
      for (const job of jobs) await files.deleteAll(pageFilesOf(job.id));
      // Corrections of its cells are part of the file's contents.
      const data = { deletedAt: clock(), columns: noJson, edits: noJson };
      await db.upload.update({ where: { id }, data });
    },
  );
}

/**
 * Takes the upload from its jobs and returns these, or null if one of them is open: a job may have been started or run
 * again since the batch was read. The locks are those that a start and `reopenJob` take, so none begins afterwards.
 */
function takeFromJobs(db: Database, id: string): Promise<{ id: string }[] | null> {
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM uploads WHERE id = ${id}::uuid FOR UPDATE`;
    const jobs = await tx.$queryRaw<{ id: string; finishedAt: Date | null }[]>`
      SELECT id, finished_at AS "finishedAt" FROM jobs WHERE upload_id = ${id}::uuid ORDER BY id FOR UPDATE`;
    if (jobs.some(({ finishedAt }) => finishedAt === null)) return null;
    await tx.upload.update({ where: { id }, data: { fileKey: DELETED_FILE_KEY } });
    return jobs;
  });
}

/**
 * Returns the oldest uploads that no open job reads. A LATERAL join looks up the jobs of each by its id. With EXISTS,
 * PostgreSQL's generic plan reads all jobs instead.
 */
function uploadsBefore(db: Database, before: Date, passedOver: string[]): Promise<{ id: string }[]> {
  return db.$queryRaw`
    SELECT u.id FROM uploads u LEFT JOIN LATERAL (
      SELECT TRUE AS is_read FROM jobs WHERE upload_id = u.id AND finished_at IS NULL LIMIT 1) open ON TRUE
    WHERE u.deleted_at IS NULL AND u.created_at < ${before} AND open.is_read IS NULL
      AND u.id <> ALL (${passedOver}::uuid[])
    ORDER BY u.created_at LIMIT ${BATCH_MAX}::integer`;
}

/**
 * Deletes the rows and files of jobs whose results have expired; the jobs themselves stay listed. A job is marked last:
 * if the process dies in between, the next run finds it and repeats everything.
 */
export function deleteResults({ db, files, clock, signal }: RetentionDeps, now: Date): Promise<void> {
  return deleteEach(
    signal,
    (passedOver) =>
      db.job.findMany({
        where: { filesDeletedAt: null, expiresAt: { lt: now }, id: { notIn: passedOver } },
        select: { id: true },
        orderBy: { expiresAt: 'asc' },
        take: BATCH_MAX,
      }),
    async (id) => {
      if (!(await deleteDueRows(db, id, now))) return;
      await files.deleteAll(jobFolder(id));
      await db.$transaction([
        db.jobFile.deleteMany({ where: { jobId: id } }),
        db.job.update({ where: { id }, data: { filesDeletedAt: clock() } }),
      ]);
    },
  );
}

/**
 * Deletes the rows of a job whose results are still due, under the lock that `reopenJob` takes: without its rows, the job
 * cannot be run again. Returns false for a job that has been run again since the batch was read.
 */
async function deleteDueRows(db: Database, id: string, now: Date): Promise<boolean> {
  const due = await db.$queryRaw<unknown[]>`
    WITH due AS (
      SELECT id FROM jobs WHERE id = ${id}::uuid AND files_deleted_at IS NULL AND expires_at < ${now} FOR UPDATE
    ), deleted AS (
      DELETE FROM job_rows r USING due WHERE r.job_id = due.id
    )
    SELECT id FROM due`;
  return due.length > 0;
}

/** Returns drafts created before the given time. */
export function draftsBefore(db: Database, before: Date): Promise<{ id: string; serviceId: string }[]> {
  return db.job.findMany({
    where: { state: 'draft', createdAt: { lt: before } },
    take: BATCH_MAX,
  });
}

/** Deletes a job that is still a draft. */
export async function deleteDraft(db: Database, id: string): Promise<void> {
  await db.job.deleteMany({ where: { id, state: 'draft' } });
}

/**
 * Deletes timeline entries made before the given time. Their ids grow with time, so the oldest are found by id, and the
 * table needs no further index.
 */
export function deleteJobEvents(db: Database, before: Date, signal?: AbortSignal): Promise<void> {
  return inBatches({ batchMax: EVENTS_BATCH_MAX, signal }, async () => {
    const oldest = await db.jobEvent.findMany({
      orderBy: { id: 'asc' },
      take: EVENTS_BATCH_MAX,
      select: { id: true, at: true },
    });
    const due = oldest.filter(({ at }) => at < before).map(({ id }) => id);
    if (due.length > 0) await db.jobEvent.deleteMany({ where: { id: { in: due } } });
    return due.length;
  });
}
