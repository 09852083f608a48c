/** Calls of administrators about the portals. */
import { queryOptions } from '@tanstack/react-query';
import { portalLabels, type PortalBoard } from '#contracts/portals.ts';
import { api, part } from '../../api/client.ts';

const boardPollMs = 10_000;

export const portalsKey = ['admin', 'portals'];

export const portalsQuery = queryOptions({
  queryKey: portalsKey,
  queryFn: ({ signal }) => api.get<PortalBoard>('/api/admin/portals', signal),
  refetchInterval: boardPollMs,
});

export type PortalAction = 'pause' | 'resume';

export const changePortal = (portal: string, action: PortalAction, reason: string) =>
  api.post<{ message: string }>(`/api/admin/portals/${part(portal)}/${action}`, { reason });

export function portalName(portal: string): string {
  const known = Object.entries(portalLabels).find(([key]) => key === portal);
  return known ? known[1] : portal;
}
