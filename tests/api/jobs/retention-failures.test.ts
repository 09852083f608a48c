/**
 * Retention that ends or fails between two steps: nothing is lost that is not due, nothing stays for good, and the next run
 * completes it.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import type { FileStore } from '#api/adapters/files.ts';
import { reopenJob } from '#api/domain/jobs/job-opening.ts';
import { deleteResults, deleteUploads } from '#api/domain/jobs/job-retention.ts';
import { housekeepingActivities } from '#activities/housekeeping.ts';
import { limits } from '#contracts/limits.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { keptJob } from './kept-jobs.ts';

/** More than the failures after which a run ends. */
const FAILING_JOBS = 60;
/** More than the items that a run deletes at the same time. */
const MORE_THAN_AT_ONCE = 8;

const app = await startTestApp();
const { deps } = app;
const { db, files } = deps;
const yesterday = new Date(Date.now() - DAY_MS);

type Kept = { jobId: string; uploadId: string };

/** An ended job of which everything is due: its upload, a result file and its row. */
async function dueJob(expiresAt = yesterday): Promise<Kept> {
  const { id } = await app.signUpAndVerify();
  const jobId = await keptJob(db, { id }, { finishedAt: yesterday, expiresAt });
  const fileKey = `jobs/${jobId}/results/result.csv`;
  await files.put(fileKey, Buffer.from('result'), 'text/csv');
  await db.jobFile.create({
    data: { jobId, kind: 'result', name: 'result.csv', fileKey, contentType: 'text/csv', sizeBytes: 6 },
  });
  const { uploadId } = await db.job.findUniqueOrThrow({ where: { id: jobId } });
  await files.put(`uploads/${uploadId}`, Buffer.from('sheet'), 'text/csv');
  await db.upload.update({ where: { id: uploadId }, data: { createdAt: new Date(Date.now() - 2 * DAY_MS) } });
  return { jobId, uploadId };
}

/** What is stored of the job, in the file store and in the database. */
async function leftOf({ jobId, uploadId }: Kept) {
  const [job, upload, rows, records, hasResult, hasUpload] = await Promise.all([
    db.job.findUniqueOrThrow({ where: { id: jobId } }),
    db.upload.findUniqueOrThrow({ where: { id: uploadId } }),
    db.jobRow.count({ where: { jobId } }),
    db.jobFile.count({ where: { jobId } }),
    files.has(`jobs/${jobId}/results/result.csv`),
    files.has(`uploads/${uploadId}`),
  ]);
  return {
    results: { isMarked: job.filesDeletedAt !== null, rows, records, hasFile: hasResult },
    upload: { isMarked: upload.deletedAt !== null, hasFile: hasUpload },
  };
}
const gone = {
  results: { isMarked: true, rows: 0, records: 0, hasFile: false },
  upload: { isMarked: true, hasFile: false },
};
const whole = {
  results: { isMarked: false, rows: 1, records: 1, hasFile: true },
  upload: { isMarked: false, hasFile: true },
};

/** The store, whose deletions fail before or after they are done where `fails` says so. */
function failingStore(fails: (key: string) => 'before' | 'after' | null): FileStore {
  const failing = (deletion: (key: string) => Promise<void>) => async (key: string) => {
    const at = fails(key);
    if (at === 'before') throw new Error(`The store does not delete ${key}.`);
    await deletion(key);
    if (at === 'after') throw new Error('The process ends here.');
  };
  return { ...files, delete: failing(files.delete), deleteAll: failing(files.deleteAll) };
}
const uploadsDue = (): Date => new Date(Date.now() - limits.uploadRetentionMs);
const deleteBoth = async (store: FileStore = files): Promise<unknown[]> => {
  const given = { db, files: store, clock: deps.clock };
  const runs = [deleteUploads(given, uploadsDue()), deleteResults(given, new Date())];
  return (await Promise.allSettled(runs)).flatMap((run) => (run.status === 'rejected' ? [run.reason] : []));
};

test('a run that ends after the files and before the records is completed by the next one', async () => {
  const job = await dueJob();
  await deleteBoth(failingStore((key) => (/jobs|uploads/.test(key) ? 'after' : null)));
  expect(await leftOf(job)).toEqual({
    results: { ...whole.results, rows: 0, hasFile: false },
    upload: { ...whole.upload, hasFile: false },
  });
  expect(await deleteBoth()).toEqual([]);
  expect(await leftOf(job)).toEqual(gone);
});

test('an item that cannot be deleted keeps no other one, and is deleted by the next run', async () => {
  const later = new Date(Date.now() + DAY_MS);
  const [first, stuck, last, notDue] = [await dueJob(), await dueJob(), await dueJob(), await dueJob(later)];
  const isStuck = (key: string) => key.includes(stuck.jobId) || key.includes(stuck.uploadId);
  const failures = await deleteBoth(failingStore((key) => (isStuck(key) ? 'before' : null)));
  expect(failures.map(String)).toEqual([
    expect.stringContaining(`1 failures: Error: The store does not delete uploads/${stuck.uploadId}.`),
    expect.stringContaining(`1 failures: Error: The store does not delete jobs/${stuck.jobId}.`),
  ]);
  expect([await leftOf(first), await leftOf(last)]).toEqual([gone, gone]);
  expect(await leftOf(stuck)).toEqual({ ...whole, results: { ...whole.results, rows: 0 } });
  expect(await deleteBoth()).toEqual([]);
  expect(await leftOf(stuck)).toEqual(gone);
  expect((await leftOf(notDue)).results).toEqual(whole.results);
});

test('a run ends when the store deletes nothing, and leaves everything to the next one', async () => {
  const { uploadId, jobId } = await dueJob();
  const { userId, serviceId } = await db.job.findUniqueOrThrow({ where: { id: jobId } });
  const others = await Promise.all(
    Array.from({ length: FAILING_JOBS }, () =>
      keptJob(db, { id: userId }, { expiresAt: yesterday, serviceId }),
    ),
  );
  let asked = 0;
  const failures = await deleteBoth(
    failingStore((key) => {
      if (key.startsWith('jobs/')) asked += 1;
      return 'before';
    }),
  );
  expect(failures).toHaveLength(2);
  expect(asked).toBeLessThan(FAILING_JOBS);
  expect(await deleteBoth()).toEqual([]);
  expect(await leftOf({ uploadId, jobId })).toEqual(gone);
  expect(await db.job.count({ where: { id: { in: others }, filesDeletedAt: null } })).toBe(0);
});

test('the upload of a job that is retried while its batch is being deleted is kept', async () => {
  // The first four are deleted together; the last one's job is retried meanwhile.
  const jobs = [await dueJob(), await dueJob(), await dueJob(), await dueJob(), await dueJob()];
  const retried = jobs.at(-1)!;
  const store = failingStore(() => null);
  const given = {
    db,
    clock: deps.clock,
    files: {
      ...store,
      delete: async (key: string) => {
        await db.job.update({ where: { id: retried.jobId }, data: { finishedAt: null } });
        await store.delete(key);
      },
    },
  };
  await deleteUploads(given, uploadsDue());
  expect((await leftOf(retried)).upload).toEqual(whole.upload);
  expect((await leftOf(jobs[0]!)).upload).toEqual(gone.upload);
});

test('a job that is run again while its batch is being deleted keeps its rows and files', async () => {
  // Jobs of other tests.
  await deleteBoth();
  // The first four are deleted together; the last one is run again meanwhile.
  const jobs: Kept[] = [];
  for (let made = 0; made < 5; made += 1) jobs.push(await dueJob(new Date(yesterday.getTime() + made)));
  const retried = jobs.at(-1)!;
  let isRetried = false;
  const store = {
    ...files,
    deleteAll: async (folder: string) => {
      if (!isRetried) {
        isRetried = true;
        await reopenJob(db, { jobId: retried.jobId, attempt: 2 });
      }
      await files.deleteAll(folder);
    },
  };
  await deleteResults({ ...deps, files: store }, new Date());
  expect((await leftOf(retried)).results).toEqual(whole.results);
  expect((await leftOf(jobs[0]!)).results).toEqual(gone.results);
});

test('a job whose rows are being deleted cannot be run again', async () => {
  const job = await dueJob();
  const refusals: unknown[] = [];
  const store = {
    ...files,
    deleteAll: async (folder: string) => {
      await reopenJob(db, { jobId: job.jobId, attempt: 2 }).catch((error: unknown) => refusals.push(error));
      await files.deleteAll(folder);
    },
  };
  await deleteResults({ ...deps, files: store }, new Date());
  expect(refusals).toMatchObject([{ code: 'JOB_NOT_RETRYABLE' }]);
  expect((await leftOf(job)).results).toEqual(gone.results);
});

test('a run that is cancelled ends with the items that it has begun, and the next one deletes the others', async () => {
  // Jobs of other tests.
  await deleteBoth();
  const { jobId } = await dueJob();
  const { userId } = await db.job.findUniqueOrThrow({ where: { id: jobId } });
  const others = await Promise.all(
    Array.from({ length: MORE_THAN_AT_ONCE }, () => keptJob(db, { id: userId }, { expiresAt: yesterday })),
  );
  const cancelling = new AbortController();
  const store = {
    ...files,
    deleteAll: async (folder: string) => {
      cancelling.abort(new Error('Another worker has it.'));
      await files.deleteAll(folder);
    },
  };
  const left = () => db.job.count({ where: { id: { in: [jobId, ...others] }, filesDeletedAt: null } });
  const run = deleteResults({ ...deps, files: store, signal: cancelling.signal }, new Date());
  await expect(run).rejects.toThrow('Another worker has it.');
  const ofCancelled = await left();
  expect(ofCancelled).toBeGreaterThan(0);
  expect(ofCancelled).toBeLessThan(1 + others.length);
  expect(await deleteBoth()).toEqual([]);
  expect(await left()).toBe(0);
});

test('a store that deletes nothing keeps nothing else from being deleted', async () => {
  const { id: userId } = await app.signUpAndVerify();
  await dueJob();
  const old = new Date(Date.now() - limits.logRetentionMs - DAY_MS);
  const { id } = await db.notification.create({
    data: { key: randomUUID(), userId, type: 'info', title: 'Old', message: 'Old', createdAt: old },
  });
  const store = failingStore(() => 'before');
  const { deleteExpired } = housekeepingActivities({ ...deps, files: store });
  await expect(deleteExpired()).rejects.toThrow('The store does not delete');
  expect(await db.notification.count({ where: { id } })).toBe(0);
});
