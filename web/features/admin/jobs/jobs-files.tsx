/** Lists the files of any customer's job: its results, and the evidence that only administrators see. */
import { Flex, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Camera, FileSpreadsheet, type LucideIcon } from 'lucide-react';
import type { AdminJobDetail } from '#contracts/calls/jobs/admin-jobs-answers.ts';
import { isExpired } from '#web/lib/dates.ts';
import { formatBytes } from '#web/lib/sizes.ts';
import { useWords } from '#web/lib/words.ts';
import {
  DocumentLink,
  DocumentsInPlace,
  type ListedDocument,
} from '#web/ui/documents/documents-in-place.tsx';
import { FileName } from '#web/ui/file-name.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ErrorState, LoadingLines } from '#web/ui/states.tsx';
import { jobWords } from '#web/features/jobs/words.ts';
import { evidenceQuery, evidenceUrl } from './queries.ts';
import { adminJobWords } from './words.ts';

type Listed = ListedDocument & { id: string; note: string };

function FileList(props: { icon: LucideIcon; files: Listed[] }) {
  const { icon: Icon, files } = props;
  return (
    <DocumentsInPlace documents={files}>
      <Stack as="ul" listStyleType="none" gap="1" maxH="72" overflowY="auto">
        {files.map((file) => (
          <Flex as="li" key={file.id} gap="2" align="center" justify="space-between" textStyle="sm" minH="6">
            <DocumentLink document={file} minW="0" minH="6">
              <Icon size={16} aria-hidden />
              <FileName name={file.name} />
            </DocumentLink>
            <Text color="fg.muted" textStyle="xs" flexShrink="0" fontVariantNumeric="tabular-nums">
              {file.note}
            </Text>
          </Flex>
        ))}
      </Stack>
    </DocumentsInPlace>
  );
}

function Evidence({ jobId }: { jobId: string }) {
  const words = useWords(adminJobWords);
  const evidence = useQuery(evidenceQuery(jobId));
  if (evidence.isPending) return <LoadingLines lines={2} height="6" label={words.evidence} />;
  if (!evidence.data) {
    return (
      <ErrorState
        title={words.evidenceFailed}
        error={evidence.error}
        onRetry={() => void evidence.refetch()}
      />
    );
  }
  const files = evidence.data.map(({ id, name, rowNumber, size }) => ({
    id,
    name,
    note: [rowNumber === null ? '' : words.evidenceRow(rowNumber), formatBytes(size)]
      .filter((text) => text !== '')
      .join(', '),
    url: evidenceUrl(jobId, id),
    sizeBytes: size,
  }));
  const requests = [...new Set(evidence.data.flatMap(({ requestId }) => requestId ?? []))];
  return (
    <Stack gap="2">
      <Text textStyle="xs" color="fg.muted">
        {files.length === 0 ? words.noEvidence : words.evidenceHint}
      </Text>
      <FileList icon={Camera} files={files} />
      {requests.length > 0 ? (
        <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
          {words.evidenceRequests(requests.join(', '))}
        </Text>
      ) : null}
    </Stack>
  );
}

export function JobFiles({ job }: { job: AdminJobDetail }) {
  const words = useWords(adminJobWords);
  const texts = useWords(jobWords);
  const gone = isExpired(job.expiresAt);
  const results = gone
    ? []
    : job.files.map(({ id, name, sizeBytes, url }) => ({
        id,
        name,
        note: formatBytes(sizeBytes),
        url,
        sizeBytes,
      }));
  return (
    <>
      <Panel title={words.evidence}>
        {gone ? (
          <Text textStyle="sm" color="fg.muted">
            {texts.filesDeleted}
          </Text>
        ) : (
          <Evidence jobId={job.jobId} />
        )}
      </Panel>
      {results.length > 0 ? (
        <Panel title={words.results}>
          <FileList icon={FileSpreadsheet} files={results} />
        </Panel>
      ) : null}
    </>
  );
}
