/** Provides the customer's balance, alert and usage (spec section 7 "Credits" and "Analytics"). */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CreditUsage } from '#contracts/calls/credits-answers.ts';
import { call } from '#web/lib/client.ts';
import { firstDayOf, type Period } from '#web/lib/periods.ts';

export type Usage = { services: CreditUsage[]; totalCreditsSpent: number };

export function creditOverviewQuery(userId: string) {
  return queryOptions({
    queryKey: ['credits', userId, 'overview'],
    queryFn: ({ signal }) =>
      call('GET /api/users/:userId/credit-overview', { params: { userId }, signal }).then(
        (answer) => answer.overview,
      ),
  });
}

export function creditUsageQuery(userId: string, period: Period) {
  const dateFrom = firstDayOf(period);
  return queryOptions({
    queryKey: ['credits', userId, 'usage', period],
    queryFn: ({ signal }): Promise<Usage> =>
      call('GET /api/analytics/credit-usage/:userId', {
        params: { userId },
        query: { dateFrom: dateFrom ?? undefined },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export const setCreditAlert = (userId: string, threshold: number | null) =>
  call('PUT /api/users/:userId/credit-alert', { params: { userId }, body: { threshold } });
