/**
 * Scrolls through all rows of a job, up to ten thousand. Only visible rows are in the document, and their pages are
 * read as they become visible.
 */
import { Box, Skeleton, Table } from '@chakra-ui/react';
import { useQueries, type UseQueryOptions } from '@tanstack/react-query';
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import type { JobProgress, JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import { useKeptFocus } from '#web/lib/use-kept-focus.ts';
import { useIsWide } from '#web/lib/use-wide.ts';
import { useWords } from '#web/lib/words.ts';
import { ErrorState } from '#web/ui/states.tsx';
import { DocumentsInPlace } from '#web/ui/documents/documents-in-place.tsx';
import { rowsPageSize, type QueryRows, type Rows, type RowsShown } from '#web/features/jobs/queries.ts';
import { NextFailed, onlyNotFound, useFailedRows } from './next-failed.tsx';
import { nextFailedWords } from './next-failed-words.ts';
import { leastWidth, PhoneRow, RowsHead, useOpenRows, WideRow } from './rows-table.tsx';
import type { ChosenColumns } from './rows-columns.ts';
import { frameHeight, pageOfRow, pagesAround, rowsInPages } from './rows-in-pages.ts';
import { jobWords } from '#web/features/jobs/words.ts';

const estimatedPx = { wide: 41, phone: 76 };
const headPx = 37;
const endTolerancePx = 2;
/** Rows outside the view that stay in the document, so that quick scrolling shows no gaps. */
const overscanRows = 8;
/** Dragging the scroll bar through all rows reads only pages where it stops for this long. */
const restMs = 100;

type QueryOf = (page: number) => UseQueryOptions<Rows>;

/** Returns the value once it has stayed the same for a moment. */
function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

/** Reads the pages once scrolling stops at them; pages that were read before are available immediately. */
function usePages(queryOf: QueryOf, pages: readonly number[]) {
  const wanted = useRested(pages.join(' ')).split(' ').map(Number);
  const results = useQueries({
    queries: pages.map((page) => ({
      ...queryOf(page),
      placeholderData: undefined,
      enabled: wanted.includes(page),
    })),
  });
  return {
    rowAt: rowsInPages(new Map(pages.map((page, at) => [page, results[at]?.data?.rows]))),
    failed: results.filter(({ isError, data }) => isError && !data),
  };
}

/** Reports which page is in view, and scrolls to a page that is set from outside, such as by a link. */
function usePageInView(
  inView: number,
  page: number,
  onPage: (page: number) => void,
  scrollTo: (page: number) => void,
) {
  const told = useRef(page);
  const tell = useEffectEvent((next: number) => {
    if (next === told.current) return;
    told.current = next;
    onPage(next);
  });
  const follow = useEffectEvent((next: number) => {
    if (next === told.current) return;
    told.current = next;
    scrollTo(next);
  });
  useEffect(() => tell(inView), [inView]);
  useEffect(() => follow(page), [page]);
}

/**
 * Keeps the last row in view while rows at the end turn out taller than estimated. The keys Home and End jump, because
 * the browser's own scrolling would aim at the end as it was when the key was pressed.
 */
function useKeptEnd(frame: RefObject<HTMLElement | null>) {
  const isAtEnd = useRef(false);
  const scrollToEnd = () => frame.current?.scrollTo({ top: frame.current.scrollHeight });
  useLayoutEffect(() => {
    if (isAtEnd.current) scrollToEnd();
  });
  const onScroll = () => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = frame.current ?? {};
    isAtEnd.current = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - endTolerancePx;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'End' && event.key !== 'Home') return;
    if (event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    isAtEnd.current = event.key === 'End';
    if (isAtEnd.current) scrollToEnd();
    else frame.current?.scrollTo({ top: 0 });
  };
  const leaveEnd = () => {
    isAtEnd.current = false;
  };
  return { onScroll, onKeyDown, leaveEnd };
}

function PendingRow(props: { index: number; columns: ChosenColumns }) {
  return (
    <Table.Row bg="bg.panel" aria-busy aria-rowindex={props.index + 2}>
      <Table.Cell colSpan={props.columns.length + 1} px="0">
        <Skeleton h="6" borderRadius="l2" />
      </Table.Cell>
    </Table.Row>
  );
}

type ListProps = {
  items: readonly VirtualItem[];
  total: number;
  columns: ChosenColumns;
  rowAt: (index: number) => JobRow | undefined;
  measure: (element: HTMLElement | null) => void;
};

function WideList(props: ListProps) {
  const { items, total, columns, rowAt, measure } = props;
  const rowProps = useOpenRows();
  return (
    <Table.Root size="sm" tableLayout="fixed" minW={leastWidth(columns)} aria-rowcount={total + 1}>
      <RowsHead columns={columns} isSticky />
      {items.map(({ key, index }) => {
        const row = rowAt(index);
        return (
          <Table.Body key={key} ref={measure} data-index={index}>
            {row ? (
              <WideRow {...rowProps(row)} columns={columns} index={index} />
            ) : (
              <PendingRow index={index} columns={columns} />
            )}
          </Table.Body>
        );
      })}
    </Table.Root>
  );
}

function PhoneList(props: ListProps) {
  const { items, total, columns, rowAt, measure } = props;
  const rowProps = useOpenRows();
  return (
    <Box as="ul" listStyleType="none">
      {items.map(({ key, index }) => {
        const row = rowAt(index);
        return (
          <Box
            as="li"
            key={key}
            ref={measure}
            data-index={index}
            aria-setsize={total}
            aria-posinset={index + 1}
            aria-busy={row === undefined}
          >
            {row ? (
              <PhoneRow {...rowProps(row)} columns={columns} />
            ) : (
              <Skeleton h="16" my="1.5" borderRadius="l2" />
            )}
          </Box>
        );
      })}
    </Box>
  );
}

export function RowsScroller(props: {
  job: Pick<JobProgress, 'rowsFailed' | 'rowsNotFound'>;
  total: number;
  columns: ChosenColumns;
  shown: RowsShown;
  /** The page in view. A different value from outside scrolls to that page. */
  page: number;
  query: QueryRows;
  onPage: (page: number) => void;
  /** Where the button of the next failed row stands. */
  actions: HTMLElement | null;
  /** Renders what stands below the rows, with the keys that only this frame has. */
  foot: (moreKeys?: string) => ReactNode;
}) {
  const { job, total, columns, shown, page, query, onPage, actions, foot } = props;
  const queryOf: QueryOf = (wanted) => query({ ...shown, page: wanted });
  const words = useWords(jobWords);
  const { keys, notFoundKeys } = useWords(nextFailedWords);
  const isWide = useIsWide();
  const estimated = isWide ? estimatedPx.wide : estimatedPx.phone;
  const paddingStart = isWide ? headPx : 0;
  const frame = useRef<HTMLElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- The build compiles no components, so nothing is memoized.
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: total,
    getScrollElement: () => frame.current,
    estimateSize: () => estimated,
    measureElement: (element) => element.offsetHeight,
    overscan: overscanRows,
    paddingStart,
    initialOffset: () => (page - 1) * rowsPageSize * estimated,
  });
  const items = virtualizer.getVirtualItems();
  const { rowAt, failed } = usePages(queryOf, pagesAround(items, total));
  const [shownFirst, shownLast] = [items[0], items.at(-1)];
  const pageInView = virtualizer.range ? pageOfRow(virtualizer.range.startIndex) : page;
  usePageInView(useRested(pageInView), page, onPage, (wanted) =>
    virtualizer.scrollToIndex((wanted - 1) * rowsPageSize, { align: 'start' }),
  );
  const { leaveEnd, ...keptEnd } = useKeptEnd(frame);
  const failedRows = useFailedRows(query, {
    frame,
    inView: () => ({
      // The heading covers the top of the frame.
      first: virtualizer.getVirtualItemForOffset((virtualizer.scrollOffset ?? 0) + paddingStart)?.index ?? 0,
      last: virtualizer.range?.endIndex ?? 0,
    }),
    scrollTo: (index) => {
      leaveEnd();
      virtualizer.scrollToIndex(index, { align: 'center' });
    },
  });
  // Only in the list of all rows does a row's number tell its place, and other lists have no other rows between.
  const hasFailed = shown.outcome === 'all' && shown.like === null && job.rowsFailed > 0;
  const onFocus = useKeptFocus(frame, items);
  const list = { items, total, columns, rowAt, measure: virtualizer.measureElement };
  const documents = items.flatMap(({ index }) => rowAt(index)?.documents ?? []);
  return (
    <DocumentsInPlace documents={documents}>
      <Box
        as="section"
        ref={frame}
        tabIndex={0}
        aria-label={words.rowsFrame}
        onFocus={onFocus}
        {...keptEnd}
        onKeyDown={(event) => {
          keptEnd.onKeyDown(event);
          if (hasFailed) failedRows.onKeyDown(event);
        }}
        onWheel={failedRows.forget}
        onPointerDown={failedRows.forget}
        maxH={frameHeight}
        overflow="auto"
        // The window's bars cover its top and its bottom.
        css={{ overflowAnchor: 'none', '& [data-index]': { scrollMarginBlock: '5rem' } }}
      >
        <Box
          pt={`${Math.max(0, (shownFirst?.start ?? 0) - paddingStart)}px`}
          pb={`${Math.max(0, virtualizer.getTotalSize() - (shownLast?.end ?? 0))}px`}
        >
          {isWide ? <WideList {...list} /> : <PhoneList {...list} />}
        </Box>
      </Box>
      {hasFailed && actions ? <NextFailed failedRows={failedRows} job={job} place={actions} /> : null}
      {foot(hasFailed ? (onlyNotFound(job) ? notFoundKeys : keys) : '')}
      {failed[0] ? (
        <ErrorState
          title={words.rowsFailed}
          error={failed[0].error}
          onRetry={() => failed.forEach((each) => void each.refetch())}
        />
      ) : null}
    </DocumentsInPlace>
  );
}
