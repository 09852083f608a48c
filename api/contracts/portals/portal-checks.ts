/** Schemas of the administrators' calls about a portal's go-live list: checking an item, and taking the check back. */
import { z } from 'zod';
import { limits } from '#contracts/limits.ts';

export const portalCheckPath = z.object({
  portal: z.string().min(1).max(40),
  item: z.string().min(1).max(40),
});

export const portalCheckBody = z.object({
  checked: z.boolean(),
  /** What was found; kept with the check. */
  note: z
    .string()
    .trim()
    .max(limits.portalCheckNoteLengthMax)
    .regex(/^[^\p{Cc}]*$/u)
    .default(''),
});
export type PortalCheckBody = z.infer<typeof portalCheckBody>;
