/** Values for a JSON schema: mostly valid, sometimes hostile. */
import { z } from 'zod';
import type { Random } from './random.ts';

type Schema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
};
/** The usual value of a field with this name; undefined where the name does not determine one. */
export type Dictionary = (name: string) => unknown;
type Making = { random: Random; named: Dictionary };

const VALID_TRIES = 6;
const ITEMS_MAX = 3;
const LONG_TEXT = 5_000;

const words = ['Ana', 'Padma Apparels Ltd.', 'Circular of January 2026', 'INV-1007', 'চালান', 'list.csv'];
export const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\u202Efdp.exe',
  "' OR 1=1 --",
  '%_\\',
  '%00',
  '../../etc/passwd',
  '<img src=x onerror=alert(1)>',
  '=cmd|calc',
  '${7*7}',
  '__proto__',
  'constructor',
  '\r\nSet-Cookie: a=b',
  '🧵'.repeat(40),
  '-1',
  'NaN',
  '1e400',
  '9007199254740993',
  'x'.repeat(LONG_TEXT),
];
const hostileValues = [
  null,
  [],
  {},
  0,
  -1,
  1.5,
  1e21,
  2 ** 53,
  true,
  ['a', 'a'],
  { $gt: '' },
  ...hostileTexts,
];
const formats: Record<string, () => string> = {
  uuid: () => crypto.randomUUID(),
  email: () => `nobody-${crypto.randomUUID()}@example.test`,
  date: () => '2026-11-01',
  'date-time': () => '2026-11-01T00:00:00.000Z',
  uri: () => 'https://93.184.216.34/hook',
};

/** A random value that the schema accepts, unless no try produces one. */
export function validValue(schema: z.ZodType, making: Making): unknown {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  let value: unknown;
  for (let tries = 1; tries <= VALID_TRIES; tries += 1) {
    value = valueOf(shape, making, '');
    if (schema.safeParse(value).success) return value;
  }
  return value;
}

/** The same value with one of its fields replaced, removed or added. */
export function spoilt(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return random.pick(hostileValues);
  const fields: Record<string, unknown> = { ...value };
  const name = random.pick([...Object.keys(fields), 'isAdmin', 'userId']);
  if (random.chance(0.2)) delete fields[name];
  else fields[name] = random.pick(hostileValues);
  return fields;
}

function valueOf(schema: Schema, making: Making, name: string): unknown {
  const { random, named } = making;
  const usual = name === '' ? undefined : named(name);
  if (usual !== undefined && fits(schema, usual) && random.chance(0.9)) return usual;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return valueOf(random.pick(choices), making, name);
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => valueOf(part, making, name))) as unknown;
  switch (schema.type) {
    case 'object':
      return objectOf(schema, making);
    case 'array':
      return listOf(schema, making, name);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'integer':
    case 'number':
      return numberOf(schema, random);
    default:
      return textOf(schema, random);
  }
}

/** Checks only the kind of the value; the schema itself checks it fully. */
function fits({ type, enum: among, anyOf, oneOf }: Schema, value: unknown): boolean {
  if (among) return among.includes(value);
  if (anyOf ?? oneOf) return true;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer' || type === 'number') return typeof value === 'number';
  return type === undefined || typeof value === type;
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, making: Making): object {
  const { random } = making;
  const wanted = Object.keys(properties).filter((name) => required.includes(name) || random.chance(0.6));
  const fields = wanted.map((name) => [name, valueOf(properties[name] ?? {}, making, name)] as const);
  if (typeof additionalProperties !== 'object' || wanted.length > 0) return Object.fromEntries(fields);
  return { 'container no': valueOf(additionalProperties, making, '') };
}

function listOf({ items = {}, minItems = 0, maxItems = ITEMS_MAX }: Schema, making: Making, name: string) {
  const most = Math.max(minItems, Math.min(maxItems, ITEMS_MAX));
  const count = making.random.between(minItems, most);
  return Array.from({ length: count }, () => valueOf(items, making, name.replace(/s$/, '')));
}

function numberOf({ type, minimum, maximum, exclusiveMinimum }: Schema, random: Random): number {
  const least = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1);
  const most = Math.min(maximum ?? 1_000, least + (random.chance(0.1) ? Number.MAX_SAFE_INTEGER : 100));
  if (random.chance(0.1)) return random.pick([least, maximum ?? most]);
  const whole = Math.floor(least + random.below(Math.max(1, most - least)));
  return type === 'number' && random.chance(0.3) ? whole + 0.5 : whole;
}

function textOf({ format, minLength = 0, maxLength }: Schema, random: Random): string {
  const formatted = format === undefined ? undefined : formats[format];
  if (formatted) return formatted();
  const text = random.chance(0.1) ? random.pick(hostileTexts) : random.pick(words);
  return text.padEnd(minLength, 'x').slice(0, maxLength ?? LONG_TEXT);
}
