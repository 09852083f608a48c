/** Holds the language of the interface: the saved choice, or else the browser's preference. */
import { useSyncExternalStore } from 'react';

const languages = ['en', 'bn'] as const;
export type Language = (typeof languages)[number];

const storageKey = 'chalan-language';
const cookieS = 365 * 24 * 3600;
const listeners = new Set<() => void>();

const isLanguage = (text: string | null): text is Language => languages.some((known) => known === text);

/** Returns the language of the HTML that the server rendered; null if it rendered none. */
function renderedLanguage(): Language | null {
  const language = document.getElementById('root')?.dataset['language'] ?? null;
  return isLanguage(language) ? language : null;
}

function preferredLanguage(): Language {
  try {
    const saved = localStorage.getItem(storageKey);
    if (isLanguage(saved)) return saved;
  } catch {
    // Without storage, the browser's own language is used.
  }
  return navigator.language.startsWith('bn') ? 'bn' : 'en';
}

// Unit tests and the server have no document from which a preference could be read.
let current: Language = typeof document === 'undefined' ? 'en' : (renderedLanguage() ?? preferredLanguage());

function show(language: Language): void {
  current = language;
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

/** Must be called before the first paint. */
export function startLanguage(): void {
  show(current);
}

/** Sets the cookie by which the server renders the next page in this language. */
function tellServer(language: Language): void {
  document.cookie = `${storageKey}=${language}; path=/; max-age=${cookieS}; samesite=lax`;
}

/** Changes to a saved language that the server did not know when it rendered the page. */
export function showPreferredLanguage(): void {
  const preferred = preferredLanguage();
  if (preferred === current) return;
  tellServer(preferred);
  show(preferred);
}

/** Renders in a language on the server. `work` must be synchronous. */
export function renderIn<Result>(language: Language, work: () => Result): Result {
  const before = current;
  current = language;
  try {
    return work();
  } finally {
    current = before;
  }
}

export function setLanguage(language: Language): void {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Without storage, the choice lasts until the customer leaves the page.
  }
  tellServer(language);
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
  return useSyncExternalStore(onLanguage, currentLanguage, currentLanguage);
}
