/** Pages are read with as little work of the browser as possible, whatever a page map's selectors look like. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright';
import { cellTexts, linksIn, readTable } from '#activities/portals/page-reading.ts';
import { createPageTools } from '#activities/portals/page-tools.ts';
import { useBrowser } from '#tests/harness/browser.ts';

/** Playwright's search is far longer than any script of the page. */
const SEARCH_CHARACTERS = 100_000;

const tools = createPageTools({ alert: '.alert', timeouts: { navigationMs: 20_000, elementMs: 5_000 } });

const openSession = useBrowser();
const portal = http.createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  if (request.url === '/none') return void response.end('<p class="alert">No  permit\nfound.</p>');
  if (request.url === '/menu')
    return void response.end(`<a href="/out"> Log  out </a> <a href="/help" aria-label="Help">?</a>
      <a href="/fees" hidden>Fees</a>`);
  if (request.url === '/hidden')
    return void response.end('<table id="permits" hidden></table><p class="alert">Closed.</p>');
  response.end(`<table id="permits"><thead><tr><th>Permit No</th><th>Print</th></tr></thead>
      <tbody><tr><td> EP-1 </td><td><a href="/print/1"> Print EP-1 </a></td></tr></tbody></table>
    <table id="permit"><tr><th>Officer</th><td>R. Akter</td></tr></table>`);
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

/** Returns how often the browser compiles Playwright's search while `read` runs. */
async function searchesDuring(page: Page, read: () => Promise<unknown>): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  let searches = 0;
  cdp.on('Debugger.scriptParsed', ({ length = 0 }) => {
    if (length > SEARCH_CHARACTERS) searches += 1;
  });
  await cdp.send('Debugger.enable');
  const before = searches;
  await read();
  await page.evaluate('null');
  return searches - before;
}

test('a link of the menu is known without compiling the search of Playwright in the page', async () => {
  const page = await openPage('/menu');
  expect(await searchesDuring(page, () => tools.stayInside(page, 'Log out'))).toBe(0);
});

test('a link of the menu is known by its name too, and only if it is shown', async () => {
  const page = await openPage('/menu');
  await tools.stayInside(page, 'Help');
  await expect(tools.stayInside(page, 'Fees')).rejects.toMatchObject({ outcome: 'SESSION_EXPIRED' });
});

test('a page is read without compiling the search of Playwright in it', async () => {
  const page = await openPage('/permits');
  const searches = await searchesDuring(page, async () => {
    expect(await tools.wordsInstead(page, '#permits')).toBeNull();
    expect(await readTable(page, '#permits')).toEqual([
      new Map([
        ['Permit No', 'EP-1'],
        ['Print', 'Print EP-1'],
      ]),
    ]);
    expect(await linksIn(page, '#permits')).toEqual([{ text: 'Print EP-1', href: '/print/1' }]);
    expect(await tools.readPairs(page, '#permit')).toEqual(new Map([['Officer', 'R. Akter']]));
  });
  expect(searches).toBe(0);
  // Shows that a search would have been noticed.
  expect(await searchesDuring(page, () => page.locator('#permits').count())).toBeGreaterThan(0);
});

test("the portal's message is read without compiling the search of Playwright in the page", async () => {
  const page = await openPage('/none');
  const searches = await searchesDuring(page, async () => {
    expect(await tools.wordsInstead(page, '#permits')).toBe('No permit found.');
    expect(await tools.shownAlert(page)).toBe('No permit found.');
  });
  expect(searches).toBe(0);
});

test('a table that is on the page but hidden counts as there once the page shows a message', async () => {
  expect(await tools.wordsInstead(await openPage('/hidden'), '#permits')).toBeNull();
});

test('a page map may use selectors that only Playwright knows', async () => {
  const page = await openPage('/permits');
  const [row] = await readTable(page, 'table:has(th:text-is("Permit No")) >> nth=0');
  expect(row?.get('Permit No')).toBe('EP-1');
  expect(await cellTexts(page, 'table:has-text("Officer")')).toEqual(['Officer', 'R. Akter']);
});
