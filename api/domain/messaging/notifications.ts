/** Notifications: written once per key, and read and deleted only by their owner. */
import { english } from '#contracts/messages/render.ts';
import { randomUUID } from 'node:crypto';
import { DomainError } from '#contracts/errors.ts';
import { renderNotice, type NoticeKind, type NoticeValues } from '#contracts/messaging/notices.ts';
import type { NotificationsQuery, NotificationType } from '#contracts/messaging/notifications.ts';
import type { Notification } from '#contracts/calls/messaging-answers.ts';
import type { DatabaseOrTransaction } from '#prisma/client.ts';
import { noticeEvents } from '#contracts/messaging/notice-choices.ts';
import { englishNotices } from '#contracts/messaging/notice-texts.ts';
import { addDeliveries } from './notice-deliveries.ts';

/**
 * Creates a notification. It stores the English text, and the kind and values from which the Bengali text is made. What
 * the reader has chosen to get by push or mail is recorded with it; `startNoticeDeliveries` starts it.
 */
export async function notify<Kind extends NoticeKind>(
  tx: DatabaseOrTransaction,
  {
    kind,
    values,
    usefulUntil,
    hasPush = true,
    ...notification
  }: {
    /** Ensures that a replayed step notifies only once. */
    key: string;
    userId: string;
    type: NotificationType;
    kind: Kind;
    values: NoticeValues[Kind];
    actionUrl?: string;
    /** After this time it is neither pushed nor mailed. */
    usefulUntil?: Date;
    /** False if the caller knows that no browser of the reader gets notifications pushed. */
    hasPush?: boolean;
  },
): Promise<void> {
  const { title, message, action = null } = renderNotice(englishNotices, { kind, values }, english);
  const words = { kind, values };
  const id = randomUUID();
  const { count } = await tx.notification.createMany({
    data: [{ ...notification, id, title, message, actionLabel: action, words }],
    skipDuplicates: true,
  });
  const event = noticeEvents[kind];
  if (count === 0 || event === undefined) return;
  // The mail about a finished job is no delivery of the notification.
  if (event === 'completion' && !hasPush) return;
  await addDeliveries(tx, { notificationId: id, userId: notification.userId, event, usefulUntil });
}

/** In SQL, because the index of unread notifications is used only where the condition is written out. */
export async function unreadCount(db: DatabaseOrTransaction, userId: string): Promise<number> {
  const [unread] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM notifications WHERE user_id = ${userId} AND NOT is_read`;
  return unread?.count ?? 0;
}

/** Lists notifications, newest first. */
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
    words: notification.words as Notification['words'],
  }));
  return { data, totalCount };
}

/** Throws NOT_FOUND if the user has no such notification. Idempotent. */
export async function markRead(db: DatabaseOrTransaction, userId: string, id: string): Promise<void> {
  const { count } = await db.notification.updateMany({ where: { id, userId }, data: { isRead: true } });
  if (count === 0) throw new DomainError('NOT_FOUND');
}

export async function markAllRead(db: DatabaseOrTransaction, userId: string): Promise<void> {
  await db.notification.updateMany({ where: { userId, isRead: false }, data: { isRead: true } });
}

/** Throws NOT_FOUND if the user has no such notification. */
export async function removeNotification(
  db: DatabaseOrTransaction,
  userId: string,
  id: string,
): Promise<void> {
  const { count } = await db.notification.deleteMany({ where: { id, userId } });
  if (count === 0) throw new DomainError('NOT_FOUND');
}

/** Deletes everybody's notifications created before the given time. */
export async function deleteNotifications(db: DatabaseOrTransaction, before: Date): Promise<void> {
  await db.notification.deleteMany({ where: { createdAt: { lt: before } } });
}
