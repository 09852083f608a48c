/** A customer's preferences for the interface, mails and push, stored on the server so that they apply on every device. */
import { z } from 'zod';
import { interfaceLanguages, interfaceThemes } from './preference-choices.ts';

/** Fields that are absent stay unchanged. */
export const preferencesBody = z.object({
  language: z.enum(interfaceLanguages).nullable().optional(),
  theme: z.enum(interfaceThemes).nullable().optional(),
  mailOnCompletion: z.boolean().optional(),
  mailOnQuestion: z.boolean().optional(),
  mailOnPortalBack: z.boolean().optional(),
  pushOnCompletion: z.boolean().optional(),
  pushOnQuestion: z.boolean().optional(),
  pushOnPortalBack: z.boolean().optional(),
});
export type PreferencesBody = z.infer<typeof preferencesBody>;
