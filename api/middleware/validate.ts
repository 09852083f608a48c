/**
 * Validates all requests against their contract's schema. Throws INVALID_INPUT with the first problem as its message.
 */
import type { ValidationTargets } from 'hono';
import { validator } from 'hono/validator';
import type { z } from 'zod';
import { type Message, quote } from '#contracts/messages/message.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { english } from '#contracts/messages/render.ts';
import { requestMessages } from '#contracts/request-messages.ts';
import { validationMessages } from '#contracts/validation-messages.ts';
import { messageOfSentence } from './schema-sentences.ts';

type Target = Extract<keyof ValidationTargets, 'json' | 'query' | 'param' | 'form'>;

/** NUL and unpaired surrogates: nobody types them, and the database cannot store them. */
const unstorable = /\0|\p{Surrogate}/u;

/** Not recursive, because a body may be nested deeply. */
function isUnstorable(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string' && unstorable.test(next)) return true;
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, inner] of Object.entries(next)) {
      if (unstorable.test(name)) return true;
      open.push(inner);
    }
  }
  return false;
}

/** Messages for schemas that have none, because Zod's own messages are for programmers. */
function ownMessage(issue: z.core.$ZodRawIssue): Message {
  const { path = [], input } = issue;
  if (issue.code === 'unrecognized_keys')
    return requestMessages.unknownField({ name: String(issue['keys']?.[0]) });
  const name = path.join('.');
  if (name === '') return requestMessages.notValid();
  return input === undefined
    ? requestMessages.missingField({ name })
    : requestMessages.unusableField({ name });
}

/** Throws instead of responding, so that the route's response type contains only the route's responses. */
export function validate<T extends Target, Schema extends z.ZodType>(target: T, schema: Schema) {
  return validator(target, (value: unknown): z.output<Schema> => parseInput(schema, value));
}

/** Performs the same check on other input, such as the fields that accompany a file. Throws INVALID_INPUT. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const own = new Map<string, Message>();
  const parsed = schema.safeParse(value, {
    error: (issue) => {
      const message = ownMessage(issue);
      const sentence = english(message);
      own.set(sentence, message);
      return sentence;
    },
  });
  if (parsed.success) {
    // Checked after the schema, because most schemas reject this with their own message or clean the text.
    if (isUnstorable(parsed.data)) throw refusal('INVALID_INPUT', validationMessages.plainCharacters());
    return parsed.data;
  }
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const first = issues[0]?.message ?? english(requestMessages.notValid());
  const said = own.get(first) ?? messageOfSentence(first) ?? quote(first);
  throw refusal('INVALID_INPUT', said, { details: { issues } });
}
