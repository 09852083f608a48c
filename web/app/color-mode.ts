/**
 * Holds the colour mode: the saved choice, or else the system's preference. color-mode.js applies it before the first
 * paint.
 */
import { useSyncExternalStore } from 'react';

export type ColorMode = 'light' | 'dark';
const storageKey = 'chalan-color-mode';
const listeners = new Set<() => void>();

/** The server does not know the theme; color-mode.js sets it before the first paint. */
const renderedMode = (): ColorMode => 'light';

export function currentMode(): ColorMode {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
}

function applyMode(mode: ColorMode): void {
  const root = document.documentElement;
  root.classList.remove('light', 'dark');
  root.classList.add(mode);
  root.style.colorScheme = mode;
  for (const listener of listeners) listener();
}

export function setColorMode(mode: ColorMode): void {
  try {
    localStorage.setItem(storageKey, mode);
  } catch {
    // Without storage, the choice lasts until the customer leaves the page.
  }
  applyMode(mode);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useColorMode(): ColorMode {
  return useSyncExternalStore(subscribe, currentMode, renderedMode);
}
