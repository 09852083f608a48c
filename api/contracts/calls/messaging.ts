/** Calls about notifications and push. */
import { z } from 'zod';
import { claimedUser } from '#contracts/envelope.ts';
import { notificationsQuery } from '#contracts/messaging/notifications.ts';
import { pushSubscriptionBody, pushSubscriptionPath } from '#contracts/messaging/push.ts';
import { group, type CallTable } from './call.ts';
import { oneNotification, pushSubscription } from './messaging-answers.ts';

const notification = group('Notifications');
const signedIn = { access: 'signed in' } as const;
const verified = { access: 'verified' } as const;
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
  'GET /api/push-subscriptions': notification('List the browsers that notifications are pushed to.', {
    ...verified,
    answer: z.object({
      publicKey: z
        .string()
        .nullable()
        .describe("The installation's key for `pushManager.subscribe`; null if push is not offered."),
      subscriptions: z.array(pushSubscription),
    }),
  }),
  'POST /api/push-subscriptions': notification('Push notifications to the browser of this session.', {
    ...verified,
    limit: 'systemsChangePerUser',
    body: pushSubscriptionBody,
    answer: z.object({ subscription: pushSubscription }),
    errors: ['PUSH_NOT_OFFERED', 'PUSH_ADDRESS_REFUSED', 'LIMIT_REACHED'],
  }),
  'POST /api/push-subscriptions/:id/test': notification('Push a test message to one of your browsers.', {
    ...verified,
    limit: 'webhookSendPerUser',
    params: pushSubscriptionPath,
    answer: nothing,
    errors: ['PUSH_NOT_OFFERED'],
  }),
  'DELETE /api/push-subscriptions/:id': notification('Push no more notifications to a browser.', {
    ...verified,
    params: pushSubscriptionPath,
    answer: nothing,
  }),
} satisfies CallTable;
