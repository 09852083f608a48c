/** Completes every kind of sign-in in the browser. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { SignedInUser } from '#contracts/calls/accounts-answers.ts';
import { timings } from '#contracts/limits.ts';
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
      client.setQueryData(meQuery.queryKey, user);
      void client.invalidateQueries();
      closeTimer.current = setTimeout(onSignedIn, timings.signInCloseMs);
    },
  });
}
