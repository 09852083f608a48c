/** Schemas of the calls of spec section 7 "Notifications". */
import { z } from 'zod';
import { limits } from '#contracts/limits.ts';

export type NotificationType = 'credential_failure' | 'job_complete' | 'credit_low' | 'other';

export const notificationsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(limits.notificationsListMax).default(limits.notificationsListMax),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
});
export type NotificationsQuery = z.infer<typeof notificationsQuery>;
