/** Reads the rows of a job once more when it has ended. */
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/**
 * Rows are read at other times than the job, and no longer after its end: the rows that are shown when the end is seen may
 * be older than it.
 */
export function useRowsAtEnd(rowsKey: QueryKey, finishedAt: string | null): void {
  const client = useQueryClient();
  const seen = useRef(finishedAt);
  useEffect(() => {
    if (seen.current === finishedAt) return;
    seen.current = finishedAt;
    if (finishedAt !== null) void client.invalidateQueries({ queryKey: rowsKey });
  }, [client, finishedAt, rowsKey]);
}
