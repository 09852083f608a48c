/** A customer's preferences for the interface and for mails. */
import {
  interfaceLanguages,
  interfaceThemes,
  type PreferencesBody,
} from '#contracts/accounts/preferences.ts';
import type { Preferences } from '#contracts/calls/accounts-answers.ts';
import type { Database } from '#prisma/client.ts';

type Stored = { language: string | null; theme: string | null; mailOnCompletion: boolean };

/** Returns null for a language or theme that was never chosen or is no longer offered. */
export function preferencesOf({ language, theme, mailOnCompletion }: Stored): Preferences {
  return {
    language: interfaceLanguages.find((known) => known === language) ?? null,
    theme: interfaceThemes.find((known) => known === theme) ?? null,
    mailOnCompletion,
  };
}

/** Saves the given preferences and returns all of them; an undefined one stays as it is. */
export async function savePreferences(
  db: Database,
  userId: string,
  { language, theme, mailOnCompletion }: PreferencesBody,
): Promise<Preferences> {
  const user = await db.user.update({
    where: { id: userId },
    data: {
      ...(language === undefined ? {} : { language }),
      ...(theme === undefined ? {} : { theme }),
      ...(mailOnCompletion === undefined ? {} : { mailOnCompletion }),
    },
  });
  return preferencesOf(user);
}
