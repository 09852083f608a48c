/** Renders a short, unpaged list, including its loading, error and empty states. */
import { Box } from '@chakra-ui/react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, LoadingLines } from './states.tsx';

export function WholeList<T>(props: {
  list: UseQueryResult<T[]>;
  loading: { label: string; lines: number; height: string };
  failed: string;
  empty: ReactNode;
  /** Renders one record as a list item with its key. */
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
