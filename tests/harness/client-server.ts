/**
 * The client as it is built for production, served by the application of a test: pages that need no worker are seen
 * without a whole stack. Use at the top of a file: `const site = serveBuiltClient(app)`; `site.address()`.
 */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll } from 'vitest';
import { createApp } from '#api/app.ts';
import type { Deps } from '#api/deps.ts';
import { buildOnce } from '#temporal/build-once.ts';
import { buildClient, clientHash } from '#temporal/local/web-build.ts';

const BUILD_MS_MAX = 240_000;
const CACHE = path.resolve('.cache');
const PREFIX = 'test-client-';

/** Builds the client once for all files of a run, and for later runs until its sources change; returns its folder. */
async function testClientFolder(): Promise<string> {
  const name = PREFIX + clientHash('production');
  const folder = path.join(CACHE, name);
  const marker = path.join(folder, '.built');
  const [client, server] = [path.join(folder, 'dist'), path.join(folder, 'dist-server')];
  await buildOnce({
    lock: path.join(CACHE, 'test-client.lock'),
    isBuilt: () => existsSync(marker),
    build: async () => {
      for (const old of readdirSync(CACHE))
        if (old.startsWith(PREFIX)) rmSync(path.join(CACHE, old), { recursive: true });
      await buildClient('production', { client, server });
      writeFileSync(marker, '');
    },
  });
  return client;
}

export function serveBuiltClient(app: { deps: Deps }): { address: () => string } {
  let server: ReturnType<typeof createAdaptorServer> | undefined;
  let address = '';
  beforeAll(async () => {
    const opened = createAdaptorServer({ fetch: createApp(app.deps, await testClientFolder()).fetch });
    await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
    server = opened;
    address = `http://127.0.0.1:${(opened.address() as AddressInfo).port}`;
  }, BUILD_MS_MAX);
  afterAll(() => new Promise((resolve) => (server ? server.close(resolve) : resolve(null))));
  return { address: () => address };
}
