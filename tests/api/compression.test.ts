/** Answers and pages are compressed on the way, and files that are sent to be saved are not. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { compressed } from '#api/middleware/compressed.ts';
import { webRoutes } from '#api/routes/site/web.ts';
import { startTestApp } from '#tests/harness/app.ts';

const long = 'a sentence that is repeated. '.repeat(100);
const app = new Hono()
  .use(compressed)
  .get('/long', (c) => c.json({ text: long }))
  .get('/short', (c) => c.json({ text: 'short' }))
  .get('/page', (c) => c.html(long))
  .get('/file', (c) => c.json({ text: long }, 200, { 'Content-Disposition': 'attachment' }))
  .get('/picture', (c) => c.body(long, 200, { 'Content-Type': 'image/png' }));

const ask = async (place: string, accepted: string) => {
  const answer = await app.request(place, { headers: { 'accept-encoding': accepted } });
  const encoding = answer.headers.get('content-encoding');
  return { encoding, vary: answer.headers.get('vary'), body: Buffer.from(await answer.arrayBuffer()) };
};

describe('an answer', () => {
  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])('an answer to "%s" is sent as %s and is the same when unpacked', async (accepted, expected, unpack) => {
    const { encoding, vary, body } = await ask('/long', accepted);
    expect({ encoding, vary }).toEqual({ encoding: expected, vary: 'Accept-Encoding' });
    expect(JSON.parse(unpack(body).toString())).toEqual({ text: long });
    expect(body.length).toBeLessThan(long.length / 5);
  });

  test('a page is compressed like an answer', async () => {
    const { encoding, body } = await ask('/page', 'br');
    expect(encoding).toBe('br');
    expect(brotliDecompressSync(body).toString()).toBe(long);
  });

  test.each([
    ['a short answer', '/short', 'br'],
    ['a file to be saved', '/file', 'br'],
    ['a picture', '/picture', 'br'],
    ['an answer to a caller that accepts no compression', '/long', 'identity'],
  ])('%s is sent as it is', async (_what, place, accepted) => {
    const { encoding, body } = await ask(place, accepted);
    expect(encoding).toBeNull();
    expect(body.toString()).toContain(place === '/short' ? 'short' : long);
  });
});

test("the client's files are sent as the build has compressed them", async () => {
  const root = path.join(mkdtempSync(path.join(tmpdir(), 'chalan-client-')), 'dist');
  mkdirSync(path.join(root, 'assets'), { recursive: true });
  for (const [name, content] of [
    ['index.html', '<!doctype html>'],
    ['assets/app.js', 'as it is'],
    ['assets/app.js.br', 'as Brotli'],
    ['assets/app.js.gz', 'as gzip'],
  ] as const)
    writeFileSync(path.join(root, name), content);
  const client = webRoutes((await startTestApp()).deps, root);
  const script = async (accepted: string) =>
    (await client.request('/assets/app.js', { headers: { 'accept-encoding': accepted } })).text();
  expect(await script('gzip, br')).toBe('as Brotli');
  expect(await script('gzip')).toBe('as gzip');
  expect(await script('identity')).toBe('as it is');
});
