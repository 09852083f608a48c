/** Provides the administrators' calls about the limits of a portal. */
import { queryOptions } from '@tanstack/react-query';
import type { PortalLimitsBody } from '#contracts/portals/portal-limits.ts';
import { call } from '#web/lib/client.ts';
import { portalsKey } from './queries.ts';

export const limitsQuery = (portal: string) =>
  queryOptions({
    queryKey: [...portalsKey, portal, 'limits'],
    queryFn: ({ signal }) => call('GET /api/admin/portals/:portal/limits', { params: { portal }, signal }),
  });

export const saveLimits = (portal: string, body: PortalLimitsBody) =>
  call('PUT /api/admin/portals/:portal/limits', { params: { portal }, body });
