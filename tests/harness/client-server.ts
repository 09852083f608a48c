/**
 * The client as it is built for production, served by the application of a test: pages that need no worker are seen
 * without a whole stack. Use at the top of a file: `const site = serveBuiltClient(app)`; `site.address()`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll } from 'vitest';
import { createApp } from '#api/app.ts';
import type { Deps } from '#api/deps.ts';
import { buildClient } from '#temporal/local/web-build.ts';

const BUILD_MS_MAX = 180_000;

export function serveBuiltClient(app: { deps: Deps }): { address: () => string } {
  let folder = '';
  let server: ReturnType<typeof createAdaptorServer> | undefined;
  let address = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'chalan-client-'));
    const client = path.join(folder, 'dist');
    await buildClient('production', { client, server: path.join(folder, 'dist-server') });
    const opened = createAdaptorServer({ fetch: createApp(app.deps, client).fetch });
    await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
    server = opened;
    address = `http://127.0.0.1:${(opened.address() as AddressInfo).port}`;
  }, BUILD_MS_MAX);
  afterAll(async () => {
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
    await rm(folder, { recursive: true, force: true });
  });
  return { address: () => address };
}
