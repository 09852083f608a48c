/** Ends a job: its credits are settled first, then its result files are written, then its customer is told. */
import type { Deps } from '#api/deps.ts';
import { announceEnd, finish, type JobEnd } from '#api/domain/jobs/job-ending.ts';
import { mailJobEnd } from '#api/domain/jobs/job-mail.ts';
import { wakeVisitors } from '#api/domain/portals/portal-visitors.ts';
import { startJobDeliveries } from '#api/domain/integrations/webhook-start.ts';
import { findService } from '#services/catalogue.ts';
import type { RowCounts } from '#workflows/messages.ts';
import { collect, hasTables } from './collect-results.ts';
import { beating } from './heartbeats.ts';

type EndDeps = Pick<Deps, 'db' | 'env' | 'files' | 'mailer' | 'temporal' | 'logger' | 'clock'>;

export type JobEndActivities = ReturnType<typeof jobEndActivities>;

export function jobEndActivities(deps: EndDeps) {
  return {
    /** Tried until the files are written; the credits are settled by the first try. */
    endJob: (input: JobEnd): Promise<RowCounts> => beating(() => endJob(deps, input)),
  };
}

/** May be made again at any point; each part of it acts once. Throws when the files could not be written. */
export async function endJob(deps: EndDeps, end: JobEnd): Promise<RowCounts> {
  const { db, clock } = deps;
  const ended = await finish(db, { ...end, hasFiles: await hasFiles(deps, end.jobId), now: clock() });
  await wakeVisitors(deps, ended.freedPortals);
  if (!ended.writesFiles) {
    await tell(deps, end, ended);
    return ended.rows;
  }
  const failure = await collect(deps, end.jobId).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  // The end is told all the same: the job's page says that the files are still being written.
  await announceEnd(db, { ...end, now: clock() });
  await tell(deps, end, ended);
  if (failure) throw failure.error;
  return ended.rows;
}

async function hasFiles({ db }: EndDeps, jobId: string): Promise<boolean> {
  const job = await db.job.findUniqueOrThrow({
    where: { id: jobId },
    select: { serviceId: true, rowsTotal: true },
  });
  const service = findService(job.serviceId);
  return service !== undefined && hasTables(service, job);
}

async function tell(
  deps: EndDeps,
  end: JobEnd,
  { isMailWished, hasWebhooks }: { isMailWished: boolean; hasWebhooks: boolean },
): Promise<void> {
  if (isMailWished) await mailJobEnd(deps, end);
  if (hasWebhooks) await startJobDeliveries(deps, end);
}
