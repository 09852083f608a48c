/** What a customer chose for the interface and for mails, kept on the server so that it holds on every machine. */
import { z } from 'zod';

export const interfaceLanguages = ['en', 'bn'] as const;
export const interfaceThemes = ['light', 'dark'] as const;

/** What is left out stays as it is. */
export const preferencesBody = z.object({
  language: z.enum(interfaceLanguages).nullable().optional(),
  theme: z.enum(interfaceThemes).nullable().optional(),
  mailOnCompletion: z.boolean().optional(),
});
export type PreferencesBody = z.infer<typeof preferencesBody>;
