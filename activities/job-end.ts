/** Ends a job: settles its credits, then writes its result files, then notifies its customer. */
import type { Deps } from '#api/deps.ts';
import { announceEnd, endNoticeKeys, finish, type JobEnd } from '#api/domain/jobs/job-ending.ts';
import { mailJobEnd } from '#api/domain/jobs/job-mail.ts';
import { jobOutline, type JobOutline } from '#api/domain/jobs/worked-jobs.ts';
import { startNoticeDeliveries } from '#api/domain/messaging/notice-start.ts';
import { withinMs } from '#api/adapters/within-ms.ts';
import { grantFreeLeases } from '#api/domain/portals/lease-grants.ts';
import { startJobDeliveries } from '#api/domain/integrations/webhook-start.ts';
import { storedMessage } from '#contracts/messages/message.ts';
import { findService } from '#services/catalogue.ts';
import type { RecordedMessage, RowCounts } from '#workflows/messages.ts';
import { collect, hasTables, TooManyLargeJobs } from './collect-results.ts';
import { beating } from './heartbeats.ts';

/** How long a job's end waits for its mail, which is then sent without being waited for. */
const MAIL_WAIT_MS = 3_000;

type EndDeps = Pick<Deps, 'db' | 'env' | 'files' | 'mailer' | 'workflows' | 'logger' | 'clock'>;

export type JobEndActivities = ReturnType<typeof jobEndActivities>;

export function jobEndActivities(deps: EndDeps) {
  return {
    /** Retried until the files are written; the first attempt already settles the credits. */
    endJob: (input: RecordedEnd): Promise<RowCounts> =>
      beating((signal) => endJob(deps, endOf(input), signal)),
  };
}

type RecordedEnd = Omit<JobEnd, 'errorMessage'> & { errorMessage: RecordedMessage | null };

const endOf = (end: RecordedEnd): JobEnd => ({
  ...end,
  errorMessage: end.errorMessage === null ? null : storedMessage(end.errorMessage),
});

/**
 * Ends the job. May be repeated at any point, since each part acts once. Throws if the files could not be written.
 *
 * @param signal ends the wait for the files of other large jobs
 */
export async function endJob(deps: EndDeps, end: JobEnd, signal?: AbortSignal): Promise<RowCounts> {
  const outline = await jobOutline(deps.db, end.jobId);
  return (await endWith(deps, end, { outline, leavesLarge: false, signal })).rows;
}

/**
 * Ends the job as `endJob` does, unless its files are large: then only its credits are settled, and a call of `endJob`
 * must follow.
 *
 * @param outline what `jobOutline` returns for the job
 * @returns whether the job has ended
 */
export async function endSmallJob(deps: EndDeps, end: JobEnd, outline: JobOutline): Promise<boolean> {
  return (await endWith(deps, end, { outline, leavesLarge: true })).isEnded;
}

async function endWith(
  deps: EndDeps,
  end: JobEnd,
  {
    outline,
    leavesLarge,
    signal,
  }: { outline: JobOutline; leavesLarge: boolean; signal?: AbortSignal | undefined },
): Promise<{ rows: RowCounts; isEnded: boolean }> {
  const { db, clock } = deps;
  const isWithFiles = hasFiles(outline);
  const ended = await finish(db, { ...end, hasFiles: isWithFiles, now: clock() });
  const { rows } = ended;
  await grantFreeLeases(deps, ended.freedPortals);
  if (!ended.writesFiles) {
    // The worker may have died between the files and the announcement.
    if (isWithFiles) await announceEnd(db, { ...end, now: clock() });
    await notify(deps, end, ended);
    return { rows, isEnded: true };
  }
  const collected = await collect(deps, end.jobId, { leavesLarge, signal }).then(
    (isWritten) => ({ isWritten, failure: null }),
    (error: unknown) => ({ isWritten: true, failure: { error } }),
  );
  if (!collected.isWritten) return { rows, isEnded: false };
  // Its credits are settled. The next attempt comes soon, and leaves the worker to small jobs until then.
  if (collected.failure?.error instanceof TooManyLargeJobs) throw collected.failure.error;
  // The customer is notified even if the files failed; the job's page says that they are still being written.
  await announceEnd(db, { ...end, now: clock() });
  await notify(deps, end, ended);
  if (collected.failure) throw collected.failure.error;
  return { rows, isEnded: true };
}

function hasFiles(outline: JobOutline): boolean {
  const service = findService(outline.serviceId);
  return service !== undefined && hasTables(service, outline);
}

async function notify(
  deps: EndDeps,
  end: JobEnd,
  channels: { isMailRequested: boolean; hasWebhooks: boolean; hasPush: boolean },
): Promise<void> {
  if (channels.hasPush) await startNoticeDeliveries(deps, endNoticeKeys(end));
  if (channels.hasWebhooks) await startJobDeliveries(deps, end);
  // The mail may come later than the job's end: payments and other jobs need the place that this step takes.
  if (channels.isMailRequested) await withinMs(MAIL_WAIT_MS, mailJobEnd(deps, end), () => undefined);
}
