/**
 * Reports whether the client has taken over the page (hydrated it). The server's HTML cannot contain what only the
 * browser knows.
 */
import { createContext, createElement, startTransition, useContext, useState, type ReactNode } from 'react';

const IsTakenOver = createContext(false);
const NoteTakenOver = createContext<() => void>(() => undefined);

/** Returns false on the server and in the client's first render, which must equal the server's HTML. */
export const useTakenOver = (): boolean => useContext(IsTakenOver);

/** Returns what to call once the page and its effects are there. */
export const useNoteTakenOver = (): (() => void) => useContext(NoteTakenOver);

/**
 * Provides whether the page is taken over. What changes then is rendered in a transition: in short steps, instead of all
 * at once, during which the page would not respond.
 */
export function TakeOver({ children }: { children: ReactNode }) {
  const [isTakenOver, setTakenOver] = useState(() => typeof document !== 'undefined' && takenOver() === null);
  const [note] = useState(() => () => startTransition(() => setTakenOver(true)));
  return createElement(
    NoteTakenOver.Provider,
    { value: note },
    createElement(IsTakenOver.Provider, { value: isTakenOver }, children),
  );
}

/**
 * React takes over the parts of a page one after another. A part whose code never arrives must not block what waits for
 * the whole page.
 */
const TAKE_OVER_MS_MAX = 10_000;

let end: () => void = () => undefined;
let over: Promise<void> | null = null;

/** Starts the take-over. From now on, changes of the page wait until all of it is taken over. */
export function beginTakeOver(): void {
  over = new Promise((resolve) => {
    end = resolve;
    setTimeout(resolve, TAKE_OVER_MS_MAX);
  });
}
export const endTakeOver = (): void => end();

/** Resolves when the whole page is taken over; null if the server did not render it. */
export const takenOver = (): Promise<void> | null => over;
