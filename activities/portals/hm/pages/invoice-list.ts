/** The list of e-invoices, searched by number, order or dates. */
import type { Locator, Page } from 'playwright';
import { hmPortalMessages } from '#activities/portals/hm/messages.ts';
import { portalMessages } from '#activities/portals/messages.ts';
import { cellOf, numberOf } from '#activities/portals/cells.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import { everyPage, requireAnswerToSearch } from '#activities/portals/list-pages.ts';
import { linksIn, readTable } from '#activities/portals/page-reading.ts';
import { config } from '#activities/portals/hm/config.ts';
import { isNothingFound } from '#activities/portals/hm/outcomes.ts';
import { isSameText } from '#activities/portals/same-text.ts';
import { button, field, link } from '#activities/portals/controls.ts';
import { fill, clickAndWait, wordsInstead, openEntry } from '#activities/portals/hm/tools.ts';

export type InvoiceFilter = Partial<
  Record<'invoiceNo' | 'orderNo' | 'dateFrom' | 'dateTo', string | undefined>
>;

export type ListedInvoice = {
  invoiceNo: string;
  invoiceId: string;
  orderNo: string;
  status: string;
  invoiceDate: string;
  amount: number;
  currency: string;
  paymentDate: string;
  /** URLs of the available documents. */
  pdf: string | null;
  xml: string | null;
};

/**
 * Returns all invoices that match the filter, from all result pages; with `isEnough`, up to the page that completes the
 * wanted ones.
 */
export async function listInvoices(
  page: Page,
  filter: InvoiceFilter,
  isEnough?: (listed: readonly ListedInvoice[]) => boolean,
): Promise<ListedInvoice[]> {
  await search(page, filter);
  const { table, pages, pagesMax } = config.list;
  const wordsOfList = (): Promise<string | null> => wordsInstead(page, table);
  const words = await wordsOfList();
  if (words !== null) {
    if (isNothingFound(words)) return [];
    throw new PortalFault('PORTAL_CHANGED', portalMessages.answeredList({ words }));
  }
  const listed = await everyPage(page, pages, {
    read: () => readPage(page, table),
    clickAndWait,
    wordsInstead: wordsOfList,
    isEnough,
    limit: { pages: pagesMax, message: (most) => hmPortalMessages.tooManyInvoices({ most }) },
  });
  const { invoiceNo, orderNo } = filter;
  requireAnswerToSearch(
    listed.map((invoice) => [
      [invoiceNo, invoice.invoiceNo],
      [orderNo, invoice.orderNo],
    ]),
  );
  return listed;
}

async function search(page: Page, { invoiceNo, orderNo, dateFrom, dateTo }: InvoiceFilter): Promise<void> {
  const { list } = config;
  await openEntry(page, config.menu.invoices);
  const texts: [Locator, string | undefined][] = [
    [field(page, { label: list.invoiceNo, id: list.invoiceNoId }), invoiceNo],
    [field(page, { label: list.orderNo, id: list.orderNoId }), orderNo],
    [field(page, { label: list.dateFrom, id: list.dateFromId }), dateFrom],
    [field(page, { label: list.dateTo, id: list.dateToId }), dateTo],
  ];
  for (const [input, text] of texts) if (text !== undefined) await fill(page, input, text);
  await clickAndWait(page, button(page, list.search));
}

async function readPage(page: Page, table: string): Promise<ListedInvoice[]> {
  const addresses = await documentAddresses(page, table);
  const { pdf, xml } = config.list;
  return (await readTable(page, table)).map((row) => {
    const invoiceNo = cellOf(row, 'Invoice No');
    return {
      invoiceNo,
      invoiceId: cellOf(row, 'Invoice Id'),
      orderNo: cellOf(row, 'Order No'),
      status: cellOf(row, 'Status'),
      invoiceDate: cellOf(row, 'Invoice Date'),
      amount: numberOf(row, 'Amount'),
      currency: cellOf(row, 'Currency'),
      paymentDate: cellOf(row, 'Payment Date'),
      pdf: addresses.get(pdf(invoiceNo)) ?? null,
      xml: addresses.get(xml(invoiceNo)) ?? null,
    };
  });
}

/** Returns the URLs of the documents, keyed by the text of their links. */
async function documentAddresses(page: Page, table: string): Promise<Map<string, string>> {
  const links = await linksIn(page, table);
  return new Map(links.map(({ text, href }) => [text, new URL(href, page.url()).href]));
}

/** Returns the invoice with this number, which the portal may write in capitals; the list stays on the page. */
export async function findInvoice(page: Page, invoiceNo: string): Promise<ListedInvoice | null> {
  const isWanted = (invoice: ListedInvoice): boolean => isSameText(invoice.invoiceNo, invoiceNo);
  const listed = await listInvoices(page, { invoiceNo }, (read) => read.some(isWanted));
  return listed.find(isWanted) ?? null;
}

/** Opens an invoice from the list on the current page. */
export const openInvoice = (page: Page, { invoiceNo }: ListedInvoice): Promise<void> =>
  clickAndWait(page, link(page, invoiceNo));

/** Opens the empty form. */
export async function openCreate(page: Page): Promise<void> {
  await openEntry(page, config.menu.invoices);
  await clickAndWait(page, link(page, config.list.create));
}
