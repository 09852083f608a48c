/** Response schemas of the calls about notifications and push; the types are inferred from them. */
import { z } from 'zod';
import { messageShape } from '#contracts/messages/shapes.ts';
import type { Notice } from '#contracts/messaging/notices.ts';
import { knownAs } from './call.ts';
import { moment } from './parts.ts';

/** A bank's name in both languages. */
const bankNames = z.object({ en: z.string(), bn: z.string() });
const notice = z.object({
  kind: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), messageShape, bankNames])),
});
export const oneNotification = z
  .object({
    id: z.uuid(),
    type: z.enum(['credential_failure', 'job_complete', 'credit_low', 'other']),
    title: z.string(),
    message: z.string(),
    is_read: z.boolean(),
    created_at: moment,
    action_url: z.string().nullable(),
    action_label: z.string().nullable(),
    /** The notification's values, for display in another language; null for notifications from earlier versions. */
    words: knownAs<Notice, typeof notice>(notice).nullable(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof oneNotification>;

/** A browser that notifications are pushed to. Its address and keys are not repeated. */
export const pushSubscription = z
  .object({
    id: z.uuid(),
    /** For example "Chrome" and "Windows"; null if the browser does not send them. */
    browser: z.string().nullable(),
    system: z.string().nullable(),
    createdAt: moment,
    /** Whether it belongs to the session of the request. */
    current: z.boolean(),
  })
  .meta({ id: 'PushSubscription' });
export type OwnPushSubscription = z.infer<typeof pushSubscription>;
