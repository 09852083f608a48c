/** Jobs of all customers as a dense table; on a phone two lines each with the state first. */
import { Box, Button, Flex, Stack, Table, Text, useBreakpointValue } from '@chakra-ui/react';
import type { AdminJob } from '#contracts/admin-jobs.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { formatDecimals } from '../../lib/numbers.ts';
import { serviceName } from '../../lib/services.ts';
import { useWords } from '../../lib/words.ts';
import { JobStateTag } from '../../ui/job-state-tag.tsx';
import { uiWords } from '../../ui/words.ts';
import { adminJobWords } from './jobs-words.ts';

type RowProps = { job: AdminJob; onOpen: () => void };

/** The service opens the job; a mouse may click anywhere on the line. */
function OpenButton({ job, onOpen }: RowProps) {
  const words = useWords(adminJobWords);
  const service = serviceName(job.serviceId, job.serviceName);
  return (
    <Button
      variant="plain"
      size="xs"
      h="6"
      px="0"
      minW="0"
      maxW="full"
      justifyContent="flex-start"
      textStyle="sm"
      fontWeight="medium"
      color="fg"
      _hover={{ textDecoration: 'underline' }}
      aria-label={words.openJob(service, job.fileName)}
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
    >
      <Text as="span" truncate>
        {service}
      </Text>
    </Button>
  );
}

function ErrorText({ job }: { job: AdminJob }) {
  const { outcomes } = useWords(uiWords);
  if (!job.errorCode) return null;
  const known = Object.entries(outcomes).find(([code]) => code === job.errorCode);
  return (
    <Text textStyle="xs" color="fg.error" title={job.errorMessage ?? undefined}>
      {known ? known[1] : job.errorCode}
    </Text>
  );
}

function Rows({ job }: { job: AdminJob }) {
  const words = useWords(adminJobWords);
  return (
    <>
      {words.rowsOf(job.rowsDone, job.rowsTotal)}
      {job.rowsFailed > 0 ? (
        <Text as="span" display="block" textStyle="xs" color="fg.error">
          {words.failedRows(job.rowsFailed)}
        </Text>
      ) : null}
    </>
  );
}

function WideRow(props: RowProps) {
  const { job, onOpen } = props;
  return (
    <Table.Row
      bg="bg.panel"
      verticalAlign="top"
      cursor="pointer"
      _hover={{ bg: 'bg.subtle' }}
      onClick={onOpen}
      css={{ '& td': { py: '1.5' } }}
    >
      <Table.Cell ps="0">
        <JobStateTag state={job.state} />
        <ErrorText job={job} />
      </Table.Cell>
      <Table.Cell maxW="72">
        <OpenButton {...props} />
        <Text textStyle="xs" color="fg.muted" truncate>
          {job.fileName}
        </Text>
      </Table.Cell>
      <Table.Cell maxW="56">
        <Text truncate>{job.customer.name}</Text>
        <Text textStyle="xs" color="fg.muted" truncate>
          {job.customer.email}
        </Text>
      </Table.Cell>
      <Table.Cell textAlign="end" whiteSpace="nowrap">
        <Rows job={job} />
      </Table.Cell>
      <Table.Cell textAlign="end">{formatDecimals(job.creditsUsed)}</Table.Cell>
      <Table.Cell pe="0" whiteSpace="nowrap" textAlign="end">
        {formatDateTime(job.createdAt)}
      </Table.Cell>
    </Table.Row>
  );
}

function PhoneRow(props: RowProps) {
  const { job } = props;
  return (
    <Stack as="li" gap="1" py="2.5" borderTopWidth="1px" _first={{ borderTopWidth: '0', pt: '0' }}>
      <Flex gap="2" align="center" justify="space-between" minW="0">
        <JobStateTag state={job.state} />
        <Text textStyle="xs" color="fg.muted" whiteSpace="nowrap">
          {formatDateTime(job.createdAt)}
        </Text>
      </Flex>
      <Flex gap="3" justify="space-between" align="flex-start">
        <Box minW="0">
          <OpenButton {...props} />
          <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
            {job.fileName}, {job.customer.email}
          </Text>
          <ErrorText job={job} />
        </Box>
        <Box textAlign="end" whiteSpace="nowrap">
          <Rows job={job} />
        </Box>
      </Flex>
    </Stack>
  );
}

export function JobsList(props: { jobs: AdminJob[]; onOpen: (jobId: string) => void }) {
  const words = useWords(adminJobWords);
  const wide = useBreakpointValue({ base: false, md: true }, { ssr: false });
  const rows = props.jobs.map((job) => ({ job, onOpen: () => props.onOpen(job.id) }));
  if (!wide) {
    return (
      <Box as="ul" listStyleType="none" textStyle="sm" fontVariantNumeric="tabular-nums">
        {rows.map((row) => (
          <PhoneRow key={row.job.id} {...row} />
        ))}
      </Box>
    );
  }
  return (
    <Table.Root size="sm" fontVariantNumeric="tabular-nums">
      <Table.Header>
        <Table.Row bg="bg.panel">
          <Table.ColumnHeader ps="0">{words.state}</Table.ColumnHeader>
          <Table.ColumnHeader>{words.service}</Table.ColumnHeader>
          <Table.ColumnHeader>{words.customer}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">{words.rows}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">{words.credits}</Table.ColumnHeader>
          <Table.ColumnHeader pe="0" textAlign="end">
            {words.started}
          </Table.ColumnHeader>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {rows.map((row) => (
          <WideRow key={row.job.id} {...row} />
        ))}
      </Table.Body>
    </Table.Root>
  );
}
