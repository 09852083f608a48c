/** Clicks after which no page is loaded: only what the page shows because of the click is its answer. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright';
import { createPageTools } from '#activities/portals/page-tools.ts';
import { portalMessages } from '#activities/portals/messages.ts';
import { useBrowser } from '#tests/harness/browser.ts';

const openSession = useBrowser();
const tools = createPageTools({ alert: '.alert', timeouts: { navigationMs: 2_000, elementMs: 2_000 } });

const page = (alert: string, answer: string): string =>
  `<title>Search</title><p class="alert">${alert}</p><button type="button">Search</button>
   <script>document.querySelector('button').onclick = () => { ${answer} };</script>`;
const shows = (words: string): string => `document.querySelector('.alert').textContent = '${words}';`;
const pages: Record<string, string> = {
  '/silent': page('No data found.', ''),
  '/refusing': page('', shows('Invoice No is required.')),
  '/refusing-beside-notice': page('No data found.', shows('Invoice No is required.')),
  '/asking': page('No data found.', `alert('Invoice No is required.');`),
  '/asking-once': page('No data found.', `if (!window.asked) alert('Asked'); window.asked = true;`),
};
const portal = http.createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(pages[request.url ?? ''] ?? '');
});
let origin: string;
beforeAll(async () => {
  portal.listen(0, '127.0.0.1');
  await once(portal, 'listening');
  origin = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
});
afterAll(() => portal.close());

async function openPage(path: string): Promise<Page> {
  const session = await openSession(origin);
  await session.page.goto(`${origin}${path}`);
  return session.page;
}

const search = (on: Page): Promise<void> => tools.clickAndWait(on, on.locator('button'));

describe('a click after which no page is loaded', () => {
  const noEffect = { outcome: 'TIMEOUT', said: portalMessages.nothingLoaded() };

  test('an alert that the page showed before the click is no answer to it', async () => {
    await expect(search(await openPage('/silent'))).rejects.toMatchObject(noEffect);
  });

  test('the dialog of an earlier click is no answer to a later one', async () => {
    const on = await openPage('/asking-once');
    await search(on);
    await expect(search(on)).rejects.toMatchObject(noEffect);
  });

  test.each([
    ['/refusing', 'Invoice No is required.'],
    ['/refusing-beside-notice', 'Invoice No is required.'],
    ['/asking', 'Invoice No is required. No data found.'],
  ])('on %s the page itself answers with what the click makes it show', async (path, words) => {
    const on = await openPage(path);
    await search(on);
    expect(await tools.alertWords(on)).toBe(words);
  });
});
