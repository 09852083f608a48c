/** Provides the administrators' calls about the rates of the cash incentive. */
import { queryOptions } from '@tanstack/react-query';
import type { RateBody, RateValues } from '#contracts/portals/incentive-rates.ts';
import type { IncentiveRate } from '#contracts/calls/portals-answers.ts';
import { call } from '#web/lib/client.ts';

export const ratesQuery = queryOptions({
  queryKey: ['admin', 'incentive-rates'],
  queryFn: ({ signal }) => call('GET /api/admin/incentive-rates', { signal }).then((answer) => answer.rates),
});

/** Creates a rate if `known` is null, and otherwise changes that one, unless it has changed since. */
export function saveRate(known: IncentiveRate | null, body: RateBody) {
  if (known === null) return call('POST /api/admin/incentive-rates', { body });
  const { id, ...values }: { id: string } & RateValues = known;
  return call('PUT /api/admin/incentive-rates/:id', { params: { id }, body: { ...body, known: values } });
}

/** Removes a rate, unless it has changed since it was `known`. */
export function removeRate(known: IncentiveRate, reason: string) {
  const { id, ...values }: { id: string } & RateValues = known;
  return call('DELETE /api/admin/incentive-rates/:id', { params: { id }, body: { reason, known: values } });
}
