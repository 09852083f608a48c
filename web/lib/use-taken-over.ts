/** Tells whether the client has taken over the page: the server's HTML cannot contain what only the browser knows. */
import { useSyncExternalStore } from 'react';

const nothingChanges = () => () => undefined;

/** Returns false on the server and in the first render of its HTML by the client. */
export function useTakenOver(): boolean {
  return useSyncExternalStore(
    nothingChanges,
    () => true,
    () => false,
  );
}
