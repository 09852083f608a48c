/** Routes of spec section 7 "Notifications"; every user has access to their own only. */
import type { Deps } from '#api/deps.ts';
import * as notifications from '#api/domain/messaging/notifications.ts';
import { serve } from '#api/routes/serve.ts';

export function notificationRoutes(deps: Deps) {
  const { db } = deps;
  return serve(deps, {
    'GET /api/notifications/:userId/unread-count': async ({ user }) => ({
      count: await notifications.unreadCount(db, user.id),
    }),
    'GET /api/notifications/:userId': ({ user, query }) =>
      notifications.listNotifications(db, user.id, query),
    'PUT /api/notifications/:userId/read-all': async ({ user }) => {
      await notifications.markAllRead(db, user.id);
      return {};
    },
    'PUT /api/notifications/:id/read': async ({ user, params }) => {
      await notifications.markRead(db, user.id, params.id);
      return {};
    },
    'DELETE /api/notifications/:id': async ({ user, params }) => {
      await notifications.removeNotification(db, user.id, params.id);
      return {};
    },
  });
}
