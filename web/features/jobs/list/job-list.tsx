/** Lists jobs as rows of a table; on a phone each job has two or more lines, starting with its state. */
import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import type { ListedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import { shownCountsOf } from '#contracts/jobs/shown-state.ts';
import { formatDateTime, formatExpiry, isExpired } from '#web/lib/dates.ts';
import { creditsText } from '#web/lib/money.ts';
import { formatDecimals, formatNumber } from '#web/lib/numbers.ts';
import { useWords, type WordsOf } from '#web/lib/words.ts';
import { JobName, JobState } from '#web/ui/job-cells.tsx';
import { RecordList, type Column } from '#web/ui/record-list.tsx';
import { RouteLink } from '#web/ui/route-link.tsx';
import { moveInList } from '#web/features/jobs/list-keys.ts';
import { rowPath } from './queries.ts';
import { jobListWords } from './words.ts';

type JobProps = { job: ListedJob };

/** Shows the row in which the search found its text, with a link to it. */
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
  return (
    <JobName job={job}>
      <MatchedRow job={job} />
    </JobName>
  );
}

function Failed({ job }: JobProps) {
  const words = useWords(jobListWords);
  const { failed, refused, notFound } = shownCountsOf(job);
  return (
    <>
      <Text as="span" color={failed > 0 ? 'fg.error' : undefined}>
        {formatNumber(failed)}
      </Text>
      {notFound > 0 ? (
        <Text textStyle="xs" color="fg.muted" whiteSpace="nowrap">
          {words.notFound(notFound)}
        </Text>
      ) : null}
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
    { title: words.state, look: { whiteSpace: 'nowrap' }, cell: (job) => <JobState job={job} /> },
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
  const { total, failed, refused, notFound } = shownCountsOf(job);
  return (
    <>
      <Flex gap="3" align="flex-start">
        <JobState job={job} />
        <Name job={job} />
      </Flex>
      <Flex gap="3" justify="space-between" align="center">
        <Text textStyle="xs" color="fg.muted">
          {formatDateTime(job.createdAt)}, {words.counts(job.rowsSucceeded, total)}
          {failed > 0 ? `, ${words.failedCount(failed)}` : ''}
          {notFound > 0 ? `, ${words.notFound(notFound)}` : ''}
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
  const words = useWords(jobListWords);
  return (
    <Box as="fieldset" minW="0" aria-label={words.allJobs} aria-keyshortcuts="J K" onKeyDown={moveInList}>
      <RecordList
        records={props.jobs}
        keyOf={({ id }) => id}
        columns={columnsOf(words)}
        renderLines={(job) => <Lines job={job} />}
        wideFrom="lg"
      />
      <Text hideBelow="lg" textStyle="xs" color="fg.muted" pt="2" textAlign="center">
        {words.keys}
      </Text>
    </Box>
  );
}
