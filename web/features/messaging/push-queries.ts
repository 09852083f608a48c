/** Provides the browsers that notifications are pushed to, and the calls that change them. */
import { queryOptions } from '@tanstack/react-query';
import type { PushSubscriptionBody } from '#contracts/messaging/push.ts';
import { call } from '#web/lib/client.ts';

export const pushKey = ['push-subscriptions'] as const;

export function pushQuery(userId: string) {
  return queryOptions({
    queryKey: [...pushKey, userId],
    queryFn: ({ signal }) => call('GET /api/push-subscriptions', { signal }),
  });
}

export const addSubscription = (body: PushSubscriptionBody) => call('POST /api/push-subscriptions', { body });
export const removeSubscription = (id: string) =>
  call('DELETE /api/push-subscriptions/:id', { params: { id } });
export const sendTestMessage = (id: string) =>
  call('POST /api/push-subscriptions/:id/test', { params: { id } });
