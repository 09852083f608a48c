/** What a customer chose for the interface and for mails, kept on the server so that it holds on every machine. */
import { z } from 'zod';

export const interfaceLanguages = ['en', 'bn'] as const;
export const interfaceThemes = ['light', 'dark'] as const;

/** Null while the browser's own choice stands. */
export type Preferences = {
  language: (typeof interfaceLanguages)[number] | null;
  theme: (typeof interfaceThemes)[number] | null;
  /** A mail when a job has ended, beside the notification. */
  mailOnCompletion: boolean;
};

/** What is left out stays as it is. */
export const preferencesBody = z.object({
  language: z.enum(interfaceLanguages).nullable().optional(),
  theme: z.enum(interfaceThemes).nullable().optional(),
  mailOnCompletion: z.boolean().optional(),
});
export type PreferencesBody = z.infer<typeof preferencesBody>;
