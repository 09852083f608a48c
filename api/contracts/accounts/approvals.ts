/**
 * Schemas of the requests that one administrator makes and another confirms, and the limits below which one
 * administrator is enough.
 */
import { z } from 'zod';
import { optionalReason } from './admin-users.ts';
import { ownerProof } from './account.ts';
import { statedReason } from './reasons.ts';

const amount = z.number().min(0).max(10_000_000).multipleOf(0.01, 'Two decimals at most.');
export const aloneLimitsBody = z.object({ creditsMax: amount, refundBdtMax: amount, reason: optionalReason });
export const approvalPath = z.object({ id: z.uuid() });
export const confirmApprovalBody = ownerProof;
export const refuseApprovalBody = z.object({ reason: statedReason });
