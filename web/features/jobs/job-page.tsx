/** Shows one job: progress, rows, documents, timeline and the receipt of its credits (design.md, "Job page"). */
import { Box, Button, Container, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Download, PencilLine } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router-dom';
import type { JobDetail } from '#contracts/calls/jobs/jobs-answers.ts';
import { useBankName, withBank } from '#web/lib/bank-name.ts';
import { formatDateTime, formatExpiry, isExpired } from '#web/lib/dates.ts';
import { formatPercent } from '#web/lib/numbers.ts';
import { convertsPdfs, serviceName } from '#web/lib/services.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useTakenOver } from '#web/lib/use-taken-over.ts';
import { paths } from '#web/paths.ts';
import { CancelJob } from '#web/ui/cancel-job.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { JobProgressView } from '#web/ui/job-progress-view.tsx';
import { JobStateTag } from '#web/ui/job-state-tag.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PracticeTag } from '#web/ui/practice-tag.tsx';
import { ErrorState, LoadingLines } from '#web/ui/states.tsx';
import { uiWords } from '#web/ui/words.ts';
import { OriginLink } from './origin-link.tsx';
import { ChallengeForm } from './challenge-form.tsx';
import { useEndOnJobPage } from './use-job-end.ts';
import { Documents } from './documents.tsx';
import { useJobFeed } from './job-feed.ts';
import { isMissing, MissingJob } from './missing-job.tsx';
import { PracticeNote } from './practice/practice-note.tsx';
import { Receipt } from './receipt.tsx';
import { RetryRows } from './retry-rows.tsx';
import { Timeline } from './timeline.tsx';
import { Failures } from './rows/failures.tsx';
import {
  canCorrect,
  cancelJob,
  hasEnded,
  jobDetailQuery,
  jobRowsKey,
  jobRowsQuery,
  type QueryRows,
  type RowsShown,
} from './queries.ts';
import { useWords } from '#web/lib/words.ts';
import { jobWords } from './words.ts';
import { queryOfRows, rowsShownIn, RowsView } from './rows/rows-view.tsx';
import { useRowsAtEnd } from './rows/use-rows-at-end.ts';

/** Enough digits to distinguish jobs by eye; copying takes the whole number. */
const shownDigits = 8;

const TablesPanel = lazy(() =>
  import('./pdf-tables/tables-panel.tsx').then((module) => ({ default: module.TablesPanel })),
);

/** Links from an ended job to the page that corrects its failed rows. */
function CorrectRows(props: { job: JobDetail }) {
  const { job } = props;
  const words = useWords(jobWords);
  if (!canCorrect(job)) return null;
  return (
    <Button variant="outline" colorPalette="gray" asChild>
      <Link to={paths.corrections(job.jobId)}>
        <PencilLine aria-hidden />{' '}
        {job.rowsFailed === job.rowsNotFound ? words.correctNotFound : words.correct}
      </Link>
    </Button>
  );
}

/** Filter and page of the rows are part of the address, so that a view can be shared. */
function RowsPanels(props: { job: JobDetail }) {
  const { job } = props;
  const [query, setQuery] = useSearchParams();
  useRowsAtEnd(jobRowsKey(job.jobId), job.finishedAt);
  const shown = rowsShownIn(query);
  const rows: QueryRows = (asked) => jobRowsQuery({ ...asked, jobId: job.jobId, running: !hasEnded(job) });
  const show = (next: RowsShown) => setQuery(queryOfRows(next), { replace: true });
  return (
    <>
      <Failures job={job} onChoose={({ firstRow }) => show({ outcome: 'failed', page: 1, like: firstRow })} />
      <RowsView job={job} query={rows} shown={shown} onShow={show} />
    </>
  );
}

function CheckTables(props: { job: JobDetail }) {
  const { job } = props;
  const { hash } = useLocation();
  const isTakenOver = useTakenOver();
  if (!convertsPdfs(job.serviceId) || !hasEnded(job) || !job.downloadUrl || isExpired(job.expiresAt))
    return null;
  // As high as the closed panel.
  const loading = <Box h={{ base: '12.875rem', md: '9.3125rem' }} aria-hidden />;
  // Few jobs have tables, so their code is not part of the page's first view.
  if (!isTakenOver) return loading;
  return (
    <Suspense fallback={loading}>
      <TablesPanel job={job} isOpen={hash === '#tables'} />
    </Suspense>
  );
}

function DownloadAll(props: { job: JobDetail }) {
  const { downloadUrl, expiresAt } = props.job;
  const words = useWords(jobWords);
  if (!downloadUrl || isExpired(expiresAt)) return null;
  return (
    <Button asChild>
      <a href={downloadUrl} download>
        <Download aria-hidden /> {words.downloadZip}
      </a>
    </Button>
  );
}

/** Shows the number by which colleagues and our support find the job. */
function JobNumber({ jobId }: Pick<JobDetail, 'jobId'>) {
  const { number } = useWords(jobWords);
  const { copyNamed } = useWords(uiWords);
  const shown = `${number} ${jobId.slice(0, shownDigits)}`;
  return (
    <Button
      size="2xs"
      variant="ghost"
      colorPalette="gray"
      minH="6"
      px="1"
      ms="-1"
      alignSelf="flex-start"
      fontWeight="normal"
      color="fg.muted"
      aria-label={copyNamed(shown)}
      onClick={() => copyText(jobId)}
    >
      {shown} <Copy aria-hidden />
    </Button>
  );
}

function JobHeader(props: { job: JobDetail }) {
  const { job } = props;
  const words = useWords(jobWords);
  const client = useQueryClient();
  const bank = useBankName()(job.bank);
  return (
    <Flex justify="space-between" align="flex-start" gap="4" wrap="wrap">
      <Stack gap="1" minW="0">
        <Flex gap="3" align="center" wrap="wrap">
          <Heading as="h1" size="lg">
            {serviceName(job.serviceId, job.serviceName)}
          </Heading>
          <JobStateTag state={job.shownState} />
          <PracticeTag job={job} />
        </Flex>
        <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {withBank(job.fileName, bank)}
          {words.started}
          <time dateTime={job.createdAt}>{formatDateTime(job.createdAt)}</time>
          {job.expiresAt ? `, ${formatExpiry(job.expiresAt)}` : ''}
        </Text>
        <JobNumber jobId={job.jobId} />
      </Stack>
      <Flex gap="3" align="center" wrap="wrap">
        {hasEnded(job) ? null : (
          <CancelJob
            job={job}
            cancel={cancelJob}
            onCancelled={() => void client.invalidateQueries({ queryKey: ['jobs', job.jobId] })}
          />
        )}
        <CorrectRows job={job} />
        <RetryRows job={job} />
        <DownloadAll job={job} />
      </Flex>
    </Flex>
  );
}

/** While a job runs, its tab shows how far it is. */
function titleOf(job: JobDetail): string {
  const name = `${serviceName(job.serviceId, job.serviceName)}, ${job.fileName}`;
  return hasEnded(job) ? name : `${formatPercent(Math.floor(job.progress))} · ${name}`;
}

function Job(props: { job: JobDetail }) {
  const { job } = props;
  const words = useWords(jobWords);
  useJobFeed(!hasEnded(job));
  useEndOnJobPage(job);
  return (
    <Stack gap="4">
      <JobHeader job={job} />
      <CheckTables job={job} />
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2.2fr) minmax(0, 1fr)' }}
        gap="4"
        alignItems="start"
      >
        <Stack gap="4" minW="0">
          <Panel title={words.progress}>
            <JobProgressView job={job} />
            <ChallengeForm job={job} hasRoom />
          </Panel>
          <RowsPanels job={job} />
        </Stack>
        <Stack gap="4" minW="0">
          {job.isPractice ? <PracticeNote /> : <Receipt job={job} />}
          <Documents job={job} />
          <Timeline events={job.events} />
        </Stack>
      </Grid>
    </Stack>
  );
}

export function JobPage() {
  const { jobId = '' } = useParams();
  const detail = useQuery(jobDetailQuery(jobId));
  const words = useWords(jobWords);
  usePageTitle(detail.data ? titleOf(detail.data) : words.job);
  return (
    <Container maxW="7xl" pt="4" pb="5">
      <Stack gap="3">
        <OriginLink />
        {detail.isPending ? <LoadingLines lines={4} height="24" label={words.loading} /> : null}
        {detail.isError && !detail.data ? (
          <Stack gap="3">
            <Heading as="h1" size="lg">
              {words.job}
            </Heading>
            {isMissing(detail.error) ? (
              <MissingJob />
            ) : (
              <ErrorState title={words.failed} error={detail.error} onRetry={() => void detail.refetch()} />
            )}
          </Stack>
        ) : null}
        {detail.data ? <Job key={detail.data.jobId} job={detail.data} /> : null}
      </Stack>
    </Container>
  );
}
