/** Jobs that the reconciliation examines, and what it records of a job that lost its workflow. */
import { idAfter, pagesById } from '#api/domain/pages.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { messageOrNull } from '#contracts/messages/message.ts';
import type { Database } from '#prisma/client.ts';
import type { Job } from '#prisma/generated/client.ts';
import type { EndedRun } from '#workflows/messages.ts';
import type { JobEnd } from './job-ending.ts';
import { addEvent } from './job-record.ts';

/** A job that is admitted and has not ended. */
export type UnfinishedJob = Job;
/**
 * A job that has ended without its result files, and how it ended. `areOutdated`: this end had files, and was announced
 * with them; they no longer show the rows.
 */
export type JobWithoutFiles = { id: string; serviceId: string; end: JobEnd; areOutdated: boolean };

/** Yields pages of every admitted job that has not ended. */
export const unfinishedJobs = (db: Database): AsyncGenerator<UnfinishedJob[]> =>
  pagesById(({ after, take }) =>
    db.job.findMany({
      where: { finishedAt: null, state: { not: 'draft' }, ...idAfter(after) },
      orderBy: { id: 'asc' },
      take,
    }),
  );

/** Returns whether the job has not ended, and still runs the attempt that was read. */
export async function isUnfinished(
  db: Database,
  { id, attempt }: Pick<UnfinishedJob, 'id' | 'attempt'>,
): Promise<boolean> {
  return (await db.job.count({ where: { id, attempt, finishedAt: null } })) > 0;
}

/** Returns how the job's run has ended; null if it has not, or if another attempt runs. */
export async function endedRun(
  db: Database,
  { jobId, attempt }: { jobId: string; attempt?: number | undefined },
): Promise<EndedRun | null> {
  const job = await db.job.findFirst({
    where: { id: jobId, finishedAt: { not: null }, ...(attempt === undefined ? {} : { attempt }) },
  });
  if (!job) return null;
  const { errorCode: code, errorMessage } = job;
  return { state: job.state as EndedRun['state'], code, message: messageOrNull(errorMessage) };
}

/** Records that the job is resumed in a new workflow run, in its count of resumes and its timeline. */
export async function noteResume(
  db: Database,
  job: Pick<UnfinishedJob, 'id' | 'attempt' | 'resumes'>,
): Promise<void> {
  await db.job.update({ where: { id: job.id }, data: { resumes: { increment: 1 } } });
  await addEvent(db, {
    jobId: job.id,
    key: `resumed-${job.attempt}-${job.resumes}`,
    kind: 'resumed',
    message: jobMessages.resumed(),
  });
}

/** Yields pages of the ended jobs whose result files are not written yet, or no longer show their rows. */
export const jobsWithoutFiles = (db: Database): AsyncGenerator<JobWithoutFiles[]> =>
  pagesById(async ({ after, take }) => {
    // In SQL, because PostgreSQL uses the partial index of these few jobs only if the state is a literal.
    const jobs = await db.$queryRaw<EndedJob[]>`
      SELECT id, service_id AS "serviceId", attempt, state, error_code AS "errorCode", error_message AS "errorMessage",
        EXISTS (SELECT FROM job_files f JOIN job_events e ON e.job_id = f.job_id AND e.key = 'ended-' || attempt
          WHERE f.job_id = jobs.id AND f.kind = 'result' AND f.created_at > e.at) AS "areOutdated"
      FROM jobs WHERE files_state = 'writing' AND finished_at IS NOT NULL AND files_deleted_at IS NULL
        AND (${after}::uuid IS NULL OR id > ${after}::uuid)
      ORDER BY id LIMIT ${take}::integer`;
    return jobs.map(withoutFiles);
  });

type EndedJob = Pick<Job, 'id' | 'serviceId' | 'attempt' | 'state' | 'errorCode' | 'errorMessage'> &
  Pick<JobWithoutFiles, 'areOutdated'>;

function withoutFiles(job: EndedJob): JobWithoutFiles {
  const { id, serviceId, attempt, state, errorCode, errorMessage, areOutdated } = job;
  const end = { jobId: id, attempt, state: state as JobEnd['state'], errorCode };
  return { id, serviceId, areOutdated, end: { ...end, errorMessage: messageOrNull(errorMessage) } };
}
