/**
 * A message to a person as data: a key of the catalogue and its values. It is stored and sent in this form, and its text
 * is rendered in the reader's language where it is shown (render.ts).
 */
export type Message = { readonly key: string; readonly params?: MessageParams };
export type MessageParams = Readonly<Record<string, MessageValue>>;
/** A value that is itself a message is rendered in the language of the message around it. */
export type MessageValue = string | number | Message | readonly Message[];

/** Key of other people's words, such as a portal's answer: `text` is shown unchanged in every language. */
export const QUOTE_KEY = 'quote';
/** Key of several messages that follow each other: `parts`. */
export const SEQUENCE_KEY = 'sequence';

/** Keys of the error catalogue's messages begin with this; the code follows. */
export const ERROR_KEYS = 'errors.';

/** A text that is shown unchanged in every language, such as the words of a portal. */
export const quote = (text: string): Message => ({ key: QUOTE_KEY, params: { text } });

export const emptyMessage: Message = quote('');

/** Joins messages into one. Absent and empty ones are left out. */
export function sequence(...parts: readonly (Message | null | undefined)[]): Message {
  const filled = parts.filter((part): part is Message => part != null && !isEmptyMessage(part));
  const [first = emptyMessage, ...others] = filled;
  return others.length === 0 ? first : { key: SEQUENCE_KEY, params: { parts: filled } };
}

/** Returns whether the message shows no text. */
export const isEmptyMessage = ({ key, params }: Message): boolean =>
  key === QUOTE_KEY && params?.['text'] === '';

/** Checks for a key only; the catalogue may no longer have it. */
export const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'key' in value && typeof value.key === 'string';

/** A stored message that may be absent. */
export const messageOrNull = (stored: unknown): Message | null =>
  stored === null ? null : storedMessage(stored);

/**
 * Reads a stored message. Texts were stored before messages were data, for example as the result of an activity in a
 * workflow's history.
 */
export function storedMessage(stored: unknown): Message {
  if (isMessage(stored)) return stored;
  return typeof stored === 'string' ? quote(stored) : emptyMessage;
}
