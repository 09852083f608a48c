/** Calls of administrators about a customer's job. */
import { z } from 'zod';
import { jobIdParam } from './jobs.ts';

export const evidenceParam = jobIdParam.extend({ fileId: z.uuid() });

/** What a portal showed when a row could not go on; `size` in bytes. */
export type EvidenceFile = {
  id: string;
  name: string;
  rowNumber: number | null;
  size: number;
  createdAt: string;
};
