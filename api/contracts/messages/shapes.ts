/**
 * Shapes of texts in answers of the API. They stand apart from the texts themselves, which clients with English
 * screens do not load.
 */
import { z } from 'zod';
import type { Message, MessageValue } from './message.ts';

const messageValue: z.ZodType<MessageValue, MessageValue> = z.lazy(() =>
  z.union([z.string(), z.number(), messageShape, z.array(messageShape)]),
);

export const messageShape: z.ZodType<Message, Message> = z
  .object({ key: z.string(), params: z.record(z.string(), messageValue).exactOptional() })
  .describe('A text as data: its key in the catalogue of messages, and its values.')
  .meta({ id: 'Message' });

type TextShape<Name extends string> = Record<Name, z.ZodString> & Record<`${Name}Data`, z.ZodType<Message>>;
type TextOrNullShape<Name extends string> = Record<Name, z.ZodNullable<z.ZodString>> &
  Record<`${Name}Data`, z.ZodNullable<z.ZodType<Message>>>;

/** The two fields of a text, for a schema of an answer. */
export const textShape = <Name extends string>(name: Name): TextShape<Name> =>
  ({ [name]: z.string(), [`${name}Data`]: messageShape }) as TextShape<Name>;

/** The two fields of a text that may be missing, for a schema of an answer. */
export const textOrNullShape = <Name extends string>(name: Name): TextOrNullShape<Name> =>
  ({ [name]: z.string().nullable(), [`${name}Data`]: messageShape.nullable() }) as TextOrNullShape<Name>;
