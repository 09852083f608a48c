/** Shows the rows of a job with a filter and pages, for customers and administrators. */
import { Box, Button, Flex, Text } from '@chakra-ui/react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Rows3 } from 'lucide-react';
import { shownCountsOf } from '#contracts/jobs/shown-state.ts';
import type { JobProgress } from '#contracts/calls/jobs-answers.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { Pager } from '#web/ui/pager.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#web/ui/states.tsx';
import type { RowFilter, Rows } from './queries.ts';
import { RowsTable } from './rows-table.tsx';
import { jobWords } from './words.ts';

type Counted = Pick<
  JobProgress,
  'rowsTotal' | 'rowsSucceeded' | 'rowsFailed' | 'rowsDone' | 'rowsRefused' | 'finishedAt'
>;
export type RowsShown = { outcome: RowFilter; page: number };

const filters: { value: RowFilter; count: (job: Counted) => number }[] = [
  { value: 'all', count: (job) => job.rowsTotal },
  { value: 'succeeded', count: (job) => job.rowsSucceeded },
  { value: 'failed', count: (job) => job.rowsFailed },
  { value: 'pending', count: (job) => Math.max(0, job.rowsTotal - job.rowsDone) },
];

/** Returns the filter that a text names, or all rows if it names none. */
export function rowFilterIn(text: string | null): RowFilter {
  return filters.find(({ value }) => value === text)?.value ?? 'all';
}

export function RowsView(props: {
  job: Counted;
  rows: UseQueryResult<Rows>;
  shown: RowsShown;
  onShow: (next: RowsShown) => void;
}) {
  const { job, rows, shown, onShow } = props;
  const words = useWords(jobWords);
  return (
    <Panel title={words.rows}>
      <Flex as="fieldset" gap="1" wrap="wrap" aria-label={words.filterByOutcome} pb="3">
        {filters.map(({ value, count }) => (
          <Button
            key={value}
            size="xs"
            variant={value === shown.outcome ? 'subtle' : 'ghost'}
            colorPalette={value === shown.outcome ? 'brand' : 'gray'}
            aria-pressed={value === shown.outcome}
            onClick={() => onShow({ outcome: value, page: 1 })}
          >
            {value === 'failed' && shownCountsOf(job).refused > 0
              ? words.failedOrRefused
              : words.filters[value]}{' '}
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
        <Box opacity={rows.isPlaceholderData ? 0.6 : 1} overflowX="auto">
          <RowsTable rows={rows.data.rows} />
          <Pager
            label={words.pagesOfRows}
            current={rows.data.pagination.currentPage}
            total={rows.data.pagination.totalPages}
            onPage={(page) => onShow({ outcome: shown.outcome, page })}
          />
          <Text textStyle="xs" color="fg.muted" pt="2" textAlign="center">
            {words.rowCount(rows.data.pagination.totalCount)}
          </Text>
        </Box>
      ) : null}
    </Panel>
  );
}
