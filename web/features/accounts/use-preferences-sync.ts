/** Synchronises language and theme with the account: applied on sign-in on another machine, saved when they change. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { SignedInUser, Preferences } from '#contracts/calls/accounts-answers.ts';
import type { PreferencesBody } from '#contracts/accounts/preferences.ts';
import { currentMode, setColorMode, useColorMode } from '#web/app/color-mode.ts';
import { connectionWords } from '#web/app/connection-words.ts';
import { isDisplayOnly } from '#web/lib/kept-reads.ts';
import { currentLanguage, setLanguage, useLanguage } from '#web/lib/language.ts';
import { wordsNow } from '#web/lib/words.ts';
import { notify } from '#web/ui/notify.ts';
import { meQuery } from './auth/queries.ts';
import { savePreferences } from './queries.ts';

type Look = Pick<Preferences, 'language' | 'theme'>;

async function saveLook(client: QueryClient, userId: string, preferences: PreferencesBody): Promise<void> {
  try {
    const saved = await savePreferences(userId, preferences);
    // An answer that is still on its way would restore the previous choice.
    await client.cancelQueries({ queryKey: meQuery.queryKey });
    client.setQueryData(meQuery.queryKey, (user) => (user?.id === userId ? { ...user, ...saved } : user));
  } catch {
    notify('warning', wordsNow(connectionWords).lookNotSaved);
  }
}

/**
 * The account's preferences apply when they are first loaded and when they change; after that, choices made here apply.
 */
export function usePreferencesSync(me: SignedInUser): void {
  const user = isDisplayOnly(me) ? null : me;
  useLanguage();
  useColorMode();
  const client = useQueryClient();
  const seen = useRef<{ userId: string | null; account: Look; shown: Look }>(undefined);

  const [userId, accountLanguage, accountTheme] = [
    user?.id ?? null,
    user?.language ?? null,
    user?.theme ?? null,
  ];
  useEffect(() => {
    // While a page is taken over, the first render repeats what the server assumed, which nobody has chosen.
    const { language, theme }: Look = { language: currentLanguage(), theme: currentMode() };
    const before = seen.current;
    const account = { language: accountLanguage, theme: accountTheme };
    seen.current = { userId, account, shown: { language, theme } };
    if (!userId) return;
    const sameUser = before?.userId === userId;
    const known = sameUser ? before.account : { language: null, theme: null };
    if (accountLanguage && accountLanguage !== known.language) setLanguage(accountLanguage);
    if (accountTheme && accountTheme !== known.theme) setColorMode(accountTheme);
    if (!sameUser) return;
    const changed: PreferencesBody = {
      ...(before.shown.language !== language && accountLanguage !== language ? { language } : {}),
      ...(before.shown.theme !== theme && accountTheme !== theme ? { theme } : {}),
    };
    if (Object.keys(changed).length > 0) void saveLook(client, userId, changed);
  });
}
