/** Schemas of the administrators' calls about a portal's page map: reading, trying and publishing changes. */
import { z } from 'zod';
import { reasonLengthMin } from '#contracts/accounts/reason-rules.ts';
import { pageTextCharactersMax } from './page-text-rules.ts';

/** Maximum changes in one version; no page map has as many texts. */
const pageChangesMax = 200;

const pageText = z
  .string()
  .trim()
  .min(1)
  .max(pageTextCharactersMax)
  .regex(/^[^\p{Cc}]*$/u);

/** Texts by their path in the map; absent paths keep the text of the map. */
const pageChanges = z
  .record(z.string().min(1).max(100), pageText)
  .refine((changes) => Object.keys(changes).length <= pageChangesMax);

export const pageTrialBody = z.object({ changes: pageChanges });

export const pageMapBody = z.object({
  changes: pageChanges,
  /** The version that the changes were made on; 0 if nothing was published. */
  version: z.number().int().min(0),
  reason: z.string().trim().min(reasonLengthMin).max(300),
});
export type PageMapBody = z.infer<typeof pageMapBody>;
