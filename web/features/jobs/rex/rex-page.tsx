/** Renders REX/SOO in three steps: upload a ZIP of PDFs, match a CSV to them, review and submit (spec section 2). */
import { Container, Heading, Stack, Text } from '@chakra-ui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { REX_SERVICE } from '#contracts/jobs/rex-service.ts';
import { findService } from '#web/lib/services.ts';
import { errorText, messagesNow, refusalText } from '#web/lib/messages.ts';
import { creditsText } from '#web/lib/money.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { FileSlot } from '#web/ui/file-slot.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { RouteLink } from '#web/ui/route-link.tsx';
import { Said } from '#web/ui/said.tsx';
import { LoadingLines, requestIdText } from '#web/ui/states.tsx';
import { Step } from '#web/ui/step.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { listedServices } from '#web/features/jobs/catalogue/queries.ts';
import { unavailableWords } from '#web/features/jobs/catalogue/unavailable-words.ts';
import { settingsQuery } from '#web/features/site/settings-queries.ts';
import { askedOf, ColumnChoice, type AskedSheet } from '#web/features/jobs/start/column-choice.tsx';
import { NeededColumns, SampleLinks } from '#web/features/jobs/start/file-step.tsx';
import { PortalNow } from '#web/features/jobs/start/portal-now.tsx';
import { StartAction } from '#web/features/jobs/start/start-action.tsx';
import { MatchesTable } from './matches-table.tsx';
import { submissionsKey, submitRex } from './queries.ts';
import { SubmissionsPanel } from './submissions-panel.tsx';
import { useRexDraft, type RexDraft } from './use-rex-draft.ts';
import { rexWords } from './words.ts';

const service = findService(REX_SERVICE) ?? null;

function Failure(props: { title: string; problem: string | null; error: Error | null }) {
  const { title, problem, error } = props;
  if (problem) return <Notice tone="error">{problem}</Notice>;
  if (!error) return null;
  return (
    <Notice tone="error" title={title} smallPrint={requestIdText(error)}>
      {errorText(error)}
    </Notice>
  );
}

function ZipStep(props: { draft: RexDraft }) {
  const { zip, takeZip, zipUpload, zipProblem, reset } = props.draft;
  const words = useWords(rexWords);
  const files = zip?.kept.files ?? [];
  const unusable = files.filter(({ problem }) => problem !== null);
  return (
    <Stack gap="2">
      <FileSlot
        label={words.dropZip}
        name={zip?.name ?? null}
        extensions={['.zip']}
        disabledReason={zipUpload.isPending ? words.extractingNow : undefined}
        onFile={takeZip}
        onClear={reset}
      />
      <Text textStyle="xs" color="fg.muted">
        {words.zipHint}
      </Text>
      {zipUpload.isPending ? <LoadingLines lines={1} label={words.extracting} /> : null}
      {zip ? <Text textStyle="sm">{words.pdfsFound(files.length - unusable.length, zip.name)}</Text> : null}
      {unusable.map(({ filename, problem, problemData }) => (
        <Text key={filename} textStyle="xs" color="fg.muted">
          {filename}: <Said text={problem ?? ''} data={problemData} />
        </Text>
      ))}
      <Failure title={messagesNow().rexZipFailed} problem={zipProblem} error={zipUpload.error} />
    </Stack>
  );
}

function CsvStep(props: { draft: RexDraft }) {
  const { matched, takeCsv, csvUpload, csvProblem, dropCsv, readUnder } = props.draft;
  const words = useWords(rexWords);
  const { variables: sent, error } = csvUpload;
  const asked = askedOf(error, sent?.columns);
  // While a sheet with chosen columns is being read, the question about its columns stays open.
  const [lastAsked, setLastAsked] = useState<AskedSheet | null>(null);
  if (asked && JSON.stringify(asked) !== JSON.stringify(lastAsked)) setLastAsked(asked);
  const isAsked = matched === null && sent !== undefined && (asked !== null || sent.columns !== undefined);
  const name = matched?.preview.fileName ?? (isAsked ? (sent.file?.name ?? null) : null);
  return (
    <Stack gap="2">
      <FileSlot
        label={words.dropCsv}
        name={name}
        extensions={['.csv']}
        disabledReason={csvUpload.isPending ? words.matchingNow : undefined}
        onFile={takeCsv}
        onClear={dropCsv}
      />
      {csvUpload.isPending ? <LoadingLines lines={1} label={words.matching} /> : null}
      {isAsked && lastAsked ? (
        <ColumnChoice
          key={JSON.stringify(lastAsked)}
          asked={lastAsked}
          pending={csvUpload.isPending}
          error={asked ? null : error}
          onRead={readUnder}
        />
      ) : (
        <Failure title={messagesNow().rexCsvFailed} problem={csvProblem} error={error} />
      )}
      {service && name === null ? (
        <>
          <SampleLinks service={service} />
          <NeededColumns service={service} />
        </>
      ) : null}
    </Stack>
  );
}

/**
 * Says before anything is uploaded whether the service is switched off, and how its portal is, which stands beside the
 * button later.
 */
function Condition(props: { isChecked: boolean }) {
  const { reasons, why } = useWords(unavailableWords);
  const settings = useQuery(settingsQuery).data;
  if (!settings || !service?.portal) return null;
  const offer = listedServices(settings).find((listed) => listed.service.id === service.id);
  if (!offer) return <Notice tone="warning" title={refusalText('SERVICE_DISABLED')} />;
  if (!offer.unavailable) return props.isChecked ? null : <PortalNow portal={service.portal} />;
  return (
    <Notice tone="warning" title={reasons[offer.unavailable]}>
      {why[offer.unavailable]}
    </Notice>
  );
}

export function RexPage() {
  const words = useWords(rexWords);
  usePageTitle(words.title);
  const user = useUser();
  const client = useQueryClient();
  const draft = useRexDraft(user.id);
  const [startedJob, setStartedJob] = useState<string | null>(null);
  const { zip, matched, checked } = draft;
  const onStarted = (jobId: string) => {
    draft.reset();
    setStartedJob(jobId);
    void client.invalidateQueries({ queryKey: submissionsKey });
  };

  return (
    <Container maxW="7xl" py="6">
      <Stack gap="4">
        <Heading as="h1" size="xl">
          {words.title}
        </Heading>
        {startedJob ? (
          <Notice tone="success" title={words.onTheirWay}>
            <RouteLink to={paths.job(startedJob)}>{words.followJob}</RouteLink>
          </Notice>
        ) : null}
        <Panel title={words.newSubmission}>
          <Condition isChecked={checked !== null} />
          <Stack as="ol" listStyleType="none" gap="5" mt="4">
            <Step number={1} title={words.zipStep}>
              <ZipStep draft={draft} />
            </Step>
            <Step number={2} title={words.csvStep} idle={zip ? undefined : words.zipFirst}>
              {zip ? <CsvStep draft={draft} /> : null}
              {service && !zip ? <SampleLinks service={service} /> : null}
            </Step>
            <Step number={3} title={words.reviewStep} idle={matched ? undefined : words.reviewHint}>
              {matched ? (
                <MatchesTable
                  key={checked?.checkedAtMs}
                  matched={matched}
                  onRead={draft.canReadAgain ? draft.readUnder : null}
                />
              ) : null}
            </Step>
          </Stack>
          {zip && checked ? (
            <StartAction
              service={service}
              checked={checked}
              reading={draft.csvUpload.isPending}
              keepPreview={draft.keepPreview}
              dropFile={draft.reset}
              onChanged={draft.lookAgain}
              call={{
                label: words.submit(
                  checked.preview.billableRows + checked.preview.repeatedRows,
                  creditsText(checked.preview.totalCredits),
                ),
                send: (file) => submitRex(file, { userId: user.id, zip: zip.kept, zipFileName: zip.name }),
                failedPrefix: `${messagesNow().rexSubmitFailed}: `,
              }}
              onStarted={onStarted}
            />
          ) : null}
        </Panel>
        <SubmissionsPanel />
      </Stack>
    </Container>
  );
}
