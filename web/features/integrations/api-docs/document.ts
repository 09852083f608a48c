/** Prepares the OpenAPI document for display: operations by group, schemas as lines, and an example to copy. */
import { queryOptions } from '@tanstack/react-query';
import { read } from '#web/lib/client.ts';

export type Schema = { [key: string]: unknown };
type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Schema };
type Content = Record<string, { schema: Schema }>;
type Described = {
  tags: string[];
  summary: string;
  operationId: string;
  'x-scope'?: string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
export type ApiDocument = {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described>>;
};
type Document = ApiDocument & { components: { schemas: Record<string, Schema> } };
export type Operation = Described & { method: string; path: string };

const SHAPE = '#/components/schemas/';

/** Replaces each reference with the schema it names. A schema within itself is only named as an object. */
export function withShapes(document: Document): ApiDocument {
  const { schemas } = document.components;
  const replaced = (value: unknown, around: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((inner) => replaced(inner, around));
    if (!isSchema(value)) return value;
    const { $ref: place } = value;
    if (typeof place === 'string' && place.startsWith(SHAPE)) {
      const shape = place.slice(SHAPE.length);
      return around.includes(shape) ? { type: 'object' } : replaced(schemas[shape], [...around, shape]);
    }
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner, around)]));
  };
  return { ...document, paths: replaced(document.paths, []) as ApiDocument['paths'] };
}

export const documentQuery = queryOptions({
  queryKey: ['api-document'],
  queryFn: ({ signal }) => read<Document>('/api/openapi.json', signal).then(withShapes),
  staleTime: Infinity,
});

export function operationsOf(document: ApiDocument, tag: string): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, described]) => ({ ...described, method: method.toUpperCase(), path })),
  );
}

/** Returns who may call an operation: everybody, a session or a token. */
export function accessOf({ security }: Operation): 'public' | 'session' | 'token' {
  if (security.length === 0) return 'public';
  return security.some((way) => 'token' in way) ? 'token' : 'session';
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export type Line = { name: string; type: string; required: boolean; note: string };

/** Below this depth only the type of a schema is shown. */
const depthMax = 3;

/** Lists the fields of an object; fields of nested objects are prefixed with the path to them. */
export function linesOf(schema: Schema, prefix = '', depth = 1): Line[] {
  const { properties, required } = schema;
  if (!isSchema(properties)) return [];
  const needed: unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([field, inner]) => {
    if (!isSchema(inner)) return [];
    const name = `${prefix}${field}`;
    const line = { name, type: typeOf(inner), required: needed.includes(field), note: noteOf(inner) };
    if (depth === depthMax) return [line];
    const object = objectIn(inner);
    const infix = typeOf(inner).endsWith('[]') ? '[].' : '.';
    return [line, ...(object ? linesOf(object, `${name}${infix}`, depth + 1) : [])];
  });
}

/** Returns the object that a field contains: the field itself, its items, or its only alternative to null. */
function objectIn(schema: Schema): Schema | null {
  if (isSchema(schema['properties'])) return schema;
  if (isSchema(schema['items'])) return objectIn(schema['items']);
  for (const way of alternatives(schema)) {
    const object = objectIn(way);
    if (object) return object;
  }
  return null;
}

const alternatives = ({ anyOf }: Schema): Schema[] => (Array.isArray(anyOf) ? anyOf.filter(isSchema) : []);

function typeOf(schema: Schema): string {
  const ways = alternatives(schema);
  if (ways.length > 0) return [...new Set(ways.map(typeOf))].join(' | ');
  if (Array.isArray(schema['enum'])) return schema['enum'].map(String).join(' | ');
  if ('const' in schema) return String(schema['const']);
  if (schema['type'] === 'array') return `${isSchema(schema['items']) ? typeOf(schema['items']) : 'any'}[]`;
  if (schema['format'] === 'binary') return 'file';
  const type = typeof schema['type'] === 'string' ? schema['type'] : 'any';
  return typeof schema['format'] === 'string' ? `${type} (${schema['format']})` : type;
}

/** Removes the full stop, because the text becomes one of several notes. */
const sentence = (text: string): string => text.replace(/\.$/, '');

function noteOf({ description, default: preset, minimum, maximum, maxLength }: Schema): string {
  const isBound = (value: unknown): value is number =>
    typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return [
    typeof description === 'string' ? sentence(description) : '',
    preset === undefined ? '' : `default ${JSON.stringify(preset)}`,
    isBound(minimum) ? `≥ ${minimum}` : '',
    isBound(maximum) ? `≤ ${maximum}` : '',
    isBound(maxLength) ? `≤ ${maxLength} characters` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

export const parameterLines = ({ parameters }: Operation): Line[] =>
  parameters.map(({ name, required, description, schema }) => ({
    name,
    type: typeOf(schema),
    required,
    note: [sentence(description ?? ''), noteOf(schema)].filter(Boolean).join(', '),
  }));

/** Returns the first media type of a body and its schema. */
export function contentOf(content: Content | undefined): { type: string; schema: Schema } | null {
  const [entry] = Object.entries(content ?? {});
  return entry ? { type: entry[0], schema: entry[1].schema } : null;
}

function exampleOf(schema: Schema): unknown {
  if ('default' in schema) return schema['default'];
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const [way] = alternatives(schema);
  if (way) return exampleOf(way);
  if (isSchema(schema['properties'])) {
    const needed: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
    const fields = Object.entries(schema['properties']).filter(([name]) => needed.includes(name));
    return Object.fromEntries(
      fields.map(([name, inner]) => [name, isSchema(inner) ? exampleOf(inner) : null]),
    );
  }
  if (schema['type'] === 'array') return isSchema(schema['items']) ? [exampleOf(schema['items'])] : [];
  if (schema['type'] === 'object') return {};
  if (schema['type'] === 'number' || schema['type'] === 'integer') return 1;
  return schema['type'] === 'boolean' ? true : '…';
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function formParts(schema: Schema): string[] {
  const needed: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const properties = isSchema(schema['properties']) ? Object.entries(schema['properties']) : [];
  return properties.flatMap(([name, inner]) => {
    if (!isSchema(inner)) return [];
    if (inner['format'] === 'binary') return name === 'documents' ? [] : [`-F ${quoted(`${name}=@file`)}`];
    return needed.includes(name) ? [`-F ${quoted(`${name}=${String(exampleOf(inner))}`)}`] : [];
  });
}

/** Writes an operation as a curl command, with the customer's own id in its path. */
export function curlOf(operation: Operation, given: { origin: string; userId: string }): string {
  const { method, path, requestBody } = operation;
  const place = path.replaceAll('{userId}', given.userId).replaceAll(/\{(\w+)\}/g, '<$1>');
  const body = contentOf(requestBody?.content);
  const isForm = body?.type === 'multipart/form-data';
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(`${given.origin}${place}`)}`,
    `-H 'Authorization: Bearer chalan_…'`,
    ...(body && isForm ? formParts(body.schema) : []),
    ...(body && !isForm
      ? [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(exampleOf(body.schema)))}`]
      : []),
  ];
  return parts.join(' \\\n  ');
}
