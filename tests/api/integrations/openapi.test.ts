/** The API description states which routes exist and what they answer. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { openApiDocument } from '#api/domain/integrations/openapi.ts';
import { errorCatalogue } from '#contracts/errors.ts';
import { testEvent, webhookEvents } from '#contracts/integrations/webhooks.ts';
import { describedCalls } from '#contracts/calls/calls.ts';
import { newCustomer, pdf, type Customer } from '#tests/harness/job-calls.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { ownSystems } from './own-systems.ts';
import { routes } from '#tests/api/routes.ts';

const app = await startAppWithWorkers();

/** Calls of monitors, of bKash's servers and of its redirect, which no customer makes. */
const machines = new Set(['GET /api/health', 'GET /api/bkash/callback', 'POST /api/bkash/ipn']);
const customerRoutes = Object.entries(routes).filter(
  ([route, { access }]) =>
    access !== 'admin' && access !== 'development' && route.includes(' /api/') && !machines.has(route),
);

type Json = { [key: string]: Json } & Json[] & string;
const document = JSON.parse(JSON.stringify(openApiDocument())) as Json;
const operations = Object.entries(document['paths'] as object).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Json>).map(([method, operation]) => ({ path, method, operation })),
);

describe('the description', () => {
  test('the API description has every route that a customer may call, and no other [describes-every-call]', () => {
    // Parameter names may differ: OpenAPI treats two paths that differ only in them as one.
    const shape = (route: string): string => route.replaceAll(/\{\w+\}|:\w+/g, ':');
    const described = operations.map(({ path, method }) => shape(`${method.toUpperCase()} ${path}`));
    expect(described.toSorted()).toEqual(customerRoutes.map(([route]) => shape(route)).toSorted());
  });

  test('the API description names each operation once, declares its path parameters and has no broken reference', () => {
    expect(document['openapi']).toBe('3.1.0');
    const ids = operations.map(({ operation }) => operation['operationId']);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = new Set((document['tags'] as Json[]).map(({ name }) => name));
    for (const { path, method, operation } of operations) {
      const inPath = (operation['parameters'] as Json[])
        .filter((parameter) => String(parameter['in']) === 'path')
        .map(({ name }) => `{${name}}`);
      expect(path.match(/\{\w+\}/g) ?? [], `${method} ${path}`).toEqual(inPath);
      expect(tags.has(operation['tags']?.[0])).toBe(true);
    }
    const text = JSON.stringify(document);
    for (const [, place = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = place.split('/').reduce<Json | undefined>((node, name) => node?.[name], document);
      expect(found, place).toBeDefined();
    }
  });

  test('the API description passes the rules that Redocly recommends', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      // A few public reads never refuse a caller.
      rules: { 'operation-4xx-response': 'off' },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  test('the API description defines shapes that several answers share once', () => {
    const { schemas } = document['components'] as Json;
    expect(Object.keys(schemas as Json)).toEqual(
      expect.arrayContaining(['Pagination', 'JobRow', 'User', 'Webhook', 'Preview']),
    );
    const job = document['paths']?.['/api/jobs/{jobId}']?.['get']?.['responses']?.['200'] as Json;
    expect(JSON.stringify(job)).toContain('"$ref":"#/components/schemas/Job"');
    const started = document['paths']?.['/api/process-automation']?.['post']?.['responses']?.['200'];
    expect(JSON.stringify(started)).toContain('"newCredits"');
  });

  test('the API description says how often one network may have mails sent', () => {
    for (const call of ['forgot-password', 'resend-verification']) {
      const mail = operations.find(({ path }) => path === `/api/auth/${call}`)?.operation;
      expect(mail?.['description'], call).toBe('At most 60 calls of one network in 60 minutes.');
      expect(mail?.['responses']?.['429']?.['description'], call).toContain('TOO_MANY_REQUESTS');
    }
  });

  test('the API description lists the errors of the catalogue by status, and the scope that opens a call', () => {
    const start = operations.find(({ path }) => path === '/api/process-automation')?.operation;
    expect(start).toMatchObject({
      'x-scope': 'jobs:write',
      security: [{ session: [] }, { token: ['jobs:write'] }],
    });
    expect(start?.['responses']?.['402']?.['description']).toBe(
      `INSUFFICIENT_CREDITS: ${errorCatalogue.INSUFFICIENT_CREDITS.message}`,
    );
    expect(JSON.stringify(start?.['requestBody'])).toContain('"format":"binary"');
    const rows = operations.find(({ path }) => path === '/api/jobs/{jobId}/rows')?.operation;
    const parameters = rows?.['parameters'] as Json[] | undefined;
    const limit = parameters?.find(({ name }) => name === 'limit');
    expect(limit).toMatchObject({ in: 'query', required: false, schema: { type: 'integer', default: 50 } });
  });

  test('the API description has the data of every event, and says when the sender gives up', () => {
    for (const event of [...webhookEvents, testEvent]) {
      const sent = document['webhooks']?.[event]?.['post'];
      const data = sent?.['requestBody']?.['content']?.['application/json']?.['schema']?.['properties'];
      expect(Object.keys(data?.['data']?.['properties'] ?? {}), event).not.toEqual([]);
      expect(sent?.['description']).toBe(
        'An answer must come within 10 seconds; redirects are not followed. A webhook that has accepted nothing for 3 days is switched off.',
      );
    }
  });

  test('the API description says when the stream of events ends, and how often it can be followed', () => {
    const stream = operations.find(({ path }) => path === '/api/job-events')?.operation;
    expect(stream?.['description']).toMatch(/ends after a minute/);
    expect(stream?.['responses']?.['429']?.['description']).toContain('TOO_MANY_REQUESTS');
  });

  test('the API description is served only to signed-in customers and their systems [needs-sign-in]', async () => {
    const ana = await app.signUpAndVerify();
    expect(await app.get('/api/openapi.json')).toMatchObject({ status: 401 });
    const { body } = await app.get('/api/openapi.json', ana.cookie);
    expect(body).toEqual(document);
  });
});

describe('the answers of the described calls', () => {
  let ana: Customer;
  let paths: Record<string, string>;

  beforeAll(async () => {
    ana = await newCustomer(app);
    const { jobId } = await ana.converted(pdf());
    const systems = await ownSystems(app.deps, ana.id, 'described');
    paths = {
      ':userId': ana.id,
      ':id': ana.id,
      ':jobId': jobId,
      ':rowNumber': '1',
      '/webhooks/:id': systems.webhookId,
      '/schedules/:id': systems.scheduleId,
    };
  });

  const reads = describedCalls.filter(
    ([route, { answer }]) =>
      route.startsWith('GET ') && answer && !/:(slug|placement|portal|challengeId|fileId|token)/.test(route),
  );

  test.each(reads)('the answer of %s matches its description', async (route, { answer }) => {
    const id = paths[/\/\w+\/:id/.exec(route)?.[0] ?? ''];
    const given = id === undefined ? paths : { ...paths, ':id': id };
    const path = (route.split(' ')[1] ?? '').replaceAll(/:\w+/g, (name) => given[name] ?? '');
    const query = route.includes('by-day') ? '?dateFrom=2026-11-01&dateTo=2026-11-30' : '';
    const { status, body, text } = await app.get(`${path}${query}`, ana.cookie);
    expect(status, text).toBe(200);
    expect(answer?.safeParse(body).error).toBeUndefined();
    // Everything in the answer beside `success` is described.
    const described = Object.keys(answer?.parse(body) ?? {});
    expect(Object.keys(body).toSorted()).toEqual(['success', ...described].toSorted());
  });
});
