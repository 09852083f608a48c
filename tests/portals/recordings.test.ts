/** Recordings of portals' pages: what they keep and what they mask, and the check of page maps against them, offline. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, describe, expect, test } from 'vitest';
import { createBrowserPool } from '#activities/browser/pool.ts';
import { portals } from '#activities/portals/catalogue.ts';
import { config } from '#activities/portals/bb-exp/config.ts';
import { pageMaps } from '#activities/portals/page-maps.ts';
import {
  checkRecordings,
  keepPage,
  maskedAddress,
  noteRequests,
  type Recording,
} from '#activities/portals/recordings.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';

const sandbox = await startSandbox();
const folder = mkdtempSync(path.join(tmpdir(), 'chalan-recordings-'));
const browsers = createBrowserPool({ chromiumPath: process.env['CHROMIUM_PATH'] });
afterAll(async () => {
  await browsers.close();
  rmSync(folder, { recursive: true, force: true });
});

const texts = pageMaps['bb-exp'];
const kept = (name: string, file: string): string =>
  readFileSync(path.join(folder, 'recordings', name, file), 'utf8');

/** Walks from the sign-in to the details of an EXP, as a person does, and keeps a page at each step. */
async function walk(): Promise<{ browser: Browser; detail: Recording; shown: string }> {
  const base = sandbox.url('bb-exp');
  const context = await browsers.openContext(base);
  const page = await context.newPage();
  const requests = noteRequests(page);
  const keep = (name: string) =>
    keepPage(page, { folder, name, texts, requests: requests(), now: new Date('2026-11-26T10:00:00Z') });
  await page.goto(`${base}${config.loginPath}`);
  await page.getByLabel(config.login.username).fill('padma');
  await page.getByLabel(config.login.password, { exact: true }).fill('padma1234');
  await keep('sign-in');
  await page.getByRole('link', { name: config.login.link }).click();
  await page.getByRole('link', { name: config.menu.transaction }).click();
  await page.getByRole('link', { name: config.menu.entries.search }).click();
  await keep('search');
  await searchFirstSample(page);
  const detail = await keep('detail');
  const shown = await page.locator(config.detail.table).innerText();
  const browser = context.browser();
  if (!browser) throw new Error('The browser has ended.');
  return { browser, detail, shown };
}

async function searchFirstSample(page: Page): Promise<void> {
  const [, row = ''] = readFileSync('activities/services/exp-search/sample.csv', 'utf8').split(/\r?\n/);
  const [adCode = '', serial = '', year = ''] = row.split(',');
  await page.getByLabel(config.search.adCode, { exact: true }).fill(adCode);
  await page.getByLabel(config.search.serial, { exact: true }).fill(serial);
  await page.getByLabel(config.search.year, { exact: true }).fill(year);
  await page.getByRole('link', { name: config.search.link, exact: true }).click();
  await page.locator(config.detail.table).waitFor();
}

describe('a recorded portal', () => {
  test('pages keep what the map finds, and mask what belongs to the person, typed secrets among it', async () => {
    const { browser, detail, shown } = await walk();
    expect(detail.found).toEqual(expect.arrayContaining(['detail.table', 'detail.print', 'menu.logout']));
    const values = shown
      .split(/[\t\n]/)
      .map((value) => value.trim())
      .filter((value) => /\d{3,}/.test(value) || /Padma|Ltd/.test(value));
    expect(values.length).toBeGreaterThan(5);
    const html = kept('detail', 'page.html');
    expect(values.filter((value) => html.includes(value))).toEqual([]);
    for (const name of ['sign-in', 'search', 'detail']) {
      expect(kept(name, 'page.html')).not.toMatch(/padma/i);
      expect(kept(name, 'page.html')).not.toContain('<script');
      expect(kept(name, 'page.json')).not.toMatch(/padma/i);
      expect(
        readFileSync(path.join(folder, 'recordings', name, 'page.png'))
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG');
    }
    expect(detail.requests.map(({ method }) => method)).toContain('POST');

    // The check finds on them what was found, offline: the portal has ended.
    await sandbox.stop();
    const { pages, unseen } = await checkRecordings(browser, folder, texts);
    expect(pages).toEqual(['detail', 'search', 'sign-in'].map((name) => ({ name, lost: {} })));
    expect(unseen).toContain('list.table');
    expect(unseen).not.toContain('search.link');

    // A map that names a control otherwise than the recorded page does is found out, with the page and the text.
    const changed = { ...texts, 'detail.print': 'Print the EXP' };
    const after = await checkRecordings(browser, folder, changed);
    expect(after.pages.filter(({ lost }) => Object.keys(lost).length > 0)).toEqual([
      { name: 'detail', lost: { 'detail.print': 'Print the EXP' } },
    ]);
    await sandbox.start();
  });

  test('an address keeps neither the numbers nor the values of its query', () => {
    expect(maskedAddress('https://exp.example/ords/f?p=112:92:83746501122&user=padma')).toBe(
      'https://exp.example/ords/f?p=&user=',
    );
    expect(maskedAddress('https://exp.example/exp/1084004501/print')).toBe(
      'https://exp.example/exp/0000000000/print',
    );
  });
});

describe('the recordings of this repository', () => {
  test.each(portals.map(({ key }) => key))(
    '%s: its page map finds what was found when it was recorded',
    async (key) => {
      const context = await browsers.openContext(sandbox.url(key));
      const browser = context.browser();
      if (!browser) throw new Error('The browser has ended.');
      const { pages } = await checkRecordings(
        browser,
        path.join('activities', 'portals', key),
        pageMaps[key],
      );
      expect(pages.filter(({ lost }) => Object.keys(lost).length > 0)).toEqual([]);
      await context.close();
    },
  );
});
