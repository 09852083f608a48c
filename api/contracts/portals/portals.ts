/** Schemas of the administrators' calls about the portals: the board, pausing and resuming one (portals.md 2). */
import { z } from 'zod';
import type { PortalBoardEntry } from '#contracts/calls/portals-answers.ts';
import { reasonLengthMin } from '#contracts/accounts/reason-rules.ts';

/** What customers see of a portal. */
export type PortalCondition = Pick<PortalBoardEntry, 'portal' | 'label' | 'state' | 'since' | 'opensAt'> & {
  /** When its entrance was last probed; null before the first probe. */
  probedAt: string | null;
  /** Median wait of the jobs that started recently; null if there were none. */
  waitMs: number | null;
};

export const portalPath = z.object({ portal: z.string().min(1).max(40) });
export const pauseBody = z.object({ reason: z.string().trim().min(reasonLengthMin).max(300) });
