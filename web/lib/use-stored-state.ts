/** Keeps state across a reload of the tab. Without storage it is ordinary state. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTakenOver } from './use-taken-over.ts';

/** Returns the state as it is kept now, which another component may have changed. */
export function readStored<T>(key: string, fallback: T): T {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // If storage is full or forbidden, the state is only lost on a reload.
  }
}

/** For each key, the functions that reset the components that show its state. */
const resetsOf = new Map<string, Set<() => void>>();

/** Calls the function whenever the state is forgotten, until the returned function is called. */
function whenForgotten(key: string, reset: () => void): () => void {
  const resets = resetsOf.get(key) ?? new Set();
  resetsOf.set(key, resets.add(reset));
  return () => {
    resets.delete(reset);
  };
}

/** Forgets the state. Components that show it return to its initial value. */
export function forgetStored(key: string): void {
  write(key, null);
  for (const reset of resetsOf.get(key) ?? []) reset();
}

type Store<T> = (value: T) => void;
/** Stores what the function makes of the latest state, which may not have been rendered yet. */
type Change<T> = (next: (latest: T) => T) => void;

export function useStoredState<T>(key: string, initial: T): [T, Store<T>, Change<T>] {
  const [value, setValue] = useState<T>(() => readStored(key, initial));
  const latest = useRef(value);
  const store = useCallback(
    (next: T) => {
      latest.current = next;
      write(key, next);
      setValue(next);
    },
    [key],
  );
  const change = useCallback<Change<T>>((next) => store(next(latest.current)), [store]);
  useEffect(
    () =>
      whenForgotten(key, () => {
        latest.current = initial;
        setValue(initial);
      }),
    [initial, key],
  );
  return [useTakenOver() ? value : initial, store, change];
}
