/** Calls of spec section 7 "Notifications". */
import { z } from 'zod';
import { limits } from './limits.ts';
import type { Notice } from './notices.ts';

export type NotificationType = 'credential_failure' | 'job_complete' | 'credit_low' | 'other';

export const notificationsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(limits.notificationsListMax).default(limits.notificationsListMax),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
});
export type NotificationsQuery = z.infer<typeof notificationsQuery>;

export type Notification = {
  id: string;
  type: NotificationType;
  title: string;
  message: string;
  is_read: boolean;
  created_at: string;
  action_url: string | null;
  action_label: string | null;
  /** What it is about, to be told in another language; null for a notification from before. */
  words: Notice | null;
};
