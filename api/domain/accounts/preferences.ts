/** A customer's preferences for the interface, mails and push. */
import { interfaceLanguages, interfaceThemes } from '#contracts/accounts/preference-choices.ts';
import type { PreferencesBody } from '#contracts/accounts/preferences.ts';
import type { Preferences } from '#contracts/calls/accounts-answers.ts';
import { noticeChoices, type NoticePreference } from '#contracts/messaging/notice-choices.ts';
import type { Database } from '#prisma/client.ts';

type Stored = { language: string | null; theme: string | null } & Record<NoticePreference, boolean>;

const noticePreferences = noticeChoices.flatMap(({ mail, push }): NoticePreference[] => [mail, push]);

/** Returns null for a language or theme that was never chosen or is no longer offered. */
export function preferencesOf({ language, theme, ...stored }: Stored): Preferences {
  return {
    language: interfaceLanguages.find((known) => known === language) ?? null,
    theme: interfaceThemes.find((known) => known === theme) ?? null,
    mailOnCompletion: stored.mailOnCompletion,
    mailOnQuestion: stored.mailOnQuestion,
    mailOnPortalBack: stored.mailOnPortalBack,
    pushOnCompletion: stored.pushOnCompletion,
    pushOnQuestion: stored.pushOnQuestion,
    pushOnPortalBack: stored.pushOnPortalBack,
  };
}

/** Saves the given preferences and returns all of them; an undefined one stays as it is. */
export async function savePreferences(
  db: Database,
  userId: string,
  preferences: PreferencesBody,
): Promise<Preferences> {
  const { language, theme } = preferences;
  const chosen = noticePreferences.flatMap((name) => {
    const value = preferences[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const user = await db.user.update({
    where: { id: userId },
    data: {
      ...(language === undefined ? {} : { language }),
      ...(theme === undefined ? {} : { theme }),
      ...Object.fromEntries(chosen),
    },
  });
  return preferencesOf(user);
}
