/** Reports once how a job ended, and refreshes the history and the balance (spec sections 4 and 8). */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { JobProgress } from '#contracts/calls/jobs/jobs-answers.ts';
import { timings } from '#contracts/client-timings.ts';
import { call } from '#web/lib/client.ts';
import { messagesNow } from '#web/lib/messages.ts';
import { saidNow } from '#web/lib/said.ts';
import { countInTitle } from '#web/lib/use-page-title.ts';
import { wordsNow } from '#web/lib/words.ts';
import { notify } from '#web/ui/notify.ts';
import { meQuery } from '#web/features/accounts/auth/queries.ts';
import { hasEnded } from './queries.ts';
import { notificationsKey } from '#web/features/messaging/queries.ts';
import { workHistoryKey } from './work-history-queries.ts';
import { jobWords } from './words.ts';

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

/** The history may be older than the end of the job. */
async function isDownloadReady({ jobId: id, serviceId, fileName }: JobProgress): Promise<boolean> {
  const entry = await call('POST /api/work-history', { body: { id, serviceId, fileName } }).catch(() => null);
  return entry !== null && entry.workHistory.downloadUrl !== null;
}

/** A job whose rows have all failed has worked through them and has no reason of its own. */
function failureOf({ state, errorMessage, errorMessageData, rowsTotal }: JobProgress): string {
  if (errorMessage) return saidNow(errorMessage, errorMessageData);
  return state === 'completed' ? wordsNow(jobWords).noRowDone(rowsTotal) : messagesNow().startFailedUnknown;
}

/** `hasHistory`: the page shows the work history, in which the download could be. */
type Page = { hasHistory: boolean };

async function reportEnd(client: QueryClient, job: JobProgress, { hasHistory }: Page): Promise<void> {
  const hasFailed = job.state === 'failed' || job.shownState === 'failed';
  if (hasFailed) notify('error', messagesNow().jobFailedPrefix + failureOf(job));
  await refreshAfterEnd(client);
  if (hasFailed || job.state !== 'completed') return;
  const isReady = hasHistory && (await isDownloadReady(job));
  notify('success', isReady ? messagesNow().jobCompleted : messagesNow().jobCompletedHistoryLate);
}

function useReportedEnd(job: JobProgress | undefined, page: Page): void {
  const client = useQueryClient();
  const report = useEffectEvent((ended: JobProgress) => {
    reportEnd(client, ended, page).catch((error: unknown) =>
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
export function useJobEnd(job: JobProgress | undefined): void {
  useReportedEnd(job, { hasHistory: true });
}

/** Reports each end of a job that comes while its own page is open. */
export function useEndOnJobPage(job: JobProgress): void {
  const [finishedBefore] = useState(job.finishedAt);
  useReportedEnd(job.finishedAt === finishedBefore ? undefined : job, { hasHistory: false });
}
