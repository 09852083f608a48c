/**
 * `npm run portal -- record PORTAL [ADDRESS]` opens a portal in a window, in which a person walks through it, and saves
 * each page that is named at the terminal. `npm run portal -- check [PORTAL…]` compares the recordings with the present
 * page maps; it ends with 1 if a text that a page had when it was recorded is no longer found.
 */
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright';
import { failInWords } from '#api/adapters/command-failure.ts';
import { findChromium, startChromium } from '#activities/browser/chromium.ts';
import { portals, type PortalKey } from '#activities/portals/catalogue.ts';
import { addressVariable } from '#activities/portals/facts.ts';
import { pageMaps } from '#activities/portals/page-maps.ts';
import { checkRecordings, keepPage, noteRequests, recordingName } from '#activities/portals/recordings.ts';

failInWords();
const folderOf = (portal: PortalKey): string =>
  fileURLToPath(new URL(path.join('..', 'activities', 'portals', portal), import.meta.url));
const keys = portals.map(({ key }) => key);
const portalNamed = (name: string): PortalKey | undefined => keys.find((key) => key === name);

const [command = '', ...names] = process.argv.slice(2);
if (command === 'record') await record(names);
else if (command === 'check') await check(names);
else fail('Usage: npm run portal -- record PORTAL [ADDRESS], or npm run portal -- check [PORTAL…].');

async function record([name = '', given]: string[]): Promise<void> {
  const portal = portalNamed(name);
  if (portal === undefined) fail(`There is no portal "${name}". There are: ${keys.join(', ')}.`);
  const address = given ?? process.env[addressVariable(portal)];
  if (!address) fail(`Please give an address, or set ${addressVariable(portal)}.`);
  const browser = await openWindow();
  try {
    const page = await (await browser.newContext({ viewport: null })).newPage();
    const requests = noteRequests(page);
    await page.goto(address);
    await keepNamed(async (pageName) => {
      const kept = { folder: folderOf(portal), name: pageName, texts: pageMaps[portal], now: new Date() };
      const { found } = await keepPage(page, { ...kept, requests: requests() });
      say(`Kept. Found of the page map: ${found.join(', ') || 'nothing'}.`);
    });
    say('Please read the kept pages for names and numbers before you share them.');
  } finally {
    await browser.close();
  }
}

async function keepNamed(keep: (name: string) => Promise<void>): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  terminal.setPrompt('Name of the page in the window, or Enter to end: ');
  terminal.prompt();
  for await (const line of terminal) {
    const name = line.trim();
    if (name === '') break;
    if (recordingName.test(name)) await keep(name);
    else say('A name has small letters, digits and hyphens, at most 40.');
    terminal.prompt();
  }
  terminal.close();
}

async function check(wanted: string[]): Promise<void> {
  const unknown = wanted.find((name) => portalNamed(name) === undefined);
  if (unknown !== undefined) fail(`There is no portal "${unknown}". There are: ${keys.join(', ')}.`);
  const browser = await open({ headless: true });
  try {
    for (const portal of keys.filter((key) => wanted.length === 0 || wanted.includes(key))) {
      const { pages, unseen } = await checkRecordings(browser, folderOf(portal), pageMaps[portal]);
      if (pages.length === 0) {
        say(`${portal}: nothing is recorded.`);
        continue;
      }
      const lost = pages.flatMap((page) => Object.entries(page.lost).map((text) => [page.name, ...text]));
      for (const [name, at, text] of lost) say(`${portal}/${name}: ${at} ("${text}") is not found any more.`);
      if (lost.length > 0) process.exitCode = 1;
      say(`${portal}: ${pages.length} pages, ${lost.length} texts lost; on no page: ${unseen.join(', ')}.`);
    }
  } finally {
    await browser.close();
  }
}

async function openWindow(): Promise<Browser> {
  const hasDesktop = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  if (!hasDesktop)
    fail('Recording needs a desktop with a screen, and a Chromium with a window (CHROMIUM_PATH).');
  return open({ headless: false });
}

async function open({ headless }: { headless: boolean }): Promise<Browser> {
  const { executablePath, env } = await findChromium(process.env['CHROMIUM_PATH']);
  const environment = { ...process.env, ...env } as Record<string, string>;
  return startChromium({ executablePath, env: environment, headless });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(words: string): never {
  process.stderr.write(`${words}\n`);
  process.exit(2);
}
