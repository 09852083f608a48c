/** Lists jobs as the lines of a table; on a phone each job has two lines and more, starting with its state. */
import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import type { ListedJob } from '#contracts/calls/jobs-answers.ts';
import { shownCountsOf } from '#contracts/jobs/shown-state.ts';
import { formatDateTime, formatExpiry, isExpired } from '#web/lib/dates.ts';
import { creditsText } from '#web/lib/money.ts';
import { formatDecimals, formatNumber, formatPercent } from '#web/lib/numbers.ts';
import { serviceName } from '#web/lib/services.ts';
import { useWords, type WordsOf } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { JobStateTag } from '#web/ui/job-state-tag.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { RecordList, type Column } from '#web/ui/record-list.tsx';
import { RouteLink } from '#web/ui/route-link.tsx';
import { Said } from '#web/ui/said.tsx';
import { rowPath } from './queries.ts';
import { jobListWords } from './words.ts';

type JobProps = { job: ListedJob };

/** What the search found in the job; its row is one click away. */
function MatchedRow({ job: { id, matchedRow } }: JobProps) {
  const words = useWords(jobListWords);
  if (!matchedRow) return null;
  return (
    <RouteLink
      to={rowPath(id, matchedRow.rowNumber)}
      textStyle="xs"
      variant="underline"
      color="brand.fg"
      minH="6"
      overflowWrap="anywhere"
    >
      {words.row(matchedRow.rowNumber, matchedRow.value)}
    </RouteLink>
  );
}

function Name({ job }: JobProps) {
  const words = useWords(jobListWords);
  const name = serviceName(job.serviceId, job.serviceName);
  return (
    <Box minW="0">
      <RouteLink
        to={paths.job(job.id)}
        fontWeight="medium"
        color="fg"
        variant="underline"
        aria-label={words.openJob(`${name}, ${job.fileName}`)}
      >
        {name}
      </RouteLink>
      <Text textStyle="xs" color="fg.muted" truncate title={job.fileName}>
        {job.fileName}
      </Text>
      {job.errorMessage ? (
        <Text textStyle="xs" color="fg.error">
          <Said text={job.errorMessage} data={job.errorMessageData} />
        </Text>
      ) : null}
      <MatchedRow job={job} />
    </Box>
  );
}

function State({ job }: JobProps) {
  const words = useWords(jobListWords);
  return (
    <Stack gap="1.5" align="flex-start">
      <JobStateTag state={job.shownState} />
      {job.shownState === 'running' ? (
        <Flex align="center" gap="2" w="28" textStyle="xs" color="fg.muted">
          <ProgressBar percent={job.progress} label={words.progressOf(job.fileName)} />
          {formatPercent(Math.round(job.progress))}
        </Flex>
      ) : null}
    </Stack>
  );
}

function Failed({ job }: JobProps) {
  const words = useWords(jobListWords);
  const { failed, refused } = shownCountsOf(job);
  return (
    <>
      <Text as="span" color={failed > 0 ? 'fg.error' : undefined}>
        {formatNumber(failed)}
      </Text>
      {refused > 0 ? (
        <Text textStyle="xs" color="fg.muted">
          {words.refused(refused)}
        </Text>
      ) : null}
    </>
  );
}

function Results({ job }: JobProps) {
  const words = useWords(jobListWords);
  if (isExpired(job.expiresAt)) return <Text color="fg.muted">{formatExpiry(job.expiresAt ?? '')}</Text>;
  if (!job.downloadUrl) return null;
  return (
    <Button asChild size="xs" variant="outline">
      <a href={job.downloadUrl} download aria-label={words.downloadOf(job.fileName)}>
        <Download aria-hidden /> {words.download}
      </a>
    </Button>
  );
}

function columnsOf(words: WordsOf<typeof jobListWords>): Column<ListedJob>[] {
  return [
    { title: words.state, look: { whiteSpace: 'nowrap' }, cell: (job) => <State job={job} /> },
    { title: words.serviceAndFile, look: { maxW: '72' }, cell: (job) => <Name job={job} /> },
    {
      title: words.startedAt,
      look: { whiteSpace: 'nowrap' },
      cell: (job) => formatDateTime(job.createdAt),
    },
    { title: words.rows, atEnd: true, cell: (job) => formatNumber(shownCountsOf(job).total) },
    { title: words.done, atEnd: true, cell: (job) => formatNumber(job.rowsSucceeded) },
    { title: words.failed, atEnd: true, cell: (job) => <Failed job={job} /> },
    { title: words.credits, atEnd: true, cell: (job) => formatDecimals(job.creditsUsed) },
    { title: words.files, atEnd: true, cell: (job) => formatNumber(job.filesCount) },
    { title: words.results, atEnd: true, cell: (job) => <Results job={job} /> },
  ];
}

function Lines({ job }: JobProps) {
  const words = useWords(jobListWords);
  const { total, failed, refused } = shownCountsOf(job);
  return (
    <>
      <Flex gap="3" align="flex-start">
        <State job={job} />
        <Name job={job} />
      </Flex>
      <Flex gap="3" justify="space-between" align="center">
        <Text textStyle="xs" color="fg.muted">
          {formatDateTime(job.createdAt)}, {words.counts(job.rowsSucceeded, total)}
          {failed > 0 ? `, ${words.failedCount(failed)}` : ''}
          {refused > 0 ? `, ${words.refused(refused)}` : ''}, {creditsText(job.creditsUsed)},{' '}
          {words.fileCount(job.filesCount)}
        </Text>
        <Box flexShrink="0">
          <Results job={job} />
        </Box>
      </Flex>
    </>
  );
}

export function JobList(props: { jobs: ListedJob[] }) {
  return (
    <RecordList
      records={props.jobs}
      keyOf={({ id }) => id}
      columns={columnsOf(useWords(jobListWords))}
      renderLines={(job) => <Lines job={job} />}
      wideFrom="lg"
    />
  );
}
