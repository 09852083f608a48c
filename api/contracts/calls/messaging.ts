/** Calls about notifications. */
import { z } from 'zod';
import { claimedUser } from '#contracts/envelope.ts';
import { notificationsQuery } from '#contracts/messaging/notifications.ts';
import { group, type CallTable } from './call.ts';
import { oneNotification } from './messaging-answers.ts';

const notification = group('Notifications');
const signedIn = { access: 'signed in' } as const;
const nothing = z.object({});
const idPath = z.object({ id: z.uuid() });

export const messagingCalls = {
  'GET /api/notifications/:userId/unread-count': notification('Count your unread notifications.', {
    ...signedIn,
    answer: z.object({ count: z.number().int() }),
  }),
  'GET /api/notifications/:userId': notification('List your notifications, newest first.', {
    ...signedIn,
    query: notificationsQuery,
    answer: z.object({ data: z.array(oneNotification), totalCount: z.number().int() }),
  }),
  'PUT /api/notifications/:id/read': notification('Mark a notification as read.', {
    ...signedIn,
    params: idPath,
    body: claimedUser,
    answer: nothing,
  }),
  'PUT /api/notifications/:userId/read-all': notification('Mark all of your notifications as read.', {
    ...signedIn,
    answer: nothing,
  }),
  'DELETE /api/notifications/:id': notification('Delete a notification.', {
    ...signedIn,
    params: idPath,
    body: claimedUser,
    answer: nothing,
  }),
} satisfies CallTable;
