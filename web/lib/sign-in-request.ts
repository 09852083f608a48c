/**
 * Holds the request to open the sign-in dialog and its reason. Buttons, the route guard and expired sessions make such
 * requests.
 */
import { useSyncExternalStore } from 'react';

export type SignInRequest = {
  mode: 'sign-in' | 'sign-up' | 'forgot';
  /** Why the dialog opened without a click. */
  notice?: string;
  /** The address to open after signing in. */
  returnTo?: string;
  /** Called after signing in, to continue what was interrupted. */
  onSignedIn?: () => void;
  /** The page behind the dialog still shows account data, so closing the dialog must leave that page. */
  sessionEnded?: true;
};

let current: SignInRequest | null = null;
const listeners = new Set<() => void>();

function set(next: SignInRequest | null): void {
  current = next;
  for (const listener of listeners) listener();
}

export function requestSignIn(request: SignInRequest): void {
  set(request);
}

/**
 * Opens the dialog over the current page, so that nothing typed is lost and the customer can continue after signing in.
 */
export function requestSignInAgain(): void {
  if (!current?.sessionEnded) set({ mode: 'sign-in', sessionEnded: true });
}

export function closeSignIn(): void {
  set(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSignInRequest(): SignInRequest | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}
