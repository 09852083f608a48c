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
import { formatDecimals, formatNumber, formatPercent } from '../../lib/numbers.ts';
import type { WorkHistoryItem } from '#contracts/jobs.ts';
import { formatDateTime, formatExpiry, isExpired } from '../../lib/dates.ts';
import { creditsText } from '../../lib/money.ts';
import { serviceName } from '../../lib/services.ts';
import { paths } from '../../paths.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx';
import { useWords, wordsNow } from '../../lib/words.ts';
import { dashboardWords } from './words.ts';

type Status = WorkHistoryItem['status'];
const statuses: Record<Status, { tone: StatusTone; icon: LucideIcon }> = {
  pending: { tone: 'gray', icon: Clock },
  processing: { tone: 'information', icon: LoaderCircle },
  completed: { tone: 'brand', icon: CircleCheck },
  failed: { tone: 'failure', icon: CircleX },
};

function Downloads(props: { item: WorkHistoryItem }) {
  const words = useWords(dashboardWords);
  const { item } = props;
  const open = !isExpired(item.expiresAt);
  return (
    <Flex gap="2" wrap="wrap" justify={{ md: 'flex-end' }}>
      {item.downloadUrl && open ? (
        <Button asChild size="xs" variant="outline">
          <a href={item.downloadUrl} download aria-label={words.downloadOf(item.fileName)}>
            <Download aria-hidden /> {words.download}
          </a>
        </Button>
      ) : null}
      {item.failedRowsUrl && open ? (
        <Button asChild size="xs" variant="ghost" colorPalette="gray">
          <a href={item.failedRowsUrl} download aria-label={words.failedRowsOf(item.fileName)}>
            <FileWarning aria-hidden /> {words.failedRows}
          </a>
        </Button>
      ) : null}
    </Flex>
  );
}

function Name(props: { item: WorkHistoryItem }) {
  const { item } = props;
  const words = useWords(dashboardWords);
  const name = serviceName(item.serviceId, item.serviceName);
  return (
    <Box minW="0">
      <RouteLink
        to={paths.job(item.id)}
        fontWeight="medium"
        color="fg"
        variant="underline"
        aria-label={words.openJob(`${name}, ${item.fileName}`)}
      >
        {name}
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
  const words = useWords(dashboardWords);
  return (
    <Stack gap="1.5" align="flex-start">
      <StatusTag {...statuses[item.status]} label={words.statuses[item.status]} />
      {item.status === 'processing' ? (
        <Flex align="center" gap="2" w="28" textStyle="xs" color="fg.muted">
          <ProgressBar percent={item.progress} label={words.progressOf(item.fileName)} />
          {formatPercent(Math.round(item.progress))}
        </Flex>
      ) : null}
    </Stack>
  );
}

function rowsText(item: WorkHistoryItem): string {
  return wordsNow(dashboardWords).rowCount(item.rowsTotal, item.rowsFailed);
}

const expiryText = (item: WorkHistoryItem) => (item.expiresAt ? formatExpiry(item.expiresAt) : '–');

function WideTable(props: { items: WorkHistoryItem[] }) {
  const words = useWords(dashboardWords);
  return (
    <Table.Root size="sm">
      <Table.Header>
        <Table.Row bg="bg.panel">
          <Table.ColumnHeader ps="0">{words.serviceAndFile}</Table.ColumnHeader>
          <Table.ColumnHeader>{words.status}</Table.ColumnHeader>
          <Table.ColumnHeader>{words.startedAt}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">{words.rows}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">{words.files}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">{words.credits}</Table.ColumnHeader>
          <Table.ColumnHeader>{words.expires}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end" pe="0">
            {words.results}
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
              {formatNumber(item.rowsTotal)}
              {item.rowsFailed > 0 ? (
                <Text textStyle="xs" color="fg.error">
                  {words.failedCount(item.rowsFailed)}
                </Text>
              ) : null}
            </Table.Cell>
            <Table.Cell textAlign="end">{formatNumber(item.filesGeneratedCount)}</Table.Cell>
            <Table.Cell textAlign="end">{formatDecimals(item.creditsUsed)}</Table.Cell>
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
  const words = useWords(dashboardWords);
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
            {formatDateTime(item.createdAt)}, {rowsText(item)}, {creditsText(item.creditsUsed)},{' '}
            {words.fileCount(item.filesGeneratedCount)}
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
