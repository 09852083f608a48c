/** Reports once how a job ended, and refreshes the history and the balance (spec sections 4 and 8). */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { JobProgress } from '#contracts/calls/jobs-answers.ts';
import { timings } from '#contracts/limits.ts';
import { messagesNow } from '#web/lib/messages.ts';
import { saidNow } from '#web/lib/said.ts';
import { notify } from '#web/ui/notify.ts';
import { meQuery } from '#web/features/accounts/auth/queries.ts';
import { hasEnded } from '#web/features/jobs/queries.ts';
import { notificationsKey } from '#web/features/messaging/queries.ts';
import { runningJobsQuery, workHistoryKey } from '#web/features/jobs/work-history-queries.ts';

/** Jobs whose end was reported in this tab, so that a remounted panel does not report it again. */
const reportedJobIds = new Set<string>();

const pause = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs));

async function refreshAfterEnd(client: QueryClient): Promise<void> {
  await pause(timings.completionRefreshMs);
  await Promise.all([
    client.invalidateQueries({ queryKey: workHistoryKey }),
    client.invalidateQueries({ queryKey: meQuery.queryKey }),
    client.invalidateQueries({ queryKey: notificationsKey }),
  ]);
}

function downloadReady(client: QueryClient, userId: string, jobId: string): boolean {
  const history = client.getQueryData(runningJobsQuery(userId).queryKey);
  return history?.workHistory.some((item) => item.id === jobId && item.downloadUrl !== null) ?? false;
}

async function reportEnd(client: QueryClient, userId: string, job: JobProgress): Promise<void> {
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
  const ready = downloadReady(client, userId, job.jobId);
  notify('success', ready ? messagesNow().jobCompleted : messagesNow().jobCompletedHistoryLate);
}

export function useJobEnd(userId: string, job: JobProgress | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!job || !hasEnded(job) || reportedJobIds.has(job.jobId)) return;
    reportedJobIds.add(job.jobId);
    reportEnd(client, userId, job).catch((error: unknown) =>
      console.error('Refresh after a job failed', error),
    );
  }, [client, userId, job]);
}
