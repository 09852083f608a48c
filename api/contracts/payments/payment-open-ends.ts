/** Calls about what the machine can not end by itself of payments and refunds. */
import { z } from 'zod';
import { openEndDecisionNames } from './open-end-rules.ts';
import { reason } from './payments.ts';

export const openEndPath = z.object({ id: z.uuid(), endId: z.uuid() });

/** `refundTrxId`: which refund of bKash's list is the one that was made. */
export const openEndBody = z.object({
  decision: z.enum(openEndDecisionNames),
  refundTrxId: z.string().min(5).max(100).optional(),
  reason,
});
export type OpenEndBody = z.infer<typeof openEndBody>;
