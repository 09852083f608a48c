/**
 * Texts in answers of the API: the English text under its own name, and beside it the message as data (`…Data`), from
 * which the client of the platform renders other languages.
 */
import type { Message } from './message.ts';
import { english } from './render.ts';

type Text<Name extends string> = Record<Name, string> & Record<`${Name}Data`, Message>;
type TextOrNull<Name extends string> = Record<Name, string | null> & Record<`${Name}Data`, Message | null>;

/** The two fields of a text, for an answer. */
export const textOf = <Name extends string>(name: Name, message: Message): Text<Name> =>
  ({ [name]: english(message), [`${name}Data`]: message }) as Text<Name>;

/** The two fields of a text that may be missing, for an answer. */
export const textOrNullOf = <Name extends string>(name: Name, message: Message | null): TextOrNull<Name> =>
  ({ [name]: message && english(message), [`${name}Data`]: message }) as TextOrNull<Name>;
