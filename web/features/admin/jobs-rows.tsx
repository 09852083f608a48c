/** The rows of any customer's job, filtered by how they ended, page by page. */
import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Rows3 } from 'lucide-react';
import { useState } from 'react';
import type { AdminJobDetail } from '#contracts/admin-jobs.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { useWords } from '../../lib/words.ts';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, LoadingLines } from '../../ui/states.tsx';
import { hasEnded, type RowFilter } from '../jobs/queries.ts';
import { RowsTable } from '../jobs/rows-table.tsx';
import { jobWords } from '../jobs/words.ts';
import { adminRowsQuery } from './jobs-queries.ts';

const filters: { value: RowFilter; count: (job: AdminJobDetail) => number }[] = [
  { value: 'all', count: (job) => job.rowsTotal },
  { value: 'succeeded', count: (job) => job.rowsSucceeded },
  { value: 'failed', count: (job) => job.rowsFailed },
  { value: 'pending', count: (job) => Math.max(0, job.rowsTotal - job.rowsDone) },
];

/** The address names the job; what is looked at inside it is not worth a line there. */
export function JobRows({ job }: { job: AdminJobDetail }) {
  const words = useWords(jobWords);
  const [{ outcome, page }, show] = useState<{ outcome: RowFilter; page: number }>({
    outcome: 'all',
    page: 1,
  });
  const rows = useQuery(adminRowsQuery({ jobId: job.jobId, page, outcome, running: !hasEnded(job) }));
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
      {rows.isPending ? <LoadingLines lines={4} height="8" label={words.loadingRows} /> : null}
      {rows.isError && !rows.data ? (
        <ErrorState title={words.rowsFailed} error={rows.error} onRetry={() => void rows.refetch()} />
      ) : null}
      {rows.data?.rows.length === 0 ? <EmptyState icon={Rows3} title={words.noRow} /> : null}
      {rows.data && rows.data.rows.length > 0 ? (
        <Box opacity={rows.isPlaceholderData ? 0.6 : 1} overflowX="auto">
          <RowsTable rows={rows.data.rows} />
          <Pager
            label={words.pagesOfRows}
            current={rows.data.pagination.currentPage}
            total={rows.data.pagination.totalPages}
            onPage={(next) => show({ outcome, page: next })}
          />
        </Box>
      ) : null}
    </Panel>
  );
}
