/** Calls about what the machine can not end by itself of payments and refunds. */
import { z } from 'zod';
import { openEndDecisionNames, type OpenEndKind } from './open-end-rules.ts';
import { reason } from './payments.ts';

export const openEndPath = z.object({ id: z.uuid(), endId: z.uuid() });

/** `refundTrxId`: which refund of bKash's list is the one that was made. */
export const openEndBody = z.object({
  decision: z.enum(openEndDecisionNames),
  refundTrxId: z.string().min(5).max(100).optional(),
  reason,
});
export type OpenEndBody = z.infer<typeof openEndBody>;

/** As administrators see it: amount in BDT, `subject` a refund's id or bKash's number of one. */
export type OpenEnd = {
  id: string;
  kind: OpenEndKind;
  subject: string;
  amount: number;
  detail: string | null;
  openedAt: string;
};

/** A refund in bKash's own list; `isKnown`: one of ours has this number. Amount in BDT. */
export type ListedRefund = {
  refundTrxId: string;
  amount: number | null;
  completedAt: string | null;
  isKnown: boolean;
};
