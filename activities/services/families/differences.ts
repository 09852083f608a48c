/** Messages about how a record on a portal differs from the rows. */
import type { Message } from '#contracts/messages/message.ts';
import { say } from '#contracts/say.ts';

/** Says what the portal shows in a column; an empty value is `empty`. */
export const difference = (
  column: string,
  shown: string | number | null | undefined,
  empty: Message = say('empty'),
): Message => say('{column} {shown}', { column, shown: shown === '' ? empty : (shown ?? empty) });

/** Puts commas between messages. */
export const commaSeparated = (messages: readonly Message[]): Message[] =>
  messages.map((item, index) => (index < messages.length - 1 ? say('{item},', { item }) : item));
