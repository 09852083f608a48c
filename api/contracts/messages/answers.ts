/**
 * Texts in answers of the API: the English text under its own name, and beside it the message as data (`…Data`), from
 * which the client of the platform renders other languages.
 */
import { z } from 'zod';
import type { Message, MessageValue } from './message.ts';
import { english } from './render.ts';

const messageValue: z.ZodType<MessageValue> = z.lazy(() =>
  z.union([z.string(), z.number(), messageShape, z.array(messageShape)]),
);

export const messageShape: z.ZodType<Message> = z
  .object({ key: z.string(), params: z.record(z.string(), messageValue).exactOptional() })
  .describe('A text as data: its key in the catalogue of messages, and its values.')
  .meta({ id: 'Message' });

type Text<Name extends string> = Record<Name, string> & Record<`${Name}Data`, Message>;
type TextOrNull<Name extends string> = Record<Name, string | null> & Record<`${Name}Data`, Message | null>;

type TextShape<Name extends string> = Record<Name, z.ZodString> & Record<`${Name}Data`, z.ZodType<Message>>;
type TextOrNullShape<Name extends string> = Record<Name, z.ZodNullable<z.ZodString>> &
  Record<`${Name}Data`, z.ZodNullable<z.ZodType<Message>>>;

/** The two fields of a text, for a schema of an answer. */
export const textShape = <Name extends string>(name: Name): TextShape<Name> =>
  ({ [name]: z.string(), [`${name}Data`]: messageShape }) as TextShape<Name>;

/** The two fields of a text that may be missing, for a schema of an answer. */
export const textOrNullShape = <Name extends string>(name: Name): TextOrNullShape<Name> =>
  ({ [name]: z.string().nullable(), [`${name}Data`]: messageShape.nullable() }) as TextOrNullShape<Name>;

/** The two fields of a text, for an answer. */
export const textOf = <Name extends string>(name: Name, message: Message): Text<Name> =>
  ({ [name]: english(message), [`${name}Data`]: message }) as Text<Name>;

/** The two fields of a text that may be missing, for an answer. */
export const textOrNullOf = <Name extends string>(name: Name, message: Message | null): TextOrNull<Name> =>
  ({ [name]: message && english(message), [`${name}Data`]: message }) as TextOrNull<Name>;
