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

/** React takes over the parts of a page one after another; a chunk that never comes must not hold back what waits. */
const TAKE_OVER_MS_MAX = 10_000;

let end: () => void = () => undefined;
let over: Promise<void> | null = null;

/** From now on, what could change the page waits until all of it is taken over. */
export function beginTakeOver(): void {
  over = new Promise((resolve) => {
    end = resolve;
    setTimeout(resolve, TAKE_OVER_MS_MAX);
  });
}
export const endTakeOver = (): void => end();

/** Resolves when the whole page is taken over; null if the server did not render it. */
export const takenOver = (): Promise<void> | null => over;
