/** Completes every kind of sign-in in the browser. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { SignedInUser } from '#contracts/calls/accounts-answers.ts';
import { timings } from '#contracts/limits.ts';
import { leaveAccount } from '#web/app/sign-out.ts';
import { forgetRefusals } from '#web/lib/refused-changes.ts';
import { paths } from '#web/paths.ts';
import { meQuery } from './queries.ts';

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
      const before = client.getQueryData(meQuery.queryKey);
      // Nothing of one person's page is left for the next one.
      if (before && before.id !== user.id) {
        leaveAccount(paths.dashboard());
        return;
      }
      client.setQueryData(meQuery.queryKey, user);
      forgetRefusals(client);
      void client.invalidateQueries();
      closeTimer.current = setTimeout(onSignedIn, timings.signInCloseMs);
    },
  });
}
