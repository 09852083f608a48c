/** Provides the administrators' calls about the portals. */
import { queryOptions } from '@tanstack/react-query';
import type { PortalBoardEntry } from '#contracts/calls/portals-answers.ts';
import { portalLabels } from '#contracts/portals/portal-labels.ts';
import { portalAt, type PortalPlace } from '#contracts/portals/practice-portals.ts';
import { call } from '#web/lib/client.ts';
import { portalNameNow } from '#web/lib/portal-name.ts';

const boardPollMs = 10_000;
const probingPollMs = 2_000;

/** How soon a list of portals or banks is asked for again: sooner while a probe that was asked for runs. */
export const boardPollOf = (listed: readonly Pick<PortalBoardEntry, 'probing'>[] | undefined): number =>
  listed?.some(({ probing }) => probing !== null) ? probingPollMs : boardPollMs;

export const portalsKey = ['admin', 'portals'];

export const portalsQuery = queryOptions({
  queryKey: portalsKey,
  queryFn: ({ signal }) => call('GET /api/admin/portals', { signal }),
  refetchInterval: ({ state }) => boardPollOf(state.data?.portals),
});

export const probeNow = (portal: string) =>
  call('POST /api/admin/portals/:portal/probe', { params: { portal } });

export type PortalAction = 'pause' | 'resume';

export const changePortal = (portal: string, action: PortalAction, reason: string) =>
  call(`POST /api/admin/portals/:portal/${action}`, { params: { portal }, body: { reason } });

export const pageMapQuery = (portal: string) =>
  queryOptions({
    queryKey: [...portalsKey, 'page-map', portal],
    queryFn: ({ signal }) =>
      call('GET /api/admin/portals/:portal/page-map', { params: { portal }, signal }).then(
        (answer) => answer.pageMap,
      ),
    // What is typed must not be replaced.
    refetchOnWindowFocus: false,
  });

export const tryPageMap = (portal: string, changes: Record<string, string>) =>
  call('POST /api/admin/portals/:portal/page-map/try', { params: { portal }, body: { changes } }).then(
    (answer) => answer.trial,
  );

export const publishPageMap = (
  portal: string,
  body: { changes: Record<string, string>; version: number; reason: string },
) => call('PUT /api/admin/portals/:portal/page-map', { params: { portal }, body });

export function portalName(portal: string): string {
  const known = Object.entries(portalLabels).find(([key]) => key === portalAt(portal as PortalPlace));
  return known ? portalNameNow(known[1]) : portal;
}
