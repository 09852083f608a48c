/** Calls of spec section 7 "Notifications"; everybody has their own only. */
import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import * as notifications from '#api/domain/notifications.ts';
import { requireSelf, requireUser } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { refuseForeignUser } from '#api/middleware/claimed-user.ts';
import { validate } from '#api/middleware/validate.ts';
import { claimedUser } from '#contracts/envelope.ts';
import { notificationsQuery } from '#contracts/notifications.ts';

const idParam = z.object({ id: z.uuid() });

export function notificationRoutes({ db }: Deps) {
  return new Hono<AppEnv>()
    .get('/:userId/unread-count', requireUser, requireSelf('userId'), async (c) =>
      c.json({ success: true as const, count: await notifications.unreadCount(db, c.var.user.id) }),
    )
    .get('/:userId', requireUser, requireSelf('userId'), validate('query', notificationsQuery), async (c) => {
      const list = await notifications.listNotifications(db, c.var.user.id, c.req.valid('query'));
      return c.json({ success: true as const, ...list });
    })
    .put('/:userId/read-all', requireUser, requireSelf('userId'), async (c) => {
      await notifications.markAllRead(db, c.var.user.id);
      return c.json({ success: true as const });
    })
    .put('/:id/read', requireUser, validate('param', idParam), validate('json', claimedUser), async (c) => {
      refuseForeignUser(c.var.user, c.req.valid('json'));
      await notifications.markRead(db, c.var.user.id, c.req.valid('param').id);
      return c.json({ success: true as const });
    })
    .delete('/:id', requireUser, validate('param', idParam), validate('json', claimedUser), async (c) => {
      refuseForeignUser(c.var.user, c.req.valid('json'));
      await notifications.removeNotification(db, c.var.user.id, c.req.valid('param').id);
      return c.json({ success: true as const });
    });
}
