/** Bare scripts of the EXP portal: search and issue. */
import type { Page } from 'playwright';
import { issueItems, typed } from '#activities/portals/bb-exp/exp-form.ts';
import type { RowData } from '#services/contract.ts';
import { sampleRows } from '#tests/harness/sample-rows.ts';
import {
  fetchHref,
  fillItems,
  go,
  inBrowser,
  link,
  login,
  readCells,
  type BaselineScript,
} from './script.ts';

const AD_CODE = '1084';
const YEAR = '2026';
/** The sandbox generates EXPs with these serials on request. */
const FIRST_SERIAL = 100_000;

async function enter(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/ords/f?p=112:101`);
  await page.locator('#P101_USERNAME').fill(login.username);
  await page.locator('#P101_PASSWORD').fill(login.password);
  await go(page, link(page, 'Login'));
}

async function openEntry(page: Page, name: string): Promise<void> {
  await link(page, 'Transaction').click();
  await go(page, link(page, name));
}

async function lookUp(page: Page, row: RowData): Promise<void> {
  if ((await page.locator('#P92_AD_CODE').count()) === 0)
    await openEntry(page, 'Search EXP Detail Information');
  const parts = [
    ['AD_CODE', row['ad_code']],
    ['SERIAL', row['exp_serial']],
    ['YEAR', row['exp_year']],
  ] as const;
  await fillItems(
    page,
    parts.map(([name, text]) => ({ selector: `#P92_${name}`, text })),
  );
  await go(page, link(page, 'Search'));
  await readCells(page, '#EXP_DETAIL');
}

async function print(page: Page): Promise<void> {
  await go(page, link(page, 'Print EXP'));
  await fetchHref(page, await page.locator('iframe').getAttribute('src'));
  await go(page, link(page, 'Back'));
}

export const expSearch: BaselineScript = {
  cells: (place) => ({ ad_code: AD_CODE, exp_serial: String(FIRST_SERIAL + place), exp_year: YEAR }),
  open: inBrowser(enter, async (page, row) => {
    await lookUp(page, row);
    await print(page);
  }),
};

/** Looks in the list first, as any script must that may not issue an EXP twice. */
export const expIssue: BaselineScript = {
  cells: (place) => ({
    ...sampleRows('exp-issue')[0],
    invoice_no: `BENCH/${place}`,
    contract_no: `NW-SC-BENCH-${place}`,
  }),
  open: inBrowser(enter, async (page, row) => {
    await openEntry(page, 'EXP List');
    await page.locator('#P95_INVOICE_NO').fill(row['invoice_no'] ?? '');
    await go(page, link(page, 'Search'));
    await page.locator('.t-Alert').first().innerText();
    await openEntry(page, 'EXP Issue');
    const items = issueItems.map(({ column, kind }) => ({
      selector: `#P60_${column.toUpperCase()}`,
      text: row[column] === undefined ? undefined : typed(kind, row[column]),
      isChoice: kind === 'choice',
    }));
    await fillItems(page, items);
    await go(page, link(page, 'Create'));
    const words = await page.locator('.t-Alert').first().innerText();
    const [, adCode = '', serial = '', year = ''] = /EXP No (\d+)-(\d+)-(\d+)/.exec(words) ?? [];
    await lookUp(page, { ad_code: adCode, exp_serial: serial, exp_year: year });
    await print(page);
  }),
};
