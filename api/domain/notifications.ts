/** Verbs of notifications: written once per key, read and deleted by their owner only. */
import { DomainError } from '#contracts/errors.ts';
import type { Notification, NotificationsQuery, NotificationType } from '#contracts/notifications.ts';
import type { DatabaseOrTransaction } from '#prisma/client.ts';

export async function notify(
  tx: DatabaseOrTransaction,
  notification: {
    /** Makes a replayed step notify once. */
    key: string;
    userId: string;
    type: NotificationType;
    title: string;
    message: string;
    actionUrl?: string;
    actionLabel?: string;
  },
): Promise<void> {
  await tx.notification.createMany({ data: [notification], skipDuplicates: true });
}

export function unreadCount(db: DatabaseOrTransaction, userId: string): Promise<number> {
  return db.notification.count({ where: { userId, isRead: false } });
}

/** Newest first. */
export async function listNotifications(
  db: DatabaseOrTransaction,
  userId: string,
  { limit, offset }: NotificationsQuery,
): Promise<{ data: Notification[]; totalCount: number }> {
  const [notifications, totalCount] = await Promise.all([
    db.notification.findMany({
      where: { userId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: offset,
      take: limit,
    }),
    db.notification.count({ where: { userId } }),
  ]);
  const data = notifications.map((notification) => ({
    id: notification.id,
    type: notification.type as NotificationType,
    title: notification.title,
    message: notification.message,
    is_read: notification.isRead,
    created_at: notification.createdAt.toISOString(),
    action_url: notification.actionUrl,
    action_label: notification.actionLabel,
  }));
  return { data, totalCount };
}

export async function markRead(db: DatabaseOrTransaction, userId: string, id: string): Promise<void> {
  const { count } = await db.notification.updateMany({ where: { id, userId }, data: { isRead: true } });
  if (count === 0) throw new DomainError('NOT_FOUND');
}

export async function markAllRead(db: DatabaseOrTransaction, userId: string): Promise<void> {
  await db.notification.updateMany({ where: { userId, isRead: false }, data: { isRead: true } });
}

export async function removeNotification(
  db: DatabaseOrTransaction,
  userId: string,
  id: string,
): Promise<void> {
  const { count } = await db.notification.deleteMany({ where: { id, userId } });
  if (count === 0) throw new DomainError('NOT_FOUND');
}
