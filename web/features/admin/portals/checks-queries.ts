/** Provides the administrators' calls about the go-live lists of the portals. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/client.ts';
import { portalsKey } from './queries.ts';

export const checksQuery = (portal: string) =>
  queryOptions({
    queryKey: [...portalsKey, 'checks', portal],
    queryFn: ({ signal }) =>
      call('GET /api/admin/portals/:portal/checks', { params: { portal }, signal }).then(
        (answer) => answer.checks,
      ),
  });

export type ItemChange = { item: string; checked: boolean; note: string };

export const changeCheck = (portal: string, { item, ...body }: ItemChange) =>
  call('PUT /api/admin/portals/:portal/checks/:item', { params: { portal, item }, body }).then(
    (answer) => answer.checks,
  );
