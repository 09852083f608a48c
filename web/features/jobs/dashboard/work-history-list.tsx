/** Lists the items of the work history; on a phone each item has two lines, starting with the status. */
import { Button, Flex, Text } from '@chakra-ui/react';
import { Download, FileWarning, Table2 } from 'lucide-react';
import { formatDecimals, formatNumber } from '#web/lib/numbers.ts';
import { shownCountsOf } from '#contracts/jobs/shown-state.ts';
import type { WorkHistoryItem } from '#contracts/calls/jobs/jobs-answers.ts';
import { limits } from '#contracts/limits.ts';
import { formatDateTime, formatExpiry, isExpired } from '#web/lib/dates.ts';
import { momentNow } from '#web/lib/moment.ts';
import { creditsText } from '#web/lib/money.ts';
import { convertsPdfs } from '#web/lib/services.ts';
import { paths } from '#web/paths.ts';
import { JobName, JobState } from '#web/ui/job-cells.tsx';
import { RecordList, type Column } from '#web/ui/record-list.tsx';
import { RouteButton } from '#web/ui/route-link.tsx';
import { useWords, wordsNow, type WordsOf } from '#web/lib/words.ts';
import { dashboardWords } from './words.ts';

/** The tables of a PDF can be checked as long as the PDF is kept. */
function hasTables({ serviceId, createdAt }: WorkHistoryItem): boolean {
  const deletedAtMs = new Date(createdAt).getTime() + limits.uploadRetentionMs;
  return convertsPdfs(serviceId) && momentNow().getTime() < deletedAtMs;
}

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
      {item.downloadUrl && open && hasTables(item) ? (
        <RouteButton
          size="xs"
          variant="ghost"
          colorPalette="gray"
          to={paths.tables(item.id)}
          aria-label={words.checkTablesOf(item.fileName)}
        >
          <Table2 aria-hidden /> {words.checkTables}
        </RouteButton>
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

function rowsText(item: WorkHistoryItem): string {
  const { total, failed, notFound } = shownCountsOf(item);
  const words = wordsNow(dashboardWords);
  return words.rowCount(total, failed) + (notFound > 0 ? `, ${words.notFoundCount(notFound)}` : '');
}

const expiryText = (item: WorkHistoryItem) => (item.expiresAt ? formatExpiry(item.expiresAt) : '–');

function columnsOf(words: WordsOf<typeof dashboardWords>): Column<WorkHistoryItem>[] {
  return [
    { title: words.serviceAndFile, cell: (item) => <JobName job={item} /> },
    { title: words.status, cell: (item) => <JobState job={item} /> },
    {
      title: words.startedAt,
      look: { whiteSpace: 'nowrap' },
      cell: (item) => formatDateTime(item.createdAt),
    },
    { title: words.rows, atEnd: true, cell: (item) => <RowCounts item={item} /> },
    { title: words.files, atEnd: true, cell: (item) => formatNumber(item.filesGeneratedCount) },
    { title: words.credits, atEnd: true, cell: (item) => formatDecimals(item.creditsUsed) },
    { title: words.expires, look: { whiteSpace: 'nowrap', color: 'fg.muted' }, cell: expiryText },
    { title: words.results, atEnd: true, cell: (item) => <Downloads item={item} /> },
  ];
}

function RowCounts(props: { item: WorkHistoryItem }) {
  const { total, failed, notFound } = shownCountsOf(props.item);
  const words = useWords(dashboardWords);
  return (
    <>
      {formatNumber(total)}
      {failed > 0 ? (
        <Text textStyle="xs" color="fg.error">
          {words.failedCount(failed)}
        </Text>
      ) : null}
      {notFound > 0 ? (
        <Text textStyle="xs" color="fg.muted">
          {words.notFoundCount(notFound)}
        </Text>
      ) : null}
    </>
  );
}

function Lines(props: { item: WorkHistoryItem }) {
  const { item } = props;
  const words = useWords(dashboardWords);
  return (
    <>
      <Flex gap="3" align="flex-start">
        <JobState job={item} />
        <JobName job={item} />
      </Flex>
      <Text textStyle="xs" color="fg.muted">
        {formatDateTime(item.createdAt)}, {rowsText(item)}, {creditsText(item.creditsUsed)},{' '}
        {words.fileCount(item.filesGeneratedCount)}
        {item.expiresAt ? `, ${expiryText(item)}` : ''}
      </Text>
      <Downloads item={item} />
    </>
  );
}

export function WorkHistoryList(props: { items: WorkHistoryItem[] }) {
  return (
    <RecordList
      records={props.items}
      keyOf={({ id }) => id}
      columns={columnsOf(useWords(dashboardWords))}
      renderLines={(item) => <Lines item={item} />}
    />
  );
}
