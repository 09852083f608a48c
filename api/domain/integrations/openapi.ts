/** Generates the OpenAPI 3.1 document of the customers' API calls from the contracts. */
import { z } from 'zod';
import { failure } from '#contracts/envelope.ts';
import { errorCatalogue } from '#contracts/errors.ts';
import { eventData, type EventName } from '#contracts/calls/integrations-answers.ts';
import { codesOf } from '#contracts/calls/call-errors.ts';
import { callGroups, type Call } from '#contracts/calls/call.ts';
import { describedCalls } from '#contracts/calls/calls.ts';
import { DAY_MS } from '#contracts/durations.ts';
import { rateLimits, type CallerLimit } from '#contracts/rate-limits.ts';
import {
  eventIdHeader,
  eventTypeHeader,
  signatureHeader,
  standardHeaders,
  webhookLimits,
} from '#contracts/integrations/webhooks.ts';

type Schema = Record<string, unknown>;
type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
  description?: string;
};

const about = [
  'Calls of the Chalan API for customers’ own systems. Every answer has `success`; a failed one has `code`, `message` and `requestId` too.',
  'Send an API token as `Authorization: Bearer chalan_…`. A token opens the calls that name its scope and no other; everything else needs a signed-in browser. It may be for some services, addresses and credits only.',
  'Amounts are credits with two decimals. Times are in UTC. Uploads are multipart forms.',
].join('\n\n');

const { Administration: _administration, ...shownGroups } = callGroups;

/** Built once, because the contracts do not change while a process runs. */
let document: Schema | null = null;

/** Returns the document, which is built at the first call. */
export function openApiDocument(): Schema {
  document ??= build();
  return document;
}

function build(): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  const names = parameterNames();
  for (const [route, call] of describedCalls) {
    const [method = '', path = ''] = route.split(' ');
    const parameters = pathParameters(path, names.get(shapeOf(path)) ?? []);
    const place = parameters.reduce((template, { name }) => template.replace(/:\w+/, `{${name}}`), path);
    const described = operation({ method, path, parameters, call });
    paths[place] = { ...paths[place], [method.toLowerCase()]: described };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Chalan API',
      version: '1',
      description: about,
      license: { name: 'For customers of Chalan', identifier: 'LicenseRef-Chalan' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(shownGroups).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: Object.fromEntries(eventNames.map((event) => [event, { post: webhookCall(event) }])),
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'chalan-session',
          description: 'A signed-in browser; over https the name begins with `__Host-`.',
        },
        token: { type: 'http', scheme: 'bearer', description: 'A personal API token.' },
      },
      schemas: { Failure: outputOf(failure), ...referredTo(paths) },
    },
  };
}

type Described = { method: string; path: string; parameters: Parameter[]; call: Call };

function operation({ method, path, parameters, call }: Described): Schema {
  const { summary, details, access, scope, limit, body, form } = call;
  const description = [details, limit && limitText(limit)].filter(Boolean).join(' ');
  return {
    tags: [call.group],
    summary,
    ...(description ? { description } : {}),
    operationId: operationId(method, path),
    ...(scope && scope !== 'any' ? { 'x-scope': scope } : {}),
    security: securityOf(access, scope),
    parameters: [...parameters, ...queryParameters(call.query), ...(call.idempotent ? [keyHeader] : [])],
    ...(body ? { requestBody: content('application/json', inputOf(body)) } : {}),
    ...(form ? { requestBody: content('multipart/form-data', formSchema(form)) } : {}),
    responses: { 200: success(call), ...failures(path, call) },
  };
}

/** Returns a text such as "At most 20 calls of one customer in 15 minutes." */
function limitText(limit: CallerLimit): string {
  const { points, windowS } = rateLimits[limit];
  const caller = limit.endsWith('PerUser') ? 'customer' : 'network';
  return `At most ${points} calls of one ${caller} in ${windowS / 60} minutes.`;
}

/** "GET /api/jobs/:jobId/rows" → get_jobs_jobId_rows */
const operationId = (method: string, path: string): string =>
  [method.toLowerCase(), ...path.replace('/api/', '').split(/[^\w]+/)].filter(Boolean).join('_');

function securityOf(access: Call['access'], scope: Call['scope']): Schema[] {
  if (access === 'public') return [];
  if (!scope) return [{ session: [] }];
  // Scopes of a bearer token are roles in OpenAPI 3.1.
  return [{ session: [] }, { token: scope === 'any' ? [] : [scope] }];
}

const shapeOf = (path: string): string => path.replaceAll(/:\w+/g, ':');
const namesIn = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

/**
 * OpenAPI considers two paths identical if only the names of their parameters differ. In that case the parameter is
 * called `id`.
 */
function parameterNames(): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const [route] of describedCalls) {
    const [, path = ''] = route.split(' ');
    const own = namesIn(path);
    const known = names.get(shapeOf(path)) ?? own;
    names.set(
      shapeOf(path),
      own.map((name, index) => (known[index] === name ? name : 'id')),
    );
  }
  return names;
}

const pathParameters = (path: string, names: readonly string[]): Parameter[] =>
  namesIn(path).map((own, index) => ({
    name: names[index] ?? own,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    ...(own === 'userId' ? { description: 'Your own id.' } : {}),
  }));

function queryParameters(query: z.ZodType | undefined): Parameter[] {
  if (!query) return [];
  const { properties, required } = inputOf(query);
  const needed: unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(isSchema(properties) ? properties : {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: needed.includes(name),
    schema: isSchema(schema) ? schema : {},
  }));
}

const keyHeader: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same request sent again with the same key acts once.',
  schema: { type: 'string', minLength: 8, maxLength: 100 },
};

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Named shapes, each defined once. */
const shapes: Record<string, Schema> = {};

/** Returns the shapes that are referred to. A response that is a named shape itself is inlined instead. */
function referredTo(paths: object): Record<string, Schema> {
  const text = JSON.stringify([paths, shapes]);
  return Object.fromEntries(
    Object.entries(shapes).filter(([name]) => text.includes(`"#/components/schemas/${name}"`)),
  );
}

/** Converts a schema to OpenAPI's form, in which named shapes are references. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const text = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
  const parsed = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as Schema;
  const { $schema: _dialect, $defs: named, id: _id, ...rest } = parsed;
  for (const [name, shape] of Object.entries(isSchema(named) ? named : {})) {
    const { id: _name, ...fields } = shape as Schema;
    const known = shapes[name];
    if (known && JSON.stringify(known) !== JSON.stringify(fields))
      throw new Error(`Two shapes have the name ${name}.`);
    shapes[name] = fields;
  }
  return rest;
}

/** Returns the named shape itself, for a place that adds to its fields. */
const inPlace = (schema: Schema): Schema =>
  typeof schema['$ref'] === 'string' ? (shapes[schema['$ref'].split('/').at(-1) ?? ''] ?? {}) : schema;
const inputOf = (schema: z.ZodType): Schema => schemaOf(schema, 'input');
const outputOf = (schema: z.ZodType): Schema => schemaOf(schema, 'output');

function formSchema({ fields, files }: NonNullable<Call['form']>): Schema {
  const schema = inputOf(fields);
  const binary = Object.entries(files).map(([name, description]) => [
    name,
    { type: 'string', format: 'binary', description },
  ]);
  const properties = isSchema(schema['properties']) ? schema['properties'] : {};
  return { ...schema, properties: { ...properties, ...Object.fromEntries(binary) } };
}

const content = (type: string, schema: Schema): Schema => ({
  required: true,
  content: { [type]: { schema } },
});

function success({ answer, file }: Call): Schema {
  if (file)
    return {
      description: 'The file.',
      content: { [file]: { schema: { type: 'string', format: 'binary' } } },
    };
  const schema = inPlace(outputOf(answer ?? z.object({})));
  const properties = isSchema(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : [];
  return {
    description: 'Done.',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: { success: { type: 'boolean', const: true }, ...properties },
          required: ['success', ...required],
        },
      },
    },
  };
}

/** Returns the failure responses by status, each with its possible codes and their messages. */
function failures(path: string, call: Call): Record<number, Schema> {
  const codes = codesOf(path, call);
  const statuses = [...new Set(codes.map((code) => errorCatalogue[code].status))];
  const describe = (status: number): Schema => ({
    description: codes
      .filter((code) => errorCatalogue[code].status === status)
      .map((code) => `${code}: ${errorCatalogue[code].message}`)
      .join('\n\n'),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  });
  return Object.fromEntries(statuses.map((status) => [status, describe(status)]));
}

const eventNames = Object.keys(eventData) as EventName[];
const aboutDelivery = [
  `An answer must come within ${webhookLimits.answerMs / 1_000} seconds; redirects are not followed.`,
  `A webhook that has accepted nothing for ${webhookLimits.failingMaxMs / DAY_MS} days is switched off.`,
].join(' ');

/** Describes the request sent to a webhook. */
function webhookCall(event: EventName): Schema {
  const header = (name: string, description: string): Parameter => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  });
  return {
    tags: ['API access'],
    summary: `The event ${event}.`,
    description: aboutDelivery,
    operationId: `event_${event.replaceAll('.', '_')}`,
    // The receiver identifies the sender by the signature.
    security: [],
    parameters: [
      header(eventTypeHeader, 'The event.'),
      header(eventIdHeader, 'The same for every try: take an event once.'),
      header(signatureHeader, '`t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body" under the secret>`'),
      header(standardHeaders.id, 'The event id, as Standard Webhooks names it.'),
      header(standardHeaders.timestamp, 'Unix seconds of this try.'),
      header(
        standardHeaders.signature,
        'By Standard Webhooks: any of its libraries checks it. If a library does not accept an older secret (it ends without `=`), give it the whole secret as a raw key.',
      ),
    ],
    requestBody: content('application/json', {
      type: 'object',
      properties: {
        id: { type: 'string' },
        type: { const: event },
        createdAt: { type: 'string', format: 'date-time' },
        data: outputOf(eventData[event]),
      },
      required: ['id', 'type', 'createdAt', 'data'],
    }),
    responses: { '2XX': { description: 'Taken. Any other answer is tried again for a day.' } },
  };
}
