/** Renders a paged list, including its loading, error and empty states. */
import { Box, Text } from '@chakra-ui/react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListPage } from '#web/lib/all-pages.ts';
import { Pager } from './pager.tsx';
import { PastTheEnd } from './past-the-end.tsx';
import { ErrorState, LoadingLines } from './states.tsx';
import { useWords } from '#web/lib/words.ts';
import { uiWords } from './words.ts';

export function PagedList<T>(props: {
  list: UseQueryResult<ListPage<T>>;
  label: string;
  /** Formats the number of records: "12 transactions". */
  countText: (count: number) => string;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
  failure: { title: string; retryLabel: string };
  /** Shown when no record matches. */
  empty: ReactNode;
  children: (records: T[]) => ReactNode;
}) {
  const words = useWords(uiWords);
  const { list, label, countText, page, pageSize, onPage, failure, empty, children } = props;
  if (list.isPending) return <LoadingLines lines={6} height="10" label={words.loadingList(label)} />;
  if (!list.data)
    return (
      <ErrorState
        title={failure.title}
        retryLabel={failure.retryLabel}
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    );
  const { records, totalCount } = list.data;
  if (totalCount === 0) return empty;
  if (records.length === 0) return <PastTheEnd onFirst={() => onPage(1)} />;
  return (
    <Box opacity={list.isPlaceholderData ? 0.6 : 1} aria-busy={list.isPlaceholderData}>
      {children(records)}
      <Pager
        label={words.pagesOf(label)}
        current={page}
        total={Math.ceil(totalCount / pageSize)}
        onPage={onPage}
      />
      <Text as="output" display="block" textStyle="xs" color="fg.muted" pt="2" textAlign="center">
        {countText(totalCount)}
      </Text>
    </Box>
  );
}
