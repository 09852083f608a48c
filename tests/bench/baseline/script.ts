/** A baseline script processes a service's rows with plain Playwright, without any part of the platform. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright';
import type { RowData } from '#services/contract.ts';
import { openChromium } from '#tests/harness/open-chromium.ts';

type BaselineSession = { work: (row: RowData) => Promise<unknown>; close: () => Promise<unknown> };

/** Scripts click, type, read and download what the adapter does for a row; they check nothing that they read. */
export type BaselineScript = {
  /** Cells of the row at a position in the sheet. */
  cells: (place: number) => RowData;
  /** The number of different rows; unlimited if missing. */
  rowsMax?: number;
  /** Logs in once, for all rows of a sheet. */
  open: (baseUrl: string) => Promise<BaselineSession>;
};

export const login = { username: 'padma', password: 'padma1234' };

/** The bytes of every PDF that a row files. */
export const anyPdf = readFileSync('activities/services/pdf-excel-converter/sample.pdf');
export const pdfFile = (name: string): { name: string; mimeType: string; buffer: Buffer } => ({
  name,
  mimeType: 'application/pdf',
  buffer: anyPdf,
});

type Work = (page: Page, row: RowData, baseUrl: string) => Promise<unknown>;

export function inBrowser(
  enter: (page: Page, baseUrl: string) => Promise<unknown>,
  work: Work,
): BaselineScript['open'] {
  return async (baseUrl) => {
    const browser = await openChromium(['--disable-gpu']);
    const page = await browser.newPage();
    await enter(page, baseUrl);
    return { work: (row) => work(page, row, baseUrl), close: () => browser.close() };
  };
}

export const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true });
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Clicks and waits for the document to which the click leads, so that the old one is not mistaken for it. */
export async function go(page: Page, target: Locator): Promise<void> {
  await Promise.all([page.waitForEvent('domcontentloaded'), target.click()]);
}

/** Texts of a table's cells, including headings. */
export const readCells = (page: Page, table: string): Promise<string[]> =>
  page.locator(`${table} :is(th, td)`).allTextContents();

export async function fetchHref(page: Page, href: string | null, from = page.url()): Promise<Buffer> {
  const response = await page.context().request.get(new URL(href ?? '', from).href);
  return response.body();
}

export const fetchLink = async (page: Page, target: Locator): Promise<Buffer> =>
  fetchHref(page, await target.getAttribute('href'));

/** The login form that several portals have. */
export async function enterByForm(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/login`);
  await page.locator('#username').fill(login.username);
  await page.locator('#password').fill(login.password);
  await go(page, button(page, 'Log in'));
}

export type TypedItem = { selector: string; text: string | undefined; isChoice?: boolean };

/** Types into fields, and chooses from lists. */
export async function fillItems(page: Page, items: readonly TypedItem[]): Promise<void> {
  for (const { selector, text, isChoice } of items) {
    if (text === undefined) continue;
    if (isChoice) await page.locator(selector).selectOption(text);
    else await page.locator(selector).fill(text);
  }
}
