/** The figures of the public pages: the administrators' texts, or measured ones. */
import { queryOptions } from '@tanstack/react-query';
import type { ShownFigures } from '#contracts/pages.ts';
import { api } from '../../api/client.ts';

const staleMs = 10 * 60_000;

export const figuresQuery = queryOptions({
  queryKey: ['marketing-figures'],
  queryFn: ({ signal }) => api.get<ShownFigures>('/api/marketing-figures', signal),
  staleTime: staleMs,
});
