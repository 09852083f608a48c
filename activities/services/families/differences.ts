/** Messages about how a record on a portal differs from the rows. */
import type { Message } from '#contracts/messages/message.ts';
import { correctionMessages } from './correction-messages.ts';

/** Returns the text for a column that differs, with what the portal shows; an empty value is shown as `empty`. */
export const difference = (
  column: string,
  shown: string | number | null | undefined,
  empty: Message = correctionMessages.emptyValue(),
): Message => correctionMessages.columnShows({ column, shown: shown === '' ? empty : (shown ?? empty) });

/** Puts commas between messages. */
export const commaSeparated = (messages: readonly Message[]): Message[] =>
  messages.map((item, index) => (index < messages.length - 1 ? correctionMessages.listItem({ item }) : item));
