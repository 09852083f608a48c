/** Schemas of the calls about payments and refunds that cannot be settled automatically. */
import { z } from 'zod';
import { openEndDecisionNames } from './open-end-rules.ts';
import { reason } from './payments.ts';

export const openEndPath = z.object({ id: z.uuid(), endId: z.uuid() });

/** `refundTrxId` selects the refund in bKash's list that was actually made. */
export const openEndBody = z.object({
  decision: z.enum(openEndDecisionNames),
  refundTrxId: z.string().min(5).max(100).optional(),
  reason,
});
export type OpenEndBody = z.infer<typeof openEndBody>;
