/** Provides the administrators' overview, which is read again while its page is visible. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/client.ts';

const overviewPollMs = 15_000;

export const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: ({ signal }) => call('GET /api/admin/overview', { signal }).then((answer) => answer.overview),
  refetchInterval: overviewPollMs,
});
