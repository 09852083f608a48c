/**
 * A missing element means a changed portal, unless the worker itself was frozen while it waited, or the element is gone
 * because a click on it took effect.
 */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright';
import { onceLoaded } from '#activities/portals/loading.ts';
import { follow } from '#activities/portals/navigation.ts';
import { useBrowser } from '#tests/harness/browser.ts';
import { freeze, losingReports } from '#tests/harness/lost-clicks.ts';

const ELEMENT_MS = 2_000;

const openSession = useBrowser();
/** The addresses that the portal was asked for. */
const asked: string[] = [];
const form = (action: string): string => `<form action="${action}"><button>Send</button></form>`;
const portal = http.createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  asked.push(request.url ?? '');
  const isLate = request.url === '/late';
  if (request.url === '/form') return void response.end(form('/sent'));
  if (request.url?.startsWith('/sent')) return void response.end(`<h1>Taken</h1>${form('/again')}`);
  response.end(`<title>Permits</title><h1>Permits</h1>
    <script>${isLate ? `setTimeout(() => { document.body.append(document.createElement('button')) }, 1000)` : ''}</script>`);
});
let origin: string;
beforeAll(async () => {
  portal.listen(0, '127.0.0.1');
  await once(portal, 'listening');
  origin = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
});
afterAll(() => portal.close());

async function openPage(place: string): Promise<Page> {
  const { page } = await openSession(origin);
  await page.goto(`${origin}${place}`);
  return page;
}

const clickButton = (page: Page): Promise<void> =>
  onceLoaded(page, () => page.locator('button').click({ timeout: ELEMENT_MS }), {
    patienceMs: 20_000,
    explain: () => Promise.resolve(new Error('The page has changed.')),
  });

test('an element that appeared while the worker was frozen is found', async () => {
  const page = await openPage('/late');
  await Promise.all([clickButton(page), freeze()]);
});

test('an element that a loaded page lacks means that the page has changed', async () => {
  await expect(clickButton(await openPage('/never'))).rejects.toThrow('The page has changed.');
});

test('an element that is still missing after a freeze means that the page has changed', async () => {
  const page = await openPage('/never');
  const [clicked] = await Promise.allSettled([clickButton(page), freeze()]);
  expect(clicked).toMatchObject({ status: 'rejected', reason: { message: 'The page has changed.' } });
});

test('a click whose report was lost in a freeze is not repeated on the page to which it led', async () => {
  const page = await openPage('/form');
  const button = page.getByRole('button', { name: 'Send' });
  const clicked = losingReports(page, ['Send']);
  await follow(page, button, { elementMs: ELEMENT_MS, navigationMs: 20_000 });
  await page.getByRole('heading', { name: 'Taken' }).waitFor();
  expect(clicked()).toHaveLength(1);
  expect(asked.filter((place) => /^\/(sent|again)/.test(place))).toEqual(['/sent?']);
});
