/**
 * Texts in responses of the API: the English text under its own name, and the message as data under the same name with
 * `Data` added, from which our client renders other languages.
 */
import type { Message } from './message.ts';
import { english } from './render.ts';

type Text<Name extends string> = Record<Name, string> & Record<`${Name}Data`, Message>;
type TextOrNull<Name extends string> = Record<Name, string | null> & Record<`${Name}Data`, Message | null>;

/** Returns the two fields of a text in a response. */
export const textOf = <Name extends string>(name: Name, message: Message): Text<Name> =>
  ({ [name]: english(message), [`${name}Data`]: message }) as Text<Name>;

/** Returns the two fields of a text that may be absent. */
export const textOrNullOf = <Name extends string>(name: Name, message: Message | null): TextOrNull<Name> =>
  ({ [name]: message && english(message), [`${name}Data`]: message }) as TextOrNull<Name>;
