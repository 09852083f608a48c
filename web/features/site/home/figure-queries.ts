/** Provides the figures of the public pages: texts from the administrators, or measured values. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/client.ts';

const staleMs = 10 * 60_000;

export const figuresQuery = queryOptions({
  queryKey: ['marketing-figures'],
  queryFn: ({ signal }) => call('GET /api/marketing-figures', { signal }),
  staleTime: staleMs,
});
