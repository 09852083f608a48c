/** The one validator of requests: a contract's schema, or INVALID_INPUT with the first problem as its message. */
import type { ValidationTargets } from 'hono';
import { validator } from 'hono/validator';
import type { z } from 'zod';
import { DomainError } from '#contracts/errors.ts';

type Target = Extract<keyof ValidationTargets, 'json' | 'query' | 'param' | 'form'>;

const NUL_REFUSED = 'Please use letters, digits and punctuation only.';

/** No text that people write has one, and the database can not keep it. Without recursion: a body may be nested deeply. */
function hasNul(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string' && next.includes('\0')) return true;
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, inner] of Object.entries(next)) {
      if (name.includes('\0')) return true;
      open.push(inner);
    }
  }
  return false;
}

/** Throws instead of answering, so that the route's response type has the route's answers only. */
export function validate<T extends Target, Schema extends z.ZodType>(target: T, schema: Schema) {
  return validator(target, (value: unknown): z.output<Schema> => parseInput(schema, value));
}

/** The same check for what arrives another way, such as the fields beside a file. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  if (hasNul(value)) throw new DomainError('INVALID_INPUT', { message: NUL_REFUSED });
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new DomainError('INVALID_INPUT', { message: issues[0]?.message, details: { issues } });
}
