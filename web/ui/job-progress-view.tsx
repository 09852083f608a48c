/** Shows a job's progress: the bar, the counts, the times, and why it waits. */
import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import { formatDecimals, formatPercent } from '#web/lib/numbers.ts';
import { portalLabels } from '#contracts/portals/portal-labels.ts';
import { shownCountsOf } from '#contracts/jobs/shown-state.ts';
import type { JobProgress } from '#contracts/calls/jobs/jobs-answers.ts';
import { formatDuration, formatSince } from '#web/lib/dates.ts';
import { portalNameNow } from '#web/lib/portal-name.ts';
import { findService, serviceName } from '#web/lib/services.ts';
import { useSaid } from '#web/lib/said.ts';
import { Notice } from './notice.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { uiWords } from './words.ts';

/** Progress is announced in steps of ten, so that a screen reader does not speak every two seconds. */
const announcedStepPercent = 10;

function portalOf({ serviceId }: JobProgress): string | null {
  const portal = findService(serviceId)?.portal;
  return portal ? portalNameNow(portalLabels[portal]) : null;
}

function completedSentence({ rowsTotal, rowsSucceeded, rowsFailed, rowsNotFound }: JobProgress): string {
  const words = wordsNow(uiWords);
  if (rowsFailed === 0) return words.finished(rowsSucceeded);
  if (rowsSucceeded + rowsNotFound < rowsTotal) return words.finishedPartly(rowsSucceeded, rowsFailed);
  return rowsSucceeded > 0 ? words.lookedUp(rowsTotal, rowsNotFound) : words.noneFound(rowsTotal);
}

/** Describes the job's current state in one sentence. */
function jobSentence(job: JobProgress, said: ReturnType<typeof useSaid>): string {
  const words = wordsNow(uiWords);
  switch (job.state) {
    case 'draft':
    case 'queued':
      return job.queuePosition ? words.inQueue(portalOf(job) ?? '', job.queuePosition) : words.waitingTurn;
    case 'running':
      return job.step ? said(job.step, job.stepData) : words.working;
    case 'parked':
      return job.waiting?.kind === 'challenge' ? words.waitingAnswer : words.waiting;
    case 'collecting':
      return words.collecting;
    case 'completed':
      return completedSentence(job);
    case 'failed':
      return job.errorMessage ? said(job.errorMessage, job.errorMessageData) : words.failed;
    case 'cancelled':
      return words.cancelled;
  }
}

function Waiting(props: { job: JobProgress }) {
  const words = useWords(uiWords);
  const said = useSaid();
  const { waiting, creditsReserved, queuePosition, createdAt, startedAt } = props.job;
  // A portal's question has its own form.
  if (waiting?.kind === 'challenge') return null;
  if (!waiting)
    // A job that runs again has waited only since its new start, whose time is not recorded.
    return queuePosition && !startedAt ? (
      <Text color="fg.muted">{words.queuedSince(formatSince(createdAt))}</Text>
    ) : null;
  const portal = portalOf(props.job);
  const since = formatSince(waiting.since);
  return (
    <Notice tone="warning" title={said(waiting.message, waiting.messageData)}>
      <Text>
        {portal ? words.sinceOn(portal, since) : words.since(since)} {words.next[waiting.kind]}{' '}
        {creditsReserved > 0 ? words.reserved(formatDecimals(creditsReserved)) : words.nothingSpent}
      </Text>
    </Notice>
  );
}

function Times(props: { job: JobProgress }) {
  const words = useWords(uiWords);
  const { elapsedMs, remainingMs } = props.job;
  return (
    <Text color="fg.muted" fontVariantNumeric="tabular-nums">
      {words.elapsed(formatDuration(elapsedMs))}
      {remainingMs === null ? '' : words.left(formatDuration(remainingMs))}
    </Text>
  );
}

export function JobProgressView(props: { job: JobProgress }) {
  const words = useWords(uiWords);
  const { job } = props;
  const counts = shownCountsOf(job);
  const sentence = jobSentence(job, useSaid());
  const ended = ['completed', 'failed', 'cancelled'].includes(job.state);
  const announced = Math.floor(job.progress / announcedStepPercent) * announcedStepPercent;
  return (
    <Stack gap="2" textStyle="sm">
      <Text>{sentence}</Text>
      <Text srOnly aria-live="polite">
        {ended ? sentence : `${sentence} ${words.percent(announced)}`}
      </Text>
      {ended ? null : (
        <ProgressBar
          percent={job.progress}
          label={words.progressOf(`${serviceName(job.serviceId, job.serviceName)}, ${job.fileName}`)}
          tone={job.state === 'parked' ? 'attention' : 'brand'}
        />
      )}
      <Flex gap="3" justify="space-between" wrap="wrap" fontVariantNumeric="tabular-nums">
        <Text>
          <b>{formatPercent(Math.round(job.progress))}</b>
          <Box as="span" color="fg.muted" ps="2">
            {words.rowsOf(counts.done, counts.total)}
          </Box>
          {counts.failed > 0 ? (
            <Box as="span" color="fg.error" ps="2">
              {words.rowsFailed(counts.failed)}
            </Box>
          ) : null}
          {counts.notFound > 0 ? (
            <Box as="span" color="fg.muted" ps="2">
              {words.rowsNotFound(counts.notFound)}
            </Box>
          ) : null}
          {counts.refused > 0 ? (
            <Box as="span" color="fg.muted" ps="2">
              {words.rowsRefused(counts.refused)}
            </Box>
          ) : null}
        </Text>
        {ended ? null : <Times job={job} />}
      </Flex>
      {ended ? null : <Waiting job={job} />}
    </Stack>
  );
}
