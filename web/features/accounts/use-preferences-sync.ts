/** Synchronises language and theme with the account: applied on sign-in on another machine, saved when they change. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import type { Preferences } from '#contracts/calls/accounts-answers.ts';
import type { PreferencesBody } from '#contracts/accounts/preferences.ts';
import { currentMode, setColorMode, useColorMode } from '#web/app/color-mode.ts';
import { connectionWords } from '#web/app/connection-words.ts';
import { isDisplayOnly } from '#web/lib/kept-reads.ts';
import { currentLanguage, setLanguage, useLanguage } from '#web/lib/language.ts';
import { wordsNow } from '#web/lib/words.ts';
import { notify } from '#web/ui/notify.ts';
import { meQuery, useMe } from './auth/queries.ts';
import { savePreferences } from './queries.ts';

type Look = Pick<Preferences, 'language' | 'theme'>;
/** What was last compared: the account's look, and the look that the page showed. */
type Seen = { userId: string | null; account: Look; shown: Look };

/** Returns the saved preferences, or null if they could not be saved. */
async function saveLook(userId: string, preferences: PreferencesBody): Promise<Preferences | null> {
  try {
    return await savePreferences(userId, preferences);
  } catch {
    notify('warning', wordsNow(connectionWords).lookNotSaved);
    return null;
  }
}

/** Puts saved preferences into the data of the account. */
async function takeSaved(client: QueryClient, userId: string, saved: Preferences): Promise<void> {
  // An answer that is still on its way would restore the previous choice.
  await client.cancelQueries({ queryKey: meQuery.queryKey });
  client.setQueryData(meQuery.queryKey, (user) => (user?.id === userId ? { ...user, ...saved } : user));
}

/**
 * The account's preferences apply when they are first loaded and when they change; after that, choices made here apply.
 * They are saved one after the other: what is chosen during a save is compared with its answer, which is not news.
 */
export function usePreferencesSync(): void {
  const me = useMe().data;
  const user = me && !isDisplayOnly(me) ? me : null;
  useLanguage();
  useColorMode();
  const client = useQueryClient();
  const seen = useRef<Seen>(undefined);
  const isSaving = useRef(false);
  // A save that has ended renders once more, because another choice may have waited for it.
  const [, noteSave] = useReducer((saves: number) => saves + 1, 0);

  const save = async (ofUser: string, changed: PreferencesBody): Promise<void> => {
    isSaving.current = true;
    const saved = await saveLook(ofUser, changed);
    if (saved && seen.current?.userId === ofUser) {
      seen.current.account = { language: saved.language, theme: saved.theme };
      await takeSaved(client, ofUser, saved);
    }
    isSaving.current = false;
    noteSave();
  };

  const [userId, accountLanguage, accountTheme] = [
    user?.id ?? null,
    user?.language ?? null,
    user?.theme ?? null,
  ];
  useEffect(() => {
    // While a page is taken over, the first render repeats what the server assumed, which nobody has chosen.
    const { language, theme }: Look = { language: currentLanguage(), theme: currentMode() };
    const before = seen.current;
    const sameUser = before?.userId === userId;
    if (isSaving.current && sameUser) return;
    const account = { language: accountLanguage, theme: accountTheme };
    seen.current = { userId, account, shown: { language, theme } };
    if (!userId) return;
    const known = sameUser ? before.account : { language: null, theme: null };
    if (accountLanguage && accountLanguage !== known.language) setLanguage(accountLanguage);
    if (accountTheme && accountTheme !== known.theme) setColorMode(accountTheme);
    if (!sameUser) return;
    const changed: PreferencesBody = {
      ...(before.shown.language !== language && accountLanguage !== language ? { language } : {}),
      ...(before.shown.theme !== theme && accountTheme !== theme ? { theme } : {}),
    };
    if (Object.keys(changed).length > 0) void save(userId, changed);
  });
}
