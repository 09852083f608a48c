/** The files of the client's version before, which pages that were opened before an upgrade still ask for. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import { afterAll, describe, expect, test } from 'vitest';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { notFound } from '#api/middleware/errors.ts';
import { securityHeaders } from '#api/middleware/security-headers.ts';
import { webRoutes } from '#api/routes/site/web.ts';
import { startTestApp } from '#tests/harness/app.ts';

const { deps } = await startTestApp();
const folder = mkdtempSync(path.join(tmpdir(), 'chalan-former-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function put(place: string, content: string): void {
  const file = path.join(folder, place);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}
put('dist/index.html', '<html></html>');
put('dist/assets/index-new.js', 'new');
put('dist-former/assets/index-old.js', 'old');
put('dist-former/assets/pdf-worker-old.js', 'old worker');
put('dist-former/early-input.js', 'old script');
put('first/index.html', '<html></html>');

const clientAt = (root: string) => {
  const client = new Hono<AppEnv>()
    .use(securityHeaders(deps))
    .route('/', webRoutes(deps, path.join(folder, root)));
  client.notFound(notFound);
  return client;
};

describe('the files of the client', () => {
  test('an asset of the version before is served as one of this version', async () => {
    const client = clientAt('dist');
    for (const version of ['new', 'old']) {
      const answer = await client.request(`/assets/index-${version}.js`);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe(version);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    const worker = await client.request('/assets/pdf-worker-old.js');
    expect(worker.headers.get('content-security-policy')).toContain("'wasm-unsafe-eval'");
  });

  test('nothing but assets comes from the version before, and without one an unknown asset is not found', async () => {
    expect((await clientAt('dist').request('/early-input.js')).status).toBe(404);
    expect((await clientAt('dist').request('/assets/none.js')).status).toBe(404);
    expect((await clientAt('first').request('/assets/index-old.js')).status).toBe(404);
  });
});
