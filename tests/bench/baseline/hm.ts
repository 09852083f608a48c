/** Bare script of the buyer's supplier portal: invoices downloaded. */
import type { Page } from 'playwright';
import { invoices } from '#tests/sandbox/portals/hm/seed.ts';
import { button, fetchLink, go, inBrowser, link, login, readCells, type BaselineScript } from './script.ts';

async function enter(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/signin`);
  await page.locator('#username').fill(login.username);
  await go(page, button(page, 'Next'));
  await page.locator('#password').fill(login.password);
  await go(page, button(page, 'Sign in'));
}

const submitted = invoices.filter(({ status }) => status !== 'DRAFT');

export const hmEinvoiceDownload: BaselineScript = {
  cells: (place) => ({ invoice_no: submitted[place]?.no ?? '' }),
  rowsMax: submitted.length,
  open: inBrowser(enter, async (page, row) => {
    await go(page, link(page, 'Invoices'));
    await page.locator('#invoice_no').fill(row['invoice_no'] ?? '');
    await go(page, button(page, 'Search'));
    await readCells(page, '#invoices');
    for (const kind of ['PDF', 'XML']) {
      const document = link(page, `${kind} ${row['invoice_no']}`);
      if ((await document.count()) > 0) await fetchLink(page, document);
    }
  }),
};
