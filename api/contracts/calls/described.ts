/**
 * Compares a response with its description in the registry: on the server outside production, and in the client during
 * development.
 */
import { z } from 'zod';
import type { Call } from './call.ts';

const nothing = z.object({});

/**
 * Throws if a response lacks a field, has an additional one at any depth, or has one that does not match its schema.
 */
export function requireDescribed(name: string, call: Call, given: object): void {
  const { success: _success, ...answer } = JSON.parse(JSON.stringify(given)) as { success?: unknown };
  const extra = fieldsBeside(answer, (call.answer ?? nothing).parse(answer));
  if (extra.length > 0) throw new Error(`${name} answers what is not described: ${extra.join(', ')}.`);
}

/** Returns the paths of fields that are present but not described, such as `job.files.0.place`. */
function fieldsBeside(given: unknown, described: unknown, path: string[] = []): string[] {
  if (!isObject(given) || !isObject(described)) return [];
  return Object.entries(given).flatMap(([field, value]) =>
    field in described
      ? fieldsBeside(value, described[field], [...path, field])
      : [[...path, field].join('.')],
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
