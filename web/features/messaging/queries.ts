/** Provides the bell's notifications and the full list (spec section 7 "Notifications"). */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { timings } from '#contracts/client-timings.ts';
import { limits } from '#contracts/limits.ts';
import type { Notification } from '#contracts/calls/messaging-answers.ts';
import { call } from '#web/lib/client.ts';
import type { ListPage } from '#web/lib/all-pages.ts';

export const notificationsKey = ['notifications'] as const;
export const notificationsPageSize = limits.notificationsListMax;

/** Notifications that are deleted unless the customer undoes it, with 1 for those that were not read. */
export const removedUnread = new Map<string, number>();

export function unreadCountQuery(userId: string) {
  return queryOptions({
    queryKey: [...notificationsKey, 'unread', userId],
    queryFn: ({ signal }) =>
      call('GET /api/notifications/:userId/unread-count', { params: { userId }, signal }).then(({ count }) =>
        [...removedUnread.values()].reduce((left, unread) => Math.max(0, left - unread), count),
      ),
    refetchInterval: timings.notificationPollMs,
  });
}

/** Matches all pages of all lists; the bell shows the first page. */
export const notificationListsKey = (userId: string) => [...notificationsKey, 'list', userId] as const;

export function notificationsQuery(userId: string, page = 1) {
  const offset = (page - 1) * notificationsPageSize;
  return queryOptions({
    queryKey: [...notificationListsKey(userId), page],
    queryFn: ({ signal }): Promise<ListPage<Notification>> =>
      call('GET /api/notifications/:userId', {
        params: { userId },
        query: { limit: notificationsPageSize, offset },
        signal,
      }).then(({ data, totalCount }) => ({
        records: data.filter(({ id }) => !removedUnread.has(id)),
        totalCount,
      })),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export const markRead = (id: string, userId: string) =>
  call('PUT /api/notifications/:id/read', { params: { id }, body: { userId } });
export const markAllRead = (userId: string) =>
  call('PUT /api/notifications/:userId/read-all', { params: { userId } });
export const deleteNotification = (id: string, userId: string) =>
  call('DELETE /api/notifications/:id', { params: { id }, body: { userId } });
