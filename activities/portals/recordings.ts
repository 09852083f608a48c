/**
 * Recordings of a portal's pages, in the folder `recordings` of the portal: each page as masked HTML and as a picture, with
 * what its page map finds on it. `npm run portal -- record` makes them on the original, `npm run portal -- check` compares
 * them with the page map as it is now.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page, Request } from 'playwright';
import { limits } from '#contracts/limits.ts';
import { maskedPage } from './masked-page.mjs';
import { countOn } from './page-elements.ts';
import type { PageTexts } from './page-texts.ts';

/** A page's name is the name of its folder. */
export const recordingName = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** `address` and the paths of requests are masked as the page is. */
export type Recording = {
  address: string;
  recordedOn: string;
  /** Paths in the page map of the texts that were found on the page. */
  found: string[];
  requests: RecordedRequest[];
};
type RecordedRequest = { method: string; address: string; kind: string };

const recordingsOf = (portalFolder: string): string => path.join(portalFolder, 'recordings');

/** Records the page's requests from now on. The returned function returns those since its last call. */
export function noteRequests(page: Page): () => RecordedRequest[] {
  let noted: RecordedRequest[] = [];
  page.on('request', (request: Request) => {
    if (noted.length >= limits.recordedRequestsMax || request.url().startsWith('data:')) return;
    noted.push({
      method: request.method(),
      address: maskedAddress(request.url()),
      kind: request.resourceType(),
    });
  });
  return () => {
    const since = noted;
    noted = [];
    return since;
  };
}

/** Masks an address: names in its path and keys of its query are kept, values and numbers are not. */
export function maskedAddress(address: string): string {
  const { origin, pathname, searchParams } = new URL(address);
  const keys = [...new Set(searchParams.keys())];
  const query = keys.length > 0 ? `?${keys.map((key) => `${key}=`).join('&')}` : '';
  return `${origin}${pathname.replaceAll(/\d{3,}/g, (digits) => '0'.repeat(digits.length))}${query}`;
}

type Kept = { folder: string; name: string; texts: PageTexts; requests: RecordedRequest[]; now: Date };

/** Stores the current page, masked, under its name, and returns the texts that its map finds on it. */
export async function keepPage(page: Page, { folder, name, texts, requests, now }: Kept): Promise<Recording> {
  const html = await page.evaluate(maskedPage, Object.values(texts));
  const browser = page.context().browser();
  if (!browser) throw new Error('The browser of the page has ended.');
  const { found, picture } = await onStoredPage(browser, html, async (stored) => ({
    found: await foundOn(stored, texts),
    picture: await stored.screenshot({ fullPage: true, animations: 'disabled' }),
  }));
  const recording: Recording = {
    address: maskedAddress(page.url()),
    recordedOn: now.toISOString().slice(0, 'yyyy-mm-dd'.length),
    found,
    requests,
  };
  const recordingFolder = path.join(recordingsOf(folder), name);
  await mkdir(recordingFolder, { recursive: true });
  await writeFile(path.join(recordingFolder, 'page.html'), html);
  await writeFile(path.join(recordingFolder, 'page.png'), picture);
  await writeFile(path.join(recordingFolder, 'page.json'), `${JSON.stringify(recording, null, 2)}\n`);
  return recording;
}

/** `lost`: texts by path that were found on the page when it was recorded, and that the current map does not find. */
type CheckedPage = { name: string; lost: PageTexts };
/** `unseen`: texts of the map that are on no recorded page. */
export type CheckedPortal = { pages: CheckedPage[]; unseen: string[] };

/** Searches all recorded pages of a portal for the texts of its page map, without network access. */
export async function checkRecordings(
  browser: Browser,
  folder: string,
  texts: PageTexts,
): Promise<CheckedPortal> {
  const parent = recordingsOf(folder);
  const names = existsSync(parent) ? (await readdir(parent)).sort() : [];
  const seen = new Set<string>();
  const pages: CheckedPage[] = [];
  for (const name of names) {
    const html = await readFile(path.join(parent, name, 'page.html'), 'utf8');
    const recorded = JSON.parse(await readFile(path.join(parent, name, 'page.json'), 'utf8')) as Recording;
    const found = new Set(await onStoredPage(browser, html, (page) => foundOn(page, texts)));
    for (const at of found) seen.add(at);
    // Texts that are no longer in the map are not searched.
    const lost = recorded.found.flatMap((at) => {
      const text = texts[at];
      return text === undefined || found.has(at) ? [] : [[at, text] as const];
    });
    pages.push({ name, lost: Object.fromEntries(lost) });
  }
  return { pages, unseen: Object.keys(texts).filter((at) => !seen.has(at)) };
}

/** Opens stored HTML in a new page, in which no script runs and nothing is loaded. */
async function onStoredPage<Result>(
  browser: Browser,
  html: string,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true });
  try {
    return await work(await openStored(context, html));
  } finally {
    await context.close();
  }
}

/** Opens stored HTML in the context, which must have no network access. */
export async function openStored(context: BrowserContext, html: string): Promise<Page> {
  await context.route('**/*', (route) => route.abort());
  const page = await context.newPage();
  await page.setContent(html, { waitUntil: 'domcontentloaded' });
  return page;
}

async function foundOn(page: Page, texts: PageTexts): Promise<string[]> {
  const found: string[] = [];
  for (const [at, text] of Object.entries(texts)) if ((await countOn(page, text)) > 0) found.push(at);
  return found;
}
