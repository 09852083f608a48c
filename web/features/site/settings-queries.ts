/** Provides the credit settings: prices, enabled services and the system banner (spec section 7 "Settings"). */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/client.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call('GET /api/settings', { signal }).then((answer) => answer.settings),
  staleTime: 60_000,
});

export function useSettings() {
  return useQuery(settingsQuery);
}
