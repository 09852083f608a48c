/** Uploads whose retention period ends while a job that reads them is started or run again: no job loses its file. */
import { randomUUID } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteAccount } from '#api/domain/accounts/account-deletion.ts';
import type { FileStore } from '#api/adapters/files.ts';
import { reopenJob } from '#api/domain/jobs/job-opening.ts';
import { deleteUploads } from '#api/domain/jobs/job-retention.ts';
import { retryableJob } from '#api/domain/jobs/job-retry.ts';
import { DAY_MS } from '#contracts/durations.ts';
import { limits } from '#contracts/limits.ts';
import { newCustomer, noTraces, pdf, PDF_SERVICE, type Customer } from '#tests/harness/job-calls.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { keptJob } from './kept-jobs.ts';

const app = await startAppWithWorkers();
const { deps } = app;
const { db, files, workflows } = deps;
let ana: Customer;
beforeEach(async () => {
  ana = await newCustomer(app);
});

type Kept = { jobId: string; uploadId: string };

/** An ended job with a failed row that is a file, or whose document is one; its upload is due to be deleted. */
async function endedJob(serviceId = PDF_SERVICE, documentsKey: string | null = null): Promise<Kept> {
  const jobId = await keptJob(db, ana, { serviceId, portal: null });
  const { uploadId } = await db.job.findUniqueOrThrow({ where: { id: jobId } });
  const fileKey = `uploads/${uploadId}`;
  await files.put(fileKey, Buffer.from('file'), 'application/pdf');
  await db.upload.update({ where: { id: uploadId }, data: { fileKey, documentsKey, createdAt: longAgo() } });
  return { jobId, uploadId };
}
const longAgo = (): Date => new Date(Date.now() - 2 * DAY_MS);
const deleteDue = (store: FileStore = files): Promise<void> =>
  deleteUploads({ ...deps, files: store }, new Date(Date.now() - limits.uploadRetentionMs));
const hasFile = ({ uploadId }: Kept): Promise<boolean> => files.has(`uploads/${uploadId}`);
const isMarked = async ({ uploadId }: Kept): Promise<boolean> =>
  (await db.upload.findUniqueOrThrow({ where: { id: uploadId } })).deletedAt !== null;

/** A run that deletes the uploads and then fails at the pictures of their pages. */
async function failedDeletion(): Promise<void> {
  const deleteAll = () => Promise.reject(new Error('The store does not answer.'));
  await expect(deleteDue({ ...files, deleteAll })).rejects.toThrow('The store does not answer.');
}

describe('a job that needs its upload', () => {
  test('a run that fails after the file is deleted leaves no job that can be run again, and the next completes it', async () => {
    const job = await endedJob();
    await failedDeletion();
    expect(await hasFile(job)).toBe(false);
    expect(await isMarked(job)).toBe(false);
    await expect(retryableJob(deps, { id: ana.id, isAdmin: false }, job.jobId)).rejects.toMatchObject({
      code: 'FILE_EXPIRED',
    });
    await deleteDue();
    expect(await isMarked(job)).toBe(true);
  });

  test('a job whose file is being deleted is not run again', async () => {
    const job = await endedJob();
    const refusals: unknown[] = [];
    const reopened = () => reopenJob(db, { jobId: job.jobId, attempt: 2 });
    await deleteDue({
      ...files,
      delete: async (key) => {
        await reopened().catch((error: unknown) => refusals.push(error));
        await files.delete(key);
      },
    });
    expect(refusals).toMatchObject([{ code: 'FILE_EXPIRED' }, { code: 'FILE_EXPIRED' }]);
    expect(await db.job.findUniqueOrThrow({ where: { id: job.jobId } })).toMatchObject({ attempt: 1 });
    expect([await hasFile(job), await isMarked(job)]).toEqual([false, true]);
  });

  test('a new run that is asked for before the deletion and comes after it is refused with the reason', async () => {
    const job = await endedJob();
    const { retryFailedRows } = workflows.jobs;
    vi.spyOn(workflows.jobs, 'retryFailedRows').mockImplementationOnce(async (...order) => {
      await deleteDue();
      return retryFailedRows(...order);
    });
    expect(await ana.retry(job.jobId)).toMatchObject({
      status: 410,
      body: { code: 'FILE_EXPIRED', message: expect.stringContaining('upload') },
    });
    expect(await ana.traces()).toMatchObject({ reservations: 0 });
  });

  test('a sheet with documents is not run again without them, and a sheet alone is', async () => {
    const withDocuments = await endedJob('rex-soo-submission', 'uploads/documents');
    const alone = await endedJob('ctg-port-tracking');
    await deleteDue();
    await expect(reopenJob(db, { jobId: withDocuments.jobId, attempt: 2 })).rejects.toMatchObject({
      code: 'FILE_EXPIRED',
    });
    await reopenJob(db, { jobId: alone.jobId, attempt: 2 });
    expect(await db.job.findUniqueOrThrow({ where: { id: alone.jobId } })).toMatchObject({ attempt: 2 });
  });

  test('a job that is run again while its upload is about to be deleted keeps its file', async () => {
    const job = await endedJob();
    const isWaiting = async (): Promise<boolean> => {
      const waiting = await db.$queryRaw<unknown[]>`
        SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return waiting.length > 0;
    };
    let deletion: Promise<void> | undefined;
    await db.$transaction(async (tx) => {
      await tx.job.update({ where: { id: job.jobId }, data: { state: 'queued', finishedAt: null } });
      deletion = deleteDue();
      await until('the deletion to wait for the job', isWaiting);
    });
    await deletion;
    expect([await hasFile(job), await isMarked(job)]).toEqual([true, false]);
  });
});

test('a start with a stored file that is deleted while it is read is refused and leaves no job', async () => {
  const { uploadId } = await ana.previewed(PDF_SERVICE, pdf());
  await db.upload.update({ where: { id: uploadId }, data: { createdAt: longAgo() } });
  const { local } = files;
  vi.spyOn(files, 'local').mockImplementationOnce(async (key, folder) => {
    const copy = path.join(folder, 'copy');
    await copyFile(await local(key, folder), copy);
    await deleteDue();
    return copy;
  });
  expect(await ana.start({ uploadId, totalCredits: 1, key: randomUUID() })).toMatchObject({
    status: 410,
    body: { code: 'FILE_EXPIRED' },
  });
  expect(await ana.traces()).toEqual(noTraces);
});

test('the files of an account that is deleted are deleted, also if an earlier deletion of theirs has failed', async () => {
  const job = await endedJob();
  await failedDeletion();
  await files.put(`uploads/${job.uploadId}`, Buffer.from('file'), 'application/pdf');
  await deleteAccount(deps, { userId: ana.id, by: null });
  expect(await hasFile(job)).toBe(false);
});
