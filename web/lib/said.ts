/**
 * Translates the server's sentences into the chosen language. The Bengali translations are loaded only when Bengali is
 * chosen.
 */
import { useSyncExternalStore } from 'react';
import type { Part, Reader } from '#contracts/messages/read.ts';
import { currentLanguage, onLanguage, useLanguage } from './language.ts';

let reader: Reader | null = null;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

async function fetchReader(): Promise<void> {
  try {
    const [{ createReader }, { services }] = await Promise.all([
      import('#contracts/messages/read.ts'),
      import('./services.ts'),
    ]);
    reader = createReader(new Map(services.map(({ name, bengali }) => [name, bengali.name])));
    for (const listener of listeners) listener();
  } catch {
    // Without a connection the English text is shown; the next text that is rendered tries to load the translations
    // again.
    loading = null;
  }
}

function currentReader(): Reader | null {
  if (currentLanguage() === 'bn') loading ??= fetchReader();
  return reader;
}

/** Starts loading before any call can be refused, so that a message never waits for the translations. */
export function startSaid(): void {
  currentReader();
  onLanguage(currentReader);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const asItIs: Reader = (text) => (text === '' ? [] : [{ text, language: 'en' }]);

const textOf = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('');

/** Splits a text into parts, each with its language. The component renders again when the translations have loaded. */
export function useSaidParts(): Reader {
  const language = useLanguage();
  const read = useSyncExternalStore(subscribe, currentReader);
  return language === 'en' ? asItIs : (read ?? asItIs);
}

/** For places that take plain text, such as a label. */
export function useSaid(): (text: string) => string {
  const read = useSaidParts();
  return (text) => textOf(read(text));
}

/** For code outside components, such as a toast. */
export function saidNow(text: string): string {
  if (currentLanguage() === 'en') return text;
  return textOf((currentReader() ?? asItIs)(text));
}
