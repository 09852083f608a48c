/** REX/SOO in three steps: a ZIP of PDFs, a CSV that is matched to them, review and submit (spec section 2). */
import { Container, Heading, Stack, Text } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { clientMessages } from '#contracts/errors.ts';
import { REX_SERVICE } from '#contracts/rex.ts';
import { findAvailableService } from '#services/catalogue.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { paths } from '../../paths.ts';
import { FileSlot } from '../../ui/file-slot.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { errorText, LoadingLines, requestIdText } from '../../ui/states.tsx';
import { Step } from '../../ui/step.tsx';
import { useUser } from '../auth/queries.ts';
import { SampleLinks } from '../dashboard/file-step.tsx';
import { StartAction } from '../dashboard/start-action.tsx';
import { MatchesTable } from './matches-table.tsx';
import { submissionsKey, submitRex } from './queries.ts';
import { SubmissionsPanel } from './submissions-panel.tsx';
import { useRexDraft, type RexDraft } from './use-rex-draft.ts';

const service = findAvailableService(REX_SERVICE) ?? null;

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
  const unusable = zip?.kept.files.filter(({ problem }) => problem !== null) ?? [];
  return (
    <Stack gap="2">
      <FileSlot
        label="Drop the ZIP of PDFs here, or choose it"
        name={zip?.name ?? null}
        extensions={['.zip']}
        disabledReason={zipUpload.isPending ? 'Extracting your ZIP…' : undefined}
        onFile={takeZip}
        onClear={reset}
      />
      <Text textStyle="xs" color="fg.muted">
        For invoice 2509675 the ZIP holds I2509675.pdf, the invoice, and 2509675.pdf, the bill of lading.
      </Text>
      {zipUpload.isPending ? <LoadingLines lines={1} label="Extracting your ZIP" /> : null}
      {zip ? <Text textStyle="sm">{zip.kept.message}</Text> : null}
      {unusable.map(({ filename, problem }) => (
        <Text key={filename} textStyle="xs" color="fg.muted">
          {filename}: {problem}
        </Text>
      ))}
      <Failure title={clientMessages.rexZipFailed} problem={zipProblem} error={zipUpload.error} />
    </Stack>
  );
}

function CsvStep(props: { draft: RexDraft }) {
  const { matched, takeCsv, csvUpload, csvProblem, dropCsv } = props.draft;
  return (
    <Stack gap="2">
      <FileSlot
        label="Drop the CSV here, or choose it"
        name={matched?.csv.preview.fileName ?? null}
        extensions={['.csv']}
        disabledReason={csvUpload.isPending ? 'Matching your documents…' : undefined}
        onFile={takeCsv}
        onClear={dropCsv}
      />
      {csvUpload.isPending ? <LoadingLines lines={1} label="Matching your documents" /> : null}
      <Failure title={clientMessages.rexCsvFailed} problem={csvProblem} error={csvUpload.error} />
    </Stack>
  );
}

export function RexPage() {
  usePageTitle('REX/SOO Submission');
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
          REX/SOO Submission
        </Heading>
        {startedJob ? (
          <Notice tone="success" title="Your shipments are on their way to EPB.">
            <RouteLink to={paths.job(startedJob)}>Follow the job</RouteLink>
          </Notice>
        ) : null}
        <Panel title="New submission">
          <Stack as="ol" listStyleType="none" gap="5">
            <Step number={1} title="Upload the ZIP of PDFs">
              <ZipStep draft={draft} />
            </Step>
            <Step
              number={2}
              title="Upload the CSV and match the documents"
              idle={zip ? undefined : 'Upload the ZIP first.'}
            >
              {zip ? <CsvStep draft={draft} /> : null}
              {service && !matched ? <SampleLinks service={service} /> : null}
            </Step>
            <Step
              number={3}
              title="Review and submit"
              idle={matched ? undefined : 'Every row is checked before it costs anything.'}
            >
              {matched ? <MatchesTable key={checked?.checkedAtMs} matched={matched} /> : null}
            </Step>
          </Stack>
          {zip && checked ? (
            <StartAction
              service={service}
              checked={checked}
              reading={draft.csvUpload.isPending}
              keepPreview={draft.keepPreview}
              dropFile={draft.reset}
              call={{
                label: 'Submit',
                send: (file) => submitRex(file, { userId: user.id, zip: zip.kept, zipFileName: zip.name }),
                failedPrefix: `${clientMessages.rexSubmitFailed}: `,
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
