/** A job's progress in plain words: the bar, the counts, the times, and why it waits. */
import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import { formatCredits } from '#contracts/credits.ts';
import type { JobProgress } from '#contracts/jobs.ts';
import { formatDuration, formatSince } from '../lib/dates.ts';
import { plural } from '../lib/plural.ts';
import { Notice } from './notice.tsx';
import { ProgressBar } from './progress-bar.tsx';

/** Announced in steps of ten, so that a screen reader is not spoken to every two seconds. */
const announcedStepPercent = 10;

function ordinal(position: number): string {
  const tens = position % 100;
  const suffix = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][position % 10] ?? 'th');
  return `${position}${suffix}`;
}

/** What the job does now, in one sentence. */
function jobSentence(job: JobProgress): string {
  switch (job.state) {
    case 'draft':
    case 'queued':
      return job.queuePosition
        ? `In the queue, ${ordinal(job.queuePosition)} in line.`
        : 'Waiting for its turn.';
    case 'running':
      return job.step || 'Working on your rows.';
    case 'parked':
      return job.waiting?.kind === 'challenge'
        ? 'Waiting for your answer.'
        : 'Waiting. We go on by ourselves.';
    case 'collecting':
      return 'All rows are worked. Collecting the results.';
    case 'completed':
      return job.rowsFailed > 0
        ? `Finished: ${plural(job.rowsSucceeded, 'row')} done, ${job.rowsFailed} without a result.`
        : `Finished: ${plural(job.rowsSucceeded, 'row')} done.`;
    case 'failed':
      return job.errorMessage ?? 'The job failed.';
    case 'cancelled':
      return 'Cancelled. Credits of rows not worked came back.';
  }
}

function Waiting(props: { job: JobProgress }) {
  const { waiting, creditsReserved } = props.job;
  // A question has a form of its own.
  if (!waiting || waiting.kind === 'challenge') return null;
  return (
    <Notice tone="warning" title={waiting.message}>
      <Text>
        Since {formatSince(waiting.since)}; we go on by ourselves.{' '}
        {creditsReserved > 0
          ? `Your ${formatCredits(creditsReserved)} credits are reserved, not spent.`
          : 'No credits are spent while waiting.'}
      </Text>
    </Notice>
  );
}

function Times(props: { job: JobProgress }) {
  const { elapsedMs, remainingMs } = props.job;
  return (
    <Text color="fg.muted" fontVariantNumeric="tabular-nums">
      {formatDuration(elapsedMs)} elapsed
      {remainingMs === null ? '' : `, about ${formatDuration(remainingMs)} left`}
    </Text>
  );
}

export function JobProgressView(props: { job: JobProgress }) {
  const { job } = props;
  const ended = ['completed', 'failed', 'cancelled'].includes(job.state);
  const announced = Math.floor(job.progress / announcedStepPercent) * announcedStepPercent;
  return (
    <Stack gap="2" textStyle="sm">
      <Text>{jobSentence(job)}</Text>
      <Text srOnly aria-live="polite">
        {ended ? jobSentence(job) : `${jobSentence(job)} ${announced} percent.`}
      </Text>
      {ended ? null : (
        <ProgressBar
          percent={job.progress}
          label={`Progress of ${job.serviceName}, ${job.fileName}`}
          tone={job.state === 'parked' ? 'attention' : 'brand'}
        />
      )}
      <Flex gap="3" justify="space-between" wrap="wrap" fontVariantNumeric="tabular-nums">
        <Text>
          <b>{Math.round(job.progress)}%</b>
          <Box as="span" color="fg.muted" ps="2">
            {job.rowsDone} of {plural(job.rowsTotal, 'row')}
          </Box>
          {job.rowsFailed > 0 ? (
            <Box as="span" color="fg.error" ps="2">
              {job.rowsFailed} failed
            </Box>
          ) : null}
        </Text>
        {ended ? null : <Times job={job} />}
      </Flex>
      {ended ? null : <Waiting job={job} />}
    </Stack>
  );
}
