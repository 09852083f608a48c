/** Reports once how a job ended, and refreshes the history and the balance (spec sections 4 and 8). */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { JobProgress } from '#contracts/calls/jobs/jobs-answers.ts';
import { timings } from '#contracts/client-timings.ts';
import { messagesNow } from '#web/lib/messages.ts';
import { saidNow } from '#web/lib/said.ts';
import { countInTitle } from '#web/lib/use-page-title.ts';
import { notify } from '#web/ui/notify.ts';
import { meQuery } from '#web/features/accounts/auth/queries.ts';
import { hasEnded } from './queries.ts';
import { notificationsKey } from '#web/features/messaging/queries.ts';
import { latestWork, workHistoryKey } from './work-history-queries.ts';

/** Ends that were reported in this tab, so that a remounted panel does not report one again. A job that runs again ends again. */
const reportedEnds = new Set<string>();

const pause = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs));

async function refreshAfterEnd(client: QueryClient): Promise<void> {
  await pause(timings.completionRefreshMs);
  await Promise.all([
    client.invalidateQueries({ queryKey: workHistoryKey }),
    client.invalidateQueries({ queryKey: meQuery.queryKey }),
    client.invalidateQueries({ queryKey: notificationsKey }),
  ]);
}

type IsReady = () => Promise<boolean>;

async function downloadReady(userId: string, jobId: string): Promise<boolean> {
  const history = await latestWork(userId).catch(() => null);
  return history?.workHistory.some((item) => item.id === jobId && item.downloadUrl !== null) ?? false;
}

async function reportEnd(client: QueryClient, job: JobProgress, isReady: IsReady): Promise<void> {
  if (job.state === 'failed') {
    const { jobFailedPrefix, startFailedUnknown } = messagesNow();
    notify(
      'error',
      jobFailedPrefix +
        (job.errorMessage ? saidNow(job.errorMessage, job.errorMessageData) : startFailedUnknown),
    );
  }
  await refreshAfterEnd(client);
  if (job.state !== 'completed') return;
  notify('success', (await isReady()) ? messagesNow().jobCompleted : messagesNow().jobCompletedHistoryLate);
}

function useReportedEnd(job: JobProgress | undefined, isReady: IsReady): void {
  const client = useQueryClient();
  const report = useEffectEvent((ended: JobProgress) => {
    reportEnd(client, ended, isReady).catch((error: unknown) =>
      console.error('Refresh after a job failed', error),
    );
  });
  useEffect(() => {
    if (!job || !hasEnded(job)) return;
    const end = `${job.jobId} ${job.finishedAt}`;
    if (reportedEnds.has(end)) return;
    reportedEnds.add(end);
    countInTitle();
    report(job);
  }, [job]);
}

/** Reports the end of a job that runs, or was just started, beside the work history. */
export function useJobEnd(userId: string, job: JobProgress | undefined): void {
  useReportedEnd(job, async () => job !== undefined && downloadReady(userId, job.jobId));
}

/** Reports each end of a job that comes while its own page is open. */
export function useEndOnJobPage(job: JobProgress): void {
  const [finishedBefore] = useState(job.finishedAt);
  // The page has no work history in which the download could be.
  useReportedEnd(job.finishedAt === finishedBefore ? undefined : job, async () => false);
}
