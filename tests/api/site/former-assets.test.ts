/** The files of the client's version before, which pages that were opened before an upgrade still ask for. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, describe, expect, test } from 'vitest';
import { createApp } from '#api/app.ts';
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

/** Serves a client's folder until the file ends; returns a function that gets a path from it. */
async function serve(root: string): Promise<(place: string) => Promise<Response>> {
  const server = createAdaptorServer({ fetch: createApp(deps, path.join(folder, root)).fetch });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  return (place) => fetch(`http://127.0.0.1:${port}${place}`);
}
const [get, getFromFirst] = [await serve('dist'), await serve('first')];

describe('the files of the client', () => {
  test('an asset of the version before is served as one of this version', async () => {
    for (const version of ['new', 'old']) {
      const answer = await get(`/assets/index-${version}.js`);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe(version);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    const worker = await get('/assets/pdf-worker-old.js');
    expect(await worker.text()).toBe('old worker');
    expect(worker.headers.get('content-security-policy')).toContain("'wasm-unsafe-eval'");
  });

  test('nothing but assets comes from the version before, and without one an unknown asset is not found', async () => {
    const answers = [
      await get('/early-input.js'),
      await get('/assets/none.js'),
      await getFromFirst('/assets/index-old.js'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    await Promise.all(answers.map((answer) => answer.text()));
  });
});
