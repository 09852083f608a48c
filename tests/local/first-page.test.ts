/** The first page after a start of the API; a real process. */
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startApiProcess } from '#tests/harness/api-process.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { builtPages, renderedHtml } from '#tests/harness/built-pages.ts';

const app = await startTestApp();
const { directory, client } = builtPages(`
  await delay(1_000);
  writeFileSync(new URL('loaded', import.meta.url), '');`);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('an API process that answers has loaded the code that renders pages, and renders the first one', async () => {
  const api = await startApiProcess(app.env, 'error', directory);
  expect(existsSync(path.join(client, '..', 'dist-server', 'loaded'))).toBe(true);
  const page = await fetch(api.origin);
  expect(await page.text()).toContain(renderedHtml);
});
