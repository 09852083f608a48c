/** State that outlives a reload of the tab; without storage it is ordinary state. */
import { useCallback, useState } from 'react';

function read<T>(key: string, fallback: T): T {
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
    // A full or forbidden storage only costs the memory across a reload.
  }
}

export function useStoredState<T>(key: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => read(key, initial));
  const store = useCallback(
    (next: T) => {
      write(key, next);
      setValue(next);
    },
    [key],
  );
  return [value, store];
}
