/** Bare scripts of the customs portal: a bill's status, and the manifest that it belongs to. */
import type { Page } from 'playwright';
import type { RowData } from '#services/contract.ts';
import { findBill } from '#tests/sandbox/portals/customs/seed.ts';
import { button, fetchLink, go, inBrowser, link, readCells, type BareScript } from './script.ts';

const FIRST_BILL = 796_229;
const BILLS = 25;
const YEAR = '2026';

const bills = ['301', '101'].flatMap((office) =>
  Array.from({ length: BILLS }, (_, n) => ({ office, number: String(FIRST_BILL + n) })),
);
const withManifest = bills.filter(({ office, number }) => findBill(office, 'C', number, YEAR)?.manifest);

const cellsOf = (bill: (typeof bills)[number] | undefined): RowData => ({
  office_code: bill?.office ?? '',
  be_serial: 'C',
  be_number: bill?.number ?? '',
  be_year: YEAR,
});

const open = (readMore: (page: Page) => Promise<unknown>): BareScript['open'] =>
  inBrowser(
    (page, baseUrl) => page.goto(`${baseUrl}/portal/services/billTracking/billTracking.jsf`),
    async (page, row) => {
      await page.locator('[id="billForm:office"]').selectOption(row['office_code'] ?? '');
      await page.locator('[id="billForm:serial"]').fill(row['be_serial'] ?? '');
      await page.locator('[id="billForm:number"]').fill(row['be_number'] ?? '');
      await page.locator('[id="billForm:year"]').selectOption(row['be_year'] ?? '');
      await go(page, button(page, 'Retrieve B/E Status'));
      await readCells(page, '#billStatus');
      await readCells(page, '#manifest');
      await readMore(page);
      await go(page, link(page, 'BACK TO MAIN PAGE'));
    },
  );

export const customTracking: BareScript = {
  cells: (place) => cellsOf(bills[place]),
  rowsMax: bills.length,
  open: open(async () => undefined),
};

export const egmDownload: BareScript = {
  cells: (place) => cellsOf(withManifest[place]),
  rowsMax: withManifest.length,
  open: open((page) => fetchLink(page, link(page, 'Print'))),
};
