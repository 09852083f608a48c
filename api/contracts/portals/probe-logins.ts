/** Schemas of the administrators' calls about the login with which probes sign in to a portal. */
import { z } from 'zod';
import { ownerProof } from '#contracts/accounts/account.ts';
import { limits } from '#contracts/limits.ts';
import { reason } from '#contracts/payments/payments.ts';

const characters = z
  .string()
  .max(limits.probeLoginCharactersMax)
  .regex(/^[^\p{Cc}]*$/u);

export const probeLoginBody = ownerProof.extend({
  username: characters.trim().min(1, 'Please enter the username.'),
  /** If absent, the saved password of the same username is kept. */
  password: characters.min(1).optional(),
  everyMinutes: z
    .number()
    .int()
    .min(
      limits.probeWalkMinutesMin,
      `Probes can sign in at most once every ${limits.probeWalkMinutesMin} minutes.`,
    )
    .max(
      limits.probeWalkMinutesMax,
      `Probes must sign in at least once every ${limits.probeWalkMinutesMax} minutes.`,
    )
    .default(limits.probeWalkMinutes),
  reason,
});
export type ProbeLoginBody = z.infer<typeof probeLoginBody>;

export const removeProbeLoginBody = z.object({ reason });

export const portalPicturePath = z.object({ portal: z.string().min(1).max(40), pictureId: z.uuid() });
