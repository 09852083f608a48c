/** Lists the files of a job: results, documents and evidence. */
import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import { Camera, FileSpreadsheet, FileText } from 'lucide-react';
import type { JobDetail, JobFile } from '#contracts/calls/jobs/jobs-answers.ts';
import { isExpired } from '#web/lib/dates.ts';
import { formatBytes } from '#web/lib/sizes.ts';
import { DocumentLink, DocumentsInPlace } from '#web/ui/documents/documents-in-place.tsx';
import { FileName } from '#web/ui/file-name.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { hasEnded } from './queries.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { jobWords } from './words.ts';

const kinds: { kind: JobFile['kind']; icon: typeof FileText }[] = [
  { kind: 'result', icon: FileSpreadsheet },
  { kind: 'document', icon: FileText },
  { kind: 'evidence', icon: Camera },
];

function emptyText(job: JobDetail): string {
  const words = wordsNow(jobWords);
  if (isExpired(job.expiresAt)) return words.filesDeleted;
  if (job.filesPending) return words.filesPending;
  if (job.downloadUrl) return words.documentsOnly;
  return hasEnded(job) ? words.noFiles : words.filesLater;
}

function FileList(props: { title: string; icon: typeof FileText; files: JobFile[] }) {
  const { title, icon: Icon, files } = props;
  if (files.length === 0) return null;
  return (
    <Box>
      <Text textStyle="xs" color="fg.muted" pb="1">
        {title}
      </Text>
      <Stack as="ul" listStyleType="none" gap="1" maxH="72" overflowY="auto">
        {files.map((file) => (
          <Flex as="li" key={file.id} gap="2" align="center" justify="space-between" textStyle="sm" minH="6">
            <DocumentLink document={file} minW="0">
              <Icon size={16} aria-hidden />
              <FileName name={file.name} />
            </DocumentLink>
            <Text color="fg.muted" textStyle="xs" flexShrink="0" fontVariantNumeric="tabular-nums">
              {formatBytes(file.sizeBytes)}
            </Text>
          </Flex>
        ))}
      </Stack>
    </Box>
  );
}

export function Documents(props: { job: JobDetail }) {
  const { job } = props;
  const words = useWords(jobWords);
  const gone = isExpired(job.expiresAt);
  const files = gone ? [] : job.files;
  return (
    <Panel title={words.files}>
      {files.length === 0 ? (
        <Text textStyle="sm" color="fg.muted">
          {emptyText(job)}
        </Text>
      ) : (
        <DocumentsInPlace documents={files}>
          <Stack gap="3">
            {kinds.map(({ kind, icon }) => (
              <FileList
                key={kind}
                title={words.fileKinds[kind]}
                icon={icon}
                files={files.filter((file) => file.kind === kind)}
              />
            ))}
          </Stack>
        </DocumentsInPlace>
      )}
    </Panel>
  );
}
