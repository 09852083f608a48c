/** The bell's notifications and the full list (spec section 7 "Notifications"). */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { limits, timings } from '#contracts/limits.ts';
import type { Notification, NotificationsAnswer } from '#contracts/notifications.ts';
import { api, part } from '../../api/client.ts';
import type { ListPage } from '../../lib/all-pages.ts';

export const notificationsKey = ['notifications'] as const;
export const notificationsPageSize = limits.notificationsListMax;

export function unreadCountQuery(userId: string) {
  return queryOptions({
    queryKey: [...notificationsKey, 'unread', userId],
    queryFn: ({ signal }) =>
      api
        .get<{ count: number }>(`/api/notifications/${part(userId)}/unread-count`, signal)
        .then((answer) => answer.count),
    refetchInterval: timings.notificationPollMs,
  });
}

/** All pages of all lists; the bell shows the first one. */
export const notificationListsKey = (userId: string) => [...notificationsKey, 'list', userId] as const;

export function notificationsQuery(userId: string, page = 1) {
  const offset = (page - 1) * notificationsPageSize;
  return queryOptions({
    queryKey: [...notificationListsKey(userId), page],
    queryFn: ({ signal }): Promise<ListPage<Notification>> =>
      api
        .get<NotificationsAnswer>(
          `/api/notifications/${part(userId)}?limit=${notificationsPageSize}&offset=${offset}`,
          signal,
        )
        .then(({ data, totalCount }) => ({ records: data, totalCount })),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export const markRead = (id: string, userId: string) =>
  api.put(`/api/notifications/${part(id)}/read`, { userId });
export const markAllRead = (userId: string) => api.put(`/api/notifications/${part(userId)}/read-all`);
export const deleteNotification = (id: string, userId: string) =>
  api.delete(`/api/notifications/${part(id)}`, { userId });
