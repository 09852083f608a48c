/** Response schemas of the calls about notifications; the types are inferred from them. */
import { z } from 'zod';
import { messageShape } from '#contracts/messages/shapes.ts';
import type { Notice } from '#contracts/messaging/notices.ts';
import { knownAs } from './call.ts';
import { moment } from './parts.ts';

const notice = z.object({
  kind: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), messageShape])),
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
    words: knownAs<Notice>(notice).nullable(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof oneNotification>;
