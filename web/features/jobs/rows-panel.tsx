/** Every row of a job, filtered by how it ended, page by page. */
import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Rows3 } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import type { JobDetail } from '#contracts/jobs.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, LoadingLines } from '../../ui/states.tsx';
import { hasEnded, jobRowsQuery, type RowFilter } from './queries.ts';
import { RowsTable } from './rows-table.tsx';
import { useWords } from '../../lib/words.ts';
import { jobWords } from './words.ts';

const filters: { value: RowFilter; count: (job: JobDetail) => number }[] = [
  { value: 'all', count: (job) => job.rowsTotal },
  { value: 'succeeded', count: (job) => job.rowsSucceeded },
  { value: 'failed', count: (job) => job.rowsFailed },
  { value: 'pending', count: (job) => Math.max(0, job.rowsTotal - job.rowsDone) },
];

/** Filter and page live in the address, so that a view of the rows can be sent to a colleague. */
function useRowsView() {
  const [query, setQuery] = useSearchParams();
  const outcome = filters.find(({ value }) => value === query.get('rows'))?.value ?? 'all';
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1);
  const show = (next: { outcome: RowFilter; page: number }) =>
    setQuery({ rows: next.outcome, page: String(next.page) }, { replace: true, preventScrollReset: true });
  return { outcome, page, show };
}

export function RowsPanel(props: { job: JobDetail }) {
  const { job } = props;
  const words = useWords(jobWords);
  const { outcome, page, show } = useRowsView();
  const rows = useQuery(jobRowsQuery({ jobId: job.jobId, page, outcome, running: !hasEnded(job) }));
  return (
    <Panel title={words.rows}>
      <Flex as="fieldset" gap="1" wrap="wrap" aria-label={words.filterByOutcome} pb="3">
        {filters.map(({ value, count }) => (
          <Button
            key={value}
            size="xs"
            variant={value === outcome ? 'subtle' : 'ghost'}
            colorPalette={value === outcome ? 'brand' : 'gray'}
            aria-pressed={value === outcome}
            onClick={() => show({ outcome: value, page: 1 })}
          >
            {words.filters[value]}{' '}
            <Text as="span" fontVariantNumeric="tabular-nums">
              {formatNumber(count(job))}
            </Text>
          </Button>
        ))}
      </Flex>
      {rows.isPending ? <LoadingLines lines={5} height="8" label={words.loadingRows} /> : null}
      {rows.isError && !rows.data ? (
        <ErrorState title={words.rowsFailed} error={rows.error} onRetry={() => void rows.refetch()} />
      ) : null}
      {rows.data?.rows.length === 0 ? <EmptyState icon={Rows3} title={words.noRow} /> : null}
      {rows.data && rows.data.rows.length > 0 ? (
        <Box opacity={rows.isPlaceholderData ? 0.6 : 1}>
          <RowsTable rows={rows.data.rows} />
          <Pager
            label={words.pagesOfRows}
            current={rows.data.pagination.currentPage}
            total={rows.data.pagination.totalPages}
            onPage={(next) => show({ outcome, page: next })}
          />
          <Text textStyle="xs" color="fg.muted" pt="2" textAlign="center">
            {words.rowCount(rows.data.pagination.totalCount)}
          </Text>
        </Box>
      ) : null}
    </Panel>
  );
}
