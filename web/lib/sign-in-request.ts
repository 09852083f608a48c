/** Who wants the sign-in dialog open, and why: any button, the route guard, or an answer saying the session ended. */
import { useSyncExternalStore } from 'react';

export type SignInRequest = {
  mode: 'sign-in' | 'sign-up';
  /** Why the dialog opened by itself. */
  notice?: string;
  /** Where to go after signing in. */
  returnTo?: string;
  /** What to carry on with after signing in. */
  onSignedIn?: () => void;
  /** The page behind still shows the account, so closing the dialog has to leave it. */
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

/** The page stays as it is, so that nothing typed is lost; signing in again carries on from there. */
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
  return useSyncExternalStore(subscribe, () => current);
}
