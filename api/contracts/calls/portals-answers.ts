/** Response schemas of the calls about portals, their logins, references and rates; the types are inferred from them. */
import { z } from 'zod';
import { incentiveSchemes } from '#contracts/portals/incentive-rates.ts';
import { credentialPortals } from '#contracts/portals/portal-logins.ts';
import { referenceKinds } from '#contracts/portals/portal-references.ts';
import { count, moment, optionalMoment } from './parts.ts';

export const savedCredential = z.object({
  portal_name: z.enum(credentialPortals),
  updated_at: moment,
  consent_at: optionalMoment,
  /** When the saved login was last used or tested, and the result: `ok` or a row outcome. */
  tested_at: optionalMoment,
  test_outcome: z.string().nullable(),
  managed: z.boolean().describe('Entered by our team, and never shown.'),
});
export type SavedCredential = z.infer<typeof savedCredential>;

/**
 * Per cent of net FOB for shipments on these days, both included; without an end the rate applies until further notice.
 */
export const rate = z.object({
  id: z.uuid(),
  scheme: z.enum(incentiveSchemes),
  ratePercent: z.number(),
  validFrom: z.iso.date(),
  validTo: z.iso.date().nullable(),
});
export type IncentiveRate = z.infer<typeof rate>;

export const portalBoardEntry = z.object({
  portal: z.string(),
  label: z.string(),
  state: z.enum(['up', 'degraded', 'down', 'paused']),
  /** When this state began; null if no other state was ever seen. */
  since: optionalMoment,
  /** The reason for the pause, or what the portal last reported. */
  detail: z.string(),
  /** Name of the administrator, or `Chalan` if the portal changed; null while it is open. */
  pausedBy: z.string().nullable(),
  jobs: z.object({ running: count, queued: count, parked: count }),
  services: z.array(z.string()),
});
export type PortalBoardEntry = z.infer<typeof portalBoardEntry>;

/** A company that has the reference. */
export const referenceOwner = z.object({
  kind: z.enum(referenceKinds),
  value: z.string(),
  userId: z.string(),
  email: z.string(),
  company: z.string(),
  /** When the portal showed it to the company, or an administrator assigned it. */
  provedAt: moment,
});
export type ReferenceOwnerView = z.infer<typeof referenceOwner>;

/** A company's portal login as administrators see it, without user name and password. */
export const managedLogin = z.object({
  portal: z.enum(credentialPortals),
  updated_at: moment,
  consent_at: optionalMoment,
  managed: z.boolean(),
  tested_at: optionalMoment,
  test_outcome: z.string().nullable(),
});
export type ManagedLogin = z.infer<typeof managedLogin>;
