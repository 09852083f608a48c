/** Schemas of texts in responses of the API. They are separate from the texts, which English screens need not load. */
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

/** Returns the schemas of a text's two fields in a response. */
export const textShape = <Name extends string>(name: Name): TextShape<Name> =>
  ({ [name]: z.string(), [`${name}Data`]: messageShape }) as TextShape<Name>;

/** Returns the same for a text that may be absent. */
export const textOrNullShape = <Name extends string>(name: Name): TextOrNullShape<Name> =>
  ({ [name]: z.string().nullable(), [`${name}Data`]: messageShape.nullable() }) as TextOrNullShape<Name>;
