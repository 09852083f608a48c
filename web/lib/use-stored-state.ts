/** Keeps state across a reload of the tab. Without storage it is ordinary state. */
import { useCallback, useState } from 'react';
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

/** Forgets the state; a component that shows it keeps it until it is removed. */
export const forgetStored = (key: string): void => write(key, null);

export function useStoredState<T>(key: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => readStored(key, initial));
  const store = useCallback(
    (next: T) => {
      write(key, next);
      setValue(next);
    },
    [key],
  );
  return [useTakenOver() ? value : initial, store];
}
