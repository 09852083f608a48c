/** Pages are rendered from their first request on, however long the code for that takes to load. */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { Logger } from '#api/adapters/logger.ts';
import { webRoutes } from '#api/routes/site/web.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { builtPages, renderedHtml } from '#tests/harness/built-pages.ts';

const app = await startTestApp();
const emptyRoot = '<div id="root"></div>';
const notRead = () => Promise.reject(new Error('These pages read nothing.'));

const directories: string[] = [];
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});
function pagesOf(loading: string) {
  const built = builtPages(loading);
  directories.push(built.directory);
  return built;
}

const neverAnswers = () => new Promise(() => undefined);
const frozenTable = new Proxy({}, { get: () => neverAnswers });
/** A database that answers neither with rows nor with an error. */
const frozen = new Proxy(app.deps.db, {
  get: (_, name) => (String(name).startsWith('$') ? neverAnswers : frozenTable),
});

/** Notes what is logged as an error, beside logging it nowhere. */
function notingErrors(): { logger: Logger; errors: string[] } {
  const errors: string[] = [];
  const error = (_: object, text: string) => void errors.push(text);
  return { errors, logger: { error } as unknown as Logger };
}

test('a page is rendered even if its code takes longer to load than the database may take to answer', async () => {
  const { directory, client } = pagesOf(`
    const loaded = new URL('go-on', import.meta.url);
    for (let looks = 0; looks < 3_000 && !existsSync(loaded); looks += 1) await delay(10);`);
  const slowlyLoaded = webRoutes(app.deps, client, notRead);
  const asked = slowlyLoaded.request('/');
  // The answer without the database takes as long as the database is waited for.
  const { logger } = notingErrors();
  const unread = await webRoutes({ ...app.deps, db: frozen, logger }, client).request('/blog/any');
  expect(await unread.text()).toContain(emptyRoot);
  await turn();
  writeFileSync(path.join(directory, 'web', 'dist-server', 'go-on'), '');
  const answer = await asked;
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain(renderedHtml);
});

test('pages whose code cannot be loaded are left to the client, and the reason is logged once', async () => {
  const { client } = pagesOf(`throw new Error('This build is broken.');`);
  const { errors, logger } = notingErrors();
  const broken = webRoutes({ ...app.deps, logger }, client, notRead);
  for (const address of ['/', '/services']) {
    const answer = await broken.request(address);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(emptyRoot);
  }
  expect(errors).toEqual(['the code that renders pages cannot be loaded']);
});
