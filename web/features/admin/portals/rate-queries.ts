/** Provides the administrators' calls about the rates of the cash incentive. */
import { queryOptions } from '@tanstack/react-query';
import type { RateBody } from '#contracts/portals/incentive-rates.ts';
import { call } from '#web/lib/client.ts';

export const ratesQuery = queryOptions({
  queryKey: ['admin', 'incentive-rates'],
  queryFn: ({ signal }) => call('GET /api/admin/incentive-rates', { signal }).then((answer) => answer.rates),
});

/** Creates a rate if `id` is null, and changes an existing one otherwise. */
export const saveRate = (id: string | null, body: RateBody) =>
  id === null
    ? call('POST /api/admin/incentive-rates', { body })
    : call('PUT /api/admin/incentive-rates/:id', { params: { id }, body });

export const removeRate = (id: string, reason: string) =>
  call('DELETE /api/admin/incentive-rates/:id', { params: { id }, body: { reason } });
