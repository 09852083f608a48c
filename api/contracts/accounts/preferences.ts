/** A customer's preferences for the interface and mails, stored on the server so that they apply on every device. */
import { z } from 'zod';

export const interfaceLanguages = ['en', 'bn'] as const;
export const interfaceThemes = ['light', 'dark'] as const;

/** Fields that are absent stay unchanged. */
export const preferencesBody = z.object({
  language: z.enum(interfaceLanguages).nullable().optional(),
  theme: z.enum(interfaceThemes).nullable().optional(),
  mailOnCompletion: z.boolean().optional(),
});
export type PreferencesBody = z.infer<typeof preferencesBody>;
