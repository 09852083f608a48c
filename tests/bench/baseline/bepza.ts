/** Bare scripts of the permit system: approved export permits downloaded, and import permits applied for. */
import type { Page } from 'playwright';
import {
  goodsItems,
  headerItems,
  type ApplicationItem,
} from '#activities/portals/bepza/application-items.ts';
import { typedText } from '#activities/portals/form-items.ts';
import type { RowData } from '#services/contract.ts';
import { sampleRows } from '#tests/harness/sample-rows.ts';
import { allApplications } from '#tests/sandbox/portals/bepza/seed.ts';
import {
  button,
  fetchLink,
  fillItems,
  go,
  inBrowser,
  link,
  login,
  readCells,
  type BaselineScript,
} from './script.ts';

const ZONE = 'DEPZ';
const id = (control: string): string => `#ctl00_MainContent_${control}`;

async function enter(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/Account/Login`);
  await page.locator(id('ddlZone')).selectOption({ label: ZONE });
  await page.locator(id('txtLoginId')).fill(login.username);
  await page.locator(id('txtPassword')).fill(login.password);
  await go(page, button(page, 'Login'));
}

const permits = allApplications({}).filter(
  ({ kind, zone, status }) => kind === 'export' && zone === ZONE && status === 'APPROVED',
);

/** Each permit by its own number, and then by its application's number. */
const rows = [
  ...permits.map(({ permitNo }) => ({ zone: ZONE, permit_no: permitNo })),
  ...permits.map(({ no }) => ({ zone: ZONE, application_no: no })),
];

export const bepzaEpDownload: BaselineScript = {
  cells: (place) => rows[place] ?? {},
  rowsMax: rows.length,
  open: inBrowser(enter, async (page, row) => {
    const { permit_no: permitNo, application_no: applicationNo } = row;
    await go(page, link(page, 'Approved Permits'));
    await page.locator(id('ddlKind')).selectOption({ label: 'Export Permit' });
    if (permitNo === undefined) await page.locator(id('txtApplicationNo')).fill(applicationNo ?? '');
    else await page.locator(id('txtPermitNo')).fill(permitNo);
    await go(page, button(page, 'Search'));
    await readCells(page, id('gvPermits'));
    await fetchLink(page, page.getByRole('link', { name: /^Print / }));
  }),
};

const typedItems = (items: readonly ApplicationItem[], row: RowData) =>
  items.map(({ column, kind, name }) => ({
    selector: id(`${kind === 'choice' ? 'ddl' : 'txt'}${name}`),
    text: row[column] === undefined ? undefined : typedText(kind, row[column]),
    isChoice: kind === 'choice',
  }));

/** Looks in the list first, as any script must that may not apply for a permit twice. */
export const bepzaIpIssue: BaselineScript = {
  cells: (place) => ({
    ...sampleRows('bepza-ip-issue')[0],
    invoice_no: `BENCH-${place}`,
    transport_doc_no: `BENCH63982${place}`,
    // The invoice has this one item.
    invoice_value: sampleRows('bepza-ip-issue')[0]?.['item_fob'] ?? '',
  }),
  open: inBrowser(enter, async (page, row) => {
    await go(page, link(page, 'My Applications'));
    await page.locator(id('ddlKind')).selectOption({ label: 'Import Permit' });
    await page.locator(id('txtInvoiceNo')).fill(row['invoice_no'] ?? '');
    await go(page, button(page, 'Search'));
    await page.locator('.alert').first().innerText();
    await go(page, link(page, 'Import Permit'));
    await go(page, link(page, 'New'));
    await fillItems(page, typedItems(headerItems.import, row));
    await fillItems(page, typedItems(goodsItems, row));
    await go(page, link(page, 'Add Item'));
    await go(page, button(page, 'Save'));
    await readCells(page, id('dvApplication'));
  }),
};
