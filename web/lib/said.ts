/**
 * Renders the server's messages in the chosen language. Answers have the English text beside the message as data; the
 * Bengali texts are loaded only when Bengali is chosen.
 */
import { useSyncExternalStore } from 'react';
import type { Message } from '#contracts/messages/message.ts';
import type { Part } from '#contracts/messages/render.ts';
import { currentLanguage, onLanguage, useLanguage } from './language.ts';

/** Splits a message into parts, each with its language. `text` is its English text. */
type Reader = (text: string, message: Message | null) => Part[];

let reader: Reader | null = null;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

async function fetchReader(): Promise<void> {
  try {
    const [{ messageParts }, { services }] = await Promise.all([
      import('#contracts/messages/render.ts'),
      import('./services.ts'),
    ]);
    const names = new Map(services.map(({ name, bengali }) => [name, bengali.name]));
    reader = (text, message) => (message ? messageParts(message, 'bn', names) : asItIs(text, message));
    for (const listener of listeners) listener();
  } catch {
    // If loading fails, the English text is shown; the next rendered text tries again.
    loading = null;
  }
}

function currentReader(): Reader | null {
  if (currentLanguage() === 'bn') loading ??= fetchReader();
  return reader;
}

/** Starts loading before any call can be refused, so that a message rarely has to wait for its translation. */
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

/** Returns the reader. The component renders again when the translations have loaded. */
export function useSaidParts(): Reader {
  const language = useLanguage();
  const read = useSyncExternalStore(subscribe, currentReader, () => null);
  return language === 'en' ? asItIs : (read ?? asItIs);
}

/** For places that take plain text, such as a label. */
export function useSaid(): (text: string, message: Message | null) => string {
  const read = useSaidParts();
  return (text, message) => textOf(read(text, message));
}

/** For code outside components, such as a toast. */
export function saidNow(text: string, message: Message | null): string {
  if (currentLanguage() === 'en') return text;
  return textOf((currentReader() ?? asItIs)(text, message));
}

/** Renders a message that came without its English text; empty until the texts have loaded. */
export function useMessageText(): (message: Message) => string {
  const said = useSaid();
  return (message) => said('', message);
}
