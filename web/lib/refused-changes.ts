/**
 * Changes that were refused because the session had ended. Once somebody has signed in again, forms no longer show the
 * refusal, and what only checks or saves a draft is sent again.
 */
import type { Mutation, MutationObserver, QueryClient } from '@tanstack/react-query';
import { ApiError } from './client.ts';

/** For `useMutation`: the change asks for no decision of the person, so it is sent again after the sign-in. */
export const sentAgain = { meta: { isSentAgain: true } };

type Form = MutationObserver<unknown, Error, unknown>;
/** The form that shows a change. */
const formOf = new WeakMap<Mutation, Form>();

/** The sign-in dialog stands over the form, so a form need not say this. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'UNAUTHENTICATED';

export function watchChanges(client: QueryClient): void {
  client.getMutationCache().subscribe((event) => {
    if (event.type === 'observerAdded') formOf.set(event.mutation as Mutation, event.observer as Form);
    if (event.type === 'observerRemoved') formOf.delete(event.mutation as Mutation);
  });
}

/** For the person whose session had ended; somebody else who signs in gets a new document. */
export function forgetRefusals(client: QueryClient): void {
  for (const change of client.getMutationCache().getAll()) {
    const form = formOf.get(change);
    if (!form || !isSignedOut(change.state.error)) continue;
    // Its error is shown by the form.
    if (change.meta?.['isSentAgain']) form.mutate(change.state.variables).catch(() => undefined);
    else form.reset();
  }
}
