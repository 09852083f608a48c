/** Holds the language of the interface: the saved choice, or else the browser's preference. */
import { useSyncExternalStore } from 'react';

const languages = ['en', 'bn'] as const;
export type Language = (typeof languages)[number];

const storageKey = 'chalan-language';
const listeners = new Set<() => void>();

const isLanguage = (text: string | null): text is Language => languages.some((known) => known === text);

function initialLanguage(): Language {
  // Unit tests run outside a browser, where there is no preference to read.
  if (typeof document === 'undefined') return 'en';
  try {
    const saved = localStorage.getItem(storageKey);
    if (isLanguage(saved)) return saved;
  } catch {
    // Without storage, the browser's own language is used.
  }
  return navigator.language.startsWith('bn') ? 'bn' : 'en';
}

let current: Language = initialLanguage();

function show(language: Language): void {
  current = language;
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

/** Must be called before the first paint. */
export function startLanguage(): void {
  show(current);
}

export function setLanguage(language: Language): void {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Without storage, the choice lasts until the customer leaves the page.
  }
  show(language);
}

export function currentLanguage(): Language {
  return current;
}

export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLanguage(): Language {
  return useSyncExternalStore(onLanguage, currentLanguage);
}
