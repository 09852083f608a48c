/** The bell's notifications (spec section 7 "Notifications"). Their failures are logged only (section 8). */
import { queryOptions } from '@tanstack/react-query';
import { limits, timings } from '#contracts/limits.ts';
import type { Notification } from '#contracts/notifications.ts';
import { api, part } from '../../api/client.ts';

export const notificationsKey = ['notifications'] as const;

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

export function notificationsQuery(userId: string) {
  return queryOptions({
    queryKey: [...notificationsKey, 'list', userId],
    queryFn: ({ signal }) =>
      api
        .get<{ data: Notification[] }>(
          `/api/notifications/${part(userId)}?limit=${limits.notificationsListMax}`,
          signal,
        )
        .then((answer) => answer.data),
    staleTime: 0,
  });
}

export const markRead = (id: string, userId: string) =>
  api.put(`/api/notifications/${part(id)}/read`, { userId });
export const markAllRead = (userId: string) => api.put(`/api/notifications/${part(userId)}/read-all`);
export const deleteNotification = (id: string, userId: string) =>
  api.delete(`/api/notifications/${part(id)}`, { userId });
