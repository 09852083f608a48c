/** Deletes jobs' uploads, results, timelines and drafts once their retention period is over. */
import type { Deps } from '#api/deps.ts';
import { noJson, type Database } from '#prisma/client.ts';
import { jobFolder } from './job-files.ts';
import { pageFilesOf } from './pdf-table-files.ts';
import { uploadKeys } from './uploads.ts';

type RetentionDeps = Pick<Deps, 'db' | 'files' | 'clock'>;

/** Number of items of one kind that are read at once. */
const BATCH_MAX = 500;
/** Items whose files are deleted at the same time, because a bucket takes some time for each. */
const DELETED_AT_ONCE_MAX = 4;
/** Entries of timelines that one statement deletes. */
const EVENTS_BATCH_MAX = 1_000;
/** For each kind; the next run takes the rest. All of them together fit into the time of the housekeeping. */
const RUN_MS_MAX = 8 * 60_000;

/** Repeats `deleteBatch`, which returns the number of items that it has deleted, until a batch is not full. */
async function inBatches(batchMax: number, deleteBatch: () => Promise<number>): Promise<void> {
  const deadline = performance.now() + RUN_MS_MAX;
  while (performance.now() < deadline) if ((await deleteBatch()) < batchMax) return;
}

/** Works on several items at once. */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let first = 0; first < items.length; first += DELETED_AT_ONCE_MAX)
    await Promise.all(items.slice(first, first + DELETED_AT_ONCE_MAX).map(work));
}

/** Deletes the files of uploads made before the given time; their records stay, marked as deleted. */
export function deleteUploads({ db, files, clock }: RetentionDeps, before: Date): Promise<void> {
  return inBatches(BATCH_MAX, async () => {
    const ids = await uploadsBefore(db, before);
    const jobs = await db.job.findMany({
      where: { uploadId: { in: ids } },
      select: { id: true, uploadId: true },
    });
    await forEach(ids, async (id) => {
      for (const key of uploadKeys({ id })) await files.delete(key);
      for (const job of jobs) if (job.uploadId === id) await files.deleteAll(pageFilesOf(job.id));
      // Corrections of its cells are part of the file's contents.
      const data = { deletedAt: clock(), columns: noJson, edits: noJson };
      await db.upload.update({ where: { id }, data });
    });
    return ids.length;
  });
}

/**
 * Returns the oldest uploads that no open job reads. The jobs of each are looked up by its id: a condition with EXISTS
 * makes the database read all jobs once it keeps one plan for every time.
 */
async function uploadsBefore(db: Database, before: Date): Promise<string[]> {
  const uploads = await db.$queryRaw<{ id: string }[]>`
    SELECT u.id FROM uploads u LEFT JOIN LATERAL (
      SELECT TRUE AS is_read FROM jobs WHERE upload_id = u.id AND finished_at IS NULL LIMIT 1) open ON TRUE
    WHERE u.deleted_at IS NULL AND u.created_at < ${before} AND open.is_read IS NULL
    ORDER BY u.created_at LIMIT ${BATCH_MAX}::integer`;
  return uploads.map(({ id }) => id);
}

/** Deletes the files and rows of jobs whose results have expired; the jobs themselves stay listed. */
export function deleteResults({ db, files, clock }: RetentionDeps, now: Date): Promise<void> {
  return inBatches(BATCH_MAX, async () => {
    const jobs = await db.job.findMany({
      where: { filesDeletedAt: null, expiresAt: { lt: now } },
      select: { id: true },
      take: BATCH_MAX,
    });
    await forEach(jobs, async ({ id }) => {
      await files.deleteAll(jobFolder(id));
      await db.$transaction([
        db.jobFile.deleteMany({ where: { jobId: id } }),
        db.jobRow.deleteMany({ where: { jobId: id } }),
        db.job.update({ where: { id }, data: { filesDeletedAt: clock() } }),
      ]);
    });
    return jobs.length;
  });
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
 * Deletes timeline entries made before the given time. They are numbered in the order of their making, so the oldest are
 * found by their numbers, and every job is spared a further index.
 */
export function deleteJobEvents(db: Database, before: Date): Promise<void> {
  return inBatches(EVENTS_BATCH_MAX, async () => {
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
