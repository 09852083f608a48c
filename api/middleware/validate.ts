/**
 * Validates all requests against their contract's schema. Throws INVALID_INPUT with the first problem as its message.
 */
import type { ValidationTargets } from 'hono';
import { validator } from 'hono/validator';
import type { z } from 'zod';
import { DomainError } from '#contracts/errors.ts';

type Target = Extract<keyof ValidationTargets, 'json' | 'query' | 'param' | 'form'>;

const UNSTORABLE_REFUSED = 'Please use letters, digits and punctuation only.';

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
function ownSentence(issue: z.core.$ZodRawIssue): string {
  const { path = [], input } = issue;
  if (issue.code === 'unrecognized_keys') return `There is no field "${String(issue['keys']?.[0])}".`;
  const name = path.join('.');
  if (name === '') return 'The request is not valid.';
  return input === undefined
    ? `The field "${name}" is missing.`
    : `The field "${name}" has a value that cannot be used.`;
}

/** Throws instead of responding, so that the route's response type contains only the route's responses. */
export function validate<T extends Target, Schema extends z.ZodType>(target: T, schema: Schema) {
  return validator(target, (value: unknown): z.output<Schema> => parseInput(schema, value));
}

/** Performs the same check on other input, such as the fields that accompany a file. Throws INVALID_INPUT. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: ownSentence });
  if (parsed.success) {
    // Checked after the schema, because most schemas reject this with their own message or clean the text.
    if (isUnstorable(parsed.data)) throw new DomainError('INVALID_INPUT', { message: UNSTORABLE_REFUSED });
    return parsed.data;
  }
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new DomainError('INVALID_INPUT', { message: issues[0]?.message, details: { issues } });
}
