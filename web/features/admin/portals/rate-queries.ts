/** Calls of administrators about the rates of the cash incentive. */
import { queryOptions } from '@tanstack/react-query';
import type { RateBody } from '#contracts/portals/incentive-rates.ts';
import { call } from '#web/lib/client.ts';

export const ratesQuery = queryOptions({
  queryKey: ['admin', 'incentive-rates'],
  queryFn: ({ signal }) => call('GET /api/admin/incentive-rates', { signal }).then((answer) => answer.rates),
});

/** A rate without an id is a new one. */
export const saveRate = (id: string | null, body: RateBody) =>
  id === null
    ? call('POST /api/admin/incentive-rates', { body })
    : call('PUT /api/admin/incentive-rates/:id', { params: { id }, body });

export const removeRate = (id: string, reason: string) =>
  call('DELETE /api/admin/incentive-rates/:id', { params: { id }, body: { reason } });
