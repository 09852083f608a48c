/** The items of the work history: a table, and on a phone rows of two lines with the status first. */
import { Box, Button, Flex, Stack, Table, Text, useBreakpointValue } from '@chakra-ui/react';
import {
  CircleCheck,
  CircleX,
  Clock,
  Download,
  FileWarning,
  LoaderCircle,
  type LucideIcon,
} from 'lucide-react';
import { formatCredits } from '#contracts/credits.ts';
import type { WorkHistoryItem } from '#contracts/jobs.ts';
import { formatDateTime, formatExpiry, isExpired } from '../../lib/dates.ts';
import { plural } from '../../lib/plural.ts';
import { paths } from '../../paths.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx';

type Status = WorkHistoryItem['status'];
const statuses: Record<Status, { label: string; tone: StatusTone; icon: LucideIcon }> = {
  pending: { label: 'Pending', tone: 'gray', icon: Clock },
  processing: { label: 'Processing', tone: 'information', icon: LoaderCircle },
  completed: { label: 'Completed', tone: 'brand', icon: CircleCheck },
  failed: { label: 'Failed', tone: 'failure', icon: CircleX },
};

function Downloads(props: { item: WorkHistoryItem }) {
  const { item } = props;
  const open = !isExpired(item.expiresAt);
  return (
    <Flex gap="2" wrap="wrap" justify={{ md: 'flex-end' }}>
      {item.downloadUrl && open ? (
        <Button asChild size="xs" variant="outline">
          <a href={item.downloadUrl} download aria-label={`Download results of ${item.fileName}`}>
            <Download aria-hidden /> Download
          </a>
        </Button>
      ) : null}
      {item.failedRowsUrl && open ? (
        <Button asChild size="xs" variant="ghost" colorPalette="gray">
          <a href={item.failedRowsUrl} download aria-label={`Download failed rows of ${item.fileName}`}>
            <FileWarning aria-hidden /> Failed rows
          </a>
        </Button>
      ) : null}
    </Flex>
  );
}

function Name(props: { item: WorkHistoryItem }) {
  const { item } = props;
  return (
    <Box minW="0">
      <RouteLink
        to={paths.job(item.id)}
        fontWeight="medium"
        color="fg"
        variant="underline"
        aria-label={`Open job ${item.serviceName}, ${item.fileName}`}
      >
        {item.serviceName}
      </RouteLink>
      <Text textStyle="xs" color="fg.muted" truncate maxW={{ md: '64' }} title={item.fileName}>
        {item.fileName}
      </Text>
      {item.errorMessage ? (
        <Text textStyle="xs" color="fg.error">
          {item.errorMessage}
        </Text>
      ) : null}
    </Box>
  );
}

function StatusCell(props: { item: WorkHistoryItem }) {
  const { item } = props;
  const { label, tone, icon } = statuses[item.status];
  return (
    <Stack gap="1.5" align="flex-start">
      <StatusTag tone={tone} icon={icon} label={label} />
      {item.status === 'processing' ? (
        <Flex align="center" gap="2" w="28" textStyle="xs" color="fg.muted">
          <ProgressBar percent={item.progress} label={`Progress of ${item.fileName}`} />
          {Math.round(item.progress)}%
        </Flex>
      ) : null}
    </Stack>
  );
}

function rowsText(item: WorkHistoryItem): string {
  return item.rowsFailed > 0
    ? `${plural(item.rowsTotal, 'row')}, ${item.rowsFailed} failed`
    : plural(item.rowsTotal, 'row');
}

const expiryText = (item: WorkHistoryItem) => (item.expiresAt ? formatExpiry(item.expiresAt) : '–');

function WideTable(props: { items: WorkHistoryItem[] }) {
  return (
    <Table.Root size="sm">
      <Table.Header>
        <Table.Row bg="bg.panel">
          <Table.ColumnHeader ps="0">Service and file</Table.ColumnHeader>
          <Table.ColumnHeader>Status</Table.ColumnHeader>
          <Table.ColumnHeader>Started</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">Rows</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">Files</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">Credits</Table.ColumnHeader>
          <Table.ColumnHeader>Expires</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end" pe="0">
            Results
          </Table.ColumnHeader>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {props.items.map((item) => (
          <Table.Row key={item.id} bg="bg.panel" verticalAlign="top">
            <Table.Cell ps="0">
              <Name item={item} />
            </Table.Cell>
            <Table.Cell>
              <StatusCell item={item} />
            </Table.Cell>
            <Table.Cell whiteSpace="nowrap">{formatDateTime(item.createdAt)}</Table.Cell>
            <Table.Cell textAlign="end">
              {item.rowsTotal.toLocaleString('en-US')}
              {item.rowsFailed > 0 ? (
                <Text textStyle="xs" color="fg.error">
                  {item.rowsFailed} failed
                </Text>
              ) : null}
            </Table.Cell>
            <Table.Cell textAlign="end">{item.filesGeneratedCount}</Table.Cell>
            <Table.Cell textAlign="end">{formatCredits(item.creditsUsed)}</Table.Cell>
            <Table.Cell whiteSpace="nowrap" color="fg.muted">
              {expiryText(item)}
            </Table.Cell>
            <Table.Cell textAlign="end" pe="0">
              <Downloads item={item} />
            </Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </Table.Root>
  );
}

function PhoneList(props: { items: WorkHistoryItem[] }) {
  return (
    <Box as="ul" listStyleType="none" textStyle="sm">
      {props.items.map((item) => (
        <Stack
          as="li"
          key={item.id}
          gap="2"
          py="3"
          borderTopWidth="1px"
          _first={{ borderTopWidth: '0', pt: '0' }}
        >
          <Flex gap="3" align="flex-start">
            <StatusCell item={item} />
            <Name item={item} />
          </Flex>
          <Text textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
            {formatDateTime(item.createdAt)}, {rowsText(item)}, {formatCredits(item.creditsUsed)} credits,{' '}
            {plural(item.filesGeneratedCount, 'file')}
            {item.expiresAt ? `, ${expiryText(item)}` : ''}
          </Text>
          <Downloads item={item} />
        </Stack>
      ))}
    </Box>
  );
}

export function WorkHistoryList(props: { items: WorkHistoryItem[] }) {
  const wide = useBreakpointValue({ base: false, md: true }, { ssr: false });
  return wide ? <WideTable items={props.items} /> : <PhoneList items={props.items} />;
}
