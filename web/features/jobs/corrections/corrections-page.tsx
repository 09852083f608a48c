/** Corrects the failed rows of an ended job and runs only those, under the same job. */
import { Box, Button, Container, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Play, Undo2 } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { formatDecimals } from '#web/lib/numbers.ts';
import type { ChosenRow } from '#contracts/jobs/jobs.ts';
import type { CorrectionPreview, JobDetail, JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import { useBankName } from '#web/lib/bank-name.ts';
import { creditsText } from '#web/lib/money.ts';
import { useSaid } from '#web/lib/said.ts';
import { serviceName } from '#web/lib/services.ts';
import { useHasLeftPage } from '#web/lib/use-has-left.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { paths } from '#web/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { Panel } from '#web/ui/panel.tsx';
import { RouteLink } from '#web/ui/route-link.tsx';
import { EmptyState, ErrorState, LoadingLines, requestIdText } from '#web/ui/states.tsx';
import { errorText } from '#web/lib/messages.ts';
import { meQuery, useUser } from '#web/features/accounts/auth/queries.ts';
import { OriginLink } from '#web/features/jobs/origin-link.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { workHistoryKey } from '#web/features/jobs/work-history-queries.ts';
import { CorrectionsGrid, type Headings } from './corrections-grid.tsx';
import { correctionsWords } from './corrections-words.ts';
import { moveAndTick } from './tick-keys.ts';
import { FilingQuestion } from '#web/features/jobs/start/filing-question.tsx';
import { filesRows, needsFilingQuestion } from '#web/features/jobs/start/filing-rules.ts';
import { failuresWords } from '#web/features/jobs/rows/failures-words.ts';
import { isMissing, MissingJob } from '#web/features/jobs/missing-job.tsx';
import { rowsShownIn } from '#web/features/jobs/rows/rows-view.tsx';
import { hasEnded, jobDetailQuery, startedText } from '#web/features/jobs/queries.ts';
import { failedRowsQuery, runCorrection, useCorrections, type Corrections } from './use-corrections.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { jobWords } from '#web/features/jobs/words.ts';

/** Returns the customer's headings in file order, and the service's column that each was read as. */
function columnsOf(rows: JobRow[], preview: CorrectionPreview | null): Headings {
  const names = new Map(preview?.columns.map(({ name, header }) => [header, name]));
  return {
    headings: Object.keys(rows[0]?.data ?? {}),
    columnOf: (heading) => names.get(heading) ?? heading,
  };
}

function priceText(preview: CorrectionPreview): string {
  const { paidRows, totalCredits, readyRows } = preview;
  const words = wordsNow(jobWords);
  return readyRows.length === 0
    ? words.correctOrLeaveOut
    : words.correctionPrice(formatDecimals(totalCredits), paidRows);
}

type Run = { rows: ChosenRow[]; totalCredits: number };

function RunBar(props: { job: JobDetail; corrections: Corrections }) {
  const { job, corrections } = props;
  const { jobId } = job;
  const { preview, chosen, isStale } = corrections;
  const words = useWords(jobWords);
  const client = useQueryClient();
  const navigate = useNavigate();
  const hasLeft = useHasLeftPage();
  const run = useMutation({
    mutationFn: ({ rows, totalCredits }: Run) => runCorrection(jobId, rows, totalCredits),
    onSuccess: (started, { rows }) => {
      corrections.forget(rows);
      notify('success', startedText(started));
      for (const queryKey of [['jobs', jobId], meQuery.queryKey, workHistoryKey]) {
        void client.invalidateQueries({ queryKey });
      }
      if (!hasLeft()) void navigate(paths.job(jobId));
    },
    onError: () => corrections.checkAgain(),
  });
  const [asking, setAsking] = useState(false);
  const isAdmin = useUser().isAdmin;
  const bank = useBankName()(job.bank);
  const readyRows = preview?.readyRows.length ?? 0;
  const leftOut = chosen.length - readyRows;
  const runReady = () => {
    setAsking(false);
    if (!preview) return;
    const ready = new Set(preview.readyRows);
    const rows = chosen.filter(({ rowNumber }) => ready.has(rowNumber));
    run.mutate({ rows, totalCredits: preview.totalCredits });
  };
  const runOrAsk = () => {
    if (filesRows(job) && needsFilingQuestion('submit', readyRows)) setAsking(true);
    else runReady();
  };
  return (
    <Stack gap="3">
      {run.isError ? (
        <Notice tone="error" title={errorText(run.error)} smallPrint={requestIdText(run.error)} />
      ) : null}
      {corrections.error && !run.isError ? (
        <ErrorState title={words.checkFailed} error={corrections.error} onRetry={corrections.checkAgain} />
      ) : null}
      <Flex gap="4" wrap="wrap" align="center" justify="space-between">
        <Stack gap="0.5" textStyle="sm" aria-live="polite" flex="1 1 16rem">
          <Flex gap="1.5" align="center">
            {readyRows > 0 ? <CircleCheck size={16} aria-hidden /> : <CircleAlert size={16} aria-hidden />}
            <Text fontWeight="medium">{words.readyRows(readyRows, leftOut)}</Text>
          </Flex>
          <Text color="fg.muted">
            {chosen.length === 0 ? words.tickRows : preview ? priceText(preview) : words.checking}
          </Text>
          {preview && !preview.sufficient ? (
            <Text color="fg.error">{words.tooFewCredits(formatDecimals(preview.balance))}</Text>
          ) : null}
        </Stack>
        <Button
          loading={run.isPending}
          loadingText={words.starting}
          disabled={isStale || readyRows === 0 || !preview?.sufficient || chosen.length === 0}
          onClick={runOrAsk}
        >
          <Play aria-hidden /> {words.runRows(readyRows)}
        </Button>
      </Flex>
      <FilingQuestion
        open={asking}
        rows={readyRows}
        price={preview && !isAdmin ? creditsText(preview.totalCredits) : null}
        bank={bank}
        onConfirm={runReady}
        onCancel={() => setAsking(false)}
      />
    </Stack>
  );
}

function Warnings(props: { preview: CorrectionPreview | null }) {
  const words = useWords(jobWords);
  const said = useSaid();
  const warnings = props.preview?.warnings ?? [];
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warning" title={words.lookAtThese}>
      <Stack as="ul" gap="0.5" ps="4">
        {warnings.map(({ row, column, problem, problemData, hint, hintData }) => (
          <Text as="li" key={`${row}-${column}-${problem}`}>
            {words.warning(row, column, `${said(problem, problemData)} ${said(hint, hintData)}`)}
          </Text>
        ))}
      </Stack>
    </Notice>
  );
}

/** The numbers of the rows that are shown; null if all are. A corrected row stays until all are shown again. */
type OnlyRows = ReadonlySet<number> | null;

/** Shows only rows with errors, and takes changes back. */
function GridBar(props: { corrections: Corrections; only: OnlyRows; onOnly: (only: OnlyRows) => void }) {
  const { corrections, only, onOnly } = props;
  const { chosen, preview, undo } = corrections;
  const words = useWords(correctionsWords);
  const ready = new Set(preview?.readyRows);
  const wrong = preview ? chosen.filter(({ rowNumber }) => !ready.has(rowNumber)) : [];
  const isOffered = wrong.length > 0 && wrong.length < corrections.drafts.length;
  return (
    <Flex gap="2" align="center" wrap="wrap" minH="8" pb="2">
      <Button
        size="xs"
        variant="outline"
        colorPalette="gray"
        disabled={undo === null}
        onClick={() => undo?.()}
      >
        <Undo2 aria-hidden /> {words.undo}
      </Button>
      {only ? (
        <>
          <Text textStyle="sm">{words.wrongOf(only.size)}</Text>
          <Button size="xs" variant="outline" colorPalette="gray" onClick={() => onOnly(null)}>
            {words.showAll}
          </Button>
        </>
      ) : isOffered ? (
        <Button
          size="xs"
          variant="outline"
          colorPalette="gray"
          onClick={() => onOnly(new Set(wrong.map(({ rowNumber }) => rowNumber)))}
        >
          {words.onlyWrong(wrong.length)}
        </Button>
      ) : null}
      <Text textStyle="xs" color="fg.muted" ms="auto" hideBelow="md">
        {words.keys}
      </Text>
    </Flex>
  );
}

function Editor(props: { job: JobDetail; rows: JobRow[]; total: number }) {
  const { job, rows, total } = props;
  const words = useWords(jobWords);
  const corrections = useCorrections(job.jobId, rows);
  const [only, setOnly] = useState<OnlyRows>(null);
  const undoByKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'z' || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    corrections.undo?.();
  };
  return (
    <Panel title={words.failedRowCount(rows.length)}>
      <Stack gap="4">
        <Text textStyle="sm" color="fg.muted" maxW="3xl">
          {words.correctionsHint}
          {rows.length < total ? words.firstRows(rows.length) : ''}
        </Text>
        <Warnings preview={corrections.preview} />
        <Box
          onKeyDown={(event) => {
            undoByKey(event);
            moveAndTick(event);
          }}
        >
          <GridBar corrections={corrections} only={only} onOnly={setOnly} />
          <CorrectionsGrid
            corrections={corrections}
            columns={columnsOf(rows, corrections.preview)}
            drafts={
              only ? corrections.drafts.filter(({ row }) => only.has(row.rowNumber)) : corrections.drafts
            }
          />
        </Box>
        <RunBar job={job} corrections={corrections} />
      </Stack>
    </Panel>
  );
}

function OnlyLike(props: { job: JobDetail; row: number }) {
  const words = useWords(failuresWords);
  return (
    <Flex gap="3" align="center" wrap="wrap" textStyle="sm">
      <Text>{words.onlyLike(props.row)}</Text>
      <RouteLink to={paths.corrections(props.job.jobId)}>{words.allFailed}</RouteLink>
    </Flex>
  );
}

function FailedRows(props: { job: JobDetail; like: number | null }) {
  const { job, like } = props;
  const words = useWords(jobWords);
  const failed = useQuery(failedRowsQuery(job.jobId, like));
  if (failed.isError && !failed.data) {
    return <ErrorState title={words.rowsFailed} error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (failed.isPending) return <LoadingLines lines={5} height="8" label={words.loadingRows} />;
  if (!hasEnded(job) || failed.data.rows.length === 0) {
    return <EmptyState icon={CircleCheck} title={words.nothingToCorrect} />;
  }
  return (
    <Stack gap="3">
      {like === null ? null : <OnlyLike job={job} row={like} />}
      <Editor key={`${job.jobId} ${like}`} job={job} rows={failed.data.rows} total={failed.data.total} />
    </Stack>
  );
}

export function CorrectionsPage() {
  const { jobId = '' } = useParams();
  const [query] = useSearchParams();
  const { like } = rowsShownIn(query);
  const detail = useQuery(jobDetailQuery(jobId));
  const words = useWords(jobWords);
  const ofGrid = useWords(correctionsWords);
  const title = detail.data
    ? words.correctNamed(serviceName(detail.data.serviceId, detail.data.serviceName), detail.data.fileName)
    : words.correct;
  usePageTitle(title);
  return (
    <Container maxW="7xl" pt="4" pb="5">
      <Stack gap="3">
        {detail.isError && isMissing(detail.error) ? (
          <OriginLink />
        ) : (
          <BackLink to={paths.job(jobId)}>{ofGrid.back}</BackLink>
        )}
        <Heading as="h1" size="lg">
          {title}
        </Heading>
        {detail.isPending ? <LoadingLines lines={4} height="24" label={words.loading} /> : null}
        {detail.isError && !detail.data ? (
          isMissing(detail.error) ? (
            <MissingJob />
          ) : (
            <ErrorState title={words.failed} error={detail.error} onRetry={() => void detail.refetch()} />
          )
        ) : null}
        {detail.data ? <FailedRows job={detail.data} like={like} /> : null}
      </Stack>
    </Container>
  );
}
