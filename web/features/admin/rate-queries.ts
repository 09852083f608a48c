/** Calls of administrators about the rates of the cash incentive. */
import { queryOptions } from '@tanstack/react-query';
import type { IncentiveRate, RateBody } from '#contracts/incentive-rates.ts';
import { api, part } from '../../api/client.ts';

const place = '/api/admin/incentive-rates';

export const ratesQuery = queryOptions({
  queryKey: ['admin', 'incentive-rates'],
  queryFn: ({ signal }) => api.get<{ rates: IncentiveRate[] }>(place, signal).then((answer) => answer.rates),
});

type Answer = { rate: IncentiveRate };

/** A rate without an id is a new one. */
export const saveRate = (id: string | null, body: RateBody) =>
  id === null ? api.post<Answer>(place, body) : api.put<Answer>(`${place}/${part(id)}`, body);

export const removeRate = (id: string, reason: string) =>
  api.delete<Answer>(`${place}/${part(id)}`, { reason });
