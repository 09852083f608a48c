/** The HTTP edge: other sites, unknown failures, unknown paths, headers, and the contents of the log. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseEnv, type Env } from '#api/env.ts';
import {
  requireAdmin,
  requireSelf,
  requireSelfOrAdmin,
  requireUser,
  requireVerified,
} from '#api/middleware/access.ts';
import type { AppEnv, SessionUser } from '#api/middleware/app-env.ts';
import { clientIp } from '#api/middleware/client-ip.ts';
import { csrf } from '#api/middleware/csrf.ts';
import { notFound, onError } from '#api/middleware/errors.ts';
import { requestId } from '#api/middleware/request-id.ts';
import { requestLog } from '#api/middleware/request-log.ts';
import { securityHeaders } from '#api/middleware/security-headers.ts';
import { validate } from '#api/middleware/validate.ts';
import { DomainError } from '#contracts/errors.ts';

const lines: Record<string, unknown>[] = [];
const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const ana = { id: 'ana', email: 'ana@example.test', name: 'Ana' };
const app = edge(testEnv());
const NESTED = 100_000;

function edge(env: Env) {
  const app = new Hono<AppEnv>();
  app.onError(onError({ logger }));
  app.notFound(notFound);
  app.use(requestId(), requestLog({ logger }), securityHeaders({ env }), csrf({ env }));
  return app
    .all('/api/echo', (c) => c.json({ success: true }))
    .get('/api/forbidden', (c) => {
      c.set('user', { ...ana, emailVerified: true, status: 'active', isAdmin: false, adminFactor: null });
      throw new DomainError('FORBIDDEN');
    })
    .get('/api/picture', (c) => c.body('picture', 200, { 'cache-control': 'private, max-age=600' }))
    .get('/api/ip', (c) => c.text(clientIp(c, env.TRUSTED_PROXIES)))
    .get('/api/broken', () => {
      throw new Error('password of padma is hunter2');
    })
    .get('/api/refused', () => {
      throw new DomainError('INSUFFICIENT_CREDITS', {
        details: { missing: 5, code: 'FORGED', success: true },
      });
    })
    .post('/api/body', validate('json', z.object({ name: z.string('Name is required') })), (c) =>
      c.json({ success: true, name: c.req.valid('json').name }),
    );
}

describe('a request of another site', () => {
  const foreign: [string, Record<string, string>][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://chalan.test:8080' }],
    ['a sandboxed page', { origin: 'null' }],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling domain', { 'sec-fetch-site': 'same-site', origin: 'http://chalan.test' }],
    ['a name that only begins the same way', { origin: 'http://chalan.test.evil.example' }],
  ];
  test.each(foreign)(
    'a request of another site is refused if it comes from %s [foreign-origin]',
    async (_name, headers) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await app.request('http://chalan.test/api/echo', {
          method,
          headers: { host: 'chalan.test', ...headers },
        });
        expect(answer.status).toBe(403);
        expect(await answer.json()).toMatchObject({ success: false, code: 'CROSS_SITE_REQUEST' });
      }
    },
  );

  test('a request of another site can read, as a link to the platform does', async () => {
    const answer = await app.request('/api/echo', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(answer.status).toBe(200);
  });

  const own: [string, Record<string, string>][] = [
    ["the platform's own page", { origin: 'http://127.0.0.1:4321', 'sec-fetch-site': 'same-origin' }],
    ['the public address behind a proxy', { origin: 'https://app.chalan.example' }],
    ['an older browser', { origin: 'http://127.0.0.1:4321' }],
    ['a program that is no browser', {}],
  ];
  test.each(own)('a request of %s is not treated as one of another site', async (_name, headers) => {
    const answer = await app.request('/api/echo', {
      method: 'POST',
      headers: { host: '127.0.0.1:4321', ...headers },
    });
    expect(answer.status).toBe(200);
  });
});

describe('a failure', () => {
  test('an unexpected failure answers a fixed sentence, and its cause is only in the log [unexpected-error]', async () => {
    const answer = await app.request('/api/broken');
    const body = (await answer.json()) as Record<string, unknown>;
    expect(answer.status).toBe(500);
    expect(body).toEqual({
      success: false,
      code: 'INTERNAL',
      message: 'An error occurred. Please try again.',
      requestId: answer.headers.get('x-request-id'),
    });
    const logged = lines.filter((line) => line['requestId'] === body['requestId']);
    expect(JSON.stringify(logged)).toContain('hunter2');
  });

  test('a failure of the catalogue carries its details, which never replace the envelope', async () => {
    const answer = await app.request('/api/refused');
    expect(answer.status).toBe(402);
    expect(await answer.json()).toMatchObject({ success: false, code: 'INSUFFICIENT_CREDITS', missing: 5 });
  });

  test.each([
    '{"name":',
    '{"name":"a\\u0000b"}',
    '{"name":"\\ud800"}',
    '{"name":7}',
    '{}',
    '[]',
    'null',
    '"x"',
  ])('the body %s is answered with INVALID_INPUT [invalid-body]', async (body) => {
    const answer = await app.request('/api/body', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ success: false, code: 'INVALID_INPUT' });
  });

  test('a body of deeply nested brackets is answered with INVALID_INPUT', async () => {
    const answer = await app.request('/api/body', {
      method: 'POST',
      body: `${'['.repeat(NESTED)}${']'.repeat(NESTED)}`,
      headers: { 'content-type': 'application/json' },
    });
    expect(await answer.json()).toMatchObject({ success: false, code: 'INVALID_INPUT' });
  });

  test('a body that is not sent as JSON is rejected, so that a form of another site is never read as one [body-must-be-json]', async () => {
    const answer = await app.request('/api/body', {
      method: 'POST',
      body: '{"name":"x"}',
      headers: { 'content-type': 'text/plain' },
    });
    expect(await answer.json()).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'Name is required',
      issues: [{ path: 'name', message: 'Name is required' }],
    });
  });

  test('an unknown path of the API is answered with NOT_FOUND in the envelope', async () => {
    const answer = await app.request('/api/nowhere');
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ success: false, code: 'NOT_FOUND', message: 'Not found.' });
  });
});

test('a request writes one log line with its id, without its query and its cookies [request-is-logged]', async () => {
  const answer = await app.request('/api/echo?token=hunter3', { headers: { cookie: 'session=hunter4' } });
  const id = answer.headers.get('x-request-id');
  const logged = lines.filter((line) => line['requestId'] === id);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toMatchObject({
    method: 'GET',
    path: '/api/echo',
    status: 200,
    durationMs: expect.any(Number),
  });
  expect(JSON.stringify(lines)).not.toMatch(/hunter3|hunter4/);
});

test('a refused request is logged with the user and the path [refused-request-is-logged]', async () => {
  const answer = await app.request('/api/forbidden');
  const id = answer.headers.get('x-request-id');
  expect(lines.filter((line) => line['requestId'] === id)).toMatchObject([
    { path: '/api/forbidden', status: 403, userId: ana.id },
  ]);
});

test('a request keeps the id that the platform gave it, whatever id the caller sends', async () => {
  const answer = await app.request('/api/echo', { headers: { 'x-request-id': 'somebody-elses' } });
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('every answer forbids framing, sniffing, foreign scripts and caching [security-headers]', async () => {
  for (const path of ['/api/echo', '/api/picture', '/api/broken', '/api/nowhere']) {
    const { headers } = await app.request(path);
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('strict-transport-security')).toBeNull();
  }
  const production = await edge(testEnv({ NODE_ENV: 'production' })).request('/api/echo');
  expect(production.headers.get('strict-transport-security')).toContain('max-age=31536000');
});

describe("the caller's address", () => {
  const ipOf = async (proxies: number, forwarded: string): Promise<string> => {
    const answer = await edge(testEnv({ TRUSTED_PROXIES: String(proxies) })).request('/api/ip', {
      headers: { 'x-forwarded-for': forwarded },
    });
    return answer.text();
  };
  test("the caller's address is never what the caller claims if no proxy is trusted", async () => {
    expect(await ipOf(0, '203.0.113.9')).toBe('0.0.0.0');
  });
  test("the caller's address is that of the connection itself", async () => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/api/ip`, {
      headers: { 'x-forwarded-for': '203.0.113.9' },
    });
    expect(await answer.text()).toBe('127.0.0.1');
    server.close();
  });
  test("the caller's address is what the outermost trusted proxy saw, not what was sent to it [caller-address]", async () => {
    expect(await ipOf(1, '198.51.100.1, 203.0.113.9')).toBe('203.0.113.9');
    expect(await ipOf(2, '198.51.100.1, 203.0.113.9, 10.0.0.2')).toBe('203.0.113.9');
  });
  test("the caller's address is that of the socket if the header is too short or holds no address", async () => {
    expect(await ipOf(2, '203.0.113.9')).toBe('0.0.0.0');
    expect(await ipOf(1, 'unknown')).toBe('0.0.0.0');
  });
});

describe('access by role', () => {
  const person: SessionUser = {
    id: 'ana',
    email: 'ana@example.test',
    name: 'Ana',
    isAdmin: false,
    status: 'active',
    emailVerified: true,
    adminFactor: null,
  };
  const nobody = { user: null, suspended: false };
  const suspended = { user: null, suspended: true };
  const customer = { user: person, suspended: false };
  const unverified = { user: { ...person, emailVerified: false }, suspended: false };
  const admin = {
    user: { ...person, id: 'root', isAdmin: true, adminFactor: 'proved' as const },
    suspended: false,
  };
  const unverifiedAdmin = { user: { ...admin.user, emailVerified: false }, suspended: false };
  const callers = { nobody, suspended, unverified, customer, admin, unverifiedAdmin };

  const codesAt = async (path: string): Promise<Record<string, string>> => {
    const codes: Record<string, string> = {};
    for (const [name, caller] of Object.entries(callers)) {
      const guarded = new Hono<AppEnv>().use(async (c, next) => {
        c.set('user', caller.user);
        c.set('suspended', caller.suspended);
        await next();
      });
      guarded.onError(onError({ logger }));
      guarded
        .get('/user', requireUser, (c) => c.json({ code: 'ok' }))
        .get('/verified', requireVerified, (c) => c.json({ code: 'ok' }))
        .get('/admin', requireAdmin, (c) => c.json({ code: 'ok' }))
        .get('/self/:id', requireSelf('id'), (c) => c.json({ code: 'ok' }))
        .get('/self-or-admin/:id', requireSelfOrAdmin('id'), (c) => c.json({ code: 'ok' }));
      codes[name] = ((await (await guarded.request(path)).json()) as { code: string }).code;
    }
    return codes;
  };
  const signedOut = { nobody: 'UNAUTHENTICATED', suspended: 'ACCOUNT_SUSPENDED' };
  const unproved = { unverified: 'EMAIL_NOT_VERIFIED', unverifiedAdmin: 'EMAIL_NOT_VERIFIED' };

  test('requireUser admits every signed-in user who is not suspended, verified or not', async () => {
    const rest = { unverified: 'ok', customer: 'ok', admin: 'ok', unverifiedAdmin: 'ok' };
    expect(await codesAt('/user')).toEqual({ ...signedOut, ...rest });
  });
  test('requireVerified admits only users with a verified address', async () => {
    expect(await codesAt('/verified')).toEqual({ ...signedOut, ...unproved, customer: 'ok', admin: 'ok' });
  });
  test('requireAdmin admits only verified administrators', async () => {
    expect(await codesAt('/admin')).toEqual({
      ...signedOut,
      ...unproved,
      customer: 'FORBIDDEN',
      admin: 'ok',
    });
  });
  test('requireSelf admits only the user itself, and answers other ids as not found', async () => {
    const rest = { unverified: 'ok', customer: 'ok', admin: 'NOT_FOUND', unverifiedAdmin: 'NOT_FOUND' };
    expect(await codesAt('/self/ana')).toEqual({ ...signedOut, ...rest });
  });
  test('requireSelfOrAdmin admits the user itself and verified administrators', async () => {
    const rest = { unverified: 'ok', customer: 'ok', admin: 'ok', unverifiedAdmin: 'NOT_FOUND' };
    expect(await codesAt('/self-or-admin/ana')).toEqual({ ...signedOut, ...rest });
  });
});

function testEnv(given: Record<string, string> = {}): Env {
  const parsed = parseEnv({
    NODE_ENV: 'test',
    APP_URL: 'https://app.chalan.example',
    DATABASE_URL: 'postgresql://nowhere/none',
    AUTH_SECRET: 'vN2pQ8xL4kR7tW1zB6mC9hJ3sD5fG0aE',
    VAULT_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
    FILES_DIR: '/tmp/none',
    MAILBOX_DIR: '/tmp/none',
    ...given,
  });
  if ('problems' in parsed) throw new Error(parsed.problems.join('\n'));
  return parsed.env;
}
