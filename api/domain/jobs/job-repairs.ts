/** Jobs that the reconciliation examines, and what it records of a job that lost its workflow. */
import { jobMessages } from '#contracts/jobs/messages.ts';
import { messageOrNull } from '#contracts/messages/message.ts';
import type { Database } from '#prisma/client.ts';
import type { Job } from '#prisma/generated/client.ts';
import type { JobEnd } from './job-ending.ts';
import { addEvent } from './job-record.ts';

/** Number of jobs read at once. */
const PAGE = 500;

/** A job that is admitted and has not ended. */
export type UnfinishedJob = Job;

/** Yields every admitted job that has not ended, by id. Jobs are read page by page while they are processed. */
export async function* unfinishedJobs(db: Database): AsyncGenerator<UnfinishedJob> {
  let cursor: { id: string } | undefined;
  for (;;) {
    const page = await db.job.findMany({
      where: { finishedAt: null, state: { not: 'draft' } },
      orderBy: { id: 'asc' },
      take: PAGE,
      ...(cursor ? { cursor, skip: 1 } : {}),
    });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    cursor = { id: last.id };
  }
}

/** Counts that the job is resumed in a new workflow run, and adds it to the job's timeline. */
export async function noteResume(
  db: Database,
  job: Pick<UnfinishedJob, 'id' | 'attempt' | 'resumes'>,
): Promise<void> {
  await db.job.update({ where: { id: job.id }, data: { resumes: { increment: 1 } } });
  await addEvent(db, job.id, `resumed-${job.attempt}-${job.resumes}`, 'resumed', jobMessages.resumed());
}

/** Returns ended jobs whose result files are not written yet, longest ended first, and how each ended. */
export async function jobsWithoutFiles(db: Database): Promise<{ serviceId: string; end: JobEnd }[]> {
  const jobs = await db.job.findMany({
    where: { filesState: 'writing', finishedAt: { not: null }, filesDeletedAt: null },
    orderBy: { finishedAt: 'asc' },
    take: PAGE,
  });
  return jobs.map(({ id: jobId, serviceId, attempt, state, errorCode, errorMessage }) => ({
    serviceId,
    end: {
      jobId,
      attempt,
      state: state as JobEnd['state'],
      errorCode,
      errorMessage: messageOrNull(errorMessage),
    },
  }));
}
