/** The files of a job: results, documents and evidence. */
import { Box, Flex, Link, Stack, Text } from '@chakra-ui/react';
import { Camera, FileSpreadsheet, FileText } from 'lucide-react';
import type { JobDetail, JobFile } from '#contracts/jobs.ts';
import { isExpired } from '../../lib/dates.ts';
import { formatBytes } from '../../lib/sizes.ts';
import { Panel } from '../../ui/panel.tsx';
import { hasEnded } from './queries.ts';

const kinds: { kind: JobFile['kind']; title: string; icon: typeof FileText }[] = [
  { kind: 'result', title: 'Results', icon: FileSpreadsheet },
  { kind: 'document', title: 'Documents', icon: FileText },
  { kind: 'evidence', title: 'Evidence', icon: Camera },
];

function emptyText(job: JobDetail): string {
  if (isExpired(job.expiresAt)) return 'These files have been deleted: results are kept for 7 days.';
  return hasEnded(job) ? 'This job made no files.' : 'Files appear here when the job has collected them.';
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
            <Link href={file.url} download variant="underline" minW="0" color="brand.fg">
              <Icon size={16} aria-hidden />
              <Text as="span" truncate>
                {file.name}
              </Text>
            </Link>
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
  const gone = isExpired(job.expiresAt);
  const files = gone ? [] : job.files;
  return (
    <Panel title="Files">
      {files.length === 0 ? (
        <Text textStyle="sm" color="fg.muted">
          {emptyText(job)}
        </Text>
      ) : (
        <Stack gap="3">
          {kinds.map(({ kind, title, icon }) => (
            <FileList
              key={kind}
              title={title}
              icon={icon}
              files={files.filter((file) => file.kind === kind)}
            />
          ))}
        </Stack>
      )}
    </Panel>
  );
}
