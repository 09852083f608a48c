/** Credit settings: prices, enabled services and the system banner (spec section 7 "Settings"). */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CreditSettings } from '#contracts/settings.ts';
import { api } from '../../api/client.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) =>
    api.get<{ settings: CreditSettings }>('/api/settings', signal).then((answer) => answer.settings),
  staleTime: 60_000,
});

export function useSettings() {
  return useQuery(settingsQuery);
}
