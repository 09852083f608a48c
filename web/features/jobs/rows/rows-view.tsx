/** Shows the rows of a job with a filter and pages, for customers and administrators. */
import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Columns3, Rows3 } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { limits } from '#contracts/limits.ts';
import { shownCountsOf } from '#contracts/jobs/shown-state.ts';
import type { JobProgress, JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { useTakenOver } from '#web/lib/use-taken-over.ts';
import { useWords, type WordsOf } from '#web/lib/words.ts';
import { DocumentsInPlace } from '#web/ui/documents/documents-in-place.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState, LoadFailure, LoadingLines } from '#web/ui/states.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { columnsWords } from './columns-words.ts';
import { useKeptColumns } from './kept-columns.ts';
import type { ReadRows } from './rows-columns-panel.tsx';
import type { ChosenColumns } from './rows-columns.ts';
import { failuresWords } from './failures-words.ts';
import { moveInList } from '#web/features/jobs/list-keys.ts';
import type { RowFilter, Rows, QueryRows, RowsShown } from '#web/features/jobs/queries.ts';
import { frameHeight } from './rows-in-pages.ts';
import { rowDetailsWords } from './row-details-words.ts';
import { RowsTable } from './rows-table.tsx';
import { jobWords } from '#web/features/jobs/words.ts';

type Counted = Pick<
  JobProgress,
  | 'serviceId'
  | 'rowsTotal'
  | 'rowsSucceeded'
  | 'rowsFailed'
  | 'rowsDone'
  | 'rowsRefused'
  | 'rowsNotFound'
  | 'finishedAt'
>;

const filters: { value: RowFilter; count: (job: Counted) => number }[] = [
  { value: 'all', count: (job) => job.rowsTotal },
  { value: 'succeeded', count: (job) => job.rowsSucceeded },
  { value: 'failed', count: (job) => job.rowsFailed },
  { value: 'pending', count: (job) => Math.max(0, job.rowsTotal - job.rowsDone) },
];

/** Returns the label of the filter for rows without a result, depending on why they have none. */
function unsuccessfulLabel(job: Counted, words: WordsOf<typeof jobWords>): string {
  const { failed, refused, notFound } = shownCountsOf(job);
  if (refused > 0) return words.failedOrRefused;
  if (notFound === 0) return words.filters.failed;
  return failed > 0 ? words.failedOrNotFound : words.notFoundOnly;
}

/** Reads filter and page from the address; invalid or missing values mean all rows from the first page. */
export function rowsShownIn(query: URLSearchParams): RowsShown {
  const outcome = filters.find(({ value }) => value === query.get('rows'))?.value ?? 'all';
  return { outcome, page: naturalIn(query.get('page')) ?? 1, like: naturalIn(query.get('like')) };
}

const naturalIn = (text: string | null): number | null => {
  const number = Number.parseInt(text ?? '', 10);
  return number >= 1 && number <= limits.rowsPerJobMax ? number : null;
};

export const queryOfRows = ({ outcome, page, like }: RowsShown): Record<string, string> => ({
  rows: outcome,
  page: String(page),
  ...(like === null ? {} : { like: String(like) }),
});

function OnlyLike(props: { row: number; onShowAll: () => void }) {
  const words = useWords(failuresWords);
  return (
    <Flex gap="3" align="center" wrap="wrap" textStyle="sm" pb="3">
      <Text>{words.onlyLike(props.row)}</Text>
      <Button size="xs" variant="outline" colorPalette="gray" onClick={props.onShowAll}>
        {words.allRows}
      </Button>
    </Flex>
  );
}

/** For more than one page of rows. It keeps only visible rows in the document, and its code is loaded when needed. */
const RowsScroller = lazy(() =>
  import('./rows-scroller.tsx').then((module) => ({ default: module.RowsScroller })),
);

/**
 * Shows the rows of a single page directly, and those of several pages in a scrolling frame; the address contains the
 * page in view.
 */
function RowList(props: {
  job: Counted;
  rows: Rows;
  columns: ChosenColumns;
  shown: RowsShown;
  query: QueryRows;
  onShow: (next: RowsShown) => void;
  actions: HTMLElement | null;
  foot: (moreKeys?: string) => ReactNode;
}) {
  const { rows, columns, shown, onShow, foot, ...others } = props;
  const { outcome, like } = shown;
  const isTakenOver = useTakenOver();
  const { totalCount, totalPages } = rows.pagination;
  if (totalPages <= 1) {
    return (
      <DocumentsInPlace documents={rows.rows.flatMap(({ documents }) => documents)}>
        <RowsTable rows={rows.rows} columns={columns} />
        {foot()}
      </DocumentsInPlace>
    );
  }
  // Has the height of the frame, so that nothing moves when the frame appears.
  const firstRows = (
    <>
      <Box maxH={frameHeight} overflow="hidden">
        <RowsTable rows={rows.rows} columns={columns} />
      </Box>
      {foot()}
    </>
  );
  if (!isTakenOver) return firstRows;
  return (
    <Suspense fallback={firstRows}>
      <RowsScroller
        key={`${outcome} ${like}`}
        {...others}
        total={totalCount}
        columns={columns}
        shown={shown}
        page={Math.min(shown.page, totalPages)}
        onPage={(page) => onShow({ ...shown, page })}
        foot={foot}
      />
    </Suspense>
  );
}

/** The page at which the list was opened; its answer contains the number of rows. The frame reads the other pages. */
function useFirstPage({ outcome, like, page }: RowsShown): number {
  const list = `${outcome} ${like}`;
  const [first, setFirst] = useState({ list, page });
  if (first.list === list) return first.page;
  setFirst({ list, page });
  return page;
}

const ColumnsPanel = lazy(() =>
  import('./rows-columns-panel.tsx').then((module) => ({ default: module.RowsColumnsPanel })),
);

/** Returns a function that reads the listed rows up to a number, in the largest pages that the server allows. */
function useReadRows(query: QueryRows, shown: RowsShown): ReadRows {
  const client = useQueryClient();
  return async (rowsMax) => {
    const rows: JobRow[] = [];
    let totalCount = 1;
    for (let page = 1; rows.length < Math.min(rowsMax, totalCount); page += 1) {
      const read = await client.query(query({ ...shown, page, limit: limits.jobRowsPageSizeMax }));
      rows.push(...read.rows);
      totalCount = read.rows.length === 0 ? 0 : read.pagination.totalCount;
    }
    return { rows: rows.slice(0, rowsMax), totalCount };
  };
}

/** Stands below the rows: how many they are, and the keys of their list. */
function RowsFoot(props: { rows: number; moreKeys: string }) {
  const { rowCount } = useWords(jobWords);
  const { keys } = useWords(rowDetailsWords);
  return (
    <Text textStyle="xs" color="fg.muted" pt="2" textAlign="center">
      {rowCount(props.rows)}
      <Text as="span" hideBelow="md">
        {' · '}
        {keys}
        {props.moreKeys}
      </Text>
    </Text>
  );
}

/** `query` reads a page of rows, either as their customer or as an administrator. */
export function RowsView(props: {
  job: Counted;
  query: QueryRows;
  shown: RowsShown;
  onShow: (next: RowsShown) => void;
}) {
  const { job, query, shown, onShow } = props;
  const rows = useQuery(query({ ...shown, page: useFirstPage(shown) }));
  const read = useReadRows(query, shown);
  const { chosen, choose } = useKeptColumns(useUser().id, job.serviceId);
  const [choosing, setChoosing] = useState(false);
  const words = useWords(jobWords);
  const { columns: columnsLabel } = useWords(columnsWords);
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const foot = (moreKeys = '') => (
    <RowsFoot rows={rows.data?.pagination.totalCount ?? 0} moreKeys={moreKeys} />
  );
  return (
    <Panel
      title={words.rows}
      actions={
        <Flex>
          <Box ref={setActions} />
          <Button
            size="xs"
            variant="ghost"
            colorPalette="gray"
            aria-expanded={choosing}
            disabled={!rows.data}
            onClick={() => setChoosing(!choosing)}
          >
            <Columns3 aria-hidden /> {columnsLabel}
          </Button>
        </Flex>
      }
    >
      <Flex pb="3">
        <Flex as="fieldset" gap="1" wrap="wrap" aria-label={words.filterByOutcome}>
          {filters.map(({ value, count }) => (
            <Button
              key={value}
              size="xs"
              variant={value === shown.outcome ? 'subtle' : 'ghost'}
              colorPalette={value === shown.outcome ? 'brand' : 'gray'}
              aria-pressed={value === shown.outcome}
              onClick={() => onShow({ outcome: value, page: 1, like: null })}
            >
              {value === 'failed' ? unsuccessfulLabel(job, words) : words.filters[value]}{' '}
              <Text as="span" fontVariantNumeric="tabular-nums">
                {formatNumber(count(job))}
              </Text>
            </Button>
          ))}
        </Flex>
      </Flex>
      {choosing && rows.data ? (
        <Suspense fallback={<LoadingLines lines={1} height="24" />}>
          <ColumnsPanel
            chosen={chosen}
            onChoose={choose}
            rows={rows.data.rows}
            read={read}
            fileName={`${job.serviceId}-rows`}
          />
        </Suspense>
      ) : null}
      {shown.like === null ? null : (
        <OnlyLike row={shown.like} onShowAll={() => onShow({ outcome: 'all', page: 1, like: null })} />
      )}
      {rows.isPending ? <LoadingLines lines={5} height="8" label={words.loadingRows} /> : null}
      <LoadFailure title={words.rowsFailed} query={rows} />
      {rows.data?.rows.length === 0 ? <EmptyState icon={Rows3} title={words.noRow} /> : null}
      {rows.data && rows.data.rows.length > 0 ? (
        <Box
          as="fieldset"
          minW="0"
          overflowX="auto"
          aria-label={words.rows}
          aria-keyshortcuts="J K"
          onKeyDown={moveInList}
        >
          <RowList {...{ job, query, shown, onShow, actions, foot }} rows={rows.data} columns={chosen} />
        </Box>
      ) : null}
    </Panel>
  );
}
