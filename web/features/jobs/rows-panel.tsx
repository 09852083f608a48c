/** Every row of a job, filtered by how it ended, page by page. */
import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Rows3 } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import type { JobDetail } from '#contracts/jobs.ts';
import { plural } from '../../lib/plural.ts';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, LoadingLines } from '../../ui/states.tsx';
import { hasEnded, jobRowsQuery, type RowFilter } from './queries.ts';
import { RowsTable } from './rows-table.tsx';

const filters: { value: RowFilter; label: string; count: (job: JobDetail) => number }[] = [
  { value: 'all', label: 'All', count: (job) => job.rowsTotal },
  { value: 'succeeded', label: 'Done', count: (job) => job.rowsSucceeded },
  { value: 'failed', label: 'Failed', count: (job) => job.rowsFailed },
  { value: 'pending', label: 'Waiting', count: (job) => Math.max(0, job.rowsTotal - job.rowsDone) },
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
  const { outcome, page, show } = useRowsView();
  const rows = useQuery(jobRowsQuery({ jobId: job.jobId, page, outcome, running: !hasEnded(job) }));
  return (
    <Panel title="Rows">
      <Flex as="fieldset" gap="1" wrap="wrap" aria-label="Filter by outcome" pb="3">
        {filters.map(({ value, label, count }) => (
          <Button
            key={value}
            size="xs"
            variant={value === outcome ? 'subtle' : 'ghost'}
            colorPalette={value === outcome ? 'brand' : 'gray'}
            aria-pressed={value === outcome}
            onClick={() => show({ outcome: value, page: 1 })}
          >
            {label}{' '}
            <Text as="span" fontVariantNumeric="tabular-nums">
              {count(job).toLocaleString('en-US')}
            </Text>
          </Button>
        ))}
      </Flex>
      {rows.isPending ? <LoadingLines lines={5} height="8" label="Loading rows" /> : null}
      {rows.isError && !rows.data ? (
        <ErrorState
          title="The rows could not be loaded."
          error={rows.error}
          onRetry={() => void rows.refetch()}
        />
      ) : null}
      {rows.data?.rows.length === 0 ? <EmptyState icon={Rows3} title="No row here" /> : null}
      {rows.data && rows.data.rows.length > 0 ? (
        <Box opacity={rows.isPlaceholderData ? 0.6 : 1}>
          <RowsTable rows={rows.data.rows} />
          <Pager
            label="Pages of rows"
            current={rows.data.pagination.currentPage}
            total={rows.data.pagination.totalPages}
            onPage={(next) => show({ outcome, page: next })}
          />
          <Text textStyle="xs" color="fg.muted" pt="2" textAlign="center">
            {plural(rows.data.pagination.totalCount, 'row')}
          </Text>
        </Box>
      ) : null}
    </Panel>
  );
}
