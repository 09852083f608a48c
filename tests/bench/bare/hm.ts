/** Bare scripts of the buyer's supplier portal: invoices created, downloaded and corrected, and packing lists. */
import type { Page } from 'playwright';
import { headerItems, lineItems, type InvoiceItem } from '#activities/portals/hm/invoice-items.ts';
import type { RowData } from '#services/contract.ts';
import { sampleRows } from '#tests/harness/sample-rows.ts';
import { invoices, markets, orders } from '#tests/sandbox/portals/hm/seed.ts';
import { button, fetchLink, go, inBrowser, link, login, readCells, type BareScript } from './script.ts';

async function enter(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/signin`);
  await page.locator('#username').fill(login.username);
  await go(page, button(page, 'Next'));
  await page.locator('#password').fill(login.password);
  await go(page, button(page, 'Sign in'));
}

async function findInvoice(page: Page, row: RowData): Promise<string[]> {
  await go(page, link(page, 'Invoices'));
  await page.locator('#invoice_no').fill(row['invoice_no'] ?? '');
  await go(page, button(page, 'Search'));
  return readCells(page, '#invoices');
}

/** Finds fields by their labels, because the portal's ids contain the line's number. */
async function fillLabelled(
  page: Page,
  row: RowData,
  given: { items: readonly InvoiceItem[]; group?: string },
) {
  const place =
    given.group === undefined ? page : page.getByRole('group', { name: given.group, exact: true });
  for (const { column, label, isChoice } of given.items) {
    const text = row[column];
    if (text === undefined) continue;
    const field = place.getByLabel(label, { exact: true });
    if (isChoice) await field.selectOption(text);
    else await field.fill(text);
  }
}

async function readInvoice(page: Page): Promise<void> {
  await readCells(page, '#invoice');
  await readCells(page, '#lines');
  await fetchLink(page, link(page, 'Download PDF'));
}

/** Looks in the list first, as any script must that may not create an invoice twice. */
export const hmEinvoiceCreate: BareScript = {
  cells: (place) => ({ ...sampleRows('hm-einvoice-create')[1], invoice_no: String(2_700_000 + place) }),
  open: inBrowser(enter, async (page, row) => {
    await findInvoice(page, row);
    await go(page, link(page, 'Create'));
    await page.locator('#order_no').fill(row['order_no'] ?? '');
    await go(page, button(page, 'Find order'));
    await readCells(page, '#order-lines');
    await page.locator('#invoice_no').fill(row['invoice_no'] ?? '');
    const name = `${row['planning_market']} ${row['article_no']}`;
    await page.getByLabel(name, { exact: true }).check();
    await go(page, button(page, 'Create draft'));
    await fillLabelled(page, row, { items: headerItems });
    await fillLabelled(page, row, { items: lineItems, group: name });
    await go(page, button(page, 'Validate'));
    await go(page, button(page, 'Submit'));
    await page.locator('[role=status]').first().innerText();
    await readInvoice(page);
  }),
};

const submitted = invoices.filter(({ status }) => status !== 'DRAFT');

export const hmEinvoiceDownload: BareScript = {
  cells: (place) => ({ invoice_no: submitted[place]?.no ?? '' }),
  rowsMax: submitted.length,
  open: inBrowser(enter, async (page, row) => {
    await findInvoice(page, row);
    for (const kind of ['PDF', 'XML']) {
      const document = link(page, `${kind} ${row['invoice_no']}`);
      if ((await document.count()) > 0) await fetchLink(page, document);
    }
  }),
};

const correctable = submitted.filter(({ status }) => status !== 'PAID');

/** Looks at the invoice first, since its old value must match the sheet. */
export const hmEinvoiceCorrection: BareScript = {
  cells: (place) => {
    const invoice = correctable[place];
    const line = invoice?.lines[0];
    const cartons = Number(line?.texts['cartons']);
    return {
      invoice_no: invoice?.no ?? '',
      order_no: invoice?.orderNo ?? '',
      planning_market: line?.market ?? '',
      article_no: line?.article ?? '',
      field_name: 'cartons',
      old_value: String(cartons),
      new_value: String(cartons + 1),
      reason: 'Recount at CFS',
    };
  },
  rowsMax: correctable.length,
  open: inBrowser(enter, async (page, row) => {
    await findInvoice(page, row);
    await go(page, link(page, row['invoice_no'] ?? ''));
    await readCells(page, '#invoice');
    await readCells(page, '#lines');
    await go(page, link(page, 'Correct'));
    const line = page.getByRole('group', {
      name: `${row['planning_market']} ${row['article_no']}`,
      exact: true,
    });
    await line.getByLabel('Cartons', { exact: true }).fill(row['new_value'] ?? '');
    await page.locator('#reason').fill(row['reason'] ?? '');
    await go(page, button(page, 'Resubmit'));
    await page.locator('[role=status]').first().innerText();
    await readInvoice(page);
  }),
};

const released = orders.flatMap(({ no, unreleased }) =>
  markets.filter(({ code }) => !unreleased.includes(code)).map(({ code }) => ({ no, code })),
);

export const hmPackingList: BareScript = {
  cells: (place) => ({ order_no: released[place]?.no ?? '', planning_market: released[place]?.code ?? '' }),
  rowsMax: released.length,
  open: inBrowser(enter, async (page, row) => {
    await go(page, link(page, 'Orders'));
    await page.locator('#order_no').fill(row['order_no'] ?? '');
    await go(page, button(page, 'Search'));
    await readCells(page, '#orders');
    await go(page, link(page, 'Packing lists'));
    await page.locator('#market').fill(row['planning_market'] ?? '');
    await go(page, button(page, 'Filter'));
    await readCells(page, '#packing-lists');
    await go(page, link(page, `Open ${row['planning_market']}`));
    await readCells(page, '#cartons');
    await fetchLink(page, link(page, 'Download PDF'));
  }),
};
