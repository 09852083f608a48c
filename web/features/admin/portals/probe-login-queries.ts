/** Provides the administrators' calls about the login of a portal's probes. */
import { queryOptions } from '@tanstack/react-query';
import type { OwnerProof } from '#contracts/accounts/account.ts';
import { call } from '#web/lib/client.ts';
import { portalsKey } from './queries.ts';

export const probeLoginQuery = (portal: string) =>
  queryOptions({
    queryKey: [...portalsKey, 'probe-login', portal],
    queryFn: ({ signal }) =>
      call('GET /api/admin/portals/:portal/probe-login', { params: { portal }, signal }).then(
        (answer) => answer.probeLogin,
      ),
    refetchInterval: WALK_POLL_MS,
  });

/** How often the result of the next probe is looked for. */
const WALK_POLL_MS = 10_000;

/** Without a password the saved one is kept. */
export type ProbeLoginChange = OwnerProof & {
  username: string;
  password?: string;
  everyMinutes: number;
  reason: string;
};

export const saveProbeLogin = (portal: string, body: ProbeLoginChange) =>
  call('PUT /api/admin/portals/:portal/probe-login', { params: { portal }, body });

export const removeProbeLogin = (portal: string, reason: string) =>
  call('DELETE /api/admin/portals/:portal/probe-login', { params: { portal }, body: { reason } });
