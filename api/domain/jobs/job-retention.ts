/** Deletes jobs' uploads, results, timelines and drafts once their retention period is over. */
import type { Deps } from '#api/deps.ts';
import { noJson, type Database } from '#prisma/client.ts';
import { jobFolder } from './job-files.ts';
import { pageFilesOf } from './pdf-table-files.ts';
import { uploadKeys } from './uploads.ts';

type RetentionDeps = Pick<Deps, 'db' | 'files' | 'clock'>;

/** Number of items of one kind handled per run; the next run takes the rest. */
const BATCH_MAX = 500;

/** Deletes the files of uploads made before the given time; their records stay, marked as deleted. */
export async function deleteUploads({ db, files, clock }: RetentionDeps, before: Date): Promise<void> {
  // Uploads of running jobs are kept until the job has ended, because it reads them.
  const uploads = await db.upload.findMany({
    where: { deletedAt: null, createdAt: { lt: before }, jobs: { none: { finishedAt: null } } },
    include: { jobs: { select: { id: true } } },
    take: BATCH_MAX,
  });
  for (const upload of uploads) {
    for (const key of uploadKeys(upload)) await files.delete(key);
    for (const { id } of upload.jobs) await files.deleteAll(pageFilesOf(id));
    // Corrections of its cells are part of the file's contents.
    const data = { deletedAt: clock(), columns: noJson, edits: noJson };
    await db.upload.update({ where: { id: upload.id }, data });
  }
}

/** Deletes the files and rows of jobs whose results have expired; the jobs themselves stay listed. */
export async function deleteResults({ db, files, clock }: RetentionDeps, now: Date): Promise<void> {
  const jobs = await db.job.findMany({
    where: { filesDeletedAt: null, expiresAt: { lt: now } },
    take: BATCH_MAX,
  });
  for (const { id } of jobs) {
    await files.deleteAll(jobFolder(id));
    await db.$transaction([
      db.jobFile.deleteMany({ where: { jobId: id } }),
      db.jobRow.deleteMany({ where: { jobId: id } }),
      db.job.update({ where: { id }, data: { filesDeletedAt: clock() } }),
    ]);
  }
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

/** Deletes timeline entries made before the given time. */
export async function deleteJobEvents(db: Database, before: Date): Promise<void> {
  await db.jobEvent.deleteMany({ where: { at: { lt: before } } });
}
