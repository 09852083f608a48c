/** The headers of every answer of the whole application, and the answers to malformed requests. */
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#api/app.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { notFound } from '#api/middleware/errors.ts';
import { requestId } from '#api/middleware/request-id.ts';
import { requestLog } from '#api/middleware/request-log.ts';
import { securityHeaders } from '#api/middleware/security-headers.ts';
import { webRoutes } from '#api/routes/site/web.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';

const app = await startTestApp({ env: { NODE_ENV: 'production', APP_URL: 'https://chalan.example' } });
// The client before a build; the headers around its files need none.
const root = mkdtempSync(path.join(tmpdir(), 'chalan-web-'));
copyFileSync('web/index.html', path.join(root, 'index.html'));
for (const file of ['favicon.svg', 'color-mode.js'])
  copyFileSync(path.join('web', 'public', file), path.join(root, file));
mkdirSync(path.join(root, 'assets'));
writeFileSync(path.join(root, 'assets', 'index.js'), 'export {};');
afterAll(() => rmSync(root, { recursive: true, force: true }));
const client = new Hono<AppEnv>().use(securityHeaders(app.deps)).route('/', webRoutes(app.deps, root));
client.notFound(notFound);

/** Answered from the client's files, or from the rest of the application. */
async function get(address: string, headers: Record<string, string> = {}) {
  const isServed = /^\/(api|templates)\/|^\/(sitemap\.xml|robots\.txt)$/.test(address);
  if (isServed) return app.request(address, { headers });
  const answer = await client.request(address, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

let ana: Account;
beforeAll(async () => {
  ana = await app.signUpAndVerify();
});

/** One of each kind: pages, files, data, downloads and refusals. */
const addresses: [string, number][] = [
  ['/', 200],
  ['/dashboard', 200],
  ['/favicon.svg', 200],
  ['/color-mode.js', 200],
  ['/assets/index.js', 200],
  ['/no-such-file.js', 404],
  ['/sitemap.xml', 200],
  ['/robots.txt', 200],
  ['/templates/exp-search.csv', 200],
  ['/templates/no-such-service.csv', 404],
  ['/api/settings', 200],
  ['/api/auth/me', 200],
  ['/api/users', 401],
  ['/api/no-such-call', 404],
  ['/api/blog?limit=no-number', 400],
  ['/api/bkash/callback', 404],
];

describe('every answer', () => {
  test.each(addresses)('the answer of %s has browser policies [page-policies]', async (address, status) => {
    const answer = await get(address);
    expect(answer.status).toBe(status);
    const policy = answer.headers.get('content-security-policy');
    // Pages name the hashes of the scripts in their HTML as well.
    expect(`${policy};`).toMatch(/script-src 'self'( 'sha256-[^' ]{43}=')*;/);
    for (const directive of ["default-src 'self'", "object-src 'none'", "base-uri 'none'"])
      expect(`${policy};`).toContain(`${directive};`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(answer.headers.get('permissions-policy')).toMatch(/camera=\(\).*geolocation=\(\).*payment=\(\)/);
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });

  test.each(addresses)(
    'the answer of %s states its content type, and texts their charset [content-types]',
    async (address) => {
      const type = (await get(address)).headers.get('content-type') ?? '';
      expect(type).toMatch(/^(application\/json|[a-z]+\/[a-z0-9.+-]+; charset=utf-8)$/i);
    },
  );

  test.each(addresses)('no other site can read the answer of %s [no-foreign-reader]', async (address) => {
    const answer = await get(address, { origin: 'https://evil.example' });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test('no answer names the server or its version', async () => {
    for (const [address] of addresses) {
      const { headers } = await get(address);
      expect([headers.get('server'), headers.get('x-powered-by')]).toEqual([null, null]);
    }
  });
});

describe('a request', () => {
  test.each(['/assets', '/assets/', '/.git/config', '/package.json', '/..%2fpackage.json'])(
    "a request for %s lists no directory and cannot leave the client's folder [no-directory-listing]",
    async (address) => {
      const { status, text } = await get(address);
      expect(status).toBe(404);
      expect([(await get('/no-such-page')).text, '404 Page Not Found']).toContain(text);
    },
  );

  test('a request with one parameter twice is rejected, so that two readers never take different values [repeated-parameter]', async () => {
    for (const query of ['limit=1&limit=2', 'tag=a&tag=b', 'search=a&search=b'])
      expect(await app.get(`/api/blog?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INPUT' },
      });
  });

  test('a request takes its fields only from where they belong', async () => {
    const query = `?email=${encodeURIComponent(ana.email)}&password=${encodeURIComponent(ana.password)}`;
    expect((await app.post(`/api/auth/login${query}`, {})).status).toBe(400);
  });

  test('a request cannot add a field to the prototype of all objects [no-prototype-pollution]', async () => {
    const body =
      '{"name":"Ana","company":"Padma","mobile":"1","__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}';
    const answer = await app.request(`/api/users/${ana.id}/profile`, {
      method: 'PUT',
      json: JSON.parse(body) as unknown,
      cookie: ana.cookie,
    });
    expect(answer.status).toBe(200);
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
    expect((await app.get('/api/auth/me', ana.cookie)).body['user']).toMatchObject({ isAdmin: false });
  });

  test.each(['TRACE', 'TRACK', 'DEBUG'])(
    'a %s request is not echoed to its sender [trace-is-refused]',
    async (method) => {
      const server = serve({ fetch: createApp(app.deps).fetch, port: 0, hostname: '127.0.0.1' });
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      for (const address of ['/', '/api/settings', '/api/auth/me']) {
        const text = await rawAnswer(
          port,
          `${method} ${address} HTTP/1.1\r\nHost: a\r\nCookie: k=hunter5\r\nConnection: close\r\n\r\n`,
        );
        expect(text).toMatch(/^HTTP\/1\.1 4\d\d /);
        expect(text).not.toContain('hunter5');
      }
      server.close();
    },
  );

  test('a request with two claims about its length is refused before it is read [two-lengths]', async () => {
    const server = serve({ fetch: createApp(app.deps).fetch, port: 0, hostname: '127.0.0.1' });
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const head = 'POST /api/auth/logout HTTP/1.1\r\nHost: a\r\nConnection: close\r\n';
    for (const lengths of [
      'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n',
      'Content-Length: 4\r\nContent-Length: 5\r\n',
      'Transfer-Encoding: chunked, identity\r\n',
    ])
      expect(await rawAnswer(port, `${head}${lengths}\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
    server.close();
  });

  test('a request writes one line of the log, whatever line ends it holds [one-log-line]', async () => {
    const lines: string[] = [];
    const logger = pino({}, { write: (line: string) => void lines.push(line) });
    const logged = new Hono<AppEnv>().use(requestId(), requestLog({ logger }));
    await logged.request('/x%0A{"level":30,"msg":"forged"}%0D%0A\u2028');
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trimEnd()).not.toMatch(/[\n\r]/);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'request', status: 404 });
  });

  test('a request is logged literally, even if its address holds format placeholders [logged-without-formats]', async () => {
    const lines: string[] = [];
    const logger = pino({}, { write: (line: string) => void lines.push(line) });
    const logged = new Hono<AppEnv>().use(requestId(), requestLog({ logger }));
    await logged.request('/%s%o%j');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { msg: 'request', path: '/%s%o%j', status: 404 },
    ]);
  });
});

describe('the session', () => {
  test('a session ends with the logout, and its cookie is cleared in the browser [logout-clears-cookie]', async () => {
    const cookie = await app.signIn(ana.email, ana.password);
    const answer = await app.request('/api/auth/logout', { method: 'POST', cookie });
    const [cleared] = answer.headers.getSetCookie();
    expect(cleared).toMatch(/^__Host-chalan-session=;.*Max-Age=0/);
    expect((await app.get('/api/auth/me', cookie)).body['user']).toBeNull();
  });

  test('a session id is only in its cookie, in no address and in no body [session-id-in-cookie-only]', async () => {
    const login = await app.post('/api/auth/login', { email: ana.email, password: ana.password });
    const [cookie = ''] = login.headers.getSetCookie();
    const token = decodeURIComponent(cookie.split(/[=;]/)[1] ?? '').split('.')[0] ?? '';
    expect(token.length).toBeGreaterThanOrEqual(22);
    expect(login.text).not.toContain(token);
    const bearer = await app.request('/api/auth/me', { headers: { 'x-session': token } });
    expect(bearer.body['user']).toBeNull();
    expect((await app.get(`/api/auth/me?__Host-chalan-session=${token}`)).body['user']).toBeNull();
  });
});

test('a form can be sent only to the platform itself, and no page redirects its reader elsewhere [forms-go-to-us-only]', async () => {
  expect((await get('/')).headers.get('content-security-policy')).toContain("form-action 'self'");
  for (const address of [
    '//evil.example',
    '/%5c%5cevil.example',
    '/?next=https://evil.example',
    '/dashboard?return=//evil.example',
  ])
    expect((await get(address)).headers.get('location')).toBeNull();
});

/** The raw answer on a separate connection, for requests that `fetch` refuses to send. */
async function rawAnswer(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(request);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}
