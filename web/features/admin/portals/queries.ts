/** Provides the administrators' calls about the portals. */
import { queryOptions } from '@tanstack/react-query';
import { portalLabels } from '#contracts/portals/portal-labels.ts';
import { portalAt, type PortalPlace } from '#contracts/portals/practice-portals.ts';
import { call } from '#web/lib/client.ts';

const boardPollMs = 10_000;

export const portalsKey = ['admin', 'portals'];

export const portalsQuery = queryOptions({
  queryKey: portalsKey,
  queryFn: ({ signal }) => call('GET /api/admin/portals', { signal }),
  refetchInterval: boardPollMs,
});

export type PortalAction = 'pause' | 'resume';

export const changePortal = (portal: string, action: PortalAction, reason: string) =>
  call(`POST /api/admin/portals/:portal/${action}`, { params: { portal }, body: { reason } });

export function portalName(portal: string): string {
  const known = Object.entries(portalLabels).find(([key]) => key === portalAt(portal as PortalPlace));
  return known ? known[1] : portal;
}
