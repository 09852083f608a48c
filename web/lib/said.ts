/** What the server said, in the chosen language. The sentences in Bengali are fetched when somebody reads Bengali. */
import { useSyncExternalStore } from 'react';
import type { Part, Reader } from '#contracts/sentences/read.ts';
import { currentLanguage, onLanguage, useLanguage } from './language.ts';

let reader: Reader | null = null;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

async function fetchReader(): Promise<void> {
  try {
    const [{ createReader }, { services }] = await Promise.all([
      import('#contracts/sentences/read.ts'),
      import('./services.ts'),
    ]);
    reader = createReader(new Map(services.map(({ name, bengali }) => [name, bengali.name])));
    for (const listener of listeners) listener();
  } catch {
    // Without a connection the English stands; the next text that is shown asks again.
    loading = null;
  }
}

function currentReader(): Reader | null {
  if (currentLanguage() === 'bn') loading ??= fetchReader();
  return reader;
}

/** Before anything can be refused: a message does not wait for the sentences. */
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

/** Stretches of a text, each with its language; the component is drawn anew when the sentences have come. */
export function useSaidParts(): Reader {
  const language = useLanguage();
  const read = useSyncExternalStore(subscribe, currentReader);
  return language === 'en' ? asItIs : (read ?? asItIs);
}

/** For places that take a plain text, such as a label. */
export function useSaid(): (text: string) => string {
  const read = useSaidParts();
  return (text) => textOf(read(text));
}

/** For code outside of components, such as a toast. */
export function saidNow(text: string): string {
  if (currentLanguage() === 'en') return text;
  return textOf((currentReader() ?? asItIs)(text));
}
