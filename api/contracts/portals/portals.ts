/** Schemas of the administrators' calls about the portals: the board, pausing and resuming one (portals.md 2). */
import { z } from 'zod';
import type { PortalKey } from '#services/contract.ts';
import type { PortalBoardEntry } from '#contracts/calls/admin-answers.ts';

export const portalLabels: Record<PortalKey, string> = {
  'bb-exp': 'Bangladesh Bank EXP',
  cpa: 'Chittagong Port Authority',
  customs: 'Bangladesh Customs',
  damco: 'Damco Shipper',
  'maersk-track': 'Maersk tracking',
  myshipment: 'MyShipment',
  hm: 'H&M supplier portal',
  bepza: 'BEPZA permits',
  epb: 'EPB export tracker',
  'bank-ci': 'Bank cash incentive',
  mailbox: 'Mailbox of FCR mails',
};

/** `degraded`: the portal responds, but a fault was seen recently. */
export type PortalBoardState = 'up' | 'degraded' | 'down' | 'paused';

/** What customers see of a portal. */
export type PortalCondition = Pick<PortalBoardEntry, 'portal' | 'label' | 'state' | 'since'>;

export const portalPath = z.object({ portal: z.string().min(1).max(40) });
export const pauseBody = z.object({ reason: z.string().trim().min(3).max(300) });
