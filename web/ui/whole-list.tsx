/** A short list that comes as a whole, with what it shows while it loads, when it failed and when it is empty. */
import { Box } from '@chakra-ui/react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, LoadingLines } from './states.tsx';

export function WholeList<T>(props: {
  list: UseQueryResult<T[]>;
  loading: { label: string; lines: number; height: string };
  failed: string;
  empty: ReactNode;
  /** Draws one of them as an item of the list, with its key. */
  children: (record: T) => ReactNode;
}) {
  const { list, loading, failed, empty, children } = props;
  if (list.isPending) return <LoadingLines {...loading} />;
  if (!list.data) return <ErrorState title={failed} error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data.length === 0) return empty;
  return (
    <Box as="ul" listStyleType="none">
      {list.data.map(children)}
    </Box>
  );
}
