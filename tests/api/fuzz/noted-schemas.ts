/** Records which schema a handler uses for which part of a request, as the application's validator reported it. */
import type { z } from 'zod';

export type Target = 'json' | 'query' | 'param' | 'form';
type Noted = { target: Target; schema: z.ZodType };

const schemas = new WeakMap<object, Noted>();

export function noteSchema<Handler extends object>(
  handler: Handler,
  target: string,
  schema: z.ZodType,
): Handler {
  schemas.set(handler, { target: target as Target, schema });
  return handler;
}

export const schemaOf = (handler: object): Noted | undefined => schemas.get(handler);
