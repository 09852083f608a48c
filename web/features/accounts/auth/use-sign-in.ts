/** Completes every kind of sign-in in the browser. */
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { SignedInUser } from '#contracts/calls/accounts-answers.ts';
import { timings } from '#contracts/client-timings.ts';
import { call } from '#web/lib/client.ts';
import { leaveAccount } from '#web/lib/leave-account.ts';
import { listenToOtherTabs, tellOtherTabs } from '#web/lib/other-tabs.ts';
import { forgetRefusals } from '#web/lib/refused-changes.ts';
import { paths } from '#web/paths.ts';
import { meQuery } from './queries.ts';

/** Stores who has signed in. Returns false if the page showed somebody else, of whom nothing is left for this person. */
function admit(client: QueryClient, user: SignedInUser): boolean {
  const before = client.getQueryData(meQuery.queryKey);
  if (before && before.id !== user.id) {
    leaveAccount(paths.dashboard());
    return false;
  }
  client.setQueryData(meQuery.queryKey, user);
  forgetRefusals(client);
  void client.invalidateQueries();
  return true;
}

/** Stores the new session, and closes the dialog half a second later so that the success message can be seen. */
export function useSignIn<Given = void>(
  login: (given: Given) => Promise<{ user: SignedInUser }>,
  onSignedIn: () => void,
  onRefused: (error: unknown) => void = () => {},
) {
  const client = useQueryClient();
  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closeTimer.current), []);
  return useMutation({
    mutationFn: login,
    onError: onRefused,
    onSuccess: ({ user }) => {
      tellOtherTabs(user.id);
      if (admit(client, user)) closeTimer.current = setTimeout(onSignedIn, timings.signInCloseMs);
    },
  });
}

/**
 * Notices that the session has begun in another tab: when that tab reports it, or when this one is shown again, because
 * a tab that the browser has frozen receives no reports.
 */
export function useSignInElsewhere(onSignedIn: () => void): void {
  const client = useQueryClient();
  useEffect(() => {
    const stopped = new AbortController();
    const { signal } = stopped;
    const check = async () => {
      // Without an answer, the next report or the next return to this tab asks again.
      const answer = await call('GET /api/auth/me', { signal }).catch(() => null);
      if (answer?.user && !signal.aborted && admit(client, answer.user)) onSignedIn();
    };
    const stopListening = listenToOtherTabs(() => void check());
    const onShown = () => {
      if (document.visibilityState === 'visible') void check();
    };
    document.addEventListener('visibilitychange', onShown, { signal });
    return () => {
      stopped.abort();
      stopListening();
    };
  }, [client, onSignedIn]);
}
