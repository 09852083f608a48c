/** Schemas of the calls of spec section 7 "Ads". */
import { z } from 'zod';
import { reasonOrEmpty } from '#contracts/accounts/reasons.ts';
import { adFormats, adPlacements } from './ads-rules.ts';
import { claimedUser } from '#contracts/envelope.ts';

const placement = z.enum(adPlacements, { error: 'This ad placement does not exist.' });
export const adIdPath = z.object({ id: placement });
export const adPlacementPath = z.object({ placement });

const why = { reason: reasonOrEmpty };

export const adToggleBody = claimedUser.extend({ enabled: z.boolean(), ...why });

/**
 * The client may send the full setting as it was read; its placement cannot be changed. Absent fields stay unchanged.
 */
export const adSettingBody = z
  .object({
    description: z.string().trim().max(200),
    ad_format: z.enum(adFormats),
    full_width_responsive: z.boolean(),
    enabled: z.boolean(),
    ad_client_id: z
      .string()
      .trim()
      .regex(/^(ca-pub-\d{10,20})?$/, 'A client id looks like ca-pub-1234567890123456.'),
    ad_slot_id: z
      .string()
      .trim()
      .regex(/^(\d{5,20})?$/, 'A slot id has digits only.'),
  })
  .partial()
  .extend(why)
  .extend(claimedUser.shape);
export type AdSettingBody = z.infer<typeof adSettingBody>;
