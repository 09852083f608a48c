/** The user's balance, alert and usage (spec section 7 "Credits" and "Analytics"). */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CreditOverview, CreditUsage, CreditUsageAnswer } from '#contracts/credit-history.ts';
import { api, part } from '../../api/client.ts';
import { firstDayOf, type Period } from '../../lib/periods.ts';

export type Usage = { services: CreditUsage[]; totalCreditsSpent: number };

export function creditOverviewQuery(userId: string) {
  return queryOptions({
    queryKey: ['credits', userId, 'overview'],
    queryFn: ({ signal }) =>
      api
        .get<{ overview: CreditOverview }>(`/api/users/${part(userId)}/credit-overview`, signal)
        .then((answer) => answer.overview),
  });
}

export function creditUsageQuery(userId: string, period: Period) {
  const dateFrom = firstDayOf(period);
  return queryOptions({
    queryKey: ['credits', userId, 'usage', period],
    queryFn: ({ signal }): Promise<Usage> =>
      api.get<CreditUsageAnswer>(
        `/api/analytics/credit-usage/${part(userId)}${dateFrom ? `?dateFrom=${dateFrom}` : ''}`,
        signal,
      ),
    placeholderData: keepPreviousData,
  });
}

export const setCreditAlert = (userId: string, threshold: number | null) =>
  api.put<{ message: string; threshold: number | null }>(`/api/users/${part(userId)}/credit-alert`, {
    threshold,
  });
