/** Result files of large jobs: a process writes those of one job at a time, and not in the step that works the rows. */
import { expect, test } from 'vitest';
import { collect, TooManyLargeJobs } from '#activities/collect-results.ts';
import { endJob, endSmallJob } from '#activities/job-end.ts';
import { storeDocuments } from '#activities/rows/stored-documents.ts';
import type { FileStore } from '#api/adapters/files.ts';
import { endRow } from '#api/domain/jobs/job-steps.ts';
import { MIB } from '#contracts/byte-sizes.ts';
import { quote } from '#contracts/messages/message.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { chargedJobs } from '#tests/harness/charged-jobs.ts';
import { createGate } from '#tests/harness/gate.ts';
import { pagedPdf } from '#tests/harness/job-documents.ts';

const { deps } = await startTestApp();
const { db } = deps;
const { started, end, reservation } = chargedJobs(db);
const page = await pagedPdf(1);

/** Large jobs that may wait for another one. */
const WAITING_MAX = 4;

const completed = (jobId: string) =>
  ({ jobId, attempt: 1, state: 'completed', errorCode: null, errorMessage: null }) as const;

type Job = Awaited<ReturnType<typeof started>>;

/** A job of two rows with a document each. */
async function workedJob(): Promise<Job> {
  const job = await started(2);
  const { jobId } = job;
  for (const rowNumber of [1, 2]) {
    const about = { id: jobId, rowsTotal: 2, isPractice: false };
    const document = { name: `document-${rowNumber}.pdf`, contentType: 'application/pdf', bytes: page };
    const origin = { attempt: 1 };
    const documents = await storeDocuments(deps, { job: about, rowNumber, documents: [document], origin });
    const row = { jobId, rowNumber, message: quote('Ended.'), attempts: 1, now: new Date() };
    await endRow(db, { ...row, outcome: 'SUCCESS', documents });
  }
  return job;
}

/** Lets its documents count as large ones; the store has small ones in their place. */
async function enlarge(job: Job): Promise<Job> {
  await db.jobFile.updateMany({
    where: { jobId: job.jobId, kind: 'document' },
    data: { sizeBytes: 20 * MIB },
  });
  return job;
}

async function endedJob(size: 'small' | 'large'): Promise<Job> {
  const job = await workedJob();
  if (size === 'large') await enlarge(job);
  await end(job, 1);
  return job;
}

/** Collects the job's files from a store whose documents wait for `pass`; `reads` counts them. */
function collection({ jobId }: Job, pass: () => Promise<void> = async () => undefined) {
  const counter = { reads: 0 };
  const get: FileStore['get'] = async (key) => {
    counter.reads += 1;
    await pass();
    return deps.files.get(key);
  };
  return { counter, over: collect({ ...deps, files: { ...deps.files, get } }, jobId) };
}

const resultsOf = async ({ jobId }: Job): Promise<string[]> =>
  (await db.jobFile.findMany({ where: { jobId, kind: 'result' }, orderBy: { name: 'asc' } })).map(
    ({ name }) => name,
  );

test('the files of a large job wait for those of another large job, and those of a small one do not', async () => {
  const [first, second, small] = [await endedJob('large'), await endedJob('large'), await endedJob('small')];
  const gate = createGate();
  const held = collection(first, gate.pass);
  await gate.reached;
  const waiting = collection(second);
  await collection(small).over;
  expect(await resultsOf(small)).toEqual(['combined.pdf', 'result.csv', 'result.xlsx']);
  expect(waiting.counter.reads).toBe(0);

  gate.open();
  await Promise.all([held.over, waiting.over]);
  expect(waiting.counter.reads).toBe(2);
  expect(await resultsOf(second)).toEqual(['combined.pdf', 'result.csv', 'result.xlsx']);
});

test('the end of a large job is put off with its credits settled while too many others wait', async () => {
  const jobs: Job[] = [];
  for (let made = 0; made < WAITING_MAX + 2; made += 1) jobs.push(await enlarge(await workedJob()));
  const [held, ...others] = jobs as [Job, ...Job[]];
  const gate = createGate();
  const get: FileStore['get'] = async (key) => {
    await gate.pass();
    return deps.files.get(key);
  };
  const endOf = ({ jobId }: Job) => endJob({ ...deps, files: { ...deps.files, get } }, completed(jobId));
  const heldEnd = endOf(held);
  await gate.reached;
  const ends = others.map((job) => endOf(job).catch((error: unknown) => ({ job, error })));
  // The others wait behind the gate.
  const putOff = await Promise.race(ends);
  if (!('error' in putOff)) throw new Error('A large job has ended before its turn.');
  const { job, error } = putOff;
  expect(error).toBeInstanceOf(TooManyLargeJobs);
  expect(await reservation(job, 1)).toMatchObject({ settledAt: expect.any(Date) });
  const notices = () => db.notification.count({ where: { userId: job.userId, type: 'job_complete' } });
  expect(await notices()).toBe(0);

  gate.open();
  await Promise.all([heldEnd, ...ends]);
  await endOf(job);
  expect(await notices()).toBe(1);
  for (const each of jobs)
    expect(await resultsOf(each)).toEqual(['combined.pdf', 'result.csv', 'result.xlsx']);
});

test('a large job whose attempt is given up while it waits is not written by that attempt', async () => {
  const [first, second] = [await endedJob('large'), await endedJob('large')];
  const gate = createGate();
  const held = collection(first, gate.pass);
  await gate.reached;
  const attempt = new AbortController();
  const turnOf = async () => (await db.job.findUniqueOrThrow({ where: { id: second.jobId } })).resultsTurn;
  const before = await turnOf();
  const waiting = collect(deps, second.jobId, { signal: attempt.signal });
  attempt.abort(new Error('The attempt is given up.'));
  gate.open();
  await expect(waiting).rejects.toThrow('The attempt is given up.');
  await held.over;
  expect(await turnOf()).toBe(before);
});

test('the step that works the rows settles a large job and leaves its files and its notice to the workflow', async () => {
  const job = await enlarge(await workedJob());
  const { jobId, userId } = job;
  const attempt = completed(jobId);
  const notices = () => db.notification.count({ where: { userId, type: 'job_complete' } });
  expect(await endSmallJob(deps, attempt, { serviceId: 'exp-issue', portal: 'bb-exp', rowsTotal: 2 })).toBe(
    false,
  );
  expect(await reservation(job, 1)).toMatchObject({ settledAt: expect.any(Date) });
  expect({ files: await resultsOf(job), notices: await notices() }).toEqual({ files: [], notices: 0 });

  expect(await endJob(deps, attempt)).toMatchObject({ total: 2, done: 2 });
  expect({ files: await resultsOf(job), notices: await notices() }).toEqual({
    files: ['combined.pdf', 'result.csv', 'result.xlsx'],
    notices: 1,
  });
});
